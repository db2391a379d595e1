//! Symmetry of boards with seams, and what lies out of reach of a seam.

use crate::common::{Dice, rules, texts};
use continuum::board::{ArrayPiece, Cell, Sheet};
use continuum::chess::{Color, Kind, Label};
use continuum::lattice::{LatticePosition, LatticeRules, Setup, SetupPiece};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What belongs to cells of an array, and to no other.
const OFF: &str = "castling = false\nen_passant = false\ndouble_step = false";

/// Positions of random games.
fn visited(rules: &Arc<LatticeRules>, games: u64) -> Vec<LatticePosition> {
    let mut found = Vec::new();
    for game in 0..games {
        let mut dice = Dice(0x5ea7_0001 + (game << 24));
        let mut position = LatticePosition::initial(rules).expect("an array");
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_move(moves[dice.below(moves.len())]).expect("legal");
            found.push(position.clone());
        }
    }
    found
}

/// A map of a board on itself.
struct Map {
    cell: fn(Sheet, (usize, usize)) -> (usize, usize),
    exchanges_sides: bool,
}

impl Map {
    fn cell(&self, position: &LatticePosition, cell: Cell) -> Cell {
        let grid = position.rules().grid();
        let (column, row) = (self.cell)(grid.sheet().expect("flat"), (grid.column(cell), grid.row(cell)));
        grid.place(row, column)
    }

    fn image(&self, position: &LatticePosition) -> Option<LatticePosition> {
        let setup = position.to_setup();
        let label = |label: Label| if self.exchanges_sides { label.of_other_side() } else { label };
        let piece = |piece: SetupPiece| SetupPiece {
            label: label(piece.label),
            cell: self.cell(position, piece.cell),
            ..piece
        };
        let pieces = setup.pieces.iter().copied().map(piece).collect();
        let turn = if self.exchanges_sides { !setup.turn } else { setup.turn };
        LatticePosition::new(position.rules(), &Setup { pieces, turn, ..setup }).ok()
    }

    fn holds(&self, position: &LatticePosition) -> bool {
        let Some(image) = self.image(position) else { return false };
        let plain = |m: &continuum::lattice::LatticeMove| (m.from(), m.to(), m.promotion());
        let ours: BTreeSet<_> = position.legal_moves().iter().map(plain).collect();
        let mapped =
            ours.iter().map(|(from, to, kind)| (self.cell(position, *from), self.cell(position, *to), *kind));
        let theirs: BTreeSet<_> = image.legal_moves().iter().map(plain).collect();
        assert_eq!(mapped.collect::<BTreeSet<_>>(), theirs, "{position}");
        true
    }
}

#[test]
fn turned_mirrored_and_with_sides_exchanged_the_legal_sets_are_the_same() {
    let aside = Map { cell: |s, (x, y)| ((x + 1) % s.width as usize, y), exchanges_sides: false };
    let up = Map { cell: |s, (x, y)| (x, (y + 1) % s.height as usize), exchanges_sides: false };
    let mirror = Map { cell: |s, (x, y)| (s.width as usize - 1 - x, y), exchanges_sides: false };
    let sides = Map { cell: |s, (x, y)| (x, s.height as usize - 1 - y), exchanges_sides: true };
    let maps: [(&str, &[&Map]); 7] = [
        ("cylinder64", &[&aside, &mirror, &sides]),
        ("mobius80", &[&mirror, &sides]),
        ("torus96", &[&aside, &up, &mirror, &sides]),
        ("klein96", &[&half_aside(), &mirror, &sides]),
        ("spherical64", &[&aside, &mirror, &sides]),
        ("pillow64", &[&half_aside(), &mirror, &sides]),
        ("projective96", &[&mirror, &sides]),
    ];
    let games = if cfg!(debug_assertions) { 4 } else { 60 };
    for (variant, maps) in maps {
        let rules = rules(variant, OFF);
        let positions = visited(&rules, games);
        for map in maps {
            let held = positions.iter().filter(|position| map.holds(position)).count();
            assert!(held * 2 > positions.len(), "{variant}: {held} of {}", positions.len());
        }
    }
}

/// A Klein bottle or a pillow is turned along its ranks by half of them: then its seams are where they were.
fn half_aside() -> Map {
    Map { cell: |s, (x, y)| ((x + s.width as usize / 2) % s.width as usize, y), exchanges_sides: false }
}

/// Kings, knights and pawns in the middle of a board do not come to a seam.
#[test]
fn out_of_reach_of_a_seam_the_board_is_the_square() {
    let size = "board_width = 10\nboard_height = 12";
    let on = |board: &str| rules("orthodox", &format!("{OFF}\nboard = '{board}'\n{size}"));
    let square = on("square");
    let mut dice = Dice(0x5ea7_0002);
    let mut compared = 0;
    for _ in 0..400 {
        let mut cells: Vec<(usize, usize)> = Vec::new();
        let mut text = String::new();
        for label in ["Ke", "ke", "Nb", "nb", "Ng", "pa", "Pa", "pb", "Pb"] {
            let at = (2 + dice.below(6), 3 + dice.below(6));
            if !cells.contains(&at) {
                cells.push(at);
                text += &format!("{label}@{}{}' ", char::from(b'a' + at.0 as u8), at.1 + 1);
            }
        }
        let text = format!("{text}; {}", ["w", "b"][dice.below(2)]);
        let Ok(plain) = LatticePosition::from_text(&square, &text) else { continue };
        for board in ["cylinder", "mobius", "torus", "klein", "spherical", "pillow", "projective"] {
            let glued = LatticePosition::from_text(&on(board), &text).expect(&text);
            assert_eq!(texts(&glued), texts(&plain), "{board}: {text}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

/// A pawn that captures en passant and lands on the line promotes, as by any other move.
#[test]
fn en_passant_on_the_line_promotes() {
    let start = "start = \"Ka@f2 Pa@h2 Qa@b1 ka@b8 pa@a6 qa@c8 ; w\"";
    let rules = rules("torus96", &format!("promotion_line = 5\npromotes_to = \"QR\"\n{start}"));
    let text = "p1@a4' K1@f5' P3@h4' k1@b8' ; w ; 0 30 ; ep=a5";
    let position = LatticePosition::from_text(&rules, text).expect(text);
    let takes: Vec<String> = texts(&position).into_iter().filter(|text| text.starts_with("h4a5")).collect();
    assert_eq!(takes, ["h4a5q", "h4a5r"]);
    let mut after = position.clone();
    after.play(&position.read_move("h4a5q").expect("a move")).expect("legal");
    assert!(after.to_fen().is_none() && after.to_string().contains("Q3@a5"), "{after}");
}

/// The conditions by which the array of the projective plane was found: nobody attacks an enemy, every officer has pawns of its own
/// side to the left and right, ahead and behind, the latter two with the right directions, and the armies are mirror images.
#[test]
fn the_array_of_the_projective_plane_is_guarded_on_all_sides() {
    let rules = rules("projective96", "");
    let (grid, sheet) = (rules.grid(), rules.grid().sheet().expect("flat"));
    let at = |cell: Cell| rules.array().iter().find(|piece| piece.cell == cell);
    for piece in rules.array() {
        let mirrored = grid.place(sheet.height as usize - 1 - grid.row(piece.cell), grid.column(piece.cell));
        let other = at(mirrored).expect("an image");
        assert_eq!((other.label, other.flips), (piece.label.of_other_side(), piece.flips));
    }
    for piece in rules.array().iter().filter(|piece| piece.kind != Kind::PAWN) {
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (row, column) = (grid.row(piece.cell) as i64, grid.column(piece.cell) as i64);
            let next = |n: i64| sheet.cell(row + n * y, column + n * x).expect("no walls");
            let is_own_officer =
                |piece: &ArrayPiece, of: &ArrayPiece| piece.kind != Kind::PAWN && piece.color == of.color;
            let guard = (1..)
                .map(next)
                .find(|c| !at(grid.place(c.row, c.column)).is_some_and(|p| is_own_officer(p, piece)));
            let there = guard.expect("an end");
            let pawn = at(grid.place(there.row, there.column)).expect("a guard");
            assert_eq!((pawn.kind, pawn.color), (Kind::PAWN, piece.color), "{} {x} {y}", piece.label);
            let goes_up = (pawn.color == Color::White) != (pawn.flips.y != there.flips.y);
            assert!(y == 0 || goes_up == (y > 0), "{} {x} {y}", piece.label);
        }
    }
    let start = LatticePosition::initial(&rules).expect("an array").to_string();
    for turn in ["; w", "; b"] {
        let position = LatticePosition::from_text(&rules, &start.replacen("; w", turn, 1)).expect("an array");
        assert!(position.legal_moves().iter().all(|m| at(m.to()).is_none()), "{position}");
    }
}
