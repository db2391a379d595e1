//! A drawing as SVG.
//!
//! Each outline is one polygon of plotters' SVG backend, filled by nonzero winding. The polygon joins the contours of the outline by
//! lines that it runs along in both senses, so they bound no area.

use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::error::RenderError;
use crate::render::output::{PixelSize, backend_error};
use plotters_backend::{BackendColor, BackendCoord, DrawingBackend};
use plotters_svg::SVGBackend;

/// The number of units of the SVG coordinates in a page unit. The backend takes only whole coordinates.
const FINE: f64 = 20.0;

/// Returns a drawing as an SVG document. People who cannot see the picture get its title.
pub(crate) fn encode(drawing: &Drawing, title: &str, size: PixelSize) -> Result<String, RenderError> {
    let PixelSize { width, height } = size;
    let (fine_width, fine_height) = ((Drawing::WIDTH * FINE) as u32, (drawing.height * FINE).round() as u32);
    let mut body = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut body, (fine_width, fine_height));
        for fill in &drawing.fills {
            let color = BackendColor { rgb: fill.ink.rgb, alpha: fill.ink.alpha };
            backend.fill_polygon(joined_contours(&fill.outline), &color).map_err(backend_error)?;
        }
        backend.present().map_err(backend_error)?;
    }
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {fine_width} {fine_height}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n",
        escaped(title)
    );
    // The first line of the backend states a size in SVG units. `head` replaces it.
    let polygons = body.split_once('\n').map_or("", |(_, polygons)| polygons);
    // The default opacity and blanks before quotation marks would be a sixth of the file.
    Ok(head + &polygons.replace(" opacity=\"1\"", "").replace(" \"/>", "\"/>"))
}

/// Returns all contours as one polygon. It runs along each contour in turn, and returns over their first points.
fn joined_contours(outline: &Outline) -> Vec<BackendCoord> {
    let coordinates = |p: &glam::DVec2| ((p.x * FINE).round() as i32, (p.y * FINE).round() as i32);
    let mut polygon: Vec<BackendCoord> = Vec::new();
    for contour in &outline.contours {
        polygon.extend(contour.iter().chain(contour.first()).map(coordinates));
    }
    let starts = outline.contours.iter().filter_map(|contour| contour.first());
    polygon.extend(starts.rev().skip(1).map(coordinates));
    polygon.dedup();
    polygon
}

/// Returns a text escaped for XML. U+FFFD replaces each character that XML does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}
