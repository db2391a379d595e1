//! The comparison of a legal set with the expectations of a step.

use super::differences::{Differences, sorted, texts};
use super::expect::{Captures, Expect};
use super::number::{Number, Tolerance};
use super::question::LegalQuestion;
use super::step::StepError;
use crate::game::{
    Analysis, AnalysisOptions, Game, LatticeAnalysis, PieceBearings, PlaneAnalysis, Position, SpanReport,
};
use crate::plane::PlanePosition;
use std::borrow::Cow;

/// Computes a legal set, and returns its differences from the expectations.
///
/// # Errors
/// When the question makes no sense in the position: the piece is absent or cannot have the turn, no piece has such a path, or an
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
    if let Position::Plane(plane) = &*position {
        check_paths(plane, question)?;
    }
    // An area leap has spans only along requested bearings.
    let bearings = match (question.piece, question.bearing) {
        (Some(piece), Some(Number(bearing))) => vec![PieceBearings { piece, bearings: vec![bearing] }],
        _ => Vec::new(),
    };
    let options =
        AnalysisOptions { pieces: question.piece.as_ref().map(std::slice::from_ref), bearings: &bearings };
    let analysis = match &position {
        Cow::Borrowed(_) => game.analysis_with(options),
        Cow::Owned(with_turn) => Analysis::with(with_turn, options),
    };
    let mut differences = Differences::default();
    match &analysis {
        Analysis::Plane(analysis) => check_plane(&mut differences, analysis, question, expect)?,
        Analysis::Lattice(analysis) => check_lattice(&mut differences, analysis, question, expect)?,
    }
    differences.compare_state(expect, analysis.status(), analysis.winner(), analysis.check());
    Ok(differences.sentences)
}

/// Returns an error if the question asks for paths that no piece has.
fn check_paths(position: &PlanePosition, question: &LegalQuestion) -> Result<(), StepError> {
    if !question.restricts_paths() || question.has_path(position) {
        return Ok(());
    }
    let part = if question.bearing.is_some() { "bearing" } else { "way" };
    Err(match question.piece {
        Some(label) => StepError::NoWay { label, part },
        None => StepError::NoPieceHasWay { side: position.turn(), part },
    })
}

/// Compares the spans and regions of a legal set on the plane.
fn check_plane(
    differences: &mut Differences,
    analysis: &PlaneAnalysis,
    question: &LegalQuestion,
    expect: &Expect,
) -> Result<(), StepError> {
    if expect.moves.is_some() {
        let instead = "`spans`, `lanes` or `ends` on the plane";
        return Err(StepError::OtherBoard { part: "moves", board: "lattices", instead });
    }
    let spans: Vec<&SpanReport> = analysis.spans.iter().filter(|span| question.includes(span)).collect();
    if let Some(expected) = expect.spans {
        differences.compare("spans", expected, spans.len());
    }
    if let Some(expected) = &expect.lanes {
        check_lanes(differences, expected, &spans, expect.tolerance);
    }
    if let Some(expected) = &expect.areas {
        if question.restricts_paths() {
            return Err(StepError::AreasOfWays);
        }
        check_areas(differences, expected, analysis, expect.tolerance);
    }
    if let Some(expected) = &expect.ends {
        let found = spans.iter().map(|span| String::from_iter(span.interval().brackets())).collect();
        differences.compare("ends", expected.clone(), found);
    }
    match &expect.captures {
        Some(Captures::Each(expected)) => {
            let expected: Vec<_> = expected.iter().map(|list| sorted(list)).collect();
            let found = spans.iter().map(|span| texts(&span.captures)).collect();
            differences.compare("captures", expected, found);
        }
        Some(Captures::Of(expected)) if expected.is_empty() && spans.is_empty() => {}
        Some(Captures::Of(_)) => return Err(StepError::CapturesOfSpans),
        None => {}
    }
    Ok(())
}

/// Compares the moves on cells. `spans` is their number, and `moves` their list.
fn check_lattice(
    differences: &mut Differences,
    analysis: &LatticeAnalysis,
    question: &LegalQuestion,
    expect: &Expect,
) -> Result<(), StepError> {
    let parts_for_the_plane = [
        ("bearing", question.bearing.is_some()),
        ("way", question.way.is_some()),
        ("lanes", expect.lanes.is_some()),
        ("ends", expect.ends.is_some()),
        ("areas", expect.areas.is_some()),
        ("captures", expect.captures.is_some()),
    ];
    if let Some((part, _)) = parts_for_the_plane.into_iter().find(|(_, is_stated)| *is_stated) {
        return Err(StepError::OtherBoard { part, board: "the plane", instead: "`moves` on a lattice" });
    }
    if let Some(expected) = expect.spans {
        differences.compare("spans", expected, analysis.moves.len());
    }
    if let Some(expected) = &expect.moves {
        differences.compare("moves", sorted(expected), analysis.moves.clone());
    }
    Ok(())
}

/// Compares the ends of the spans within a tolerance.
fn check_lanes(
    differences: &mut Differences,
    expected: &[[Number; 2]],
    spans: &[&SpanReport],
    Tolerance(tolerance): Tolerance,
) {
    let expected: Vec<[f64; 2]> = expected.iter().map(|ends| ends.map(|Number(end)| end)).collect();
    let found: Vec<[f64; 2]> = spans.iter().map(|span| [span.from, span.to]).collect();
    if !are_near(expected.as_flattened(), found.as_flattened(), tolerance) {
        differences.sentences.push(format!("lanes: expected {expected:?}, found {found:?}"));
    }
}

/// Compares the areas of the cells of regions within a tolerance.
fn check_areas(
    differences: &mut Differences,
    expected: &[Number],
    analysis: &PlaneAnalysis,
    Tolerance(tolerance): Tolerance,
) {
    let cells = analysis.regions.iter().flat_map(|region| &region.cells);
    let found: Vec<f64> = cells.map(|cell| cell.area).collect();
    let expected: Vec<f64> = expected.iter().map(|Number(area)| *area).collect();
    if !are_near(&expected, &found, tolerance) {
        differences.sentences.push(format!("areas: expected {expected:?}, found {found:?}"));
    }
}

/// Whether two lists have equally many values, and those at the same index differ by at most the tolerance.
fn are_near(expected: &[f64], found: &[f64], tolerance: f64) -> bool {
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= tolerance;
    expected.len() == found.len() && expected.iter().zip(found).all(is_near)
}
