//! Glued boards: demonstration scenes, and what their pictures have to show.

use super::*;
use crate::render::scene::Projection::{Chart, Polar, Solid};
use std::f64::consts::TAU;

const R: f64 = 0.25;

fn board(size: (f64, f64), gluing: (Seam, Seam), projection: Projection) -> Scene {
    Scene::new(Ground::Glued(GluedBoard {
        width: size.0,
        height: size.1,
        sides: gluing.0,
        ends: gluing.1,
        voids: Vec::new(),
        projection,
    }))
}

fn piece(x: f64, y: f64, color: Color, role: Role, label: &str) -> Piece {
    Piece::disc(DVec2::new(x, y), R, color, role).labelled(label)
}

fn span(from: (f64, f64), degrees: f64, reach: (f64, f64), effect: Effect) -> LegalSpan {
    let from = DVec2::from(from);
    let track = Track::line(from, from + 40.0 * DVec2::from_angle(degrees.to_radians()));
    LegalSpan { track, from: reach.0, to: reach.1, start: End::Closed, end: End::Open, effect }
}

/// A queen's stretches through every seam, a move that was made through one, and what a rook attacks.
fn populated(scene: Scene, title: &str, height: f64) -> Scene {
    let way = Lane {
        track: Track::line(DVec2::new(6.0, 1.5), DVec2::new(9.0, 4.5)),
        radius: R,
        color: Color::Black,
        passage: Passage::Swept,
        number: "1".into(),
    };
    let swept = Shape::Corridor {
        track: Track::line(DVec2::new(2.2, height - 1.0), DVec2::new(-2.4, height - 1.0)),
        radius: R,
    };
    scene
        .titled(title)
        .moving(Color::White)
        .with([Area { color: Color::White, shapes: vec![swept] }])
        .with([way])
        .with([
            piece(5.5, 3.3, Color::White, Role::Queen, "Qd").standing(Standing::Subject),
            piece(0.1, 5.0, Color::Black, Role::King, "ke"),
            piece(2.2, height - 1.0, Color::White, Role::Rook, "Ra"),
            piece(1.0, 4.5, Color::Black, Role::Bishop, "bc"),
            piece(3.0, 0.2, Color::Black, Role::Knight, "nb"),
        ])
        .with([
            span((5.5, 3.3), 0.0, (0.1, 7.2), Effect::Quiet),
            span((5.5, 3.3), 35.0, (0.1, 3.1), Effect::Quiet),
            span((5.5, 3.3), 35.0, (3.1, 3.1), Effect::Capture),
            span((5.5, 3.3), 180.0, (0.1, 4.0), Effect::Quiet),
            span((5.5, 3.3), 90.0, (0.1, height - 3.6), Effect::Quiet),
        ])
}

/// Every glued board in every way in which it is seen.
pub(super) fn all() -> Vec<(String, Scene)> {
    use Seam::{Flipped, Straight, Wall};
    let boards = [
        ("cylinder", (8.0, 8.0), (Straight, Wall)),
        ("moebius", (10.0, 8.0), (Flipped, Wall)),
        ("torus", (8.0, 12.0), (Straight, Straight)),
        ("klein", (8.0, 12.0), (Straight, Flipped)),
    ];
    let mut scenes = Vec::new();
    for (name, size, gluing) in boards {
        for (view, projection) in [("chart", Chart), ("solid", Solid)] {
            let scene = populated(board(size, gluing, projection), &format!("{name}, {view}"), size.1);
            scenes.push((format!("{name}-{view}"), scene));
        }
    }
    scenes.push(("ring-polar".into(), ring()));
    scenes.push(("disc-polar".into(), disc()));
    scenes
}

fn ring() -> Scene {
    let pieces = [
        piece(0.5, 0.5, Color::White, Role::King, "Ke"),
        piece(15.5, 3.5, Color::White, Role::Rook, "Ra"),
        piece(7.5, 0.5, Color::Black, Role::King, "ke"),
        piece(4.5, 2.1, Color::White, Role::Queen, "Qd").standing(Standing::Subject),
        piece(9.0, 3.6, Color::Black, Role::Pawn, "pa"),
    ];
    board((16.0, 4.0), (Seam::Straight, Seam::Wall), Polar)
        .titled("A ring, its extents bent")
        .with(pieces)
        .with([
            span((4.5, 2.1), 0.0, (0.1, 15.9), Effect::Quiet),
            span((4.5, 2.1), 45.0, (0.1, 2.6), Effect::Quiet),
            span((4.5, 2.1), 135.0, (0.1, 2.6), Effect::Promotion),
        ])
        .with([Area {
            color: Color::White,
            shapes: vec![Shape::Corridor {
                track: Track::line(DVec2::new(15.5, 3.5), DVec2::new(22.0, 3.5)),
                radius: R,
            }],
        }])
}

fn disc() -> Scene {
    let voids = [(0.0, 1.0), (7.0, 8.0)].map(|(a, b)| (DVec2::new(8.0, a), DVec2::new(9.0, b))).to_vec();
    let mut scene =
        board((9.0, 8.0), (Seam::Flipped, Seam::Wall), Polar).titled("A disc: a bishop through the centre");
    if let Ground::Glued(board) = &mut scene.ground {
        board.voids = voids;
    }
    let way = Track::line(DVec2::new(3.5, 0.5), DVec2::new(9.5, 6.5));
    scene
        .with([Lane {
            track: way,
            radius: R,
            color: Color::White,
            passage: Passage::Swept,
            number: "1".into(),
        }])
        .with([
            piece(0.5, 1.5, Color::White, Role::Bishop, "Bd"),
            piece(4.5, 0.5, Color::White, Role::King, "Ke"),
            piece(4.5, 7.5, Color::Black, Role::King, "ke"),
            piece(2.0, 4.1, Color::Black, Role::Pawn, "pb"),
        ])
}

#[test]
fn nothing_of_a_glued_board_is_cut_off() {
    for (name, scene) in all() {
        let drawing = drawn(&scene);
        for fill in &drawing.fills {
            let (low, high) = fill.outline.bounds().expect("something");
            let inside = low.min_element() >= 0.0 && high.x <= Drawing::WIDTH && high.y <= drawing.height;
            assert!(inside, "{name}: {low} {high} on a page {} tall", drawing.height);
        }
    }
}

/// A lane through a seam is seen on both sides of it, at full strength on the board and faintly beyond.
#[test]
fn a_lane_is_cut_at_the_seam_and_continued() {
    for (gluing, there) in [(Seam::Straight, 5.0), (Seam::Flipped, 3.0)] {
        let mut scene = board((8.0, 8.0), (gluing, Seam::Wall), Chart).with([Mark::from(LegalSpan {
            start: End::Closed,
            ..span((6.0, 5.0), 0.0, (0.1, 4.0), Effect::Quiet)
        })]);
        scene.key = Key::Hidden;
        let page = page::to_page_of(&scene);
        let bitmap = rasterise(&scene, 600).expect("drawn");
        let pixel = |x: f64, y: f64| {
            let p = page.point(DVec2::new(x, y));
            bitmap.pixel(p.x as u32, p.y as u32)
        };
        assert!(near(pixel(7.2, 5.0), palette::LEGAL), "{:?}", pixel(7.2, 5.0));
        assert!(near(pixel(1.0, there), palette::LEGAL), "{gluing:?} {:?}", pixel(1.0, there));
        assert!(!near(pixel(1.0, 8.0 - there + 0.5), palette::LEGAL));
        let repeated = pixel(8.6, 5.0);
        assert!(!near(repeated, palette::LEGAL) && repeated[0] > 100 && repeated[0] < 220, "{repeated:?}");
    }
}

#[test]
fn seams_carry_arrows_that_meet_where_they_are_glued() {
    for (name, scene) in all().into_iter().filter(|(name, _)| name.ends_with("chart")) {
        let Ground::Glued(board) = &scene.ground else { panic!("a glued board") };
        let arrows = paint::glued::seams(board);
        for pair in arrows.chunks(2) {
            let column = if pair[0].2 == 1 { (1, 0) } else { (0, 1) };
            let image = view::images::image(board, column.0, column.1);
            assert_eq!((image.point(pair[0].0), image.point(pair[0].1)), (pair[1].0, pair[1].1), "{name}");
        }
        assert!(page::key_of(&scene).contains(&"glued side, arrow on arrow"));
    }
}

#[test]
fn a_round_board_is_glued_as_its_chart_is() {
    for (size, sides) in [((16.0, 4.0), Seam::Straight), ((9.0, 8.0), Seam::Flipped)] {
        let scene = board(size, (sides, Seam::Wall), Polar);
        let Ground::Glued(board) = &scene.ground else { panic!("a glued board") };
        let polar = view::polar::Polar::of(board);
        let image = view::images::image(board, 1, 0);
        for p in [(0.0, 0.5), (3.7, 1.2), (8.9, 3.3)].map(DVec2::from) {
            assert!(polar.point(p).distance(polar.point(image.point(p))) < 1e-9);
        }
    }
    // A cell's width at the middle of a ring of radius 2 to 6 is a sixteenth of its circle.
    let scene = ring();
    let Ground::Glued(board) = &scene.ground else { panic!("a glued board") };
    let polar = view::polar::Polar::of(board);
    let [a, b] = [(0.0, 2.0), (1.0, 2.0)].map(|p| polar.point(DVec2::from(p)));
    assert!((a.distance(b) - 8.0 * (TAU / 32.0).sin()).abs() < 1e-9);
}

#[test]
fn a_piece_on_a_wall_or_a_seam_lies_over_its_line() {
    for (x, y, beside) in [(4.0, 0.0, (0.18, 0.0)), (8.0, 6.0, (0.0, 0.2))] {
        let mut scene = board((8.0, 8.0), (Seam::Straight, Seam::Wall), Chart).with([piece(
            x,
            y,
            Color::White,
            Role::Pawn,
            "",
        )]);
        scene.key = Key::Hidden;
        let p = page::to_page_of(&scene).point(DVec2::new(x, y) + DVec2::from(beside));
        let pixel = rasterise(&scene, 600).expect("drawn").pixel(p.x as u32, p.y as u32);
        assert!(near(pixel, palette::body(Color::White)), "{x} {y}: {pixel:?}");
    }
}

#[test]
fn a_body_across_the_centre_of_a_disc_is_seen_on_both_sides() {
    let scene = disc();
    let Ground::Glued(board) = &scene.ground else { panic!("a glued board") };
    let polar = view::polar::Polar::of(board);
    let map = |p: DVec2| polar.point(p);
    let bend = view::bend::Bend { map: &map, cut: polar.cut() };
    for (y, parts) in [(4.1, 1), (3.7, 0)] {
        let marks = bend.mark(&piece(2.0, y, Color::Black, Role::Pawn, "").into());
        let Some(Mark::Piece(bent)) = marks.first() else { panic!("a piece stays a piece") };
        assert_eq!(bent.apart.len(), parts, "{y}");
    }
}

#[test]
fn the_key_of_a_surface_names_what_is_seen_of_it() {
    // The middle of a cylinder's chart is in front, its seam behind.
    for (x, named) in [(4.0, true), (0.0, false)] {
        let king = piece(x, 4.0, Color::White, Role::King, "Ke").standing(Standing::InCheck);
        let scene = board((8.0, 8.0), (Seam::Straight, Seam::Wall), Solid).with([king]);
        assert_eq!(page::key_of(&scene).contains(&"in check"), named, "{x}");
    }
}

#[test]
fn png_and_svg_agree_on_glued_boards() {
    for (name, scene) in all().into_iter().step_by(3) {
        assert_agreement(&name, &scene);
    }
}
