//! Drawings as files: PNG and GIF from pixels, and SVG.
//!
//! A format is a file here and a function of `Painter`. `cli::plot` chooses the format by the ending of a file name,
//! `serve::api` by the address. `bitmap` turns a drawing into pixels.

pub(crate) mod bitmap;
pub(crate) mod gif;
pub(crate) mod png;
mod quantize;
pub(crate) mod svg;
