//! The parts of horizontal lines inside an outline, by the nonzero winding rule. Pixels are filled and hatches drawn
//! with them.

use super::outline::Outline;

/// The rows `y = first + pitch * i`, i = 0 .. count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    /// The y of row 0.
    pub first: f64,
    /// The distance from row to row, positive.
    pub pitch: f64,
    /// The number of rows.
    pub count: usize,
}

/// Returns, for each row, the disjoint ranges of x inside the outline, ascending.
pub(crate) fn inside(outline: &Outline, rows: Rows) -> Vec<Vec<(f64, f64)>> {
    let mut crossings: Vec<Vec<(f64, i32)>> = vec![Vec::new(); rows.count];
    for contour in &outline.0 {
        let Some(&last) = contour.last() else { continue };
        let mut a = last;
        for &b in contour {
            let (low, high, turn) = if a.y < b.y { (a, b, 1) } else { (b, a, -1) };
            // Half-open in y: a vertex on a row counts once and a horizontal edge never.
            let from = ((low.y - rows.first) / rows.pitch).ceil().max(0.0) as usize;
            let to = ((high.y - rows.first) / rows.pitch).ceil().clamp(0.0, rows.count as f64) as usize;
            for (row, list) in crossings.iter_mut().enumerate().take(to).skip(from) {
                let y = rows.first + rows.pitch * row as f64;
                list.push((low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y)), turn));
            }
            a = b;
        }
    }
    crossings.into_iter().map(stretches).collect()
}

fn stretches(mut crossings: Vec<(f64, i32)>) -> Vec<(f64, f64)> {
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut found: Vec<(f64, f64)> = Vec::new();
    let (mut winding, mut start) = (0, 0.0);
    for (x, turn) in crossings {
        let before = winding;
        winding += turn;
        if before == 0 {
            start = x;
        } else if winding == 0 {
            match found.last_mut() {
                Some(last) if last.1 >= start => last.1 = x,
                _ => found.push((start, x)),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    fn square(x: f64, y: f64, side: f64) -> Vec<DVec2> {
        [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(DVec2::from).to_vec()
    }

    #[test]
    fn shapes_that_overlap_are_one_and_turned_ones_are_holes() {
        let rows = Rows { first: 1.5, pitch: 1.0, count: 1 };
        let two = Outline(vec![square(0.0, 0.0, 3.0), square(2.0, 0.0, 3.0)]);
        assert_eq!(inside(&two, rows), [[(0.0, 5.0)]]);
        let mut hole = square(1.0, 1.0, 1.0);
        hole.reverse();
        let ring = Outline(vec![square(0.0, 0.0, 3.0), hole]);
        assert_eq!(inside(&ring, rows), [[(0.0, 1.0), (2.0, 3.0)]]);
    }

    #[test]
    fn a_vertex_on_a_row_counts_once() {
        let diamond =
            Outline(vec![[(0.0, 1.0), (1.0, 0.0), (2.0, 1.0), (1.0, 2.0)].map(DVec2::from).to_vec()]);
        let rows = Rows { first: 0.0, pitch: 1.0, count: 3 };
        assert_eq!(inside(&diamond, rows)[1], [(0.0, 2.0)]);
    }
}
