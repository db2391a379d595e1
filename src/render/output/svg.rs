//! A drawing as SVG. Each outline is one polygon of plotters' SVG backend, filled by nonzero winding; its contours
//! are joined by bridges that are walked there and back.

use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::error::RenderError;
use plotters_backend::{BackendColor, DrawingBackend};
use plotters_svg::SVGBackend;
use std::fmt::Write;

/// The number of the backend's whole coordinates in one unit of the page.
const FINE: f64 = 20.0;

/// Returns the document of a size in pixels; the title is for readers who cannot see the picture.
pub(crate) fn write(
    drawing: &Drawing,
    title: &str,
    (width, height): (u32, u32),
) -> Result<String, RenderError> {
    let (wide, tall) = ((Drawing::WIDTH * FINE) as u32, (drawing.height * FINE).round() as u32);
    let mut body = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut body, (wide, tall));
        for fill in &drawing.fills {
            let (r, g, b) = fill.ink.rgb;
            backend
                .fill_polygon(strung(&fill.outline), &BackendColor { rgb: (r, g, b), alpha: fill.ink.alpha })
                .map_err(|e| RenderError::Backend(e.to_string()))?;
        }
        backend.present().map_err(|e| RenderError::Backend(e.to_string()))?;
    }
    // The backend's own head gives the fine coordinates as the size; here they are only the view box.
    let inner = body.split_once('\n').map_or("", |(_, rest)| rest);
    let mut text = String::with_capacity(inner.len() + 300);
    let _infallible = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {tall}\" role=\"img\">\n<title>{}</title>",
        escaped(title)
    );
    text.push_str("<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n");
    // Opacity 1 is the default; leaving it out makes the file a sixth shorter.
    text.push_str(&inner.replace(" opacity=\"1\"", "").replace(" \"/>", "\"/>"));
    Ok(text)
}

fn strung(outline: &Outline) -> Vec<(i32, i32)> {
    let whole = |p: &glam::DVec2| ((p.x * FINE).round() as i32, (p.y * FINE).round() as i32);
    let mut points: Vec<(i32, i32)> = Vec::new();
    let starts: Vec<(i32, i32)> = outline.0.iter().filter_map(|c| c.first().map(whole)).collect();
    for contour in &outline.0 {
        points.extend(contour.iter().map(whole));
        points.extend(contour.first().map(whole));
    }
    points.extend(starts.iter().rev().skip(1));
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
