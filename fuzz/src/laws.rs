//! Laws at random places: generator against predicate, one generator against the other, play and take back, texts that
//! read back, and another library's moves.

use crate::cases::Seeds;
use crate::dice::Dice;
use crate::texts::first_line;
use continuum::chess::{Label, Status};
use continuum::game::PlaneAnalysis;
use continuum::geom::Interval;
use continuum::plane::{LaneShape, Span, Survey};
use continuum::{Analysis, Game, Position, Prepared};

/// So near to an end of an interval rounding of the text decides, and nothing is asked.
const NEAR: f64 = 1e-6;

/// A position of the plane as text, its pieces shifted a little from where a scenario has them.
fn shifted(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let text = dice.pick(&seeds.texts);
    let (pieces, rest) = text.split_once(';')?;
    let mut shifted = String::new();
    for piece in pieces.split_whitespace() {
        let (label, place) = piece.split_once('@')?;
        let (x, y) = place.split_once(',')?;
        let end = y.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(y.len());
        let move_by = |at: f64, dice: &mut Dice| (at + (dice.unit() - 0.5) * 0.4).clamp(0.0, 8.0);
        let (x, suffix, y) = (x.parse().ok()?, &y[end..], y[..end].parse().ok()?);
        let (x, y) = (move_by(x, dice), move_by(y, dice));
        shifted.push_str(&format!("{label}@{x},{y}{suffix} "));
    }
    Some(format!("{shifted};{rest}"))
}

/// The legal set of a position of the plane.
fn plane(position: &Position) -> Option<PlaneAnalysis> {
    match Analysis::of(position) {
        Analysis::Plane(analysis) => Some(analysis),
        Analysis::Lattice(_) => None,
    }
}

/// A continuous position and a distance along one of its lanes: `Qd 90 1.25`.
pub fn make_distance(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let text = shifted(seeds, dice)?;
    let position = Position::from_text(seeds.preset("continuous"), &text).ok()?;
    let analysis = plane(&position)?;
    // A pawn's distance beyond a promotion needs a letter.
    let spans: Vec<_> = analysis
        .spans
        .iter()
        .filter(|s| !s.turn && s.arc.is_none() && !s.promotes && s.piece.letter() != 'P')
        .collect();
    if spans.is_empty() {
        return None;
    }
    let span = dice.pick(&spans);
    Some(format!("{position}\n{} {} {}", span.piece, span.bearing, dice.unit() * span.to * 1.3))
}

/// A distance played as text is legal exactly when the legal set has it, whichever generator gives the set.
pub fn generator_against_predicate(seeds: &Seeds, input: &str) {
    let (position, text) = first_line(input);
    let position = Position::from_text(seeds.preset("continuous"), position).expect("a position");
    let mut words = text.split(' ');
    let piece = words.next().expect("a label").parse().expect("a label");
    let mut number = || words.next().expect("a number").parse::<f64>().expect("a number");
    let (bearing, distance) = (number(), number());
    let played = Game::new(position.clone()).play(text).map(|_| ());
    let Ok(legal) = position.distances(piece, bearing) else {
        assert!(played.is_err(), "{text} in {position}: the piece has no such bearing");
        return;
    };
    for legal in [legal.parts().to_vec(), generally(&position, piece, bearing)] {
        let near = |end: f64| (end - distance).abs() < NEAR;
        if !legal.iter().any(|part| near(part.from) || near(part.to)) {
            let is_legal = legal.iter().any(|part| part.contains(distance));
            assert_eq!(played.is_ok(), is_legal, "{text} in {position}: {played:?}");
        }
    }
}

/// The distances of a piece along a bearing, found in the slower, general way. On the plane only.
fn generally(position: &Position, piece: Label, bearing: f64) -> Vec<Interval> {
    let Position::Plane(p) = position else { return Vec::new() };
    let Some(id) = p.find(piece).filter(|_| !p.allows_no_move()) else { return Vec::new() };
    let is_along = |span: &Span| {
        let lane = &p.lanes(id)[span.lane];
        let off = (p.piece(id).bearing_along(lane) - bearing + 180.0).rem_euclid(360.0) - 180.0;
        lane.shape == LaneShape::Straight && off.abs() < NEAR
    };
    let survey = Survey::general(p);
    let straight = survey.legal_of(id).into_iter().filter(is_along).map(|span| span.part);
    straight.chain(survey.legal_along(id, bearing).into_iter().map(|found| found.part)).collect()
}

/// A move of the position as text, if it has any.
fn some_move(position: &Position, dice: &mut Dice) -> Option<String> {
    match Analysis::of(position) {
        Analysis::Lattice(analysis) if analysis.moves.is_empty() => None,
        Analysis::Lattice(analysis) => Some(dice.pick(&analysis.moves).clone()),
        Analysis::Plane(analysis) if analysis.spans.is_empty() => None,
        Analysis::Plane(analysis) => {
            let span = dice.pick(&analysis.spans);
            let distance = span.from + (span.to - span.from) * dice.unit();
            let promotion = if span.promotes { " =Q" } else { "" };
            let bend = match span.arc {
                Some(radius) if radius > 0.0 => format!("left:{radius} "),
                Some(radius) => format!("right:{} ", -radius),
                None => String::new(),
            };
            Some(match span.turn {
                true => format!("{} turn {distance:+}", span.piece),
                false => format!("{} {} {bend}{distance}{promotion}", span.piece, span.bearing),
            })
        }
    }
}

/// A position of a scenario and up to six random moves from it, one a line.
pub fn make_game(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let placed = dice.pick(&seeds.positions);
    let mut input = placed.name.clone();
    let mut game = Game::new(placed.position.clone());
    for _ in 0..dice.below(7) {
        let Some(text) = some_move(game.position(), dice) else { break };
        if game.play(&text).is_err() {
            // The text's rounding may leave an open end.
            break;
        }
        input.push('\n');
        input.push_str(&text);
    }
    Some(input)
}

/// The game of an input, and the texts of all its positions.
fn played(seeds: &Seeds, input: &str) -> (Game, Vec<String>) {
    let (name, moves) = first_line(input);
    let mut game = Game::new(seeds.placed(name).clone());
    let mut seen = vec![game.position().to_string()];
    for text in moves.lines() {
        game.play(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        seen.push(game.position().to_string());
    }
    (game, seen)
}

/// All taken back and made again: every position is as it was.
pub fn play_then_undo(seeds: &Seeds, input: &str) {
    let (mut game, seen) = played(seeds, input);
    for text in seen.iter().rev().skip(1) {
        assert!(game.undo());
        assert_eq!(&game.position().to_string(), text);
    }
    assert!(!game.undo());
    for text in seen.iter().skip(1) {
        assert!(game.redo());
        assert_eq!(&game.position().to_string(), text);
    }
}

/// A position reached by play reads back from its text, with the same legal set.
pub fn texts_read_back(seeds: &Seeds, input: &str) {
    let (game, _) = played(seeds, input);
    let position = game.position();
    let Ok(variant) = Prepared::new(position.variant().clone()) else { return };
    let text = position.to_string();
    let again = Position::from_text(&variant, &text).expect("what was written reads back");
    assert_eq!(again.to_string(), text);
    assert_eq!(Analysis::of(&again), Analysis::of(position));
}

/// A FEN of the orthodox board after some random moves.
pub fn make_orthodox(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let start = Position::from_fen(seeds.preset("orthodox"), dice.pick(&seeds.fens).as_str()).ok()?;
    let mut game = Game::new(start);
    for _ in 0..dice.below(40) {
        let Some(text) = some_move(game.position(), dice) else { break };
        if game.play(&text).is_err() {
            // A draw by repetition, which the position by itself does not know.
            break;
        }
    }
    match game.position() {
        Position::Lattice(position) => position.to_fen(),
        Position::Plane(_) => None,
    }
}

/// The moves of an orthodox position are those of another library.
pub fn orthodox_moves(seeds: &Seeds, input: &str) {
    let position = Position::from_fen(seeds.preset("orthodox"), input).expect("a FEN");
    // The other library refuses what no game leads to.
    let Ok(board) = input.parse::<cozy_chess::Board>() else { return };
    let Analysis::Lattice(analysis) = Analysis::of(&position) else { return };
    if position.status() == Status::Draw {
        return;
    }
    let mut theirs = 0;
    board.generate_moves(|moves| {
        theirs += moves.len();
        false
    });
    assert_eq!(analysis.moves.len(), theirs, "{input}");
}
