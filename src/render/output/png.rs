//! A bitmap as PNG.

use super::bitmap::Bitmap;
use crate::render::error::RenderError;
use png::{AdaptiveFilterType, BitDepth, ColorType, Compression, Encoder, FilterType};

/// Returns the bytes of a PNG file. It has no metadata, so it depends on the pixels alone.
pub(crate) fn encode(bitmap: &Bitmap) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, bitmap.size.width, bitmap.size.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Best);
    encoder.set_filter(FilterType::Sub);
    encoder.set_adaptive_filter(AdaptiveFilterType::NonAdaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bitmap.rgb)?;
    writer.finish()?;
    Ok(bytes)
}
