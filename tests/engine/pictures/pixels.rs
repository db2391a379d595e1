//! Single pixels of single marks.

use super::{BLACK_MOVES, CAPTURE, GROUND, LEGAL, PAPER, WHITE_MOVES, probe};
use continuum::chess::{Color, Role};
use continuum::geom::Interval;
use continuum::render::{
    Area, AreaMeaning, BoardMark, Border, DrawnPiece, DrawnShape, LegalRegion, LegalSpan, MadeTurn,
    PieceState, Sector, StopEffect, Track, TurnSpan,
};
use glam::DVec2;
use std::f64::consts::FRAC_PI_4;

const MIDDLE: DVec2 = DVec2::new(4.5, 4.5);

/// The distances from 1 to 4, without 4 itself.
const OPEN_ABOVE: Interval = Interval { from: 1.0, to: 4.0, open_from: false, open_to: true };

/// A stretch along y = 4.5, measured from x = 1.
fn span(stretch: Interval, effect: StopEffect) -> LegalSpan {
    let track = Track::line(DVec2::new(1.0, 4.5), DVec2::new(7.0, 4.5));
    LegalSpan { track, stretch, effect }
}

fn piece(color: Color, role: Role, state: PieceState) -> DrawnPiece {
    DrawnPiece::disc(MIDDLE, 0.25, color, role).in_state(state)
}

#[test]
fn a_disc_is_to_scale() {
    let probe = probe([piece(Color::Black, Role::King, PieceState::Present)]);
    let dark = (0..800).filter(|i| probe.at((4.1 + f64::from(*i) * 1e-3, 4.5))[0] < 100);
    let (first, last) = (dark.clone().min().expect("a disc"), dark.max().expect("a disc"));
    assert!((f64::from(last - first) * 1e-3 - 0.5).abs() * probe.unit <= 2.0);
}

#[test]
fn open_ends_are_hollow_and_closed_ones_are_not() {
    let probe = probe([span(OPEN_ABOVE, StopEffect::Quiet)]);
    assert!(probe.is((2.0, 4.5), LEGAL) && probe.is((3.5, 4.5), LEGAL));
    assert!(probe.is((5.0, 4.5), PAPER) && probe.is((6.3, 4.5), GROUND));
}

#[test]
fn an_open_end_is_seen_within_the_capture_that_closes_it() {
    let probe = probe([span(Interval::point(4.0), StopEffect::Capture), span(OPEN_ABOVE, StopEffect::Quiet)]);
    assert!(probe.is((5.0, 4.5), PAPER));
    assert!((0..15).any(|i| probe.is((5.0, 4.5 + f64::from(i) * 0.01), CAPTURE)), "a ring about it");
}

#[test]
fn captures_are_seen_within_the_subject_and_above_their_victim() {
    for (color, state) in [(Color::White, PieceState::Subject), (Color::Black, PieceState::Capturable)] {
        let taken = span(Interval::point(3.5), StopEffect::Capture);
        let probe = probe([BoardMark::from(piece(color, Role::Queen, state)), taken.into()]);
        assert!(probe.is(MIDDLE, CAPTURE));
        if state == PieceState::Capturable {
            // Along the rim there are dashes and gaps between them.
            let rim = (0..360).map(|i| MIDDLE + 0.24 * DVec2::from_angle(f64::from(i).to_radians()));
            assert!((100..300).contains(&rim.filter(|p| probe.at(*p)[0] < 120).count()));
        }
    }
}

#[test]
fn an_attacked_area_is_no_darker_where_its_shapes_overlap() {
    let disc = |x: f64| DrawnShape::Disc { centre: DVec2::new(x, 4.5), radius: 1.0 };
    let [once, often] = [vec![disc(4.0)], vec![disc(4.0), disc(4.2), disc(4.0)]]
        .map(|shapes| probe([Area { color: Color::White, shapes, meaning: AreaMeaning::Attacked }]));
    for step in 0..40 {
        let p = (3.4 + f64::from(step) * 0.02, 4.3);
        assert_eq!(once.at(p), often.at(p));
    }
}

#[test]
fn a_region_of_landings_is_seen_over_what_it_takes() {
    let square = [(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)].map(DVec2::from).to_vec();
    let border = Border { points: square, is_open: false };
    let region = LegalRegion::bounded(vec![border], StopEffect::Capture);
    let victim = piece(Color::White, Role::Pawn, PieceState::Capturable);
    let (bare, landed) = (probe([victim.clone()]), probe([BoardMark::from(victim), region.into()]));
    assert!(bare.at((4.7, 4.5))[2] > landed.at((4.7, 4.5))[2].saturating_add(40));
}

#[test]
fn a_turn_that_was_made_has_the_colour_of_its_side_and_its_number() {
    for (color, ink) in [(Color::White, WHITE_MOVES), (Color::Black, BLACK_MOVES)] {
        let turn = |number: &str| {
            let sector = Sector::of_disc(MIDDLE, 1.0, 0.0, 1.5);
            probe([MadeTurn { sector, color, number: number.to_owned() }])
        };
        let bare = turn("");
        assert!(bare.is(MIDDLE + DVec2::from_angle(0.4), ink));
        assert!(bare.is(MIDDLE + DVec2::from_angle(-0.4), GROUND));
        assert_ne!(turn("7").bitmap.rgb, bare.bitmap.rgb);
    }
}

#[test]
fn only_a_single_turn_that_captures_has_the_ticks_of_a_capture() {
    for effect in [StopEffect::Capture, StopEffect::Quiet] {
        let sector = Sector::of_disc(MIDDLE, 1.0, 0.0, 0.0);
        let probe = probe([TurnSpan { sector, open_from: false, open_to: false, effect }]);
        // A tick ends 9.8 pixels from the end of the turn.
        let on_tick = |pixels: f64| MIDDLE + DVec2::X + DVec2::from_angle(FRAC_PI_4) * pixels / probe.unit;
        let has_tick = (92..98).any(|tenths| !probe.is(on_tick(f64::from(tenths) / 10.0), GROUND));
        assert_eq!(has_tick, effect.captures(), "{effect:?}");
    }
}

#[test]
fn a_wedge_points_forward() {
    for color in [Color::White, Color::Black] {
        let pawn = piece(color, Role::Pawn, PieceState::Present);
        for degrees in [0.0, 90.0, 180.0, 270.0, 30.0] {
            let angle = f64::to_radians(degrees);
            let probe = probe([DrawnPiece { forward: Some(angle), ..pawn.clone() }]);
            let beside = 0.29 * DVec2::from_angle(angle);
            let (ahead, behind) = (probe.at(MIDDLE + beside), MIDDLE - beside);
            assert!(ahead[0] < 0x60 && probe.is(behind, GROUND), "{color} {degrees}: {ahead:?}");
        }
        let plain = probe([pawn]);
        assert!(plain.is(MIDDLE + 0.29 * DVec2::X, GROUND) && plain.is(MIDDLE + 0.29 * DVec2::Y, GROUND));
    }
}
