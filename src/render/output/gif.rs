//! Bitmaps as an animated GIF, with one palette for all frames. Of each frame only the box that changed is written.

use super::PixelSize;
use super::bitmap::Bitmap;
use super::quantize::{Palette, Rgb};
use crate::render::error::RenderError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns the bytes of an animation of frames of one size. Each frame is shown for its time, in hundredths of a second.
///
/// The palette is known only after the last frame. Until then the changed box of each frame is kept, which needs less memory than
/// whole frames.
pub(crate) fn encode(
    frames: impl Iterator<Item = Result<Bitmap, RenderError>>,
    times: &[u16],
) -> Result<Vec<u8>, RenderError> {
    let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
    let mut boxes = Vec::new();
    let mut previous = Bitmap { size: PixelSize { width: 0, height: 0 }, rgb: Vec::new() };
    for frame in frames {
        let frame = frame?;
        for pixel in pixels_of(&frame) {
            *counts.entry(*pixel).or_default() += 1;
        }
        boxes.push(ChangedBox::between(&previous, &frame));
        previous = frame;
    }
    let palette = Palette::of(&counts);
    let PixelSize { width, height } = previous.size;
    let mut bytes = Vec::new();
    // `MAX_SIZE` and `MAX_HEIGHT` are below 2^16, so all lengths fit into the 16 bits that GIF has for them.
    let mut encoder = Encoder::new(&mut bytes, width as u16, height as u16, &palette.colors.concat())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (ChangedBox { left, top, width, pixels }, time) in boxes.iter().zip(times) {
        let index = |color: &Rgb| palette.indices.get(color).copied().unwrap_or(0);
        encoder.write_frame(&Frame {
            delay: *time,
            dispose: DisposalMethod::Keep,
            left: *left as u16,
            top: *top as u16,
            width: *width as u16,
            height: (pixels.len() / width) as u16,
            buffer: Cow::Owned(pixels.iter().map(index).collect()),
            ..Frame::default()
        })?;
    }
    drop(encoder);
    Ok(bytes)
}

fn pixels_of(bitmap: &Bitmap) -> &[Rgb] {
    let (pixels, _) = bitmap.rgb.as_chunks();
    pixels
}

/// A box about all pixels of a frame that differ from the previous frame.
struct ChangedBox {
    left: usize,
    top: usize,
    width: usize,
    /// The pixels in the box, row by row.
    pixels: Vec<Rgb>,
}

impl ChangedBox {
    /// Returns the smallest such box of at least one pixel. It holds all of a frame whose previous one is empty.
    fn between(previous: &Bitmap, frame: &Bitmap) -> ChangedBox {
        let row_length = frame.size.width as usize;
        let (old, new) = (pixels_of(previous), pixels_of(frame));
        let changed: Vec<usize> = (0..new.len()).filter(|&i| old.get(i) != Some(&new[i])).collect();
        let (Some(first), Some(last)) = (changed.first(), changed.last()) else {
            return ChangedBox { left: 0, top: 0, width: 1, pixels: new[..1].to_vec() };
        };
        let columns = || changed.iter().map(|i| i % row_length);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0) + 1);
        let (top, bottom) = (first / row_length, last / row_length + 1);
        let mut pixels = Vec::new();
        for row in top..bottom {
            pixels.extend_from_slice(&new[row * row_length + left..row * row_length + right]);
        }
        ChangedBox { left, top, width: right - left, pixels }
    }
}
