//! A drawing as pixels. Plotters' bitmap backend does not smooth edges. So it draws several samples for each pixel, and the pixel gets
//! their mean.

use super::{PixelSize, backend_error};
use crate::render::canvas::drawing::{Drawing, Fill};
use crate::render::canvas::scan::{Rows, inside};
use crate::render::error::RenderError;
use plotters_backend::{BackendColor, DrawingBackend};
use plotters_bitmap::BitMapBackend;
use rayon::prelude::*;

/// The number of pixel rows in a band. A band is the unit of work of a core, and bounds its memory.
const BAND: u32 = 48;

/// Eight-bit RGB, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bitmap {
    pub size: PixelSize,
    pub rgb: Vec<u8>,
}

/// Returns a drawing as pixels.
pub(crate) fn draw(drawing: &Drawing, size: PixelSize) -> Result<Bitmap, RenderError> {
    let scale = f64::from(size.width) / Drawing::WIDTH;
    // Large pictures cost more and need fewer samples to look smooth.
    let samples = if size.width <= 2000 { 4 } else { 3 };
    let bounds: Vec<_> = drawing.fills.iter().map(|fill| fill.outline.bounds()).collect();
    let draw_band = |band: u32| {
        let (top, bottom) = (band * BAND, ((band + 1) * BAND).min(size.height));
        let band = Band { width: size.width, top, rows: bottom - top, samples, scale };
        let (low, high) = (f64::from(top) / scale, f64::from(bottom) / scale);
        let fills = drawing.fills.iter().zip(&bounds).filter_map(|(fill, bounds)| {
            bounds.is_some_and(|bounds| bounds.high.y >= low && bounds.low.y <= high).then_some(fill)
        });
        band.draw(fills)
    };
    let bands = (0..size.height.div_ceil(BAND)).into_par_iter().map(draw_band);
    let bands: Vec<Vec<u8>> = bands.collect::<Result<_, _>>()?;
    Ok(Bitmap { size, rgb: bands.concat() })
}

/// Some rows of a picture.
struct Band {
    width: u32,
    top: u32,
    rows: u32,
    /// The number of samples of a pixel in each direction.
    samples: u32,
    /// The number of pixels in a unit of the page.
    scale: f64,
}

impl Band {
    /// Returns the pixels of the band.
    fn draw<'a>(&self, fills: impl Iterator<Item = &'a Fill>) -> Result<Vec<u8>, RenderError> {
        let (columns, rows) = (self.width * self.samples, self.rows * self.samples);
        let mut fine = vec![255; columns as usize * rows as usize * 3];
        let scale = self.scale * f64::from(self.samples);
        let first = (f64::from(self.top * self.samples) + 0.5) / scale;
        let lines = Rows { first, pitch: 1.0 / scale, count: rows as usize };
        let column = |x: f64| (x * scale - 0.5).ceil().clamp(0.0, f64::from(columns)) as i32;
        let mut backend = BitMapBackend::with_buffer(&mut fine, (columns, rows));
        for fill in fills {
            let color = BackendColor { rgb: fill.ink.rgb, alpha: fill.ink.alpha };
            for (y, line) in (0..).zip(inside(&fill.outline, lines)) {
                for range in line {
                    let (from, to) = (column(range.start), column(range.end));
                    if from < to {
                        backend.draw_rect((from, y), (to, y + 1), &color, true).map_err(backend_error)?;
                    }
                }
            }
        }
        backend.present().map_err(backend_error)?;
        drop(backend);
        Ok(self.mean_of_samples(&fine))
    }

    /// Returns the mean of each block of samples.
    fn mean_of_samples(&self, fine: &[u8]) -> Vec<u8> {
        let [width, rows, samples] = [self.width, self.rows, self.samples].map(|count| count as usize);
        let stride = width * samples * 3;
        let count = self.samples * self.samples;
        let mut coarse = Vec::with_capacity(width * rows * 3);
        for row in 0..rows {
            for column in 0..width {
                let mut sum = [0u32; 3];
                for sub in 0..samples {
                    let start = (row * samples + sub) * stride + column * samples * 3;
                    for pixel in fine[start..start + samples * 3].chunks_exact(3) {
                        for (total, channel) in sum.iter_mut().zip(pixel) {
                            *total += u32::from(*channel);
                        }
                    }
                }
                coarse.extend(sum.map(|total| ((total + count / 2) / count) as u8));
            }
        }
        coarse
    }
}
