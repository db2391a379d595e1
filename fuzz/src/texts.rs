//! Texts from strangers: whatever is not refused reads back as it was written.

use crate::cases::Seeds;
use crate::dice::Dice;
use continuum::notation;
use continuum::{Analysis, Game, Position, Prepared, scenario};

/// Above this many pieces positions are read and not analysed.
const CROWD: usize = 60;

/// Position text of every preset.
pub fn position(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let variant = dice.pick(&seeds.variants);
    *input = dice.damaged(&seeds.texts);
    if let Ok(position) = Position::from_text(variant, input) {
        reads_back(variant, &position);
    }
}

fn reads_back(variant: &Prepared, position: &Position) {
    let text = position.to_string();
    let again = Position::from_text(variant, &text).expect("what was written reads back");
    assert_eq!(again.to_string(), text);
    if text.matches('@').count() < CROWD {
        assert_eq!(Analysis::of(&again), Analysis::of(position));
    }
}

/// Move text in the positions of the scenarios.
pub fn move_text(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let position = dice.pick(&seeds.positions).clone();
    let text = dice.damaged(&seeds.moves);
    *input = format!("{position}\n{text}");
    let before = position.to_string();
    let mut game = Game::new(position);
    if game.play(&text).is_err() {
        assert_eq!(game.position().to_string(), before, "a refused move changes nothing");
    }
}

/// Numbers as people write them.
pub fn number(_: &Seeds, dice: &mut Dice, input: &mut String) {
    let sound: Vec<String> =
        ["3/2", "2*sqrt(2)", "atan(-1/2)", "1-(2+3)*4", "-.5e3"].map(str::to_owned).to_vec();
    let text = dice.damaged(&sound);
    *input = dice.damage(&text, &sound);
    if let Some(value) = notation::number(input) {
        assert!(value.is_finite());
    }
}

/// FEN, on the square lattices and elsewhere.
pub fn fen(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let variant = dice.pick(&seeds.variants);
    *input = dice.damaged(&seeds.fens);
    if let Ok(position) = Position::from_fen(variant, input) {
        reads_back(variant, &position);
    }
}

/// SAN on the orthodox board.
pub fn san(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    let sound: Vec<String> = ["Nf3", "exd5", "O-O", "O-O-O+", "e8=Q#", "R1xe2", "Qh4e1", "e2e4", "bxa8=N"]
        .map(str::to_owned)
        .to_vec();
    let start = Position::from_fen(seeds.preset("orthodox"), dice.pick(&seeds.fens).as_str());
    let Ok(start) = start else { return };
    let text = dice.damaged(&sound);
    *input = format!("{start}\n{text}");
    let mut game = Game::new(start);
    if game.play(&text).is_ok() {
        reads_back(seeds.preset("orthodox"), game.position());
    }
}

/// Scenario files, in a folder where they find the variants they name.
pub fn scenario(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    *input = dice.damaged(&seeds.scenarios);
    let file = seeds.folder.join("case.toml");
    std::fs::write(&file, &*input).expect("a file for the case");
    // Whether it is refused, fails or passes is all right.
    let _ = scenario::run(&file);
}

/// Variant files.
pub fn variant(seeds: &Seeds, dice: &mut Dice, input: &mut String) {
    *input = dice.damaged(&seeds.files);
    if let Ok(variant) = Prepared::read(input)
        && let Ok(position) = Position::from_text(&variant, "start")
    {
        reads_back(&variant, &position);
    }
}
