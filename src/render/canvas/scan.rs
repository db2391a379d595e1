//! The parts of horizontal lines inside an outline, by the nonzero winding rule. Pixels are filled and hatches are drawn
//! with them.

use super::outline::Outline;
use std::ops::Range;

/// Horizontal lines at equal distances.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    /// The y of the first row.
    pub first: f64,
    /// The distance from row to row, positive.
    pub pitch: f64,
    /// The number of rows.
    pub count: usize,
}

/// A place where a row crosses a contour.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    x: f64,
    /// 1 if the contour runs towards greater y there, else -1.
    turn: i32,
}

/// Returns the disjoint ranges of x inside an outline, in rising order, for each row.
pub(crate) fn inside(outline: &Outline, rows: Rows) -> Vec<Vec<Range<f64>>> {
    let mut crossings: Vec<Vec<Crossing>> = vec![Vec::new(); rows.count];
    for contour in &outline.contours {
        let Some(&last) = contour.last() else { continue };
        let mut a = last;
        for &b in contour {
            let (low, high, turn) = if a.y < b.y { (a, b, 1) } else { (b, a, -1) };
            // Half-open in y: a vertex on a row counts once and a horizontal edge never.
            let from = ((low.y - rows.first) / rows.pitch).ceil().max(0.0) as usize;
            let to = ((high.y - rows.first) / rows.pitch).ceil().clamp(0.0, rows.count as f64) as usize;
            for (row, here) in crossings.iter_mut().enumerate().take(to).skip(from) {
                let y = rows.first + rows.pitch * row as f64;
                here.push(Crossing { x: low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y)), turn });
            }
            a = b;
        }
    }
    crossings.into_iter().map(ranges).collect()
}

/// Returns the ranges of a row in which the winding number is not zero.
fn ranges(mut crossings: Vec<Crossing>) -> Vec<Range<f64>> {
    crossings.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.turn.cmp(&b.turn)));
    let mut found: Vec<Range<f64>> = Vec::new();
    let (mut winding, mut start) = (0, 0.0);
    for Crossing { x, turn } in crossings {
        let before = winding;
        winding += turn;
        if before == 0 {
            start = x;
        } else if winding == 0 {
            match found.last_mut() {
                Some(last) if last.end >= start => last.end = x,
                _ => found.push(start..x),
            }
        }
    }
    found
}
