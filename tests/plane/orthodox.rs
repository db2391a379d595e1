//! Discrete play with step 1 and the lattice metric is orthodox chess without castling and en passant:
//! the whole engine held against the literature and against cozy-chess.

use super::random::rules;
use continuum::game::{Position, perft};
use continuum::plane;
use cozy_chess::{Board, BoardBuilder, Color, Square};

fn on_the_plane(text: &str) -> Position {
    let discrete = rules("discrete", "step = 1\nstep_metric = 'lattice'");
    Position::Plane(plane::Position::from_text(discrete, text).expect("sound"))
}

#[test]
fn the_initial_array_counts_as_in_the_books() {
    let start = on_the_plane("start");
    let depths: &[u64] = if cfg!(debug_assertions) { &[20, 400, 8902] } else { &[20, 400, 8902, 197_281] };
    for (depth, &nodes) in (1..).zip(depths) {
        assert_eq!(perft(&start, depth).expect("countable").nodes, nodes);
    }
}

/// Two midgames without castling rights.
const MIDGAMES: [&str; 2] = [
    "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 1",
    "2r3k1/pP3ppp/4b3/3qP3/3p4/1Q3N2/P4PPP/3R2K1 b - - 0 1",
];

#[test]
fn midgames_count_as_another_program_counts() {
    for fen in MIDGAMES {
        let board: Board = fen.parse().expect("a FEN");
        let position = on_the_plane(&plane_text(&board));
        for depth in 1..=if cfg!(debug_assertions) { 2 } else { 3 } {
            assert_eq!(
                perft(&position, depth).expect("countable").nodes,
                count(&board, depth),
                "{fen} depth {depth}"
            );
        }
    }
}

/// Move sequences without en passant.
fn count(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut next = board.clone();
            next.play_unchecked(m);
            nodes += if depth == 1 { 1 } else { count(&without_en_passant(&next), depth - 1) };
        }
        false
    });
    nodes
}

fn without_en_passant(board: &Board) -> Board {
    let mut builder = BoardBuilder::from_board(board);
    builder.en_passant = None;
    builder.build().expect("still a board")
}

/// The men on the centres of their squares; a pawn off its second rank has moved.
fn plane_text(board: &Board) -> String {
    let mut text = String::new();
    for (i, square) in Square::ALL.into_iter().enumerate() {
        let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else { continue };
        let letter = piece.to_string();
        let (letter, home) = match color {
            Color::White => (letter.to_uppercase(), 1),
            Color::Black => (letter, 6),
        };
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let moved = if rank == home { "" } else { "'" };
        text.push_str(&format!("{letter}{i}@{file}.5,{rank}.5{moved} "));
    }
    text + if board.side_to_move() == Color::White { "; w" } else { "; b" }
}
