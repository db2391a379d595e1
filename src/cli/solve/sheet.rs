//! Sheets to print: diagrams, stipulations and solutions.

use super::{SolveTask, Solved};
use crate::cli::Failure;
use crate::cli::plot::{PictureFormat, complain_of_missing};
use continuum::chess::Color;
use continuum::depict::{Show, depict, depict_keys};
use continuum::disk::write_whole;
use continuum::game::{Game, Position};
use continuum::render::{Diagram, Painter, Scene};
use std::path::Path;

/// The width of a sheet in pixels.
const WIDTH: u32 = 1200;

/// The file of a sheet.
pub(super) struct SheetFile<'a> {
    path: &'a Path,
    /// Whether the sheet is an SVG. Otherwise it is a PNG.
    is_svg: bool,
}

impl SheetFile<'_> {
    pub fn new(path: &Path) -> Result<SheetFile<'_>, Failure> {
        let is_svg = match PictureFormat::of(path) {
            Some(PictureFormat::Png) => false,
            Some(PictureFormat::Svg) => true,
            Some(PictureFormat::Gif) | None => {
                let advice = "the name must end in .png or .svg; browsers print an SVG as PDF";
                return Err(format!("--sheet {}: {advice}", path.display()).into());
            }
        };
        Ok(SheetFile { path, is_svg })
    }

    /// Draws problems and their solutions into the file.
    pub fn write(&self, tasks: &[SolveTask], solved_problems: &[Solved]) -> Result<(), Failure> {
        let mut diagrams = Vec::new();
        for (task, solved) in tasks.iter().zip(solved_problems) {
            diagrams.push(diagram(task, solved)?);
        }
        let painter = Painter::new();
        complain_of_missing(painter.missing_on_sheet(&diagrams)?, self.path);
        let bytes = if self.is_svg {
            painter.sheet_svg(&diagrams, WIDTH)?.into_bytes()
        } else {
            painter.sheet_png(&diagrams, WIDTH)?
        };
        Ok(write_whole(self.path, &bytes)?)
    }
}

fn diagram(task: &SolveTask, solved: &Solved) -> Result<Diagram, Failure> {
    let pieces_of = |side: Color| task.position.pieces().filter(|(label, _)| label.color() == side).count();
    Ok(Diagram {
        title: task.title.clone(),
        asked: task.stipulation.to_string(),
        count: format!("({} + {})", pieces_of(Color::White), pieces_of(Color::Black)),
        conditions: conditions(task),
        solution: solved.text.lines().map(str::to_owned).collect(),
        scene: scene(task, solved)?,
    })
}

/// Returns the board of a problem, on the plane with the keys.
fn scene(task: &SolveTask, solved: &Solved) -> Result<Scene, Failure> {
    Ok(match &task.position {
        Position::Plane(position) if !solved.keys.is_empty() => depict_keys(position, &solved.keys),
        position => depict(&Game::new(position.clone()), 0, Show::LastMove)?,
    })
}

/// Returns the name of the variant with its overridden parameters, and `black to move` if Black begins although White may.
fn conditions(task: &SolveTask) -> String {
    let mut conditions = vec![task.variant.clone()];
    conditions.extend(task.rules.iter().map(|(name, value)| format!("{name} = {value}")));
    let may_white_begin = task.stipulation.begins(Color::White) == Color::White;
    let begins = task.stipulation.begins(task.position.turn());
    if may_white_begin && begins == Color::Black {
        conditions.push("black to move".to_owned());
    }
    conditions.join(", ")
}
