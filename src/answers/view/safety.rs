//! The safety of a piece after its moves: whether it would be attacked or defended there.

use super::plane;
use super::types::SpanView;
use crate::answers::limits;
use crate::chess::{Color, Label};
use crate::game::{NoMoves, Position};
use crate::geom::Spans;
use crate::lattice::LatticePosition;
use crate::plane::{LaneShape, PieceId, PlanePosition, Span, Survey};
use serde::Serialize;

/// Whether a piece stands attacked or defended after a move. Captures count even if they would leave a king in check.
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

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DestinationSafetyView {
    pub text: String,
    #[serde(flatten)]
    pub safety: Safety,
}

/// The safety of a piece after each of its legal moves. Turns and leaps to any place are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SafetyView {
    /// The parts of the legal spans, on the plane.
    #[serde(rename = "stretches")]
    pub span_parts: Vec<SpanSafetyView>,
    /// The destinations, on cells.
    pub destinations: Vec<DestinationSafetyView>,
}

/// Returns the safety of a piece after each of its moves, as if its side had the turn.
///
/// On the plane captured pieces count as off the board, even if they are put back. On cells a piece that is put back may attack or
/// defend.
pub fn safety(position: &Position, label: Label) -> Result<SafetyView, NoMoves> {
    let with_turn = position.for_piece(label)?;
    Ok(match with_turn.as_ref() {
        Position::Plane(p) => SafetyView { span_parts: span_parts(p, label), ..SafetyView::default() },
        Position::Lattice(p) => SafetyView { destinations: destinations(p, label), ..SafetyView::default() },
    })
}

/// Returns the parts of a piece's spans, each with its safety. The result is empty if there are more than [`limits::PARTS`].
fn span_parts(position: &PlanePosition, label: Label) -> Vec<SpanSafetyView> {
    let Some(piece) = position.find(label) else { return Vec::new() };
    let lanes = position.lanes(piece);
    let survey = Survey::new(position);
    let mut parts = Vec::new();
    let is_turn = |span: &Span| matches!(lanes[span.lane].shape, LaneShape::Turn(_));
    for span in survey.legal_of(piece).iter().filter(|span| !is_turn(span)) {
        parts.extend(divide_by_safety(span, &survey));
        if parts.len() > limits::PARTS {
            return Vec::new();
        }
    }
    parts
}

/// Returns the parts of a span that have the same safety at every distance. Parts that are not attacked come first, and among
/// these the parts that are not defended.
fn divide_by_safety(span: &Span, survey: &Survey<'_>) -> Vec<SpanSafetyView> {
    let position = survey.position();
    let tie = position.rules().epsilon;
    let own = position.piece(span.piece).color();
    let absent: Vec<PieceId> = span.captures.iter().copied().chain([span.piece]).collect();
    let taken_by = |side: Color| survey.taken_along(span.piece, span.lane, span.part.to, side, &absent);
    let (taken_by_enemies, taken_by_friends) = (taken_by(!own), taken_by(own));
    let whole = Spans::from(span.part);
    let unattacked_distances = whole.difference(&taken_by_enemies, tie);
    let attacked_distances = whole.intersection(&taken_by_enemies, tie);
    let mut parts = Vec::new();
    for (attacked, distances) in [(false, unattacked_distances), (true, attacked_distances)] {
        let undefended_distances = distances.difference(&taken_by_friends, tie);
        let defended_distances = distances.intersection(&taken_by_friends, tie);
        for (defended, distances) in [(false, undefended_distances), (true, defended_distances)] {
            for &part in distances.parts() {
                let span = plane::span_view(position, &Span { part, ..span.clone() });
                parts.push(SpanSafetyView { span, safety: Safety { attacked, defended } });
            }
        }
    }
    parts
}

/// Returns the destinations of a piece on cells. A destination of a promotion occurs once for each kind.
fn destinations(position: &LatticePosition, label: Label) -> Vec<DestinationSafetyView> {
    let mut destinations = Vec::new();
    for (text, m) in position.moves_by_text() {
        if position.piece_at(m.from()).is_none_or(|piece| piece.label != label) {
            continue;
        }
        let mut after = position.clone();
        if after.play_move(m).is_ok() {
            let is_attacked_by = |side: Color| after.attacked_by(side).contains(&m.to());
            let attacked = is_attacked_by(!label.color());
            let defended = is_attacked_by(label.color());
            destinations.push(DestinationSafetyView { text, safety: Safety { attacked, defended } });
        }
    }
    destinations
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

    /// Returns the safety of a white piece after a move, by legal captures of the piece, and of a black pawn in its place.
    fn safety_by_captures(position: &Position, text: &str, mover: &str) -> Safety {
        let mut game = Game::new(position.clone());
        game.play(text).expect("a legal move");
        let text_with_pawn = game.position().to_string().replace(&format!("{mover}@"), "pz@");
        let with_pawn = Position::from_text(&position.prepared(), &text_with_pawn).expect("a position");
        Safety {
            attacked: capturable(game.position()).contains(&label(mover)),
            defended: capturable(&with_pawn).contains(&label("pz")),
        }
    }

    /// Without kings every capture is legal. So each part agrees with the captures after moves to its middle and near its ends.
    #[test]
    fn span_parts_agree_with_captures_after_the_move() {
        let text = "Qd@2,2' Nc@3,5' Rf@6.5,1' pa@5,5.1' rb@6,3' nd@6.5,6.5' be@1,7' ; w";
        for variant in ["continuous", "torus", "spherical", "mobius"] {
            let position = position(variant, text);
            let SafetyView { span_parts, .. } = safety(&position, label("Qd")).expect("a piece");
            let mut found: Vec<Safety> = Vec::new();
            for SpanSafetyView { span, safety } in span_parts {
                let SpanReport { bearing, from, to, .. } = span.report;
                if !found.contains(&safety) {
                    found.push(safety);
                }
                for share in [0.01, 0.5, 0.99] {
                    let text = format!("Qd {bearing} {}", from + (to - from) * share);
                    let expected = safety_by_captures(&position, &text, "Qd");
                    assert_eq!(expected, safety, "{variant}: {text} of [{from}, {to}]");
                }
            }
            assert_eq!(found.len(), 4, "{variant}: every safety occurs");
        }
    }

    #[test]
    fn a_rook_is_attacked_within_a_radius_of_an_enemys_file() {
        let position = position("continuous", "Ra@1,1' ra@4,6' ; w");
        let SafetyView { span_parts, .. } = safety(&position, label("Ra")).expect("a piece");
        let right = span_parts.iter().filter(|part| part.span.report.bearing == 0.0);
        let attacked: Vec<_> = right.filter(|part| part.safety.attacked).collect();
        let [part] = attacked[..] else { panic!("{attacked:?}") };
        let SpanReport { from, to, open_from, open_to, .. } = part.span.report;
        assert_eq!((from, to, open_from, open_to), (2.75, 3.25, true, true));
    }

    /// The black bishop attacks b5 and e2, and the black rook the file e. The white rook defends c2 and c6.
    #[test]
    fn destinations_of_a_knight() {
        let position = position("orthodox", "K1@a1' N1@d4' R1@c1' k1@h8' r1@e7' b1@a6' ; w");
        let SafetyView { destinations, .. } = safety(&position, label("N1")).expect("a piece");
        let cells_where = |condition: fn(&Safety) -> bool| {
            let matching = destinations.iter().filter(|destination| condition(&destination.safety));
            let mut cells: Vec<&str> =
                matching.filter_map(|destination| destination.text.strip_prefix("d4")).collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(destinations.len(), 8);
        assert_eq!(cells_where(|safety| safety.attacked), ["b5", "e2", "e6"]);
        assert_eq!(cells_where(|safety| safety.defended), ["c2", "c6"]);
    }

    /// The rook takes the queen on d5. In Circe the queen is reborn on d8, and attacks d5 along the file.
    #[test]
    fn on_cells_a_reborn_piece_attacks_from_its_home() {
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
