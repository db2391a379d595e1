//! Boards whose sides are glued.

use super::{LEGAL, PAPER, Probe};
use continuum::board::Sheet;
use continuum::chess::{Color, Role};
use continuum::geom::Interval;
use continuum::render::{
    self, DrawnPiece, GluedBoard, Ground, LegalSpan, PieceState, Projection, Scene, Seam, StopEffect, Track,
};
use glam::DVec2;

fn board(sides: Seam, projection: Projection) -> Scene {
    let sheet = Sheet { sides, ..Sheet::SQUARE };
    Scene::new(Ground::Glued(GluedBoard { sheet, voids: Vec::new(), has_cells: false, projection }))
}

/// A lane through a seam is seen on both sides of it, at full strength on the board and faintly beyond.
#[test]
fn a_lane_is_cut_at_the_seam_and_continued() {
    for (sides, there) in [(Seam::Straight, 5.0), (Seam::Flipped, 3.0)] {
        let track = Track::line(DVec2::new(6.0, 5.0), DVec2::new(46.0, 5.0));
        let stretch = Interval { open_to: true, ..Interval::closed(0.1, 4.0) };
        let span = LegalSpan { track, stretch, effect: StopEffect::Quiet };
        let probe = Probe::of(board(sides, Projection::Chart).with([span]));
        assert!(probe.is((7.2, 5.0), LEGAL) && probe.is((1.0, there), LEGAL), "{sides:?}");
        assert!(!probe.is((1.0, 8.0 - there + 0.5), LEGAL));
        let repeated = probe.at((8.6, 5.0));
        assert!(repeated[0] > 100 && repeated[0] < 220, "{repeated:?}");
    }
}

#[test]
fn a_piece_on_a_wall_or_a_seam_lies_over_its_line() {
    for (x, y, beside) in [(4.0, 0.0, (0.18, 0.0)), (8.0, 6.0, (0.0, 0.2))] {
        let at = DVec2::new(x, y);
        let probe = Probe::of(board(Seam::Straight, Projection::Chart).with([DrawnPiece::disc(
            at,
            0.25,
            Color::White,
            Role::Pawn,
        )]));
        assert!(probe.is(at + DVec2::from(beside), PAPER), "{x} {y}");
    }
}

/// The colour of kings in check is on the page where the king or the key has it.
#[test]
fn the_key_of_a_surface_names_what_is_seen_of_it() {
    // The middle of a cylinder's chart is in front, its seam behind.
    const CAPTURE: &str = "#D55E00";
    const CHECK: &str = "#C2185B";
    for (x, state, color, named) in [
        (4.0, PieceState::Captured, CAPTURE, true),
        (0.0, PieceState::Captured, CAPTURE, false),
        (4.0, PieceState::InCheck, CHECK, true),
        (0.0, PieceState::InCheck, CHECK, true),
    ] {
        let king = DrawnPiece::disc(DVec2::new(x, 4.0), 0.25, Color::White, Role::King);
        let scene = board(Seam::Straight, Projection::Solid).with([king.in_state(state)]);
        let svg = render::svg(&scene, 600).expect("a picture");
        assert_eq!(svg.contains(color), named, "{x} {state:?}");
    }
}
