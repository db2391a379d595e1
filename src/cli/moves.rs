//! `continuum moves`

use super::select::{PositionArgs, VariantArgs};
use super::{Failure, Outcome};
use crate::game::{Analysis, LatticeAnalysis, PlaneAnalysis, SpanReport};
use crate::piece::Label;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Only this piece
    #[arg(long, value_name = "LABEL")]
    piece: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let position = args.position.read(&args.variant.prepare()?)?;
    let mut analysis = Analysis::of(&position);
    if let Some(text) = &args.piece {
        let label = Label::new(text)?;
        if !position.has_piece(label) {
            return Err(format!("--piece: there is no {label} in the position").into());
        }
        analysis.retain_piece(&position, label);
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&analysis)?)?;
    } else {
        print(&mut out, &analysis)?;
    }
    Ok(Outcome::Fine)
}

fn print(out: &mut impl Write, analysis: &Analysis) -> std::io::Result<()> {
    match analysis {
        Analysis::Plane(analysis) => print_plane(out, analysis),
        Analysis::Lattice(analysis) => print_lattice(out, analysis),
    }
}

fn print_lattice(out: &mut impl Write, analysis: &LatticeAnalysis) -> std::io::Result<()> {
    let check = if analysis.check { ", in check" } else { "" };
    let winner = analysis.winner.map_or(String::new(), |winner| format!(", {winner} wins"));
    writeln!(out, "{} to move{check}: {}{winner}", analysis.turn, analysis.status)?;
    for text in &analysis.moves {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn print_plane(out: &mut impl Write, analysis: &PlaneAnalysis) -> std::io::Result<()> {
    let check = if analysis.check { ", in check" } else { "" };
    writeln!(out, "{} to move{check}: {}", analysis.turn, analysis.status)?;
    let mut piece = None;
    for span in &analysis.spans {
        let name = if piece == Some(span.piece) { "" } else { span.piece.as_str() };
        piece = Some(span.piece);
        writeln!(out, "{name:<6} {:>8.3}°  {}", span.bearing, distances(span))?;
    }
    Ok(())
}

/// `[0.1, 0.75)  takes pa pb  promotes`
fn distances(span: &SpanReport) -> String {
    let mut text = if span.from == span.to {
        round(span.from)
    } else {
        let (open, close) = (if span.open_from { '(' } else { '[' }, if span.open_to { ')' } else { ']' });
        format!("{open}{}, {}{close}", round(span.from), round(span.to))
    };
    if !span.captures.is_empty() {
        let taken: Vec<&str> = span.captures.iter().map(Label::as_str).collect();
        text.push_str(&format!("  takes {}", taken.join(" ")));
    }
    if span.promotes {
        text.push_str("  promotes");
    }
    text
}

/// Six decimals at most: enough to see, `--json` has all.
fn round(d: f64) -> String {
    let text = format!("{d:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
