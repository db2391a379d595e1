//! Laws at random places: generator against predicate, play and take back, texts that read back.

use crate::cases::Seeds;
use crate::dice::Dice;
use continuum::game::PlaneAnalysis;
use continuum::{Analysis, Game, Position, Prepared};

/// So near to an end of an interval rounding of the text decides, and nothing is asked.
const NEAR: f64 = 1e-6;

/// A position of the plane whose pieces have been shifted a little, if it is one.
fn shifted(seeds: &Seeds, dice: &mut Dice) -> Option<Position> {
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
    Position::from_text(seeds.preset("continuous"), &format!("{shifted};{rest}")).ok()
}

/// A distance played as text is legal exactly when the legal set has it.
pub fn generator_against_predicate(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let Some(position) = shifted(seeds, dice) else { return };
    let Analysis::Plane(analysis) = Analysis::of(&position) else { return };
    let PlaneAnalysis { spans, .. } = &analysis;
    if spans.is_empty() {
        return;
    }
    for _ in 0..20 {
        let span = dice.pick(spans);
        if span.turn || span.arc.is_some() || span.promotes {
            continue;
        }
        let distance = dice.unit() * span.to * 1.3;
        let legal = Analysis::Plane(analysis.clone()).distances(span.piece, span.bearing);
        let near = |end: f64| (end - distance).abs() < NEAR;
        // A pawn's distance beyond a promotion needs a letter.
        if legal.parts().iter().any(|part| near(part.from) || near(part.to)) || span.piece.letter() == 'P' {
            continue;
        }
        let text = format!("{} {} {distance}", span.piece, span.bearing);
        *input = format!("{position}\n{text}");
        let played = Game::new(position.clone()).play(&text).map(|_| ());
        assert_eq!(played.is_ok(), legal.contains(distance), "{text} in {position}: {played:?}");
    }
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

/// Random play, all taken back and made again: every position is as it was.
pub fn play_then_undo(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let mut game = Game::new(dice.pick(&seeds.positions).clone());
    let mut seen = vec![game.position().to_string()];
    *input = seen[0].clone();
    for _ in 0..6 {
        let Some(text) = some_move(game.position(), dice) else { break };
        input.push('\n');
        input.push_str(&text);
        if game.play(&text).is_err() {
            // The text's rounding may leave an open end.
            break;
        }
        seen.push(game.position().to_string());
    }
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
pub fn texts_read_back(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let start = dice.pick(&seeds.positions).clone();
    let Ok(variant) = Prepared::new(start.variant().clone()) else { return };
    let mut game = Game::new(start);
    for _ in 0..dice.below(4) {
        let Some(text) = some_move(game.position(), dice) else { break };
        if game.play(&text).is_err() {
            break;
        }
    }
    let position = game.position();
    *input = position.to_string();
    let again = Position::from_text(&variant, input).expect("what was written reads back");
    assert_eq!(&again.to_string(), input);
    assert_eq!(Analysis::of(&again), Analysis::of(position));
}
