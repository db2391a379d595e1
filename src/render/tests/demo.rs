//! Demonstration scenes: one for each thing a picture has to say.

use crate::chess::{Color, Role};
use crate::render::*;
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const R: f64 = 0.25;
const BACK: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn plane() -> Scene {
    Scene::new(Ground::Plane { width: 8.0, height: 8.0 })
}

fn piece_at(x: f64, y: f64, color: Color, role: Role, label: &str) -> Piece {
    Piece::disc(at(x, y), R, color, role).labelled(label)
}

fn lane(from: DVec2, to: DVec2, color: Color, number: &str) -> Lane {
    Lane { track: Track::line(from, to), radius: R, color, passage: Passage::Swept, number: number.into() }
}

fn span(from: DVec2, degrees: f64, reach: (f64, f64), ends: (End, End), effect: Effect) -> LegalSpan {
    let track = Track::line(from, from + 12.0 * DVec2::from_angle(degrees.to_radians()));
    LegalSpan { track, from: reach.0, to: reach.1, start: ends.0, end: ends.1, effect }
}

fn array() -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (x, role) in (0..8u8).zip(BACK) {
        let (c, file) = (f64::from(x) + 0.5, char::from(b'a' + x));
        let letter = role.letter();
        pieces.push(piece_at(c, 0.5, Color::White, role, &format!("{letter}{file}")));
        pieces.push(piece_at(c, 1.5, Color::White, Role::Pawn, &format!("P{file}")));
        pieces.push(piece_at(c, 6.5, Color::Black, Role::Pawn, &format!("p{file}")));
        pieces.push(piece_at(c, 7.5, Color::Black, role, &format!("{}{file}", letter.to_ascii_lowercase())));
    }
    pieces
}

fn initial() -> Scene {
    plane()
        .titled("Continuous Chess: the initial array")
        .captioned("Every piece is an open disc of radius 0.25; only its centre has to stay on the board.")
        .moving(Color::White)
        .with(array())
}

fn legal() -> Scene {
    use Effect::{Capture, Quiet};
    use End::{Closed, Open};
    let q = at(3.2, 3.4);
    let both = (Closed, Closed);
    plane()
        .titled("Where may the queen go?")
        .captioned("Bearing 90 stops in touch with a friend (closed end). Bearing 0 ends open at the capture of the rook. At 225 two lanes of attack leave a single point between them.")
        .moving(Color::White)
        .with([
            Piece { standing: Standing::Subject, ..piece_at(3.2, 3.4, Color::White, Role::Queen, "Qd") },
            piece_at(6.4, 3.5, Color::Black, Role::Rook, "rh"),
            piece_at(3.3, 6.2, Color::White, Role::Bishop, "Bc"),
            piece_at(1.1, 5.4, Color::Black, Role::Knight, "nb"),
            piece_at(0.0, 0.0, Color::White, Role::King, "Ke"),
            piece_at(8.0, 8.0, Color::Black, Role::King, "ke"),
        ])
        .with([
            span(q, 0.0, (0.1, 2.971), (Closed, Open), Quiet),
            span(q, 0.0, (2.971, 2.971), both, Capture),
            span(q, 45.0, (0.1, 6.4), both, Quiet),
            span(q, 90.0, (0.1, 2.571), both, Quiet),
            span(q, 135.0, (0.1, 2.72), (Closed, Open), Quiet),
            span(q, 135.0, (2.72, 2.72), both, Capture),
            span(q, 180.0, (0.1, 3.2), both, Quiet),
            span(q, 225.0, (0.1, 1.1), (Closed, Open), Quiet),
            span(q, 225.0, (1.9, 1.9), both, Quiet),
            span(q, 270.0, (0.1, 3.4), both, Quiet),
            span(q, 315.0, (1.0, 3.0), (Open, Open), Quiet),
        ])
}

fn triple() -> Scene {
    let stop = at(4.0, 5.0);
    let victims = [90.0, 30.0, 150.0f64].map(|d| stop + R * DVec2::from_angle(d.to_radians()));
    let labels = ["pa", "pb", "pc"];
    plane()
        .titled("A queen takes three at once")
        .captioned("Contacts at -60, 0 and 60 degrees about the bearing: all three centres lie on the rim of the queen's disc when it stops at (4, 5), so all three are captured.")
        .moving(Color::Black)
        .with([lane(at(4.0, 1.0), stop, Color::White, "1")])
        .with([
            piece_at(4.0, 1.0, Color::White, Role::Queen, "").standing(Standing::Departed),
            piece_at(4.0, 5.0, Color::White, Role::Queen, "Qd"),
            piece_at(4.5, 0.5, Color::White, Role::King, "Ke"),
            piece_at(7.5, 7.5, Color::Black, Role::King, "ke"),
        ])
        .with((0..3).map(|i| {
            Piece::disc(victims[i], R, Color::Black, Role::Pawn).labelled(labels[i]).standing(Standing::Captured)
        }))
        .with([Contact { extent: Shape::Disc { centre: stop, radius: R }, touched: victims.to_vec() }])
        .enlarging(stop + at(0.0, 0.1), 0.65)
}

fn attacks() -> Scene {
    let rook = at(2.0, 2.5);
    let queen = at(5.6, 5.2);
    let arm = |from: DVec2, degrees: f64, length: f64| Shape::Corridor {
        track: Track::line(from, from + length * DVec2::from_angle(f64::to_radians(degrees))),
        radius: R,
    };
    let white = vec![arm(rook, 0.0, 6.0), arm(rook, 90.0, 5.5), arm(rook, 180.0, 2.0), arm(rook, 270.0, 2.5)];
    let mut black: Vec<Shape> = [
        (0.0, 2.4),
        (45.0, 3.3),
        (90.0, 2.8),
        (135.0, 3.9),
        (180.0, 5.6),
        (225.0, 3.35),
        (270.0, 5.2),
        (315.0, 3.3),
    ]
    .map(|(d, l)| arm(queen, d, l))
    .to_vec();
    black.push(Shape::Disc { centre: at(7.2, 1.2), radius: 1.25 });
    plane()
        .titled("What each side attacks")
        .with([Area { color: Color::White, shapes: white }, Area { color: Color::Black, shapes: black }])
        .with([
            piece_at(2.0, 2.5, Color::White, Role::Rook, "Ra"),
            piece_at(5.6, 5.2, Color::Black, Role::Queen, "qd"),
            piece_at(7.2, 1.2, Color::Black, Role::King, "ke"),
            Piece { standing: Standing::InCheck, ..piece_at(3.0, 5.1, Color::White, Role::King, "Ke") },
        ])
}

fn game() -> Scene {
    let moves = [
        (at(4.5, 1.5), at(4.5, 3.5), Color::White, Passage::Swept),
        (at(4.5, 6.5), at(4.5, 4.6), Color::Black, Passage::Swept),
        (at(6.5, 0.5), at(5.5, 2.5), Color::White, Passage::Leap),
        (at(1.5, 7.5), at(2.5, 5.5), Color::Black, Passage::Leap),
        (at(5.5, 0.5), at(1.6, 4.4), Color::White, Passage::Swept),
        (at(0.5, 6.5), at(0.5, 5.3), Color::Black, Passage::Swept),
    ];
    let mut pieces = array();
    let mut scene = plane()
        .titled("Six plies of a game, with a title long enough that it has to be broken into two lines")
        .captioned("1 Pe 90 2  pe 90 1.9  2 Ng > 5.5,2.5  nb > 2.5,5.5  3 Bf 135 5.515  pa 90 1.2")
        .moving(Color::White);
    let mut departed = Vec::new();
    for (i, (from, to, color, passage)) in moves.into_iter().enumerate() {
        scene.marks.push(Lane { passage, ..lane(from, to, color, &format!("{}", i + 1)) }.into());
        for piece in &mut pieces {
            if piece.at == from {
                departed.push(Piece { label: String::new(), ..piece.clone().standing(Standing::Departed) });
                piece.at = to;
                piece.extent = Shape::Disc { centre: to, radius: R };
            }
        }
    }
    scene.with(departed).with(pieces)
}

fn ring_cells(sectors: u32, rho0: f64, theta0: f64, tint: impl Fn(u32, u32) -> Tint) -> Vec<Cell> {
    let step = TAU / f64::from(sectors);
    let mut cells = Vec::new();
    for ring in 0..4 {
        for sector in 0..sectors {
            let theta = theta0 + step * f64::from(sector);
            let inner = rho0 + f64::from(ring);
            let (from, to) = (theta - step / 2.0, theta + step / 2.0);
            let (tint, name) = (tint(ring, sector), String::new());
            cells.push(Cell { inner, outer: inner + 1.0, from, to, tint, name });
        }
    }
    cells
}

fn ring_name(ring: u32, sector: u32) -> String {
    let (files, rank) = if sector < 8 { ("efgh", sector + 1) } else { ("dcba", 16 - sector) };
    format!("{}{rank}", &files[ring as usize..=ring as usize])
}

fn ring() -> Scene {
    let (rho0, theta0) = (2.2, (-78.75f64).to_radians());
    let step = TAU / 16.0;
    let cells = ring_cells(16, rho0, theta0, |r, s| if (r + s) % 2 == 1 { Tint::Light } else { Tint::Dark });
    let mut names = Vec::new();
    for sector in 0..16 {
        for (ring, rho) in [(3, rho0 + 4.35), (0, rho0 - 0.35)] {
            let theta = theta0 + step * f64::from(sector);
            names.push(RimName { text: ring_name(ring, sector), at: rho * DVec2::from_angle(theta) });
        }
    }
    let place = |ring: u32, sector: u32| {
        (rho0 + f64::from(ring) + 0.5) * DVec2::from_angle(theta0 + step * f64::from(sector))
    };
    let board = RoundBoard { cells, names, centre_circle: 0.0 };
    let mut pieces = Vec::new();
    for (sector, color, king_side) in [
        (0, Color::White, true),
        (15, Color::White, false),
        (7, Color::Black, true),
        (8, Color::Black, false),
    ] {
        let first = if king_side { Role::King } else { Role::Queen };
        for (ring, role) in (0..4).zip([first, Role::Bishop, Role::Knight, Role::Rook]) {
            pieces.push(Piece::disc(place(ring, sector), 0.36, color, role));
        }
    }
    let rook = place(2, 4);
    let circle = |ring: u32| {
        let radius = rho0 + f64::from(ring) + 0.5;
        let start = theta0 + step * 4.0;
        Track::arc(DVec2::ZERO, radius, start, start + TAU - step)
    };
    let targets = (1..16).map(|i| Target { at: place(2, (4 + i) % 16), radius: 0.36, effect: Effect::Quiet });
    Scene::new(Ground::Round(board))
        .titled("Ring board: a rook goes right round")
        .captioned("The rook passes fifteen cells and may stop on each; its own cell is no move.")
        .moving(Color::White)
        .with([Lane {
            track: circle(2),
            radius: 0.36,
            color: Color::White,
            passage: Passage::Passed,
            number: String::new(),
        }])
        .with(pieces.into_iter().filter(|p| (p.at.length() - (rho0 + 2.5)).abs() > 0.1))
        .with(targets)
        .with([
            Piece::disc(rook, 0.36, Color::White, Role::Rook),
            Piece::disc(place(0, 11), 0.36, Color::Black, Role::Pawn),
        ])
        .with([Target { at: place(0, 11), radius: 0.36, effect: Effect::Capture }])
}

/// The array, every cell named inside.
fn ring_named() -> Scene {
    let (rho0, theta0) = (1.6, (-78.75f64).to_radians());
    let mut cells =
        ring_cells(16, rho0, theta0, |r, s| if (r + s) % 2 == 1 { Tint::Light } else { Tint::Dark });
    let mut pieces = Vec::new();
    for (i, cell) in (0..).zip(&mut cells) {
        let (ring, sector) = (i / 16, i % 16);
        cell.name = ring_name(ring, sector);
        let color = if matches!(sector, 14..=15 | 0..=1) { Color::White } else { Color::Black };
        let first = if matches!(sector, 0 | 7) { Role::King } else { Role::Queen };
        let role = match sector {
            0 | 7 | 8 | 15 => [first, Role::Bishop, Role::Knight, Role::Rook][ring as usize],
            1 | 6 | 9 | 14 => Role::Pawn,
            _ => continue,
        };
        pieces.push(Piece::disc(cell.centre(), if ring == 0 { 0.3 } else { 0.34 }, color, role));
    }
    Scene::new(Ground::Round(RoundBoard { cells, names: Vec::new(), centre_circle: 0.0 }))
        .titled("Ring board: the mirrored array")
        .with(pieces)
}

fn disc() -> Scene {
    let theta0 = (-160.0f64).to_radians();
    let step = TAU / 18.0;
    let dark = |r: u32, s: u32| {
        let (file, rank) = if s < 9 { (s, 4 - r) } else { (s - 9, r + 5) };
        (file + rank) % 2 == 1
    };
    let cells = ring_cells(18, 0.0, theta0, |r, s| match (r, s) {
        (3, 8 | 17) => Tint::Void,
        (r, s) if dark(r, s) => Tint::Dark,
        _ => Tint::Light,
    });
    let names = (0..18)
        .map(|s| {
            let (file, rank) = if s < 9 { (s, 1) } else { (s - 9, 8) };
            let rank = if s == 8 {
                2
            } else if s == 17 {
                7
            } else {
                rank
            };
            let text = format!("{}{rank}", char::from(b'a' + file));
            RimName { text, at: 4.28 * DVec2::from_angle(theta0 + step * f64::from(s)) }
        })
        .collect();
    let polar = |rho: f64, s: f64| (rho, theta0 + step * s);
    let point = |rho: f64, s: f64| rho * DVec2::from_angle(theta0 + step * s);
    // From d1 (ring 3, sector 3) inward, one sector a ring, through the centre and out again.
    let way = Track::spiral(DVec2::ZERO, polar(3.5, 3.0), polar(-2.5, 9.0));
    let stops = [(2.5, 4.0), (1.5, 5.0), (0.5, 6.0), (-0.5, 7.0), (-1.5, 8.0)];
    Scene::new(Ground::Round(RoundBoard { cells, names, centre_circle: 0.22 }))
        .titled("Disc board, 70 cells: a bishop through the centre")
        .captioned("An Archimedean spiral keeps its rotational sense through the centre-circle, which is passed and never occupied.")
        .moving(Color::White)
        .with([Lane { track: way, radius: 0.2, color: Color::White, passage: Passage::Swept, number: "1".into() }])
        .with(stops.map(|(rho, s)| Target { at: point(rho, s), radius: 0.3, effect: Effect::Quiet }))
        .with([
            Piece::disc(point(3.5, 3.0), 0.34, Color::White, Role::Bishop),
            Piece::disc(point(-2.5, 9.0), 0.34, Color::Black, Role::Rook),
            Piece::disc(point(3.5, 4.0), 0.34, Color::White, Role::King),
            Piece::disc(point(3.5, 12.0), 0.34, Color::Black, Role::King),
            Piece::disc(point(0.5, 1.0), 0.16, Color::Black, Role::Pawn),
        ])
        .with([Target { at: point(-2.5, 9.0), radius: 0.34, effect: Effect::Capture }])
}

fn promotion() -> Scene {
    use Effect::{CapturePromotion, Promotion, Quiet};
    use End::{Closed, Open};
    let p = at(2.4, 6.3);
    plane()
        .titled("A pawn's reach splits at the promotion line")
        .captioned("A White pawn promotes when its move ends at y > 7.25: the legal set along bearing 90 is a quiet stretch, closed at 7.25, and a promoting stretch, open there.")
        .moving(Color::White)
        .with([
            piece_at(2.4, 6.3, Color::White, Role::Pawn, "Pc").standing(Standing::Subject),
            piece_at(3.5, 7.5, Color::Black, Role::Queen, "qd"),
            piece_at(5.5, 2.0, Color::White, Role::King, "Ke"),
            piece_at(6.5, 7.5, Color::Black, Role::King, "ke"),
        ])
        .with([
            span(p, 90.0, (0.1, 0.95), (Closed, Closed), Quiet),
            span(p, 90.0, (0.95, 1.7), (Open, Closed), Promotion),
            span(p, 45.0, (1.39, 1.39), (Closed, Closed), CapturePromotion),
        ])
        .enlarging(at(2.4, 7.25), 0.5)
        .enlarging(at(3.4, 7.4), 0.5)
}

fn rebirth() -> Scene {
    let mut pieces = Vec::new();
    let piece = |x: f64, y: f64, color, role| Piece::disc(at(x, y), 0.36, color, role);
    pieces.push(piece(4.5, 0.5, Color::White, Role::King));
    pieces.push(piece(4.5, 7.5, Color::Black, Role::King));
    pieces.push(piece(5.5, 4.5, Color::White, Role::Bishop));
    pieces.push(piece(5.5, 4.5, Color::Black, Role::Knight).standing(Standing::Departed));
    pieces.push(piece(6.5, 7.5, Color::Black, Role::Knight));
    Scene::new(Ground::Squares { files: 8, ranks: 8 })
        .titled("Circe: the captured knight is reborn")
        .captioned("Taken on a light square (f5), Black's knight goes home to g8; on the plane it would go back to its own start.")
        .moving(Color::Black)
        .with([lane(at(1.5, 0.5), at(5.5, 4.5), Color::White, "1")])
        .with([Rebirth { track: Track::line(at(5.5, 4.5), at(6.5, 7.5)), radius: 0.36 }])
        .with([piece(1.5, 0.5, Color::White, Role::Bishop).standing(Standing::Departed)])
        .with(pieces)
}

fn further() -> Scene {
    let sword = at(2.5, 3.0);
    let heading = 50f64.to_radians();
    let guard = at(5.8, 5.0);
    let ring: Vec<DVec2> = Track::arc(guard, 0.5, 0.0, TAU).points().to_vec();
    let hole: Vec<DVec2> = Track::arc(guard + at(0.35, 0.0), R, 0.0, TAU).points().to_vec();
    plane()
        .titled("Guard, Sword and Flea")
        .moving(Color::White)
        .with([
            Piece {
                at: sword,
                extent: Shape::triangle(sword, heading, 0.2, 1.0),
                apart: Vec::new(),
                color: Color::White,
                figure: Figure::Letter('S'),
                label: "S1".into(),
                standing: Standing::Present,
                heading: None,
            },
            Piece {
                figure: Figure::Letter('G'),
                ..piece_at(5.8, 5.0, Color::White, Role::Pawn, "Ga").standing(Standing::Subject)
            },
            Piece {
                figure: Figure::Letter('F'),
                extent: Shape::Disc { centre: at(6.0, 2.0), radius: 0.1 },
                ..piece_at(6.0, 2.0, Color::Black, Role::Pawn, "fa")
            },
            piece_at(2.7, 5.6, Color::Black, Role::King, "ke"),
            piece_at(2.95, 5.6, Color::Black, Role::Rook, "rh"),
        ])
        .with([TurnSpan {
            at: sword,
            radius: 0.9,
            from: heading + 1f64.to_radians(),
            to: heading + FRAC_PI_2 + PI / 4.0,
            start: End::Closed,
            end: End::Open,
            effect: Effect::Quiet,
        }])
        .with([
            Region { borders: vec![Border { points: ring, end: End::Closed }], effect: Effect::Quiet },
            Region { borders: vec![Border { points: hole, end: End::Open }], effect: Effect::Capture },
        ])
        .with((1..4).map(|i| {
            let d = 0.5 * f64::from(i);
            span(at(6.0, 2.0), 135.0, (d, d), (End::Closed, End::Closed), Effect::Quiet)
        }))
        .with([Note { at: at(5.8, 5.6), text: "reach 0.5".into() }])
}

/// Every demonstration scene, by name.
pub(super) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("initial", initial()),
        ("legal", legal()),
        ("triple", triple()),
        ("attacks", attacks()),
        ("game", game()),
        ("ring", ring()),
        ("ring_named", ring_named()),
        ("disc", disc()),
        ("promotion", promotion()),
        ("rebirth", rebirth()),
        ("further", further()),
    ]
}

/// A game shown ply by ply.
pub(super) fn frames() -> Vec<Scene> {
    let whole = game();
    let count = |m: &Mark| matches!(m, Mark::Lane(_));
    let lanes = whole.marks.iter().filter(|m| count(m)).count();
    (0..=lanes)
        .map(|shown| {
            let mut scene = whole.clone();
            scene.title = format!("After ply {shown}");
            let mut seen = 0;
            scene.marks.retain(|m| {
                seen += usize::from(count(m));
                !count(m) || seen <= shown
            });
            scene
        })
        .collect()
}
