//! A second opinion about moves on the plane: parry's shape casting along every sweep that was played.

use crate::chess::Label;
use crate::geom::{Cast, Path, cast, contact_along};
use crate::notation::number_text;
use crate::plane::{Gait, Piece, PlanePosition, PlayedMove};

/// The tolerance between a contact and parry's bounds, board units.
const TOLERANCE: f64 = 1e-4;

/// The tolerance between the contact of a turn in place and parry's bounds, degrees.
const TOLERANCE_OF_TURNS: f64 = 1e-2;

/// Returns the differences between a sweep as it was played from a position and as parry casts it, one sentence each.
///
/// Leaps have no sweep. Where the mover only grazes a piece, less than 1e-6 deep, parry's answer is ignored.
pub fn second_opinion(before: &PlanePosition, played: &PlayedMove) -> Vec<String> {
    let Some(mover) = before.find(played.label) else { return Vec::new() };
    if played.gait != Gait::Ride {
        return Vec::new();
    }
    let sweep = Sweep { before, played, mover: *before.piece(mover) };
    let others = before.pieces().iter().filter(|piece| piece.label != played.label);
    others.flat_map(|other| sweep.differences(other)).collect()
}

/// A sweep that was played.
struct Sweep<'a> {
    before: &'a PlanePosition,
    played: &'a PlayedMove,
    mover: Piece,
}

impl Sweep<'_> {
    /// Returns the differences about one piece, at all its images beside the path.
    fn differences(&self, other: &Piece) -> Vec<String> {
        let rules = self.before.rules();
        let (path, length) = (&self.played.path, self.played.distance);
        let extent = &rules.kind(self.mover.kind).rule.extent;
        let tolerance = match path {
            Path::Line { .. } | Path::Arc { .. } => TOLERANCE,
            Path::Turn { .. } => TOLERANCE_OF_TURNS,
        };
        let until = length + 2.0 * tolerance;
        let is_taken = self.played.captures.iter().any(|piece| piece.label == other.label);
        let mut found = Vec::new();
        let mut is_reached = false;
        let mut closest = None;
        for image in rules.board.images_near(path, until, extent.reach() + tolerance) {
            let place = image.place(other.at);
            let Some(cast) = cast(path, extent, place, until) else { return Vec::new() };
            let ours = contact_along(path, extent, place, rules.epsilon).filter(|&contact| contact <= until);
            let Cast::Meets { earliest, latest } = cast else {
                is_reached = true;
                found.extend(ours.map(|contact| self.sentence(other.label, "contact", Some(contact), None)));
                continue;
            };
            is_reached |= earliest.is_some_and(|earliest| earliest <= length + tolerance);
            closest = closest.or(earliest);
            let is_late = latest.is_some_and(|latest| ours.unwrap_or(until) > latest + tolerance);
            let is_early = ours.is_some_and(|contact| {
                contact < length - tolerance && earliest.is_none_or(|earliest| earliest > contact + tolerance)
            });
            if is_late || is_early {
                found.push(self.sentence(other.label, "contact", ours, latest.or(earliest)));
            }
            if !is_taken && let Some(contact) = latest.filter(|&latest| latest < length - tolerance) {
                found.push(self.sentence(other.label, "blocking", Some(length), Some(contact)));
            }
        }
        if is_taken && !is_reached {
            found.push(self.sentence(other.label, "capture", Some(length), closest));
        }
        found
    }

    /// Returns a difference in words, with our distance and parry's.
    fn sentence(&self, other: Label, event: &str, ours: Option<f64>, theirs: Option<f64>) -> String {
        let in_words = |distance: Option<f64>| match (distance, &self.played.path) {
            (None, _) => "none".to_owned(),
            (Some(d), Path::Turn { .. }) => format!("{} degrees", number_text(d)),
            (Some(d), Path::Line { .. } | Path::Arc { .. }) => number_text(d),
        };
        let (mover, ours, theirs) = (self.played.label, in_words(ours), in_words(theirs));
        format!("second opinion, {event} of {mover} and {other}: continuum has {ours}, parry has {theirs}")
    }
}
