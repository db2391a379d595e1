//! A drawing as SVG. Each outline is one polygon of plotters' SVG backend, filled by nonzero winding. Lines that are walked there and
//! back join its contours.

use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::error::RenderError;
use crate::render::output::{PixelSize, backend_error};
use plotters_backend::{BackendColor, BackendCoord, DrawingBackend};
use plotters_svg::SVGBackend;

/// The coordinates of the backend are whole numbers of a twentieth of a unit of the page.
const FINE: f64 = 20.0;

/// Returns the document. Its title is the text for readers who cannot see the picture.
pub(crate) fn write(drawing: &Drawing, title: &str, size: PixelSize) -> Result<String, RenderError> {
    let PixelSize { width, height } = size;
    let (wide, tall) = ((Drawing::WIDTH * FINE) as u32, (drawing.height * FINE).round() as u32);
    let mut body = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut body, (wide, tall));
        for fill in &drawing.fills {
            let color = BackendColor { rgb: fill.ink.rgb, alpha: fill.ink.alpha };
            backend.fill_polygon(joined_contours(&fill.outline), &color).map_err(backend_error)?;
        }
        backend.present().map_err(backend_error)?;
    }
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {tall}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n",
        escaped(title)
    );
    // The first line of the backend would give the fine coordinates as pixels.
    let polygons = body.split_once('\n').map_or("", |(_, polygons)| polygons);
    // The default opacity and blanks before quotation marks are a sixth of the file.
    Ok(head + &polygons.replace(" opacity=\"1\"", "").replace(" \"/>", "\"/>"))
}

/// Returns all contours as one polygon: each contour in turn, and then the way back over their first points.
fn joined_contours(outline: &Outline) -> Vec<BackendCoord> {
    let whole = |p: &glam::DVec2| ((p.x * FINE).round() as i32, (p.y * FINE).round() as i32);
    let mut points: Vec<BackendCoord> = Vec::new();
    for contour in &outline.contours {
        points.extend(contour.iter().chain(contour.first()).map(whole));
    }
    let starts = outline.contours.iter().filter_map(|contour| contour.first());
    points.extend(starts.rev().skip(1).map(whole));
    points.dedup();
    points
}

/// Returns a text escaped for XML, with U+FFFD for each character that no document may hold.
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
            other => out.push(other),
        }
    }
    out
}
