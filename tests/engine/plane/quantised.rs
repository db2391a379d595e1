//! The boards of the plane, with steps of one unit by the lattice metric, are the boards of cells: ring and disc (rules of
//! seams, section 7.4), cylinder, Moebius strip, torus and Klein bottle (rules of cells, section 5.1).

use super::random::rules;
use continuum::board::{Cell, Chart, Grid};
use continuum::chess::{Color, Role, Status};
use continuum::geom::{Flips, Point, Vec2};
use continuum::lattice;
use continuum::notation::Sense;
use continuum::plane::{Facing, Move, Piece, PlanePosition, Rules, Span};
use continuum::variant::Variant;
use std::collections::BTreeSet;
use std::sync::Arc;

const STEPS: &str = "step = 1\nstep_metric = 'lattice'\n";

/// A game on the plane and the same on cells.
struct Pair {
    plane: Arc<Rules>,
    cells: Arc<lattice::LatticeRules>,
    grid: Grid,
    /// Knight's jumps of the lattice alone, whose straight ways lead through voids.
    around_voids: &'static [&'static str],
}

fn pair(plane: (&str, &str), cells: &str, grid: Grid, around_voids: &'static [&'static str]) -> Pair {
    let more = match grid.chart() {
        Chart::Disc => "\nknight_voids = 'any'",
        Chart::Flat(_) => "\ndouble_step = false",
        Chart::Ring => "\ncheck_rule = 'strict'",
    };
    let off = format!("castling = false\nen_passant = false{more}").parse().expect("toml");
    let variant = Variant::named(cells, &off).expect("a lattice");
    Pair {
        plane: rules(plane.0, &format!("{STEPS}{}", plane.1)),
        cells: lattice::LatticeRules::new(&variant).expect("a lattice"),
        grid,
        around_voids,
    }
}

fn pairs() -> Vec<Pair> {
    let circular = [
        pair(("ring", ""), "reynolds", Grid::RING, &[]),
        pair(("disc", ""), "disc70", Grid::DISC70, &["a1h7", "h1a7", "a2h8", "h2a8"]),
        pair(
            ("disc", "voids = 68"),
            "disc68",
            Grid::DISC68,
            &["a1i6", "h1i3", "a8i3", "h8i6", "a2h6", "h2a6", "a3h7", "h3a7"],
        ),
        pair(
            ("disc", "voids = 66"),
            "disc66",
            Grid::DISC66,
            &["a2i5", "h2i4", "a7i4", "h7i5", "a3h5", "h3a5", "a4h6", "h4a6"],
        ),
    ];
    let flat = FLAT.map(|(plane, cells)| {
        let variant = Variant::named(cells, &toml::Table::new()).expect(cells);
        pair((plane, NO_DOUBLE), cells, Grid::of(variant.spec()), &[])
    });
    circular.into_iter().chain(flat).collect()
}

/// The boards with seams, on the plane and on cells.
const FLAT: [(&str, &str); 7] = [
    ("cylinder", "cylinder64"),
    ("mobius", "mobius80"),
    ("torus", "torus96"),
    ("klein", "klein96"),
    ("spherical", "spherical64"),
    ("pillow", "pillow64"),
    ("projective", "projective96"),
];

/// Only the cell from which a pawn begins decides on cells, and on the plane whether it has moved.
const NO_DOUBLE: &str = "pawn_double = false";

impl Pair {
    /// The cell whose centre is here.
    fn cell(&self, at: Point) -> Cell {
        let (x, y) = (at.x.floor() as usize, at.y.floor() as usize);
        if self.grid == Grid::RING {
            self.grid.place(y, x)
        } else {
            self.grid.at_file_and_rank(x, y + 1).expect("a cell of the disc")
        }
    }

    fn centre(&self, cell: Cell) -> Point {
        let (file, rank) = (self.grid.file(cell), self.grid.rank(cell));
        let ring = (self.grid.column(cell), self.grid.row(cell));
        let (x, y) = if self.grid == Grid::RING { ring } else { (file, rank - 1) };
        Point::new(x as f64 + 0.5, y as f64 + 0.5)
    }

    fn named(&self, name: &str) -> Cell {
        self.grid.cells().find(|&cell| self.name(cell) == name).expect("a cell")
    }

    fn name(&self, cell: Cell) -> String {
        let (file, rank) = (self.grid.file(cell), self.grid.rank(cell));
        format!("{}{rank}", char::from(b'a' + file as u8))
    }

    /// The position of cells.
    fn of(&self, position: &PlanePosition) -> lattice::LatticePosition {
        let mut text = String::new();
        for piece in position.pieces() {
            let cell = self.cell(piece.at);
            let suffix = match piece.facing {
                Facing::Ring(Sense::CounterClockwise) => "!ccw",
                Facing::Ring(Sense::Clockwise) => "!cw",
                Facing::Player(Flips { x, y }) if self.grid.sheet().is_some() => match (x, y) {
                    (false, false) => "",
                    (true, false) => "/x",
                    (false, true) => "/y",
                    (true, true) => "/xy",
                },
                Facing::Player(flips) if piece.label.letter() == 'P' => {
                    // Up the strip is inward from White's half and outward on Black's.
                    let (up, low) = ((piece.color() == Color::White) != flips.y, piece.at.y < 4.0);
                    if up == low { "" } else { "*" }
                }
                Facing::Player(_) => "",
            };
            text.push_str(&format!("{}@{}{suffix} ", piece.label, self.name(cell)));
        }
        let turn = if position.turn() == Color::White { 'w' } else { 'b' };
        lattice::LatticePosition::from_text(&self.cells, &format!("{text}; {turn}")).expect("sound on cells")
    }

    /// From where to where a side may go, on the plane.
    fn reached(&self, position: &PlanePosition, spans: &[Span]) -> BTreeSet<String> {
        let way = |span: &Span| {
            let to = position.path(span.piece, span.lane).at(span.part.from);
            let to = self.plane.board.canonical(to).0;
            self.name(self.cell(position.piece(span.piece).at)) + &self.name(self.cell(to))
        };
        spans.iter().map(way).collect()
    }

    /// The same on cells.
    fn reached_by_cells(&self, position: &lattice::LatticePosition) -> BTreeSet<String> {
        let way = |m: &lattice::LatticeMove| self.name(m.from()) + &self.name(m.to());
        position.legal_moves().iter().map(way).collect()
    }

    /// Whether a knight stands where its jumps differ.
    fn has_odd_knight(&self, position: &PlanePosition) -> bool {
        let odd = |piece: &Piece| {
            let at = self.name(self.cell(piece.at));
            self.around_voids.iter().any(|jump| jump[..2] == at || jump[2..] == at)
        };
        position.pieces().iter().any(|piece| piece.label.letter() == Role::Knight.letter() && odd(piece))
    }
}

#[test]
fn every_place_is_reached_as_on_cells() {
    for pair in pairs() {
        let mut dice = crate::common::Dice(0x5eed_0c1c_1e5a_11fe);
        let mut compared = 0;
        for _ in 0..if cfg!(debug_assertions) { 4 } else { 1000 } {
            let mut position = PlanePosition::initial(pair.plane.clone()).expect("an array");
            for _ in 0..60 {
                let spans = position.legal();
                if position.status() != Status::Ongoing || spans.is_empty() {
                    break;
                }
                if !pair.has_odd_knight(&position) {
                    let cells = pair.of(&position);
                    let (ours, theirs) = (pair.reached(&position, &spans), pair.reached_by_cells(&cells));
                    assert_eq!(ours, theirs, "{}: {position}", pair.plane.variant.name());
                    compared += 1;
                }
                let span = &spans[dice.below(spans.len())];
                let plain = Move::along(span.piece, span.lane, span.part.from);
                let queen = pair.plane.promotions().next().expect("a queen");
                let m = if span.promotes { plain.promoting(queen) } else { plain };
                position.play(m).expect("legal");
            }
        }
        assert!(compared > 100);
    }
}

/// Of a knight alone, each jump of the lattice that is none on the plane is one of the page's list.
#[test]
fn knights_jump_as_on_cells_but_round_voids() {
    for pair in pairs() {
        let mut missing = BTreeSet::new();
        for cell in pair.grid.cells() {
            let (mut ours, mut theirs) = (BTreeSet::new(), BTreeSet::new());
            // Kings stand here or there, where they are neither in the knight's place nor in check.
            for kings in [["b3", "f6"], ["f6", "b3"], ["g4", "c5"], ["c2", "g7"]] {
                let [white, black] = kings.map(|name| pair.centre(pair.named(name)));
                let text = format!("N@{}' K@{white}' k@{black}' ; w", pair.centre(cell));
                let Ok(position) = PlanePosition::from_text(pair.plane.clone(), &text) else { continue };
                let knight = |way: &String| way.starts_with(&pair.name(cell));
                ours.extend(pair.reached(&position, &position.legal()).into_iter().filter(knight));
                theirs.extend(pair.reached_by_cells(&pair.of(&position)).into_iter().filter(knight));
            }
            assert!(ours.is_subset(&theirs), "{ours:?} {theirs:?}");
            missing.extend(theirs.difference(&ours).cloned());
        }
        let back = |jump: &&str| format!("{}{}", &jump[2..], &jump[..2]);
        let listed = pair.around_voids.iter();
        let listed: BTreeSet<String> =
            listed.clone().map(|jump| (*jump).to_owned()).chain(listed.map(back)).collect();
        assert_eq!(missing, listed, "{}", pair.plane.variant.name());
    }
}

#[test]
fn the_counts_of_the_circular_games() {
    for (preset, more, counts) in [
        ("ring", "", [20, 400, 8584]),
        ("disc", "", [22, 484, 12318]),
        ("disc", "voids = 68", [20, 400, 9340]),
        ("disc", "voids = 66", [20, 400, 9262]),
    ] {
        let rules = rules(preset, &format!("{STEPS}{more}"));
        assert_eq!(counted(&PlanePosition::initial(rules).expect("an array")), counts, "{preset} {more}");
    }
    let rules = super::kinds::rules_of("scenarios/variants", "byzantine-plane.toml", STEPS);
    assert_eq!(counted(&PlanePosition::initial(rules).expect("an array")), [14, 196, 2912]);
}

/// Rules of cells, section 6.9.
#[test]
fn the_counts_of_the_boards_with_seams() {
    let open = [[12, 142, 2289], [16, 260, 5096], [24, 574, 15592], [24, 574, 15592]];
    let counts = open.into_iter().chain([[12, 142, 2384], [12, 142, 2360], [15, 225, 5228]]);
    let off = "castling = false\nen_passant = false\ndouble_step = false".parse().expect("toml");
    for ((plane, cells), counts) in FLAT.into_iter().zip(counts) {
        let rules = rules(plane, &format!("{STEPS}{NO_DOUBLE}"));
        assert_eq!(counted(&PlanePosition::initial(rules).expect("an array")), counts, "{plane}");
        let variant = Variant::named(cells, &off).expect("a lattice");
        let position =
            lattice::LatticePosition::initial(&lattice::LatticeRules::new(&variant).expect("a lattice"));
        let position = position.expect("an array");
        assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), counts, "{cells}");
    }
}

fn counted(position: &PlanePosition) -> [u64; 3] {
    let position = continuum::game::Position::Plane(position.clone());
    [1, 2, 3].map(|depth| {
        continuum::game::perft(&position, depth, continuum::chess::Draws::Claimed, |_, _| {})
            .expect("countable")
            .nodes
    })
}

/// A rook alone on a rank of a cylinder comes to each of seven places both ways round: with its file 14 moves, and 8 of the king.
#[test]
fn a_place_reached_both_ways_round_is_counted_once() {
    let text = "Ra@0.5,0.5' Ke@4.5,3.5' ke@2.5,6.5' ; w";
    let position = PlanePosition::from_text(rules("cylinder", STEPS), text).expect("sound");
    assert_eq!(counted(&position)[0], 22);
}

/// The ways of section 5 of the page on boards that close upon themselves, as an independent program lists them: a piece alone,
/// until it is at its cell again. Through a cone point it comes back on its track.
#[test]
fn ways_on_an_empty_board_are_those_of_another_program() {
    let ways = [
        ("spherical", 'R', "a3", [0, -1], "a2 a1 e1 e2 e3 e4 e5 e6 e7 e8 a8 a7 a6 a5 a4"),
        ("spherical", 'B', "h3", [-1, -1], "g2 f1 a1 h2 g3 f4 e5 d6 c7 b8 e8 d7 c6 b5 a4"),
        ("spherical", 'B', "d3", [1, -1], "e2 f1 c1 d2 e3 f4 g5 h6 a7 b8 g8 h7 a6 b5 c4"),
        ("pillow", 'R', "a3", [0, -1], "a2 a1 h1 h2 h3 h4 h5 h6 h7 h8 a8 a7 a6 a5 a4"),
        ("pillow", 'B', "c3", [-1, -1], "b2 a1 a1 b2"),
        ("pillow", 'B', "d3", [1, -1], "e2 f1 b1 a2 h3 g4 f5 e6 d7 c8 g8 h7 a6 b5 c4"),
    ];
    for (preset, letter, start, [x, y], cells) in ways {
        let rules = rules(preset, STEPS);
        let named = |at: Point| format!("{}{}", char::from(b'a' + at.x as u8), at.y as usize + 1);
        let place = |name: &str| {
            let [file, rank] = [0, 1].map(|n| f64::from(name.as_bytes()[n]));
            Point::new(file - f64::from(b'a') + 0.5, rank - f64::from(b'1') + 0.5)
        };
        let from = place(start);
        let position = PlanePosition::from_text(rules.clone(), &format!("{letter}a@{from}' ; w"));
        let position = position.expect("sound");
        let along = Vec2::new(f64::from(x), f64::from(y));
        let leads_there = |span: &&Span| {
            let toward = position.path(span.piece, span.lane).at(1.0) - from;
            toward.dot(along) > 0.99 * along.length()
        };
        let spans = position.legal();
        let ends = spans.iter().filter(leads_there).map(|span| {
            let at = position.path(span.piece, span.lane).at(span.part.from);
            named(rules.board.canonical(at).0)
        });
        assert_eq!(ends.collect::<Vec<_>>().join(" "), cells, "{preset} {letter} {start}");
        // The gluing by itself, cell by cell.
        let sheet = rules.board.sheet();
        let walked = (1..).map(|n| {
            let (row, column) =
                (from.y.floor() as i64 + n * i64::from(y), from.x.floor() as i64 + n * i64::from(x));
            let cell = sheet.cell(row, column).expect("no walls");
            named(Point::new(cell.column as f64, cell.row as f64))
        });
        let walked: Vec<String> = walked.take_while(|name| name != start).collect();
        assert_eq!(walked.join(" "), cells, "{preset} {letter} {start}");
    }
}
