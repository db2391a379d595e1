//! Drawings as files: PNG and GIF by way of pixels, and SVG.

pub(crate) mod bitmap;
pub(crate) mod gif;
pub(crate) mod png;
mod quantize;
pub(crate) mod svg;
