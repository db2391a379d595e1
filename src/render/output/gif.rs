//! Pixels as an animated GIF: one palette for all frames, and of each frame only the box that changed.

use super::bitmap::Bitmap;
use super::quantize::{Palette, Rgb};
use crate::render::error::RenderError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Encodes frames of one size, each shown for its time in hundredths of a second.
pub(crate) fn encode(frames: &[Bitmap], times: &[u16]) -> Result<Vec<u8>, RenderError> {
    let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
    for frame in frames {
        for pixel in frame.rgb.chunks_exact(3) {
            *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
        }
    }
    let palette = Palette::of(&counts);
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| RenderError::Tall(pixels.into()));
    let (width, height) = frames.first().map_or((0, 0), |f| (f.width, f.height));
    let (wide, tall) = (side(width)?, side(height)?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, wide, tall, &palette.colors.concat())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Option<Vec<u8>> = None;
    for (frame, time) in frames.iter().zip(times) {
        let indices: Vec<u8> = frame
            .rgb
            .chunks_exact(3)
            .map(|p| palette.index.get(&[p[0], p[1], p[2]]).copied().unwrap_or(0))
            .collect();
        let part = shown
            .as_ref()
            .map_or(Box { left: 0, top: 0, right: wide, bottom: tall }, |old| changed(old, &indices, wide));
        let rows = usize::from(part.top)..usize::from(part.bottom);
        let columns = usize::from(part.left)..usize::from(part.right);
        let stride = usize::from(wide);
        let buffer: Vec<u8> =
            rows.flat_map(|y| indices[y * stride..][columns.clone()].iter().copied()).collect();
        encoder.write_frame(&Frame {
            delay: *time,
            dispose: DisposalMethod::Keep,
            left: part.left,
            top: part.top,
            width: part.right - part.left,
            height: part.bottom - part.top,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        shown = Some(indices);
    }
    drop(encoder);
    Ok(bytes)
}

struct Box {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

/// The smallest box that holds every change; one pixel when there is none, since a frame needs one.
fn changed(old: &[u8], new: &[u8], width: u16) -> Box {
    let mut part: Option<Box> = None;
    for (row, (a, b)) in (0u16..).zip(old.chunks(width.into()).zip(new.chunks(width.into()))) {
        let differs = |pair: (&u8, &u8)| pair.0 != pair.1;
        let Some(first) = a.iter().zip(b).position(differs) else { continue };
        let last = a.iter().zip(b).rposition(differs).unwrap_or(first);
        let (first, last) = (first as u16, last as u16 + 1);
        part = Some(match part {
            None => Box { left: first, top: row, right: last, bottom: row + 1 },
            Some(p) => Box { left: p.left.min(first), right: p.right.max(last), bottom: row + 1, ..p },
        });
    }
    part.unwrap_or(Box { left: 0, top: 0, right: 1, bottom: 1 })
}
