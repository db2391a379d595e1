//! Drawings as files: PNG, GIF and SVG.
//!
//! Each format has a file in this folder and a method of `Painter`. `bitmap` turns a drawing into pixels for PNG and GIF.

pub(crate) mod bitmap;
pub(crate) mod gif;
pub(crate) mod png;
mod quantize;
pub(crate) mod svg;

use super::error::RenderError;
use plotters_backend::DrawingErrorKind;

/// The width and height of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PixelSize {
    pub width: u32,
    pub height: u32,
}

fn backend_error<E: std::error::Error + Send + Sync>(error: DrawingErrorKind<E>) -> RenderError {
    RenderError::Backend(error.to_string())
}
