//! `continuum plot`

use super::select::whole;
use super::{Failure, Outcome, tell_failures};
use crate::chess::{Color, Label};
use crate::depict::{Show, depict};
use crate::disk::write_whole;
use crate::game::Game;
use crate::render::{self, Scene};
use crate::scenario::{self, Report, RunOptions};
use crate::wording::of_io;
use std::path::{Path, PathBuf};

/// Hundredths of a second that a frame of a GIF is shown.
const FRAME: u16 = 120;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The picture: .png, .svg, or .gif for an animation of the moves
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The position after this many plies [default: the last]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u32::MAX.into()), allow_negative_numbers = true)]
    ply: Option<usize>,
    #[command(flatten)]
    show: ShowArgs,
    /// The width in pixels
    #[arg(long, value_name = "PX", default_value_t = 600, value_parser = whole::<u32>(1, u32::MAX.into()), allow_negative_numbers = true)]
    size: u32,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct ShowArgs {
    /// Show the legal set of this piece; of one of the side not to move as if that side had the turn
    #[arg(long, value_name = "PIECE")]
    legal: Option<Label>,
    /// Show what a side attacks
    #[arg(long, value_name = "white|black")]
    attacks: Option<Color>,
    /// Show the way of every move, not of the last alone
    #[arg(long)]
    paths: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let report = scenario::run_with(&args.file, &RunOptions { until: args.ply, ..RunOptions::default() })?;
    let game = &report.game;
    let show = match &args.show {
        ShowArgs { legal: Some(label), .. } => Show::Legal(*label),
        ShowArgs { attacks: Some(color), .. } => Show::Attacks(*color),
        ShowArgs { paths: true, .. } => Show::Paths,
        ShowArgs { .. } => Show::LastMove,
    };
    let last = args.ply.unwrap_or(game.plies().len());
    let draw = |ply: usize| -> Result<Scene, Failure> { Ok(depict(game, ply, show)?.titled(&report.title)) };
    let ending = args.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let bytes = match ending.as_deref() {
        Some("png") => render::png(&draw(last)?, args.size)?,
        Some("svg") => render::svg(&draw(last)?, args.size)?.into_bytes(),
        Some("gif") => {
            let scenes = (0..=last).map(draw).collect::<Result<Vec<_>, _>>()?;
            render::gif(&scenes, args.size, &vec![FRAME; scenes.len()])?
        }
        _ => {
            return Err(
                format!("-o {}: the name must end in .png, .svg or .gif", args.output.display()).into()
            );
        }
    };
    write(&args.output, &bytes)?;
    Ok(tell_failures(&report))
}

/// The picture of a whole scenario: its moves, or else the legal set that it asks for.
pub fn overview(report: &Report) -> Result<Scene, Failure> {
    let game: &Game = &report.game;
    let show = match report.asked {
        Some(label) if game.plies().is_empty() && game.position().for_man(label).is_ok() => {
            Show::Legal(label)
        }
        _ => Show::Paths,
    };
    let scene = depict(game, game.plies().len(), show)?;
    let moves: Vec<&str> = game.plies().iter().map(|ply| ply.text.as_str()).collect();
    let line = [moves.join(", "), scene.caption.clone()].into_iter().filter(|s| !s.is_empty());
    let caption = line.collect::<Vec<_>>().join(". ");
    Ok(scene.captioned(caption).titled(&report.title))
}

/// Writes a picture whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(write_whole(path, bytes).map_err(|e| format!("{}: {}", path.display(), of_io(&e)))?)
}
