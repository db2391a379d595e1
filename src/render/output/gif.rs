//! Pixels as an animated GIF: one palette for all frames, and of each frame only the box that changed.

use super::PixelSize;
use super::bitmap::Bitmap;
use super::quantize::{Palette, Rgb};
use crate::render::error::RenderError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns the stream of frames of one size, each shown for its time in hundredths of a second.
///
/// The palette is known only at the end. Until then the changed part of each frame is kept, which needs less memory than the frame.
pub(crate) fn encode(
    frames: impl Iterator<Item = Result<Bitmap, RenderError>>,
    times: &[u16],
) -> Result<Vec<u8>, RenderError> {
    let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
    let mut parts = Vec::new();
    let mut shown = Bitmap { size: PixelSize { width: 0, height: 0 }, rgb: Vec::new() };
    for frame in frames {
        let frame = frame?;
        for pixel in frame.rgb.as_chunks::<3>().0 {
            *counts.entry(*pixel).or_default() += 1;
        }
        parts.push(Part::changed(&shown, &frame));
        shown = frame;
    }
    let palette = Palette::of(&counts);
    let PixelSize { width, height } = shown.size;
    let pixels = |count: usize| u16::try_from(count).map_err(|_| RenderError::Large { width, height });
    let (wide, tall) = (pixels(width as usize)?, pixels(height as usize)?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, wide, tall, &palette.colors.concat())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (Part { left, top, width, rgb }, time) in parts.iter().zip(times) {
        let index = |color: &Rgb| palette.index.get(color).copied().unwrap_or(0);
        encoder.write_frame(&Frame {
            delay: *time,
            dispose: DisposalMethod::Keep,
            left: pixels(*left)?,
            top: pixels(*top)?,
            width: pixels(*width)?,
            height: pixels(rgb.len() / width)?,
            buffer: Cow::Owned(rgb.iter().map(index).collect()),
            ..Frame::default()
        })?;
    }
    drop(encoder);
    Ok(bytes)
}

/// A box of a frame.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    rgb: Vec<Rgb>,
}

impl Part {
    /// Returns the smallest box that holds every change, of at least one pixel. The first frame is taken whole.
    fn changed(old: &Bitmap, new: &Bitmap) -> Part {
        let wide = new.size.width as usize;
        let (old, new) = (old.rgb.as_chunks::<3>().0, new.rgb.as_chunks::<3>().0);
        let differs = |i: &usize| old.get(*i) != Some(&new[*i]);
        let changed: Vec<usize> = (0..new.len()).filter(differs).collect();
        let (Some(first), Some(last)) = (changed.first(), changed.last()) else {
            return Part { left: 0, top: 0, width: 1, rgb: new[..1].to_vec() };
        };
        let columns = || changed.iter().map(|i| i % wide);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0) + 1);
        let (top, bottom) = (first / wide, last / wide + 1);
        let rgb =
            (top..bottom).flat_map(|row| &new[row * wide + left..row * wide + right]).copied().collect();
        Part { left, top, width: right - left, rgb }
    }
}
