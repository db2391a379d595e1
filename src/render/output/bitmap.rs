//! A drawing as pixels. Plotters' bitmap backend does not smooth edges, so it draws several samples a pixel, which a
//! box filter averages.

use crate::render::canvas::drawing::{Drawing, Fill};
use crate::render::canvas::scan::{Rows, inside};
use crate::render::error::RenderError;
use plotters_backend::{BackendColor, DrawingBackend};
use plotters_bitmap::BitMapBackend;
use rayon::prelude::*;

/// The number of pixel rows drawn together: it bounds the memory, and is the unit of work of a core.
const BAND: u32 = 48;

/// Eight-bit RGB, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bitmap {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
}

/// Returns a drawing as pixels, of a size in pixels.
pub(crate) fn draw(drawing: &Drawing, (width, height): (u32, u32)) -> Result<Bitmap, RenderError> {
    let scale = f64::from(width) / Drawing::WIDTH;
    // Large pictures cost more and need fewer samples to look smooth.
    let samples = if width <= 2000 { 4 } else { 3 };
    let reach: Vec<Option<(f64, f64)>> =
        drawing.fills.iter().map(|f| f.outline.bounds().map(|(low, high)| (low.y, high.y))).collect();
    let bands: Vec<Vec<u8>> = (0..height.div_ceil(BAND))
        .into_par_iter()
        .map(|band| {
            let (top, bottom) = (band * BAND, ((band + 1) * BAND).min(height));
            let (low, high) = (f64::from(top) / scale, f64::from(bottom) / scale);
            let fills = drawing.fills.iter().zip(&reach);
            let seen = fills.filter(|(_, r)| r.is_some_and(|(a, b)| b >= low && a <= high)).map(|(f, _)| f);
            draw_band(seen, Band { width, top, rows: bottom - top, samples, scale })
        })
        .collect::<Result<_, _>>()?;
    Ok(Bitmap { width, height, rgb: bands.concat() })
}

#[derive(Clone, Copy)]
struct Band {
    width: u32,
    top: u32,
    rows: u32,
    samples: u32,
    scale: f64,
}

fn draw_band<'a>(fills: impl Iterator<Item = &'a Fill>, band: Band) -> Result<Vec<u8>, RenderError> {
    let Band { width, top, rows, samples, scale } = band;
    let size = (width * samples, rows * samples);
    let mut fine = vec![255; size.0 as usize * size.1 as usize * 3];
    let sampled = scale * f64::from(samples);
    {
        let mut backend = BitMapBackend::with_buffer(&mut fine, size);
        for fill in fills {
            let (r, g, b) = fill.ink.rgb;
            let color = BackendColor { rgb: (r, g, b), alpha: fill.ink.alpha };
            let first = (f64::from(top * samples) + 0.5) / sampled;
            let lines = inside(&fill.outline, Rows { first, pitch: 1.0 / sampled, count: size.1 as usize });
            for (y, line) in (0..).zip(lines) {
                for (from, to) in line {
                    let column = |x: f64| (x * sampled - 0.5).ceil().clamp(0.0, f64::from(size.0)) as i32;
                    let (from, to) = (column(from), column(to));
                    if from < to {
                        backend
                            .draw_rect((from, y), (to, y + 1), &color, true)
                            .map_err(|e| RenderError::Backend(e.to_string()))?;
                    }
                }
            }
        }
        backend.present().map_err(|e| RenderError::Backend(e.to_string()))?;
    }
    Ok(average(&fine, width as usize, rows as usize, samples as usize))
}

/// Returns the mean of each block of samples.
fn average(fine: &[u8], width: usize, rows: usize, samples: usize) -> Vec<u8> {
    let stride = width * samples * 3;
    let count = (samples * samples) as u32;
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
