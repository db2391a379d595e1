//! Sheets to print: diagrams, stipulations and solutions.

use super::{SolveTask, Solved};
use crate::chess::Color;
use crate::cli::Failure;
use crate::cli::plot::complain_of_missing;
use crate::depict::{Show, depict, depict_keys};
use crate::disk::write_whole;
use crate::game::{Game, Position};
use crate::render::{Diagram, Painter, Scene};
use std::path::Path;

/// The width of a sheet in pixels.
const WIDTH: u32 = 1200;

/// The forms of a sheet, by the ending of its name.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Png,
    Svg,
}

impl Form {
    pub fn of(path: &Path) -> Result<Form, Failure> {
        match path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).as_deref() {
            Some("png") => Ok(Form::Png),
            Some("svg") => Ok(Form::Svg),
            _ => {
                let advice = "the name must end in .png or .svg; browsers print an SVG as PDF";
                Err(format!("--sheet {}: {advice}", path.display()).into())
            }
        }
    }
}

/// Draws problems and their solutions into a file.
pub(super) fn write(path: &Path, form: Form, tasks: &[SolveTask], solved: &[Solved]) -> Result<(), Failure> {
    let diagrams: Vec<Diagram> =
        tasks.iter().zip(solved).map(|(task, solved)| diagram(task, solved)).collect::<Result<_, _>>()?;
    let painter = Painter::new();
    complain_of_missing(painter.missing_on_sheet(&diagrams)?, path);
    let bytes = match form {
        Form::Png => painter.sheet_png(&diagrams, WIDTH)?,
        Form::Svg => painter.sheet_svg(&diagrams, WIDTH)?.into_bytes(),
    };
    Ok(write_whole(path, &bytes)?)
}

fn diagram(task: &SolveTask, solved: &Solved) -> Result<Diagram, Failure> {
    let count = |color: Color| task.position.pieces().filter(|(label, _)| label.color() == color).count();
    Ok(Diagram {
        title: task.title.clone(),
        asked: task.stipulation.to_string(),
        count: format!("({} + {})", count(Color::White), count(Color::Black)),
        conditions: conditions(task),
        solution: solved.text.lines().map(str::to_owned).collect(),
        ..Diagram::new(scene(task, solved)?)
    })
}

fn scene(task: &SolveTask, solved: &Solved) -> Result<Scene, Failure> {
    Ok(match &task.position {
        Position::Plane(position) if !solved.keys.is_empty() => depict_keys(position, &solved.keys),
        position => depict(&Game::new(position.clone()), 0, Show::LastMove)?,
    })
}

/// Returns the name of the variant with the parameters that differ, and `black to move` where White would be expected.
fn conditions(task: &SolveTask) -> String {
    let mut conditions = vec![task.variant.clone()];
    conditions.extend(task.rules.iter().map(|(name, value)| format!("{name} = {value}")));
    let begins = |turn| task.stipulation.begins(turn);
    if begins(Color::White) == Color::White && begins(task.position.turn()) == Color::Black {
        conditions.push("black to move".to_owned());
    }
    conditions.join(", ")
}
