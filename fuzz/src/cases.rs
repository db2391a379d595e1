//! Sound inputs of the project, to begin with.

use crate::program::Program;
use continuum::{Position, Prepared, scenario, variant};
use std::path::{Path, PathBuf};

/// Sound inputs.
pub struct Seeds {
    /// Every preset, compiled.
    pub variants: Vec<Prepared>,
    /// Positions of the scenarios.
    pub positions: Vec<Placed>,
    /// The same as texts.
    pub texts: Vec<String>,
    /// Moves as they are written in scenarios.
    pub moves: Vec<String>,
    /// FENs.
    pub fens: Vec<String>,
    /// Scenario files.
    pub scenarios: Vec<String>,
    /// Variant files.
    pub files: Vec<String>,
    /// A folder for scenarios to be tried in, with the variant files that scenarios name.
    pub folder: PathBuf,
    program: Option<Program>,
}

/// A position of a scenario, with its variant.
pub struct Placed {
    /// The scenario and the number of plies played by then, such as `graze-passes 1`.
    pub name: String,
    /// The position.
    pub position: Position,
}

fn texts_in(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).collect()
}

impl Seeds {
    /// Reads what the project's folder holds; `program` is the built one, if its targets are wanted.
    pub fn read(root: &Path, program: Option<PathBuf>) -> Seeds {
        let folder = root.join("scenarios");
        let variants: Vec<Prepared> =
            variant::preset_names().map(|name| Prepared::preset(name).expect(name)).collect();
        let (mut positions, mut moves) = (Vec::new(), Vec::new());
        for file in scenario::find_files(std::slice::from_ref(&folder)).expect("scenarios") {
            let report = scenario::run(&file).expect("a sound scenario");
            let game = &report.game;
            let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let name = |plies: usize| format!("{stem} {plies}");
            positions.push(Placed { name: name(0), position: game.start().clone() });
            for (played, ply) in (1..).zip(game.plies()) {
                moves.push(ply.text.clone());
                positions.push(Placed { name: name(played), position: ply.after.clone() });
            }
        }
        let texts = positions.iter().map(|placed| placed.position.to_string()).collect();
        let tables = texts_in(&root.join("tests/perft"));
        let fens = tables.iter().flat_map(|table| table.lines()).filter_map(|line| line.strip_prefix("fen "));
        let fens = fens.map(str::to_owned).collect();
        let files = texts_in(&folder.join("variants"));
        let trial = std::env::temp_dir().join(format!("continuum-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(trial.join("variants")).expect("a folder for trials");
        for entry in std::fs::read_dir(folder.join("variants")).expect("a folder") {
            let entry = entry.expect("an entry");
            std::fs::copy(entry.path(), trial.join("variants").join(entry.file_name())).expect("copied");
        }
        let program = program.map(|path| Program::new(path, &trial));
        let scenarios = texts_in(&folder);
        Seeds { variants, positions, texts, moves, fens, scenarios, files, folder: trial, program }
    }

    /// The position of a scenario by its name.
    pub fn placed(&self, name: &str) -> &Position {
        let found = self.positions.iter().find(|placed| placed.name == name);
        &found.unwrap_or_else(|| panic!("no scenario gives `{name}`")).position
    }

    /// The built program.
    pub fn program(&self) -> &Program {
        self.program.as_ref().expect("name the built program by --program")
    }

    /// A preset compiled, by its name.
    pub fn preset(&self, name: &str) -> &Prepared {
        self.variants.iter().find(|variant| variant.variant().name() == name).expect("a preset")
    }
}

impl Drop for Seeds {
    fn drop(&mut self) {
        // What is left over lies in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
