//! Where a lane leads exactly to its own start again. There it is shorter than beside: no way goes on past its start. These are
//! single places of the mover, but the middle between two others may be one of them, as the board looks the same on either side.

use super::contact_order::{ContactOrder, Equations};
use super::moving_attack::MovingAttack;
use crate::geom::{Flips, Image, Interval, Meeting, Path, Pose, Vec2};

/// The distances within a part of the mover's path at which the lane leads to its own start, seen on another copy of the board.
pub fn closings(attack: &MovingAttack<'_>, path: &Path, part: Interval) -> Vec<f64> {
    // Where nothing turns, a copy that is not reversed keeps its place by the mover.
    let moves = |image: &&Image| {
        !image.is_identity() && (attack.piece.heading.is_some() || image.flips != Flips::NONE)
    };
    let images: Vec<&Image> = attack.images.iter().filter(moves).collect();
    let equations = |d: f64, which: &[usize]| -> Equations {
        let lane = attack.path_from(path, d).trace().curve();
        let meeting = |&i: &usize| {
            let start = Pose { at: images[i].place(path.at(d)), heading: Vec2::X };
            lane.map(|lane| Meeting::of_centre(&Path::Line { start, dir: Vec2::X }, &lane))
        };
        which.iter().filter_map(meeting).collect()
    };
    if images.is_empty() || equations(part.from, &[0]).is_empty() {
        return Vec::new();
    }
    let order = ContactOrder::new(path, part, images.len(), &equations);
    (0..images.len()).flat_map(|i| order.reaches(i, 0.0)).map(|(d, _)| d).collect()
}
