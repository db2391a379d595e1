//! `continuum moves`

use super::select::{GameArgs, VariantArgs};
use super::{Failure, Outcome, printed};
use crate::board::Way;
use crate::chess::Label;
use crate::game::{Analysis, AnalysisOptions, Game, NoMoves, PlaneAnalysis, Position, SpanReport};
use crate::geom::rounded;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
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
    let (game, outcome) = args.game.read(&args.variant)?;
    let (analysis, position) = asked(&game, args.piece).map_err(|e| format!("--piece: {e}"))?;
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&analysis)?)?;
    } else {
        if args.game.is_fen() {
            // A position text names the pieces, which a FEN does not.
            writeln!(out, "{}", game.position())?;
        }
        print(&mut out, &analysis, &position, args.piece)?;
    }
    Ok(outcome)
}

/// Prints the legal moves of the present position, or of a piece.
pub fn show(out: &mut impl Write, game: &Game, piece: Option<Label>) -> Result<(), Failure> {
    let (analysis, position) = asked(game, piece)?;
    Ok(print(out, &analysis, &position, piece)?)
}

/// Returns the legal moves of the present position, or of a piece as if its side had the turn, and the position with that turn.
fn asked(game: &Game, piece: Option<Label>) -> Result<(Analysis, Position), NoMoves> {
    let position = game.position();
    let Some(label) = piece else { return Ok((game.analysis(), position.clone())) };
    let asked = position.for_piece(label)?.into_owned();
    // The analysis of the game accounts for repetition.
    let analysis = if asked.turn() == position.turn() {
        game.analysis_with(AnalysisOptions::of_pieces(&[label]))
    } else {
        Analysis::with(&asked, AnalysisOptions::of_pieces(&[label]))
    };
    Ok((analysis, asked))
}

/// Prints the side to move and the status, the directions of pawns if they differ, and the legal moves.
fn print(
    out: &mut impl Write,
    analysis: &Analysis,
    position: &Position,
    only: Option<Label>,
) -> std::io::Result<()> {
    let series = position.series().map_or(String::new(), |[next, all]| format!(", {next} of {all}"));
    let check = if analysis.check() { ", in check" } else { "" };
    write!(out, "{} to move{series}{check}: {}", position.turn(), analysis.status())?;
    match analysis {
        Analysis::Plane(analysis) => {
            writeln!(out)?;
            print_forwards(out, position, only)?;
            print_plane(out, analysis)
        }
        Analysis::Lattice(analysis) => {
            let winner = analysis.winner.map_or(String::new(), |winner| format!(", {winner} wins"));
            writeln!(out, "{winner}")?;
            print_forwards(out, position, only)?;
            analysis.moves.iter().try_for_each(|text| writeln!(out, "{text}"))
        }
    }
}

/// Prints `forward: clockwise Pa Pb, counter-clockwise Pe` for the side to move, or for one piece.
fn print_forwards(out: &mut impl Write, position: &Position, only: Option<Label>) -> std::io::Result<()> {
    let mut groups: BTreeMap<Way, Vec<String>> = BTreeMap::new();
    let is_asked = |label: Label| label.color() == position.turn() && only.is_none_or(|only| only == label);
    for (label, forward) in position.forwards().into_iter().filter(|(label, _)| is_asked(*label)) {
        groups.entry(forward.way).or_default().push(label.to_string());
    }
    let group = |(way, labels): (&Way, &Vec<String>)| format!("{way} {}", labels.join(" "));
    let groups: Vec<String> = groups.iter().map(group).collect();
    if groups.is_empty() { Ok(()) } else { writeln!(out, "forward: {}", groups.join(", ")) }
}

fn print_plane(out: &mut impl Write, analysis: &PlaneAnalysis) -> std::io::Result<()> {
    let mut piece = None;
    for span in &analysis.spans {
        let name = if piece == Some(span.piece) { "" } else { span.piece.as_str() };
        piece = Some(span.piece);
        let way = match span.arc {
            _ if span.turn => "    turn".to_owned(),
            Some(r) if r > 0.0 => format!("{:>8.3}° left:{r}", span.bearing),
            Some(r) => format!("{:>8.3}° right:{}", span.bearing, -r),
            None => format!("{:>8.3}°", span.bearing),
        };
        let unit = if span.turn { "°" } else { "" };
        writeln!(out, "{name:<6} {way}  {}", distances(span, unit))?;
    }
    for region in &analysis.regions {
        for (i, cell) in region.cells.iter().enumerate() {
            let name = if i == 0 { region.piece.as_str() } else { "" };
            let at = format!("{},{}", round(cell.sample[0]), round(cell.sample[1]));
            let extent = match (cell.area > 0.0, cell.arcs.is_empty()) {
                (true, _) => format!("area {} about {at}", round(cell.area)),
                (false, false) => format!("a line through {at}"),
                (false, true) => format!("the point {at}"),
            };
            writeln!(out, "{name:<6}   > x,y  {extent}{}", taken(&cell.captures))?;
        }
    }
    Ok(())
}

/// Returns the captures of a move as text: `  takes pa pb`.
fn taken(captures: &[Label]) -> String {
    let labels: Vec<&str> = captures.iter().map(Label::as_str).collect();
    if labels.is_empty() { String::new() } else { format!("  takes {}", labels.join(" ")) }
}

/// Returns a span as text: `[0.1, 0.75)  takes pa pb  promotes`.
fn distances(span: &SpanReport, unit: &str) -> String {
    let mut text = span.interval().bracketed(|end| format!("{}{unit}", round(end)));
    text.push_str(&taken(&span.captures));
    if span.promotes {
        text.push_str("  promotes");
    }
    text
}

/// Returns a distance with at most six decimals; `--json` has all.
fn round(d: f64) -> String {
    rounded(d, 6)
}
