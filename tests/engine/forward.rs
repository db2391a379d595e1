//! Which way is forward for a pawn: by hand, and as the way that its steps go.

use crate::common::Dice;
use continuum::game::MoveInput;
use continuum::geom::{Point, Vec2};
use continuum::lattice::LatticePosition;
use continuum::plane::{LaneShape, Move, PlanePosition, Survey};
use continuum::{Game, Position, Prepared};

fn position(variant: &str, text: &str) -> Position {
    Position::from_text(&Prepared::preset(variant).expect(variant), text).expect(text)
}

/// The words for the pieces of a position, by label.
fn ways(variant: &str, text: &str) -> String {
    let forwards = position(variant, text).forwards();
    let words: Vec<String> =
        forwards.iter().map(|(label, forward)| format!("{label} {}", forward.way)).collect();
    words.join(", ")
}

#[test]
fn pawns_go_as_the_pages_of_rules_say() {
    for (variant, text, told) in [
        // On the ring the sense decides, on the disc whether the centre is behind.
        (
            "byzantine",
            "Ke@e1 Pd@d5!cw Pe@e5!ccw kd@d8 pd@c5!ccw ; w",
            "Pd clockwise, Pe counter-clockwise, pd counter-clockwise",
        ),
        ("ring", "Ka@1,1' Pa@4,1'!cw ka@9,1' pa@6,1'!ccw ; w", "Pa clockwise, pa counter-clockwise"),
        ("disc70", "Ke@e1 Pa@a3 Pb@b6* ke@e8 pc@c6 ; w", "Pa inward, Pb outward, pc inward"),
        ("disc", "Ka@1,1' Pa@3,1.5' Pb@3,4.5' Pc@4,4.5'/y ka@8,5' ; w", "Pa inward, Pb outward, Pc inward"),
        ("mobius", "Ka@1,1' Pa@3,5' Pb@4,5'/y ka@8,5' pa@5,5' ; w", "Pa up, Pb down, pa down"),
        ("klein96", "Ke@e1 Pa@a4 Pb@b4/xy ke@e8 pa@h9 ; w", "Pa up, Pb down, pa down"),
        // All of a side go one way, and a knight has no forward.
        ("continuous", "start", ""),
        ("cylinder64", "start", ""),
        ("orthodox", "start", ""),
        ("mobius", "Ka@1,1' Na@3,5' ka@8,5' ; w", ""),
    ] {
        assert_eq!(ways(variant, text), told, "{variant}: {text}");
    }
}

#[test]
fn forward_is_drawn_where_the_cell_ahead_is() {
    // On the ring e5 lies in the east: counter-clockwise leads up the picture. On d5, in the west, clockwise does.
    let ring = position("byzantine", "Ke@e1 Pd@d5!cw Pe@e5!ccw kd@d8 ; w").forwards();
    for label in ["Pd", "Pe"] {
        let dir = ring[&label.parse().expect("a label")].dir;
        assert!(dir.y > 0.9 && (dir.length() - 1.0).abs() < 1e-12, "{label} {dir:?}");
    }
}

/// Checks that each quiet straight step of a pawn leads forward; returns how many there were.
fn steps_of_cells(position: &LatticePosition) -> usize {
    let (grid, forwards) = (position.rules().grid(), position.forwards());
    let mut count = 0;
    for &m in &position.legal_moves() {
        let Some(piece) = position.piece_at(m.from()) else { continue };
        let (Some(forward), [path]) = (forwards.get(&piece.label), &position.traces(m)[..]) else { continue };
        if path.step().is_diagonal() {
            continue;
        }
        count += 1;
        let away = path.point(1e-4) - grid.point(piece.cell);
        assert!(away.normalize().distance(forward.dir) < 1e-3, "{position}: {} {forward:?}", piece.label);
    }
    count
}

/// The same on the plane, where a pawn steps along bearing 90.
fn steps_of_plane(position: &PlanePosition) -> usize {
    let forwards = position.forwards();
    let mut count = 0;
    for span in Survey::new(position).legal() {
        let piece = position.piece(span.piece);
        let lane = &position.lanes(span.piece)[span.lane];
        let is_ahead = lane.shape == LaneShape::Straight && lane.bearing == 90.0;
        let Some(forward) = forwards.get(&piece.label).filter(|_| is_ahead) else { continue };
        count += 1;
        let away: Vec2 = position.path(span.piece, span.lane).at(1.0) - Point::new(piece.at.x, piece.at.y);
        assert!(away.distance(forward.dir) < 1e-9, "{position}: {} {forward:?}", piece.label);
    }
    count
}

/// Presets in which pawns of a side always may go different ways.
const DIFFERING: [&str; 10] =
    ["mobius", "mobius80", "ring", "byzantine", "reynolds", "ring64", "disc", "disc70", "disc68", "disc66"];

#[test]
fn steps_of_pawns_lead_forward_on_every_board() {
    let (games, plies) = if cfg!(debug_assertions) { (2, 40) } else { (8, 120) };
    for name in continuum::variant::preset_names() {
        let prepared = Prepared::preset(name).expect(name);
        let mut steps = 0;
        for seed in 1..=games {
            let mut dice = Dice(seed);
            let mut game = Game::new(Position::from_text(&prepared, "start").expect("an array"));
            for _ in 0..plies {
                let chosen: MoveInput<'_> = match game.position() {
                    Position::Lattice(p) => {
                        steps += steps_of_cells(p);
                        let moves = p.legal_moves();
                        let Some(m) = moves.get(dice.below(moves.len().max(1))) else { break };
                        (*m).into()
                    }
                    Position::Plane(p) => {
                        steps += steps_of_plane(p);
                        let spans = Survey::new(p).legal();
                        let Some(span) = spans.get(dice.below(spans.len().max(1))) else { break };
                        Move::along(span.piece, span.lane, span.part.from.midpoint(span.part.to)).into()
                    }
                };
                if game.play(chosen).is_err() {
                    break;
                }
            }
        }
        assert!(!DIFFERING.contains(&name) || steps > 0, "{name}: no pawn stepped");
    }
}
