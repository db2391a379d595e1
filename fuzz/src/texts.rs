//! Texts from strangers: whatever is not refused reads back as it was written.

use crate::cases::Seeds;
use crate::dice::Dice;
use continuum::notation;
use continuum::{Analysis, Game, Position, Prepared, scenario};

/// Above this many pieces positions are read and not analysed.
const CROWD: usize = 60;

/// The first line of an input, and what follows it.
pub fn first_line(input: &str) -> (&str, &str) {
    input.split_once('\n').unwrap_or((input, ""))
}

/// A preset's name on one line and a damaged text below it.
fn for_a_preset(seeds: &Seeds, dice: &mut Dice, sound: &[String]) -> String {
    let name = dice.pick(&seeds.variants).variant().name();
    format!("{name}\n{}", dice.damaged(sound))
}

fn reads_back(prepared: &Prepared, position: &Position) {
    let text = position.to_string();
    let again = Position::from_text(prepared, &text).expect("what was written reads back");
    assert_eq!(again.to_string(), text);
    if text.matches('@').count() < CROWD {
        assert_eq!(Analysis::of(&again), Analysis::of(position));
    }
}

/// A preset and a position text.
pub fn make_position(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    Some(for_a_preset(seeds, dice, &seeds.texts))
}

/// A position that is read is written so that it reads back.
pub fn position(seeds: &Seeds, input: &str) {
    let (variant, text) = first_line(input);
    let variant = seeds.preset(variant);
    if let Ok(position) = Position::from_text(variant, text) {
        reads_back(variant, &position);
    }
}

/// A position of a scenario and a move text.
pub fn make_move(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let placed = dice.pick(&seeds.positions);
    Some(format!("{}\n{}", placed.name, dice.damaged(&seeds.moves)))
}

/// A refused move changes nothing.
pub fn move_text(seeds: &Seeds, input: &str) {
    let (name, text) = first_line(input);
    let position = seeds.placed(name).clone();
    let before = position.to_string();
    let mut game = Game::new(position);
    if game.play(text).is_err() {
        assert_eq!(game.position().to_string(), before, "a refused move changes nothing");
    }
}

/// Numbers as people write them.
pub fn make_number(_: &Seeds, dice: &mut Dice) -> Option<String> {
    let sound: Vec<String> =
        ["3/2", "2*sqrt(2)", "atan(-1/2)", "1-(2+3)*4", "-.5e3"].map(str::to_owned).to_vec();
    let text = dice.damaged(&sound);
    Some(dice.damage(&text, &sound))
}

/// A number is finite.
pub fn number(_: &Seeds, input: &str) {
    if let Some(value) = notation::number(input) {
        assert!(value.is_finite());
    }
}

/// A preset, square lattice or not, and a FEN.
pub fn make_fen(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    Some(for_a_preset(seeds, dice, &seeds.fens))
}

/// A FEN that is read gives a position that reads back.
pub fn fen(seeds: &Seeds, input: &str) {
    let (variant, fen) = first_line(input);
    let variant = seeds.preset(variant);
    if let Ok(position) = Position::from_fen(variant, fen) {
        reads_back(variant, &position);
    }
}

/// A FEN of the orthodox board and a move in SAN.
pub fn make_san(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let sound: Vec<String> = ["Nf3", "exd5", "O-O", "O-O-O+", "e8=Q#", "R1xe2", "Qh4e1", "e2e4", "bxa8=N"]
        .map(str::to_owned)
        .to_vec();
    let fen = dice.pick(&seeds.fens).clone();
    Some(format!("{fen}\n{}", dice.damaged(&sound)))
}

/// A move in SAN that is played gives a position that reads back.
pub fn san(seeds: &Seeds, input: &str) {
    let (fen, text) = first_line(input);
    let orthodox = seeds.preset("orthodox");
    let Ok(start) = Position::from_fen(orthodox, fen) else { return };
    let mut game = Game::new(start);
    if game.play(text).is_ok() {
        reads_back(orthodox, game.position());
    }
}

/// Scenario files.
pub fn make_scenario(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    Some(dice.damaged(&seeds.scenarios))
}

/// A scenario is refused, fails or passes, in a folder where it finds the variants that it names.
pub fn scenario(seeds: &Seeds, input: &str) {
    let file = seeds.folder.join("case.toml");
    std::fs::write(&file, input).expect("a file for the case");
    // Which of the three is all right.
    let _ = scenario::run(&file);
}

/// Variant files.
pub fn make_variant(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    Some(dice.damaged(&seeds.files))
}

/// A variant that is read has an array that reads back.
pub fn variant(_: &Seeds, input: &str) {
    if let Ok(variant) = Prepared::read(input)
        && let Ok(position) = Position::from_text(&variant, "start")
    {
        reads_back(&variant, &position);
    }
}
