//! Drawings as files: PNG and GIF by way of pixels, and SVG.
//!
//! A format is a file here and a function of `Painter`. `cli::plot` chooses it by the end of a file name, and
//! `serve::api` by the address.

pub(crate) mod bitmap;
pub(crate) mod gif;
pub(crate) mod png;
mod quantize;
pub(crate) mod svg;
