//! The parts of horizontal lines inside an outline, by the nonzero winding rule. Bitmaps and hatches are made from them.

use super::outline::Outline;
use std::ops::Range;

/// Horizontal lines at equal distances.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    /// The y of the first row.
    pub first: f64,
    /// The distance between neighbouring rows; positive.
    pub pitch: f64,
    pub count: usize,
}

/// A place where a row crosses a contour.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    x: f64,
    /// The change of the winding number: 1 if the contour runs towards greater y at the crossing, else -1.
    change: i32,
}

/// Returns for each row the ranges of x inside an outline. They are disjoint and in rising order.
pub(crate) fn ranges_inside(outline: &Outline, rows: Rows) -> Vec<Vec<Range<f64>>> {
    let mut crossings: Vec<Vec<Crossing>> = vec![Vec::new(); rows.count];
    for contour in &outline.contours {
        let Some(&last) = contour.last() else { continue };
        let mut a = last;
        for &b in contour {
            let (low, high, change) = if a.y < b.y { (a, b, 1) } else { (b, a, -1) };
            // A side includes its lower end but not its upper end. So a vertex on a row counts once, and a level side never.
            let from = ((low.y - rows.first) / rows.pitch).ceil().max(0.0) as usize;
            let to = ((high.y - rows.first) / rows.pitch).ceil().clamp(0.0, rows.count as f64) as usize;
            for (row, in_row) in crossings.iter_mut().enumerate().take(to).skip(from) {
                let y = rows.first + rows.pitch * row as f64;
                let x = low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y));
                in_row.push(Crossing { x, change });
            }
            a = b;
        }
    }
    crossings.into_iter().map(ranges_in_row).collect()
}

/// Returns the ranges of a row in which the winding number is not zero.
fn ranges_in_row(mut crossings: Vec<Crossing>) -> Vec<Range<f64>> {
    crossings.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.change.cmp(&b.change)));
    let mut ranges: Vec<Range<f64>> = Vec::new();
    let (mut winding, mut start) = (0, 0.0);
    for Crossing { x, change } in crossings {
        let was_inside = winding != 0;
        winding += change;
        if !was_inside {
            start = x;
        } else if winding == 0 {
            match ranges.last_mut() {
                Some(last) if last.end >= start => last.end = x,
                _ => ranges.push(start..x),
            }
        }
    }
    ranges
}
