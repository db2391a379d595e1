//! `continuum plot`

use super::printed::complain;
use super::select::{PositionArgs, VariantArgs, whole};
use super::{Failure, Outcome, tell_failures};
use crate::chess::{Color, Label};
use crate::depict::{LanePair, Show, depict, depict_keys, under_way};
use crate::diagnostics::{FileFaults, io_message, read_json_file, read_text};
use crate::disk::write_whole;
use crate::game::{Game, Position};
use crate::render::{MAX_SIZE, MIN_SIZE, Painter, Projection, Scene, needs_layout};
use crate::scenario::{self, Report, RunOptions};
use crate::solve::plane::Certificate;
use std::path::{Path, PathBuf};

/// The time of a frame in milliseconds: while pieces travel, and in a GIF of still pictures.
const FRAME_MS: u32 = 50;
const STILL_MS: u32 = 1200;

/// The number of frames that show a ply under way.
const TRAVEL: usize = 14;

/// The time for which the position after a ply is shown, in frames.
const REST: u32 = 20;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario file; without it, the position of --position or --fen, or the initial one of --variant
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "fen", "variant", "overrides"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The picture: .png, .svg, or .gif for an animation of the moves
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The position after this many plies [default: the last]
    #[arg(long, value_name = "N", requires = "file", value_parser = whole::<usize>(0, u32::MAX.into()), allow_negative_numbers = true)]
    ply: Option<usize>,
    #[command(flatten)]
    show: ShowArgs,
    /// The width in pixels, from 64 to 8192
    #[arg(long, value_name = "PX", default_value_t = 600, value_parser = whole::<u32>(MIN_SIZE.into(), MAX_SIZE.into()), allow_negative_numbers = true)]
    size: u32,
    /// The title above the board [default: the scenario's, or none; of a map its lanes]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    title: Option<String>,
    /// The view of a board with seams: flat, round, or in space [default: round for ring and disc, else flat]
    #[arg(long, value_name = "chart|polar|solid")]
    view: Option<Projection>,
    /// Leave out the small names in the cells of a circular board
    #[arg(long)]
    no_names: bool,
    #[command(flatten)]
    font: FontArgs,
    /// The time of a frame of a GIF, in milliseconds [default: 50, with --still 1200]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    frame_ms: Option<u32>,
    /// One frame a ply in a GIF: pieces do not travel
    #[arg(long)]
    still: bool,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct ShowArgs {
    /// Show the legal set of this piece; for the side not to move as if it were that side's turn
    #[arg(long, value_name = "PIECE")]
    legal: Option<Label>,
    /// Show what a side attacks
    #[arg(long, value_name = "white|black")]
    attacks: Option<Color>,
    /// Show the path of every move, not only of the last
    #[arg(long)]
    paths: bool,
    /// Show every move that mates at once, on the plane
    #[arg(long)]
    mates: bool,
    /// Show the keys of a certificate, as `solve --certificate` writes it
    #[arg(long, value_name = "CERTIFICATE")]
    keys: Option<PathBuf>,
    /// Show, instead of the board, the distances of an answer that mate after each distance of a move: two lanes, `ka 0, Rb 270`
    #[arg(long, value_name = "LANE, LANE")]
    map: Option<LanePair>,
}

/// The option that names a font.
#[derive(Debug, clap::Args)]
pub struct FontArgs {
    /// A TrueType or OpenType font for titles in scripts other than Latin, Greek and Cyrillic
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
}

impl FontArgs {
    /// Returns a painter with the font.
    pub fn painter(&self) -> Result<Painter, Failure> {
        let Some(path) = &self.font else { return Ok(Painter::new()) };
        let bytes =
            std::fs::read(path).map_err(|e| format!("--font {}: {}", path.display(), io_message(&e)))?;
        Painter::with_font(bytes).map_err(|e| format!("--font {}: {e}", path.display()).into())
    }
}

impl Args {
    /// Whether a position is named, if only by its variant.
    fn names_position(&self) -> bool {
        self.position.position.is_some()
            || self.position.fen.is_some()
            || self.variant.variant.is_some()
            || !self.variant.overrides.is_empty()
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let options = RunOptions { until: args.ply, ..RunOptions::default() };
    let report = args.file.as_ref().map(|file| scenario::run_with(file, &options)).transpose()?;
    let placed;
    let (game, title): (&Game, &str) = if let Some(report) = &report {
        (&report.game, &report.title)
    } else if args.names_position() {
        placed = Game::new(args.position.read(&args.variant.prepare()?)?);
        (&placed, "")
    } else {
        return Err("nothing to draw: name a scenario FILE, or give --position, --fen or --variant".into());
    };
    let painter = args.font.painter()?;
    let bytes = picture(args, game, title, &painter)?;
    write(&args.output, &bytes)?;
    Ok(report.as_ref().map_or(Outcome::Fine, tell_failures))
}

/// Returns the bytes of the requested picture.
fn picture(args: &Args, game: &Game, title: &str, painter: &Painter) -> Result<Vec<u8>, Failure> {
    let show = match &args.show {
        ShowArgs { legal: Some(label), .. } => Show::Legal(*label),
        ShowArgs { attacks: Some(color), .. } => Show::Attacks(*color),
        ShowArgs { paths: true, .. } => Show::Paths,
        ShowArgs { mates: true, .. } => Show::Mates,
        ShowArgs { map: Some(pair), .. } => Show::Map(*pair),
        ShowArgs { .. } => Show::LastMove,
    };
    let dressed = |scene: Scene| {
        let own = if scene.title.is_empty() { title } else { &scene.title };
        let title = args.title.as_deref().unwrap_or(own).to_owned();
        let scene = scene.titled(title);
        let scene = args.view.map_or(scene.clone(), |view| scene.seen(view));
        if args.no_names { scene.without_cell_names() } else { scene }
    };
    let last = args.ply.unwrap_or(game.plies().len());
    let certificate = args.show.keys.as_deref().map(read_certificate).transpose()?;
    let draw = |ply: usize| -> Result<Scene, Failure> {
        match (&certificate, game.position_at(ply), &args.show.keys) {
            (Some(certificate), Some(Position::Plane(position)), Some(file)) => {
                let keys = certificate.keys_in(position);
                let keys = keys.map_err(|e| format!("--keys {}: {e}", file.display()))?;
                Ok(dressed(depict_keys(position, &keys)))
            }
            (Some(_), Some(Position::Lattice(_)), _) => Err("--keys: certificates are of the plane".into()),
            _ => Ok(dressed(depict(game, ply, show)?)),
        }
    };
    warn_of_missing(painter, &draw(last)?, &args.output)?;
    let ending = args.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_deref() {
        Some("png") => painter.png(&draw(last)?, args.size)?,
        Some("svg") => painter.svg(&draw(last)?, args.size)?.into_bytes(),
        Some("gif") => {
            let (mut scenes, mut times) = (Vec::new(), Vec::new());
            // A GIF measures time in hundredths of a second.
            let hundredths = |ms: u32| u16::try_from(ms / 10).unwrap_or(u16::MAX);
            let frame = args.frame_ms.unwrap_or(if args.still { STILL_MS } else { FRAME_MS });
            for ply in 0..=last {
                if ply > 0 && !args.still {
                    scenes.extend(under_way(game, ply, show, TRAVEL)?.into_iter().map(dressed));
                }
                times.resize(scenes.len(), hundredths(frame));
                scenes.push(draw(ply)?);
                times.push(hundredths(if args.still { frame } else { frame.saturating_mul(REST) }));
            }
            painter.gif(&scenes, args.size, &times)?
        }
        _ => {
            return Err(
                format!("-o {}: the name must end in .png, .svg or .gif", args.output.display()).into()
            );
        }
    })
}

/// Prints, to standard error, the characters of a picture's texts that are drawn as question marks.
pub fn warn_of_missing(painter: &Painter, scene: &Scene, picture: &Path) -> Result<(), Failure> {
    let (unset, lacking): (Vec<char>, Vec<char>) =
        painter.missing(scene)?.into_iter().partition(|c| needs_layout(*c));
    for (characters, why) in [
        (unset, "scripts from right to left and those that join their letters are not laid out"),
        (lacking, "the font lacks them: name one that has them with --font FILE"),
    ] {
        let characters: String = characters.into_iter().flat_map(char::escape_debug).collect();
        if !characters.is_empty() {
            complain(&format!("{}: {characters} drawn as `?`: {why}", picture.display()));
        }
    }
    Ok(())
}

/// Returns the picture of a whole scenario: its moves, or else the legal set that it asks for.
pub fn overview(report: &Report) -> Result<Scene, Failure> {
    let game: &Game = &report.game;
    let show = match report.asked {
        Some(label) if game.plies().is_empty() && game.position().for_piece(label).is_ok() => {
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

/// Writes a picture completely or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(write_whole(path, bytes).map_err(|e| format!("{}: {}", path.display(), io_message(&e)))?)
}

/// Returns the certificate of a file.
fn read_certificate(file: &Path) -> Result<Certificate, Failure> {
    Ok(read_json_file(&read_text(file)?).map_err(|fault| FileFaults::one(file, fault))?)
}
