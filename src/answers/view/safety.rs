//! The safety of a piece after its moves: whether it would be attacked or defended there.

use super::plane;
use super::types::SpanView;
use crate::answers::limits;
use crate::chess::{Color, Label};
use crate::game::{NoMoves, Position};
use crate::geom::Spans;
use crate::lattice::{LatticeMove, LatticePosition};
use crate::plane::{LaneShape, PieceId, PlanePosition, Span, Survey};
use serde::Serialize;

/// Whether a piece stands attacked or defended after a move. The safety of kings is not considered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Safety {
    /// Whether an enemy could capture the mover.
    pub attacked: bool,
    /// Whether a friend could capture an enemy there.
    pub defended: bool,
}

/// A part of a legal span with the same safety at every distance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpanSafetyView {
    #[serde(flatten)]
    pub span: SpanView,
    #[serde(flatten)]
    pub safety: Safety,
}

/// A destination on cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DestinationView {
    /// The move text.
    pub text: String,
    #[serde(flatten)]
    pub safety: Safety,
}

/// The safety of a piece after each of its legal moves. Turns and leaps to any place are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SafetyView {
    pub stretches: Vec<SpanSafetyView>,
    pub destinations: Vec<DestinationView>,
}

/// Returns the safety of a piece after each of its moves, as if its side had the turn.
///
/// On the plane captured pieces count as off the board, even those that are put back; on cells they stand where they are put back.
///
/// # Errors
/// When there is no such piece, or its side cannot have the turn.
pub fn safety(position: &Position, label: Label) -> Result<SafetyView, NoMoves> {
    let given = position.for_piece(label)?;
    Ok(match given.as_ref() {
        Position::Plane(p) => SafetyView { stretches: stretches(p, label), ..SafetyView::default() },
        Position::Lattice(p) => SafetyView { destinations: destinations(p, label), ..SafetyView::default() },
    })
}

/// Returns the parts of a piece's spans, each with its safety; none if they are more than a page gets.
fn stretches(position: &PlanePosition, label: Label) -> Vec<SpanSafetyView> {
    let Some(piece) = position.find(label) else { return Vec::new() };
    let lanes = position.lanes(piece);
    let survey = Survey::new(position);
    let mut found = Vec::new();
    let is_turn = |span: &Span| matches!(lanes[span.lane].shape, LaneShape::Turn(_));
    for span in survey.legal_of(piece).iter().filter(|span| !is_turn(span)) {
        found.extend(divided(&survey, span));
        if found.len() > limits::PARTS {
            return Vec::new();
        }
    }
    found
}

/// Returns the parts of a span with the same safety at every distance. The parts that are neither attacked nor defended come
/// first.
fn divided(survey: &Survey<'_>, span: &Span) -> Vec<SpanSafetyView> {
    let position = survey.position();
    let tie = position.rules().epsilon;
    let own = position.piece(span.piece).color();
    let gone: Vec<PieceId> = span.captures.iter().copied().chain([span.piece]).collect();
    let covered = |by: Color| survey.covered_along(span.piece, span.lane, span.part.to, by, &gone);
    let (attacked, defended) = (covered(!own), covered(own));
    let whole = Spans::from(span.part);
    let on_attacked = whole.intersection(&attacked, tie);
    let elsewhere = whole.difference(&attacked, tie);
    let mut found = Vec::new();
    for (places, safety) in [
        (elsewhere.difference(&defended, tie), Safety { attacked: false, defended: false }),
        (elsewhere.intersection(&defended, tie), Safety { attacked: false, defended: true }),
        (on_attacked.difference(&defended, tie), Safety { attacked: true, defended: false }),
        (on_attacked.intersection(&defended, tie), Safety { attacked: true, defended: true }),
    ] {
        for &part in places.parts() {
            let span = plane::view(position, &Span { part, ..span.clone() });
            found.push(SpanSafetyView { span, safety });
        }
    }
    found
}

/// Returns the destinations of a piece on cells, once for each kind to which it may promote.
fn destinations(position: &LatticePosition, label: Label) -> Vec<DestinationView> {
    let is_of_piece = |m: &LatticeMove| position.piece_at(m.from()).is_some_and(|piece| piece.label == label);
    let destination = |(text, m): (String, LatticeMove)| {
        let mut after = position.clone();
        after.play_move(m).ok()?;
        let is_taken_by = |side: Color| after.attacked_by(side).contains(&m.to());
        let safety = Safety { attacked: is_taken_by(!label.color()), defended: is_taken_by(label.color()) };
        Some(DestinationView { text, safety })
    };
    let moves = position.moves_by_text().into_iter();
    moves.filter(|(_, m)| is_of_piece(m)).filter_map(destination).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::view::capturable;
    use crate::game::{Game, Prepared, SpanReport};

    fn position(variant: &str, text: &str) -> Position {
        let prepared = Prepared::preset(variant).expect("a preset");
        Position::from_text(&prepared, text).expect("a position")
    }

    fn label(text: &str) -> Label {
        text.parse().expect("a label")
    }

    /// Returns the safety of a white piece after a move, by legal captures: of the piece, and of a black pawn in its place.
    fn played(position: &Position, text: &str, mover: &str) -> Safety {
        let mut game = Game::new(position.clone());
        game.play(text).expect("a legal move");
        let after = game.position().to_string();
        let with_pawn = after.replace(&format!("{mover}@"), "pz@");
        let with_pawn = Position::from_text(&position.prepared(), &with_pawn).expect("a position");
        Safety {
            attacked: capturable(game.position()).contains(&label(mover)),
            defended: capturable(&with_pawn).contains(&label("pz")),
        }
    }

    /// Without kings every capture is legal, so each stretch agrees with play in its middle and near its ends.
    #[test]
    fn stretches_are_those_of_the_captures_after_the_move() {
        let text = "Qd@2,2' Nc@3,5' Rf@6.5,1' pa@5,5.1' rb@6,3' nd@6.5,6.5' be@1,7' ; w";
        for variant in ["continuous", "torus", "spherical", "mobius"] {
            let position = position(variant, text);
            let SafetyView { stretches, .. } = safety(&position, label("Qd")).expect("a piece");
            let mut found = [false; 4];
            for SpanSafetyView { span, safety } in stretches {
                let SpanReport { bearing, from, to, .. } = span.report;
                found[usize::from(safety.attacked) + 2 * usize::from(safety.defended)] = true;
                for share in [0.01, 0.5, 0.99] {
                    let far = from + (to - from) * share;
                    let text = format!("Qd {bearing} {far}");
                    assert_eq!(played(&position, &text, "Qd"), safety, "{variant}: {text} of [{from}, {to}]");
                }
            }
            assert_eq!(found, [true; 4], "{variant}");
        }
    }

    #[test]
    fn a_rook_is_attacked_within_a_radius_of_an_enemys_file() {
        let position = position("continuous", "Ra@1,1' ra@4,6' ; w");
        let SafetyView { stretches, .. } = safety(&position, label("Ra")).expect("a piece");
        let right = stretches.iter().filter(|stretch| stretch.span.report.bearing == 0.0);
        let attacked: Vec<_> = right.filter(|stretch| stretch.safety.attacked).collect();
        let [stretch] = attacked[..] else { panic!("{attacked:?}") };
        let SpanReport { from, to, open_from, open_to, .. } = stretch.span.report;
        assert_eq!((from, to, open_from, open_to), (2.75, 3.25, true, true));
    }

    /// The bishop looks at b5 and e2, the rook at the file e; the own rook looks at c2 and c6.
    #[test]
    fn destinations_of_a_knight() {
        let position = position("orthodox", "K1@a1' N1@d4' R1@c1' k1@h8' r1@e7' b1@a6' ; w");
        let SafetyView { destinations, .. } = safety(&position, label("N1")).expect("a piece");
        let that_are = |is: fn(&Safety) -> bool| {
            let some = destinations.iter().filter(|destination| is(&destination.safety));
            let mut cells: Vec<&str> = some.map(|destination| &destination.text[2..]).collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(destinations.len(), 8);
        assert_eq!(that_are(|safety| safety.attacked), ["b5", "e2", "e6"]);
        assert_eq!(that_are(|safety| safety.defended), ["c2", "c6"]);
    }

    /// The rook takes the queen on d5. In Circe the queen is reborn on d8, and looks down the file.
    #[test]
    fn on_cells_a_reborn_piece_attacks_from_where_it_is_put_back() {
        let text = "K1@a1' R1@a5' k1@h8' q1@d5' ; w";
        let attacked_on_d5 = |variant: &str| {
            let SafetyView { destinations, .. } =
                safety(&position(variant, text), label("R1")).expect("a piece");
            let capture = destinations.iter().find(|found| found.text.ends_with("d5")).expect("a capture");
            capture.safety.attacked
        };
        assert!(attacked_on_d5("circe"));
        assert!(!attacked_on_d5("orthodox"));
    }
}
