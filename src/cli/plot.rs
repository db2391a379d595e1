//! `continuum plot` draws positions, moves, legal sets and games.

use super::games::{WrittenGame, is_games, read_games};
use super::printed::complain;
use super::select::{PositionArgs, play_scenario, print_failures, whole};
use super::{Failure, Outcome, progress};
use continuum::chess::{Color, Label};
use continuum::depict::{LanePair, Show, depict, depict_keys, under_way};
use continuum::diagnostics::{FileFaults, Unreadable, read_json, read_text};
use continuum::disk::write_whole;
use continuum::game::{Game, Position};
use continuum::render::{MAX_SIZE, MIN_SIZE, Painter, Projection, Scene, needs_layout};
use continuum::scenario::ScenarioReport;
use continuum::solve::plane::Certificate;
use std::path::{Path, PathBuf};

/// The default time of a frame while pieces travel, in milliseconds.
const FRAME_MS: u32 = 50;

/// The default time of a frame if pieces do not travel, in milliseconds.
const STILL_FRAME_MS: u32 = 1200;

/// The number of frames that show the pieces of a ply as they travel.
const TRAVEL_FRAMES: usize = 14;

/// The time for which the position after a ply is shown if pieces travel, as a multiple of the time of a frame.
const REST_FRAMES: u32 = 20;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario, or games of `match` (.jsonl) or in PGN (.pgn) [default: the position of --position or --fen, or the
    /// initial one of --variant]
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "fen", "variant", "overrides"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    source: PositionArgs,
    /// The picture: .png, .svg, or .gif for an animation of the moves; of several games each has its number: OUT-07.gif
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The game with this number in a file of games [default: each, in a picture of its own]
    #[arg(long, value_name = "N", requires = "file", value_parser = whole::<usize>(1, u32::MAX.into()), allow_negative_numbers = true)]
    game: Option<usize>,
    /// The position after this many plies, with the last move [default: after all; a scenario shows every move]
    #[arg(long, value_name = "N", requires = "file", value_parser = whole::<usize>(0, u32::MAX.into()), allow_negative_numbers = true)]
    ply: Option<usize>,
    #[command(flatten)]
    show: ShowArgs,
    /// The width in pixels, from 64 to 8192
    #[arg(long, value_name = "PX", default_value_t = 600, value_parser = whole::<u32>(MIN_SIZE.into(), MAX_SIZE.into()), allow_negative_numbers = true)]
    size: u32,
    /// The title above the board [default: the scenario's title, or the name of the variant; of a map, its lanes]
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
    /// Show each ply of a GIF in one frame: pieces do not travel
    #[arg(long)]
    still: bool,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct ShowArgs {
    /// Show the legal set of this piece; if its side is not to move, as if that side had the turn
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
    /// Draw a map instead of the board: which distances on the second lane mate after which on the first, as in `ka 0, Rb 270`
    #[arg(long, value_name = "LANE, LANE")]
    map: Option<LanePair>,
}

impl ShowArgs {
    /// Returns what a picture shows of a game. The keys of a certificate are not among these choices.
    fn shown(&self) -> Show {
        match self {
            ShowArgs { legal: Some(label), .. } => Show::Legal(*label),
            ShowArgs { attacks: Some(color), .. } => Show::Attacks(*color),
            ShowArgs { paths: true, .. } => Show::Paths,
            ShowArgs { mates: true, .. } => Show::Mates,
            ShowArgs { map: Some(pair), .. } => Show::Map(*pair),
            ShowArgs { .. } => Show::LastMove,
        }
    }

    fn is_default(&self) -> bool {
        self.shown() == Show::LastMove && self.keys.is_none()
    }
}

/// The option that names a font.
#[derive(Debug, clap::Args)]
pub struct FontArgs {
    /// A TrueType or OpenType font for titles in scripts other than Latin, Greek and Cyrillic
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
}

impl FontArgs {
    /// Returns a painter with the font, or with the font of the program.
    pub fn painter(&self) -> Result<Painter, Failure> {
        let Some(path) = &self.font else { return Ok(Painter::new()) };
        let bytes = std::fs::read(path).map_err(|e| format!("--font {}", Unreadable::new(path, &e)))?;
        Painter::with_font(bytes).map_err(|e| format!("--font {}: {e}", path.display()).into())
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let plotter = Plotter::new(args)?;
    match &args.file {
        Some(file) if is_games(file) => plotter.draw_games(file),
        Some(_) if args.game.is_some() => {
            Err("--game: a scenario is a single game: name a file of games, or leave --game out".into())
        }
        Some(file) => {
            let report = play_scenario(file, args.ply)?;
            let overview = args.ply.is_none().then_some(&report);
            plotter.draw(&Subject { game: &report.game, title: &report.title, overview }, &args.output)?;
            Ok(print_failures(&report))
        }
        None => {
            let game = Game::new(args.source.read()?);
            let title = game.position().variant().name();
            plotter.draw(&Subject { game: &game, title, overview: None }, &args.output)?;
            Ok(Outcome::Expected)
        }
    }
}

/// What a picture is of.
struct Subject<'a> {
    game: &'a Game,
    title: &'a str,
    /// The scenario of the game. Its overview is the picture if no option says what to show.
    overview: Option<&'a ScenarioReport>,
}

/// The file format of a picture.
#[derive(Clone, Copy)]
pub enum PictureFormat {
    Png,
    Svg,
    Gif,
}

impl PictureFormat {
    /// Returns the format that the ending of a file name stands for.
    pub fn of(path: &Path) -> Option<PictureFormat> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "png" => Some(PictureFormat::Png),
            "svg" => Some(PictureFormat::Svg),
            "gif" => Some(PictureFormat::Gif),
            _ => None,
        }
    }
}

/// Draws the pictures of a command, which share its options.
struct Plotter<'a> {
    args: &'a Args,
    format: PictureFormat,
    painter: Painter,
    /// The certificate of `--keys`.
    certificate: Option<Certificate>,
}

impl Plotter<'_> {
    fn new(args: &Args) -> Result<Plotter<'_>, Failure> {
        let output = &args.output;
        let fault = || format!("-o {}: the name must end in .png, .svg or .gif", output.display());
        let format = PictureFormat::of(output).ok_or_else(fault)?;
        let painter = args.font.painter()?;
        let certificate = args.show.keys.as_deref().map(read_certificate).transpose()?;
        Ok(Plotter { args, format, painter, certificate })
    }

    /// Draws the games of a file, or the game of `--game`. A game that cannot be drawn is reported and left out.
    fn draw_games(&self, file: &Path) -> Result<Outcome, Failure> {
        let Args { game: wanted_number, output, .. } = self.args;
        let games = read_games(file)?;
        let count = games.len();
        if let Some(number) = wanted_number
            && *number > count
        {
            return Err(format!("--game {number}: {} has {count}", file.display()).into());
        }
        let is_single = wanted_number.is_some() || count == 1;
        let mut outcome = Outcome::Expected;
        for (number, game) in (1..).zip(&games) {
            if wanted_number.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let path = if is_single { output } else { &numbered(output, number, count) };
            if let Err(e) = self.draw_game(game, path) {
                complain(&format!("{e:#}"));
                outcome = Outcome::BadInput;
            }
        }
        Ok(outcome)
    }

    fn draw_game(&self, written: &WrittenGame<'_>, path: &Path) -> Result<(), Failure> {
        let ScenarioReport { game, title, .. } = written.replay()?;
        let drawn = self.draw(&Subject { game: &game, title: &title, overview: None }, path);
        drawn.map_err(|e| format!("{}: {e}", written.name().display()).into())
    }

    fn draw(&self, subject: &Subject<'_>, path: &Path) -> Result<(), Failure> {
        let Plotter { args, painter, .. } = self;
        let scene = self.scene(subject)?;
        complain_of_missing(painter.missing(&scene)?, path);
        if let Some(label) = args.show.legal
            && !scene.shows_stops()
        {
            complain(&format!("{}: {label} has no legal move", path.display()));
        }
        let bytes = match self.format {
            PictureFormat::Png => painter.png(&scene, args.size)?,
            PictureFormat::Svg => painter.svg(&scene, args.size)?.into_bytes(),
            PictureFormat::Gif => self.animation(subject, path)?,
        };
        Ok(write_whole(path, &bytes)?)
    }

    fn last_ply(&self, game: &Game) -> usize {
        self.args.ply.unwrap_or(game.plies().len())
    }

    /// Returns the scene of a single picture.
    fn scene(&self, subject: &Subject<'_>) -> Result<Scene, Failure> {
        match subject.overview {
            Some(report) if self.args.show.is_default() => {
                Ok(self.with_options(overview(report)?, subject.title))
            }
            Some(_) | None => self.scene_after(subject, self.last_ply(subject.game)),
        }
    }

    /// Returns a GIF of the moves. The path of the file is shown beside the progress bar.
    fn animation(&self, subject: &Subject<'_>, path: &Path) -> Result<Vec<u8>, Failure> {
        let args = self.args;
        let default_ms = if args.still { STILL_FRAME_MS } else { FRAME_MS };
        let frame_ms = args.frame_ms.unwrap_or(default_ms);
        let position_ms = if args.still { frame_ms } else { frame_ms.saturating_mul(REST_FRAMES) };
        // A GIF measures time in hundredths of a second.
        let in_hundredths = |ms: u32| u16::try_from(ms / 10).unwrap_or(u16::MAX);
        let (mut scenes, mut times) = (Vec::new(), Vec::new());
        for ply in 0..=self.last_ply(subject.game) {
            if ply > 0 && !args.still {
                for scene in under_way(subject.game, ply, args.show.shown(), TRAVEL_FRAMES)? {
                    scenes.push(self.with_options(scene, subject.title));
                    times.push(in_hundredths(frame_ms));
                }
            }
            scenes.push(self.scene_after(subject, ply)?);
            times.push(in_hundredths(position_ms));
        }
        let bar = progress::bar(scenes.len() as u64, &format!("frames of {}", path.display()));
        let gif = self.painter.gif(&scenes, args.size, &times, || bar.inc(1));
        bar.finish_and_clear();
        Ok(gif?)
    }

    fn scene_after(&self, subject: &Subject<'_>, ply: usize) -> Result<Scene, Failure> {
        let certificate = self.args.show.keys.as_deref().zip(self.certificate.as_ref());
        let scene = match (certificate, subject.game.position_at(ply)) {
            (Some((path, certificate)), Some(Position::Plane(position))) => {
                let keys =
                    certificate.keys_in(position).map_err(|e| format!("--keys {}: {e}", path.display()))?;
                depict_keys(position, &keys)
            }
            (Some(_), Some(Position::Lattice(_))) => {
                return Err("--keys: certificates are of the plane".into());
            }
            (None, _) | (_, None) => depict(subject.game, ply, self.args.show.shown())?,
        };
        Ok(self.with_options(scene, subject.title))
    }

    /// Returns a scene with the title, view and names of the options. `default_title` is for a scene without a title.
    fn with_options(&self, mut scene: Scene, default_title: &str) -> Scene {
        if let Some(title) = &self.args.title {
            scene.title.clone_from(title);
        } else if scene.title.is_empty() {
            default_title.clone_into(&mut scene.title);
        }
        if let Some(view) = self.args.view {
            scene = scene.seen(view);
        }
        if self.args.no_names { scene.without_cell_names() } else { scene }
    }
}

/// Returns the path of one picture of several: `match.gif` becomes `match-07.gif`.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    let digits = count.to_string().len();
    let stem = path.file_stem().unwrap_or_default().display();
    let ending = path.extension().unwrap_or_default().display();
    path.with_file_name(format!("{stem}-{number:0digits$}.{ending}"))
}

/// Prints, to standard error, the characters of a picture that are drawn as question marks, with the reasons.
pub fn complain_of_missing(missing: Vec<char>, picture: &Path) {
    let complain_of = |characters: Vec<char>, reason: &str| {
        let text: String = characters.into_iter().flat_map(char::escape_debug).collect();
        if !text.is_empty() {
            complain(&format!("{}: {text} drawn as `?`: {reason}", picture.display()));
        }
    };
    let (in_complex_scripts, not_in_font) = missing.into_iter().partition(|c| needs_layout(*c));
    complain_of(
        in_complex_scripts,
        "scripts from right to left and those that join their letters are not laid out",
    );
    complain_of(not_in_font, "the font lacks them: name one that has them with --font FILE");
}

/// Returns the picture of a whole scenario: its moves or, without moves, the legal set that it asks for.
pub fn overview(report: &ScenarioReport) -> Result<Scene, Failure> {
    let game: &Game = &report.game;
    let scene = depict(game, game.plies().len(), Show::whole(game, report.asked))?;
    let moves: Vec<&str> = game.plies().iter().map(|ply| ply.text.as_str()).collect();
    let mut caption_parts = vec![moves.join(", "), scene.caption.clone()];
    caption_parts.retain(|part| !part.is_empty());
    Ok(scene.captioned(caption_parts.join(". ")).titled(&report.title))
}

fn read_certificate(file: &Path) -> Result<Certificate, Failure> {
    let text = read_text(file)?;
    Ok(read_json(text.as_bytes()).map_err(|fault| FileFaults::new(file, &text, [fault]))?)
}
