//! A second opinion about moves on the plane: parry casts the sweep that was played.

use crate::chess::Label;
use crate::geom::{Cast, Path, cast, contact_along};
use crate::notation::number_text;
use crate::plane::{Gait, Piece, PlanePosition, PlayedMove};

/// The tolerance between a contact and parry's bounds, in board units.
const TOLERANCE: f64 = 1e-4;
/// The tolerance between the contact of a turn in place and parry's bounds, in degrees.
const TOLERANCE_OF_TURNS: f64 = 1e-2;

/// Returns the differences between a move that was played from a position and parry's cast of its sweep, in words.
///
/// A leap has no sweep. Parry's answer is ignored if the mover only grazes a piece, less than 1e-6 deep.
pub fn second_opinion(before: &PlanePosition, played: &PlayedMove) -> Vec<String> {
    let Some(mover) = before.find(played.label) else { return Vec::new() };
    if played.gait != Gait::Ride {
        return Vec::new();
    }
    let sweep = PlayedSweep { before, played, mover: *before.piece(mover) };
    let others = before.pieces().iter().filter(|piece| piece.label != played.label);
    others.flat_map(|other| sweep.differences(other)).collect()
}

/// A move that was played from a position, without a leap.
struct PlayedSweep<'a> {
    before: &'a PlanePosition,
    played: &'a PlayedMove,
    mover: Piece,
}

impl PlayedSweep<'_> {
    /// Returns the differences about one piece, at all its images near the path.
    fn differences(&self, other: &Piece) -> Vec<String> {
        let rules = self.before.rules();
        let (path, length) = (&self.played.path, self.played.distance);
        let extent = &rules.kind(self.mover.kind).rule.extent;
        let tolerance = match path {
            Path::Line { .. } | Path::Arc { .. } => TOLERANCE,
            Path::Turn { .. } => TOLERANCE_OF_TURNS,
        };
        let until = length + 2.0 * tolerance;
        let is_captured = self.played.captures.iter().any(|piece| piece.label == other.label);
        let mut differences = Vec::new();
        // Whether parry's bounds allow a contact on the way with any image.
        let mut may_be_reached = false;
        // The earliest contact that parry allows with the first image that may be met.
        let mut first_earliest = None;
        for image in rules.board.images_near(path, until, extent.outer_radius() + tolerance) {
            let place = image.place(other.at);
            let Some(cast) = cast(path, extent, place, until) else { return Vec::new() };
            let ours = contact_along(path, extent, place, rules.epsilon).filter(|&contact| contact <= until);
            let Cast::Meets { earliest, latest } = cast else {
                // A body meets nothing that it overlaps from the start.
                may_be_reached = true;
                if ours.is_some() {
                    differences.push(self.sentence(other.label, "contact", ours, None));
                }
                continue;
            };
            may_be_reached |= earliest.is_some_and(|earliest| earliest <= length + tolerance);
            first_earliest = first_earliest.or(earliest);
            let is_late = latest.is_some_and(|latest| ours.unwrap_or(until) > latest + tolerance);
            let is_before = |contact: f64| earliest.is_none_or(|earliest| earliest > contact + tolerance);
            let is_early = ours.is_some_and(|ours| ours < length - tolerance && is_before(ours));
            if is_late || is_early {
                differences.push(self.sentence(other.label, "contact", ours, latest.or(earliest)));
            }
            if let Some(contact) = latest.filter(|&latest| !is_captured && latest < length - tolerance) {
                differences.push(self.sentence(other.label, "blocking", Some(length), Some(contact)));
            }
        }
        if is_captured && !may_be_reached {
            differences.push(self.sentence(other.label, "capture", Some(length), first_earliest));
        }
        differences
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
