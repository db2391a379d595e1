//! `continuum moves` prints the legal moves of a position.

use super::select::{GameArgs, ReadGame};
use super::{Failure, Outcome, printed};
use continuum::board::ForwardWay;
use continuum::chess::Label;
use continuum::game::{Analysis, AnalysisOptions, Game, NoMoves, PlaneAnalysis, Position};
use continuum::geom::rounded;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Only this piece; if its side is not to move, as if that side had the turn
    #[arg(long, value_name = "LABEL")]
    piece: Option<Label>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let ReadGame { game, outcome } = args.game.read()?;
    let moves = LegalMoves::of(&game, args.piece).map_err(|e| format!("--piece: {e}"))?;
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&moves.analysis)?)?;
    } else {
        if args.game.source.fen.is_some() {
            // The printed moves name pieces by their labels, and only a position text has these.
            writeln!(out, "{}", game.position())?;
        }
        moves.print(&mut out)?;
    }
    Ok(outcome)
}

/// Prints the legal moves of the present position, or of a piece as if its side had the turn.
pub fn show(out: &mut impl Write, game: &Game, piece: Option<Label>) -> Result<(), Failure> {
    Ok(LegalMoves::of(game, piece)?.print(out)?)
}

/// The legal moves of all pieces of the side to move, or of a single piece.
struct LegalMoves {
    /// The position, in which the side of the single piece has the turn.
    position: Position,
    analysis: Analysis,
    piece: Option<Label>,
}

impl LegalMoves {
    fn of(game: &Game, piece: Option<Label>) -> Result<LegalMoves, NoMoves> {
        let present = game.position();
        let Some(label) = piece else {
            return Ok(LegalMoves { position: present.clone(), analysis: game.analysis(), piece });
        };
        let position = present.for_piece(label)?.into_owned();
        let pieces = [label];
        let options = AnalysisOptions { pieces: Some(&pieces), bearings: &[] };
        let analysis = if position.turn() == present.turn() {
            // The analysis of the game accounts for repetition.
            game.analysis_with(options)
        } else {
            Analysis::with(&position, options)
        };
        Ok(LegalMoves { position, analysis, piece })
    }

    /// Prints the side to move and the status, the directions of pawns if they differ, and the legal moves.
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let series = self.position.series();
        let series = series.map_or(String::new(), |s| format!(", {} of {}", s.played + 1, s.length));
        let check = if self.analysis.check() { ", in check" } else { "" };
        write!(out, "{} to move{series}{check}: {}", self.position.turn(), self.analysis.status())?;
        match &self.analysis {
            Analysis::Plane(analysis) => {
                writeln!(out)?;
                self.print_forwards(out)?;
                print_spans(out, analysis)?;
                print_regions(out, analysis)
            }
            Analysis::Lattice(analysis) => {
                let winner = analysis.winner.map_or(String::new(), |winner| format!(", {winner} wins"));
                writeln!(out, "{winner}")?;
                self.print_forwards(out)?;
                analysis.moves.iter().try_for_each(|text| writeln!(out, "{text}"))
            }
        }
    }

    /// Prints `forward: clockwise Pa Pb, counter-clockwise Pe` if pawns of the side to move differ in their direction.
    fn print_forwards(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut labels_by_way: BTreeMap<ForwardWay, Vec<String>> = BTreeMap::new();
        for (label, forward) in self.position.forwards() {
            let is_included = self.piece.is_none_or(|piece| piece == label);
            if is_included && label.color() == self.position.turn() {
                labels_by_way.entry(forward.way).or_default().push(label.to_string());
            }
        }
        if labels_by_way.is_empty() {
            return Ok(());
        }
        let group = |(way, labels): (&ForwardWay, &Vec<String>)| format!("{way} {}", labels.join(" "));
        let groups: Vec<String> = labels_by_way.iter().map(group).collect();
        writeln!(out, "forward: {}", groups.join(", "))
    }
}

/// Prints a line for each span. Only the first line of a piece begins with its label.
fn print_spans(out: &mut impl Write, analysis: &PlaneAnalysis) -> std::io::Result<()> {
    let mut previous_piece = None;
    for span in &analysis.spans {
        let name = if previous_piece == Some(span.piece) { "" } else { span.piece.as_str() };
        previous_piece = Some(span.piece);
        let arc = match span.arc {
            Some(radius) if radius > 0.0 => format!(" left:{radius}"),
            Some(radius) => format!(" right:{}", -radius),
            None => String::new(),
        };
        let (lane, unit) = if span.turn {
            ("    turn".to_owned(), "°")
        } else {
            (format!("{:>8.3}°{arc}", span.bearing), "")
        };
        let distances = span.interval().bracketed(|end| format!("{}{unit}", round(end)));
        let promotes = if span.promotes { "  promotes" } else { "" };
        writeln!(out, "{name:<6} {lane}  {distances}{}{promotes}", taken(&span.captures))?;
    }
    Ok(())
}

/// Prints a line for each cell of a region. Only the first line of a piece begins with its label.
fn print_regions(out: &mut impl Write, analysis: &PlaneAnalysis) -> std::io::Result<()> {
    for region in &analysis.regions {
        for (i, cell) in region.cells.iter().enumerate() {
            let name = if i == 0 { region.piece.as_str() } else { "" };
            let sample = format!("{},{}", round(cell.sample[0]), round(cell.sample[1]));
            let landings = if cell.area > 0.0 {
                format!("area {} about {sample}", round(cell.area))
            } else if cell.outer_outline.is_empty() {
                format!("the point {sample}")
            } else {
                format!("a line through {sample}")
            };
            writeln!(out, "{name:<6}   > x,y  {landings}{}", taken(&cell.captures))?;
        }
    }
    Ok(())
}

/// Returns the captures of a move as text, such as `  takes pa pb`; empty without captures.
fn taken(captures: &[Label]) -> String {
    let labels: Vec<&str> = captures.iter().map(Label::as_str).collect();
    if labels.is_empty() { String::new() } else { format!("  takes {}", labels.join(" ")) }
}

/// Returns a number with at most six decimals. The option `--json` prints all of them.
fn round(number: f64) -> String {
    rounded(number, 6)
}
