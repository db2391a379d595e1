//! Comparing a legal set with what a step expects of it.

use super::differences::{Differences, sorted, texts};
use super::expect::{Captures, Expect, Winner};
use super::number::{Number, Tolerance};
use super::question::LegalQuestion;
use super::step::StepError;
use crate::game::{
    Analysis, AnalysisOptions, Game, LatticeAnalysis, PieceBearings, PlaneAnalysis, Position, SpanReport,
};
use std::borrow::Cow;

/// Computes a legal set and returns the differences from what is expected.
///
/// # Errors
/// When the question makes no sense in the position: the piece is absent or cannot have the turn, it has no such path, or an
/// expectation does not apply.
pub(super) fn check_legal(
    game: &Game,
    question: &LegalQuestion,
    expect: &Expect,
) -> Result<Vec<String>, StepError> {
    let position = match question.piece {
        Some(label) => game.position().for_piece(label)?,
        None => Cow::Borrowed(game.position()),
    };
    if let Position::Plane(plane) = &*position
        && question.restricts_paths()
        && !question.is_known(plane)
    {
        let part = if question.bearing.is_some() { "bearing" } else { "way" };
        return Err(match question.piece {
            Some(label) => StepError::NoWay { label, part },
            None => StepError::NoPieceHasWay { side: plane.turn(), part },
        });
    }
    // A leap to any place has spans only along bearings that are asked for.
    let along = question.piece.zip(question.bearing);
    let bearings = along.map(|(piece, Number(bearing))| PieceBearings { piece, bearings: vec![bearing] });
    let options = AnalysisOptions {
        pieces: question.piece.as_ref().map(std::slice::from_ref),
        bearings: bearings.as_slice(),
    };
    let analysis = match &position {
        Cow::Borrowed(_) => game.analysis_with(options),
        Cow::Owned(given) => Analysis::with(given, options),
    };
    let mut found = Differences::default();
    match &analysis {
        Analysis::Plane(analysis) => check_plane(&mut found, analysis, question, expect)?,
        Analysis::Lattice(analysis) => check_lattice(&mut found, analysis, question, expect)?,
    }
    if let Some(expected) = expect.status {
        found.compare("status", expected.as_str(), analysis.status().as_str());
    }
    if let Some(expected) = expect.winner {
        found.compare("winner", expected.as_str(), Winner::from(analysis.winner()).as_str());
    }
    if let Some(expected) = expect.check {
        found.compare("check", expected, analysis.check());
    }
    Ok(found.0)
}

fn check_plane(
    found: &mut Differences,
    analysis: &PlaneAnalysis,
    question: &LegalQuestion,
    expect: &Expect,
) -> Result<(), StepError> {
    if expect.moves.is_some() {
        let instead = "`spans`, `lanes` or `ends` on the plane";
        return Err(StepError::OtherBoard { part: "moves", board: "lattices", instead });
    }
    let spans: Vec<&SpanReport> = analysis.spans.iter().filter(|span| question.picks(span)).collect();
    if let Some(expected) = expect.spans {
        found.compare("spans", expected, spans.len());
    }
    if let Some(expected) = &expect.lanes {
        check_lanes(found, expected, &spans, expect.tolerance);
    }
    if let Some(expected) = &expect.areas {
        if question.restricts_paths() {
            return Err(StepError::AreasOfWays);
        }
        check_areas(found, expected, analysis, expect.tolerance);
    }
    if let Some(expected) = &expect.ends {
        found.compare("ends", expected.clone(), spans.iter().map(|span| ends(span)).collect());
    }
    match &expect.captures {
        Some(Captures::Each(expected)) => {
            let expected: Vec<_> = expected.iter().map(|list| sorted(list)).collect();
            found.compare("captures", expected, spans.iter().map(|span| texts(&span.captures)).collect());
        }
        Some(Captures::Of(expected)) if expected.is_empty() && spans.is_empty() => {}
        Some(Captures::Of(_)) => return Err(StepError::CapturesOfSpans),
        None => {}
    }
    Ok(())
}

/// Compares the moves on cells: `spans` counts them, and `moves` lists them.
fn check_lattice(
    found: &mut Differences,
    analysis: &LatticeAnalysis,
    question: &LegalQuestion,
    expect: &Expect,
) -> Result<(), StepError> {
    let foreign = [
        ("bearing", question.bearing.is_some()),
        ("way", question.way.is_some()),
        ("lanes", expect.lanes.is_some()),
        ("ends", expect.ends.is_some()),
        ("areas", expect.areas.is_some()),
        ("captures", expect.captures.is_some()),
    ];
    if let Some((part, _)) = foreign.into_iter().find(|(_, is_stated)| *is_stated) {
        return Err(StepError::OtherBoard { part, board: "the plane", instead: "`moves` on a lattice" });
    }
    if let Some(expected) = expect.spans {
        found.compare("spans", expected, analysis.moves.len());
    }
    if let Some(expected) = &expect.moves {
        found.compare("moves", sorted(expected), analysis.moves.clone());
    }
    Ok(())
}

fn check_lanes(
    found: &mut Differences,
    expected: &[[Number; 2]],
    spans: &[&SpanReport],
    Tolerance(tolerance): Tolerance,
) {
    let fits = |[from, to]: &[Number; 2], span: &SpanReport| {
        (from.0 - span.from).abs() <= tolerance && (to.0 - span.to).abs() <= tolerance
    };
    let do_all_fit = expected.len() == spans.len() && expected.iter().zip(spans).all(|(e, s)| fits(e, s));
    if !do_all_fit {
        let expected: Vec<[f64; 2]> = expected.iter().map(|[from, to]| [from.0, to.0]).collect();
        let spans: Vec<[f64; 2]> = spans.iter().map(|span| [span.from, span.to]).collect();
        found.0.push(format!("lanes: expected {expected:?}, found {spans:?}"));
    }
}

fn check_areas(
    found: &mut Differences,
    expected: &[Number],
    analysis: &PlaneAnalysis,
    Tolerance(tolerance): Tolerance,
) {
    let cells = analysis.regions.iter().flat_map(|region| &region.cells);
    let areas: Vec<f64> = cells.map(|cell| cell.area).collect();
    let expected: Vec<f64> = expected.iter().map(|area| area.0).collect();
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= tolerance;
    if expected.len() != areas.len() || !expected.iter().zip(&areas).all(is_near) {
        found.0.push(format!("areas: expected {expected:?}, found {areas:?}"));
    }
}

/// Returns the brackets of a span, which say whether its ends belong to it.
fn ends(span: &SpanReport) -> String {
    format!("{}{}", if span.open_from { '(' } else { '[' }, if span.open_to { ')' } else { ']' })
}
