//! The boards: names, colours, voids, and where pieces reach on them (`docs/rules/ring.md` 1 and 2,
//! `docs/rules/disc.md` 1 and 2). The reach of sliders among random pieces is tested in `src/lattice/tables/compile.rs`.

use crate::common::{position, rules, texts};
use approx::assert_abs_diff_eq;
use continuum::board::{CellPath, CellStep, Grid, PathKind};
use continuum::chess::{Color, Kind, Label, Role};
use continuum::lattice::{LatticePosition, PawnWay, Setup, SetupPiece};
use continuum::variant::Names;

/// The sorted ends of a lone piece's moves; the kings stand far off in a corner.
fn ends(variant: &str, pieces: &str, from: &str) -> Vec<String> {
    let moves = texts(&position(variant, pieces));
    moves.iter().filter_map(|m| m.strip_prefix(from)).map(str::to_owned).collect()
}

fn sorted(words: &str) -> Vec<String> {
    let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}

/// A direction where none can be is refused with one text a board, for pawns and other pieces alike.
#[test]
fn a_stray_way_names_the_boards_that_have_ways() {
    let faults = |variant: &str, labels: &[&str]| -> Vec<String> {
        let rules = rules(variant, "");
        let cells = rules.grid().cells().skip(20);
        let pieces = labels.iter().zip(cells).map(|(label, cell)| {
            let label: Label = label.parse().expect("a label");
            SetupPiece { way: Some(PawnWay::First), ..SetupPiece::new(label, cell) }
        });
        let refused = LatticePosition::new(&rules, &Setup::new(pieces.collect(), Color::White)).map(drop);
        let texts = refused.expect_err(variant).into_iter().map(|fault| fault.to_string());
        texts.filter(|text| text.contains("suffix")).collect()
    };
    let told = |board: &str| format!("only pawns of a {board} board have this suffix");
    assert_eq!(faults("orthodox", &["Na", "Pa"]), [told("round"), told("round")]);
    assert_eq!(faults("byzantine", &["Na"]), [told("ring")]);
    assert_eq!(faults("disc70", &["Na"]), [told("disc")]);
}

#[test]
fn listed_destinations_of_the_disc() {
    let kings = "Ke@e1' ke@e7' ; w";
    assert_eq!(ends("disc70", "Ke@a4' ke@e8' Nb@b1 ; w", "a4"), sorted("a3 a5 b3 b4 b5 i4 i5 i6"));
    assert_eq!(ends("disc70", "Ke@i4' ke@e8' Nb@b1 ; w", "i4"), sorted("a4 a5 a6 h3 h4 h5 i3 i5"));
    assert_eq!(ends("disc70", &format!("Nb@i4 {kings}"), "i4"), sorted("a3 a7 b4 b6 g3 g5 h2 h6"));
    assert_eq!(
        ends("disc70", "Bc@d1 Kx@h1' ke@c8' ; w", "d1"),
        sorted("c2 b3 a4 i4 h3 g2 f1 e2 f3 g4 h5 i6 a2 b1")
    );
    // a4 of the empty board: its ring of 18, its diameter of 8, less itself and the cell on both.
    assert_eq!(ends("disc70", "Ra@a4 Kx@h1' ke@e8' ; w", "a4").len(), 23);
}

#[test]
fn a_knight_may_not_come_back() {
    // a1 -> i6 by two along the file to a3, one across to i6: no void. Back by two along the
    // file: i6, i7, i8, and i8 is void; or along the rank first: not to a1 at all.
    let there = ends("disc70", "Nb@a1 Kx@e1' ke@e8' ; w", "a1");
    let back = ends("disc70", "Nb@i6 Kx@e1' ke@e8' ; w", "i6");
    assert!(there.contains(&"i6".to_owned()) && !back.contains(&"a1".to_owned()), "{there:?} {back:?}");
    let any = rules("disc70", "knight_voids = 'any'");
    let either = texts(&LatticePosition::from_text(&any, "Nb@i6 Kx@e1' ke@e8' ; w").expect("valid"));
    assert!(either.contains(&"i6a1".to_owned()));
}

#[test]
fn the_knight_on_i6_does_not_check_a_king_on_a1() {
    let position = position("disc70", "Ke@a1' ke@e8' nb@i6 ; w");
    assert!(!position.in_check());
    let position = self::position("disc70", "Ke@i6' ke@e8' nb@a1 ; w");
    assert!(position.in_check());
}

#[test]
fn a_rook_goes_round_the_ring_but_not_home() {
    let round = ends("ring64", "Ra@e4' Kx@h1' ke@h5' ; w", "e4");
    // Fifteen on its ring, three on its radius.
    assert_eq!(round.len(), 18);
    assert!(!round.contains(&"e4".to_owned()));
}

#[test]
fn a_rook_checks_both_ways_round_and_one_man_cannot_shut_both() {
    // Black's king alone on the inner ring with White's rook: e5 and d4 lie on the two ways.
    let position = position("ring64", "Ra@e2' Kx@g1' ke@d7' ra@h4' ; b");
    assert!(position.in_check());
    assert!(texts(&position).iter().all(|m| m.starts_with("d7")), "{:?}", texts(&position));
}

#[test]
fn names_and_colours() {
    let ring = Grid::RING;
    let cell = |name| ring.cell(name, Names::Orthodox).expect(name);
    for (orthodox, lincoln) in [("a1", "a1"), ("d8", "d8"), ("e1", "d16"), ("h8", "a9"), ("h1", "a16")] {
        assert_eq!(ring.name(cell(orthodox), Names::Lincoln), lincoln);
        assert_eq!(ring.cell(lincoln, Names::Lincoln), Ok(cell(orthodox)));
    }
    for grid in [Grid::SQUARE, Grid::RING, Grid::DISC70] {
        let light = |name| grid.is_light(grid.cell(name, Names::Orthodox).expect(name));
        assert!(light("h1") && light("d1") && !light("e1") && !light("a1"));
        let names: std::collections::HashSet<String> =
            grid.places().map(|cell| grid.name(cell, Names::Orthodox)).collect();
        assert_eq!(names.len(), grid.places().count());
    }
    for (grid, cells) in [(Grid::DISC70, 70), (Grid::DISC68, 68), (Grid::DISC66, 66), (Grid::RING, 64)] {
        assert_eq!(grid.cells().count(), cells);
        // Every step of a king or bishop along a diagonal keeps the colour.
        for from in grid.cells() {
            for to in CellStep::KING.into_iter().filter(|s| s.is_diagonal()).flat_map(|s| grid.walk(from, s))
            {
                assert_eq!(grid.is_light(from), grid.is_light(to));
            }
        }
    }
    assert!(Grid::DISC70.cell("i1", Names::Orthodox).is_err_and(|e| e.to_string().contains("void")));
}

#[test]
fn white_is_at_the_south_and_the_paths_are_the_curves_they_should_be() {
    let point = |grid: &Grid, name: &str| grid.point(grid.cell(name, Names::Orthodox).expect(name));
    // Rank 1 of the ring straddles the south.
    assert_abs_diff_eq!(point(&Grid::RING, "d1").x, -point(&Grid::RING, "e1").x, epsilon = 1e-12);
    assert!(point(&Grid::RING, "e1").y < 0.0 && point(&Grid::RING, "e1").x > 0.0);
    // Sector 8 of the disc lies due east.
    let east = point(&Grid::DISC70, "i4");
    assert_abs_diff_eq!(east.y, 0.0, epsilon = 1e-12);
    assert!(east.x > 0.0 && point(&Grid::DISC70, "a1").y < 0.0);
    // A bishop's spiral through the centre: rho falls through zero while theta rises evenly.
    let d1 = Grid::DISC70.cell("d1", Names::Orthodox).expect("d1");
    let spiral = CellPath::new(&Grid::DISC70, d1, CellStep::new(-1, 1), 7);
    assert_eq!(spiral.kind(), PathKind::Spiral);
    assert_abs_diff_eq!(spiral.point(0.5).length(), 0.0, epsilon = 1e-12);
    assert_eq!(Grid::DISC70.cell_at(spiral.coord(1.0)), Grid::DISC70.cell("b1", Names::Orthodox).ok());
    assert_eq!(CellPath::new(&Grid::DISC70, d1, CellStep::new(0, 1), 2).kind(), PathKind::Arc);
    assert_eq!(CellPath::new(&Grid::DISC70, d1, CellStep::new(-1, 0), 2).kind(), PathKind::Line);
}

#[test]
fn every_legal_move_has_a_path_to_its_end() {
    for variant in ["orthodox", "shatranj", "byzantine", "ring64", "disc70", "disc66"] {
        let mut dice = crate::common::Dice(5);
        let mut position = LatticePosition::initial(&rules(variant, "")).expect("valid");
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let grid = position.rules().grid().clone();
            for &m in &moves {
                let traces = position.traces(m);
                let text = position.rules().move_text(m);
                assert!(
                    traces.iter().any(|t| grid.cell_at(t.coord(1.0)) == Some(m.to())),
                    "{variant} {text}"
                );
                assert_abs_diff_eq!(traces[0].point(0.0), grid.point(m.from()), epsilon = 1e-9);
            }
            let m = moves[dice.below(moves.len())];
            position.play_move(m).expect("legal");
        }
    }
}

/// On a board with seams a row may lead to the same cell as a long diagonal.
#[test]
fn a_bishop_is_drawn_on_a_diagonal_and_a_rook_on_a_straight_line() {
    for variant in ["mobius80", "klein96", "torus96", "spherical64", "pillow64", "disc70"] {
        let mut dice = crate::common::Dice(3);
        for _ in 0..4 {
            let mut position = LatticePosition::initial(&rules(variant, "")).expect("valid");
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &m in &moves {
                    let kind = position.piece_at(m.from()).expect("a piece").kind;
                    let is_diagonal = position.traces(m)[0].step().is_diagonal();
                    let text = position.rules().move_text(m);
                    assert!(
                        kind != Kind::Known(Role::Bishop) || is_diagonal,
                        "{variant} {text} in {position}"
                    );
                    assert!(
                        kind != Kind::Known(Role::Rook) || !is_diagonal,
                        "{variant} {text} in {position}"
                    );
                }
                position.play_move(moves[dice.below(moves.len())]).expect("legal");
            }
        }
    }
}
