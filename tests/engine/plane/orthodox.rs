//! Discrete play with step 1 and the lattice metric is orthodox chess without castling and en passant:
//! the whole engine held against the literature and against cozy-chess.

use super::random::rules;
use continuum::chess::Draws;
use continuum::game::{Analysis, Game, Position, Prepared, perft};
use continuum::plane;
use continuum::variant::Variant;
use cozy_chess::{Board, BoardBuilder, Color, Square};

fn on_the_plane(text: &str) -> Position {
    let discrete = rules("discrete", "step = 1\nstep_metric = 'lattice'");
    Position::Plane(plane::PlanePosition::from_text(discrete, text).expect("sound"))
}

/// Pieces put back and series, alone and together, against the lattice's own generator: games of random moves there,
/// each position counted here too.
#[test]
fn rebirth_and_series_count_as_on_the_lattice() {
    let (games, depth) = if cfg!(debug_assertions) { (3, 1) } else { (40, 2) };
    for axes in ["rebirth = 'own'", "turns = 'scottish'", "rebirth = 'own'\nturns = 'scottish'"] {
        let discrete = rules("discrete", &format!("step = 1\nstep_metric = 'lattice'\n{axes}"));
        let orthodox = format!("castling = false\nen_passant = false\n{axes}").parse().expect("toml");
        let orthodox = Variant::named("orthodox", &orthodox).expect("a preset");
        let orthodox = Prepared::new(orthodox).expect("a lattice");
        for seed in 0..games {
            let mut game = Game::new(Position::from_text(&orthodox, "start").expect("an array"));
            let mut dice = seed * 7919 + 1;
            for _ in 0..120 {
                let Analysis::Lattice(there) = game.analysis() else { unreachable!("a lattice game") };
                let text = game.position().to_string();
                let here = plane::PlanePosition::from_text(discrete.clone(), &centres(&text)).expect(&text);
                assert_eq!(here.status().as_str(), Analysis::of(game.position()).status().as_str(), "{text}");
                let nodes = |position: &Position, depth| {
                    perft(position, depth, Draws::Claimed, |_, _| ()).expect("countable").nodes
                };
                let here = Position::Plane(here);
                for depth in 1..=depth {
                    assert_eq!(nodes(&here, depth), nodes(game.position(), depth), "{axes} {text}");
                }
                if there.moves.is_empty() {
                    break;
                }
                dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648_u64;
                // Captures first, every other time: else few pieces are ever taken.
                let takes = |text: &&String| {
                    let mut trial = game.clone();
                    trial.play(text.as_str()).is_ok_and(|ply| !ply.made.captures().is_empty())
                };
                let taking: Vec<&String> = there.moves.iter().filter(takes).collect();
                let pick = (dice >> 8) as usize;
                let text = match taking.len() {
                    n if n > 0 && dice % 2 == 0 => taking[pick % n].clone(),
                    _ => there.moves[pick % there.moves.len()].clone(),
                };
                game.play(&text).expect("a move of the list");
            }
        }
    }
}

/// A position text of the 8 x 8 lattice with cells as their centres; a pawn off its start cell has moved.
fn centres(text: &str) -> String {
    let centre = |cell: &str| {
        let bytes = cell.as_bytes();
        format!("{}.5,{}.5", bytes[0] - b'a', bytes[1] - b'1')
    };
    let (pieces, rest) = text.split_once(';').expect("pieces and turn");
    let mut out = String::new();
    for piece in pieces.split_whitespace() {
        let (label, place) = piece.split_once('@').expect("a piece");
        let start = match label.as_bytes()[0] {
            b'P' => Some("2"),
            b'p' => Some("7"),
            _ => None,
        };
        let moved = start.is_some_and(|row| &place[1..2] != row);
        out.push_str(&format!("{label}@{}{}", centre(place), if moved { "'" } else { "" }));
        if place.contains('~') {
            out.push('~');
        }
        if let Some((_, home)) = place.split_once('=') {
            out.push_str(&format!("={}", centre(home)));
        }
        out.push(' ');
    }
    format!("{out};{rest}")
}

#[test]
fn the_initial_array_counts_as_in_the_books() {
    let start = on_the_plane("start");
    let depths: &[u64] = if cfg!(debug_assertions) { &[20, 400, 8902] } else { &[20, 400, 8902, 197_281] };
    for (depth, &nodes) in (1..).zip(depths) {
        assert_eq!(perft(&start, depth, Draws::Claimed, |_, _| ()).expect("countable").nodes, nodes);
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
                perft(&position, depth, Draws::Claimed, |_, _| ()).expect("countable").nodes,
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

/// The pieces on the centres of their squares; a pawn off its second rank has moved.
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
