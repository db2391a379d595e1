//! A drawing as pixels.
//!
//! Plotters' bitmap backend does not smooth edges. So the backend draws an enlarged picture with several samples for each pixel, and
//! the colour of the pixel is their mean.

use super::{PixelSize, backend_error};
use crate::render::canvas::drawing::{Drawing, Fill};
use crate::render::canvas::scan::{Rows, ranges_inside};
use crate::render::error::RenderError;
use crate::render::scene::Rectangle;
use plotters_backend::{BackendColor, DrawingBackend};
use plotters_bitmap::BitMapBackend;
use rayon::prelude::*;

/// The number of pixel rows of a block. Blocks are drawn in parallel. A lower block needs less memory for its samples.
const BLOCK_ROWS: u32 = 48;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bitmap {
    pub size: PixelSize,
    /// The red, green and blue of each pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

pub(crate) fn draw(drawing: &Drawing, size: PixelSize) -> Result<Bitmap, RenderError> {
    let scale = f64::from(size.width) / Drawing::WIDTH;
    // Large pictures cost more and need fewer samples to look smooth.
    let samples = if size.width <= 2000 { 4 } else { 3 };
    let bounds: Vec<_> = drawing.fills.iter().map(|fill| fill.outline.bounds()).collect();
    let draw_block = |index: u32| {
        let (top, bottom) = (index * BLOCK_ROWS, ((index + 1) * BLOCK_ROWS).min(size.height));
        let block = RowBlock { width: size.width, top, rows: bottom - top, samples, scale };
        let (low, high) = (f64::from(top) / scale, f64::from(bottom) / scale);
        let is_in_block = |bounds: &Rectangle| bounds.high.y >= low && bounds.low.y <= high;
        let fills = drawing.fills.iter().zip(&bounds);
        block.draw(fills.filter(|(_, bounds)| bounds.as_ref().is_some_and(is_in_block)).map(|(fill, _)| fill))
    };
    let blocks = (0..size.height.div_ceil(BLOCK_ROWS)).into_par_iter().map(draw_block);
    let blocks: Vec<Vec<u8>> = blocks.collect::<Result<_, _>>()?;
    Ok(Bitmap { size, rgb: blocks.concat() })
}

/// Neighbouring rows of pixels.
struct RowBlock {
    /// The number of pixels in a row.
    width: u32,
    /// The first row.
    top: u32,
    rows: u32,
    /// The number of samples of a pixel in each direction.
    samples: u32,
    /// The number of pixels in a unit of the page.
    scale: f64,
}

impl RowBlock {
    /// Returns the pixels of the block, with some fills drawn on white.
    fn draw<'a>(&self, fills: impl Iterator<Item = &'a Fill>) -> Result<Vec<u8>, RenderError> {
        let (columns, rows) = (self.width * self.samples, self.rows * self.samples);
        let mut samples = vec![255; columns as usize * rows as usize * 3];
        let samples_per_unit = self.scale * f64::from(self.samples);
        // The colour of a sample is the colour at its middle.
        let first = (f64::from(self.top * self.samples) + 0.5) / samples_per_unit;
        let lines = Rows { first, pitch: 1.0 / samples_per_unit, count: rows as usize };
        let column = |x: f64| (x * samples_per_unit - 0.5).ceil().clamp(0.0, f64::from(columns)) as i32;
        let mut backend = BitMapBackend::with_buffer(&mut samples, (columns, rows));
        for fill in fills {
            let color = BackendColor { rgb: fill.ink.rgb, alpha: fill.ink.alpha };
            for (y, ranges) in (0..).zip(ranges_inside(&fill.outline, lines)) {
                for range in ranges {
                    let (from, to) = (column(range.start), column(range.end));
                    if from < to {
                        backend.draw_rect((from, y), (to, y + 1), &color, true).map_err(backend_error)?;
                    }
                }
            }
        }
        backend.present().map_err(backend_error)?;
        drop(backend);
        Ok(self.mean_of_samples(&samples))
    }

    /// Returns the colour of each pixel: the mean of its samples.
    fn mean_of_samples(&self, fine: &[u8]) -> Vec<u8> {
        let (rgb_samples, _) = fine.as_chunks::<3>();
        let [width, rows, samples] = [self.width, self.rows, self.samples].map(|count| count as usize);
        let count = self.samples * self.samples;
        let mut pixels = Vec::with_capacity(width * rows * 3);
        for row_of_pixels in rgb_samples.chunks_exact(width * samples * samples) {
            for column in 0..width {
                let mut sums = [0u32; 3];
                for line in row_of_pixels.chunks_exact(width * samples) {
                    for sample in &line[column * samples..(column + 1) * samples] {
                        sums = [0, 1, 2].map(|channel| sums[channel] + u32::from(sample[channel]));
                    }
                }
                pixels.extend(sums.map(|sum| ((sum + count / 2) / count) as u8));
            }
        }
        pixels
    }
}
