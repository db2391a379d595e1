//! Expectations held against what happened.

use super::format::{Captures, Expect, LegalQuestion, Number, Place, TOLERANCE, Winner};
use crate::chess::{Label, Status};
use crate::game::{Analysis, Done, Game, LatticeAnalysis, Refused, SpanReport};
use crate::geom::{angle_between, tolerance};

/// Makes a move; what was not as expected, and whether the scenario can go on.
///
/// # Errors
/// When the move cannot be read, or what is expected is not to be had of a move.
pub fn check_move(game: &mut Game, text: &str, expect: &Expect) -> Result<(Vec<String>, bool), String> {
    refuse_foreign(&[
        ("spans", expect.spans.is_some()),
        ("lanes", expect.lanes.is_some()),
        ("ends", expect.ends.is_some()),
        ("moves", expect.moves.is_some()),
        ("areas", expect.areas.is_some()),
    ])?;
    let illegal = match game.play(text) {
        Err(Refused::Text(e)) => return Err(format!("move `{text}`: {e}")),
        Err(Refused::Illegal(illegal)) => Some(illegal),
        Ok(_) => None,
    };
    let mut found = Differences::default();
    match (expect.illegal, illegal) {
        (Some(reason), Some(illegal)) => {
            refuse_foreign(&[("at", expect.at.is_some()), ("promoted", expect.promoted.is_some())])?;
            found.compare("illegal", reason.as_str(), illegal.reason.as_str());
            check_men(&mut found, expect, None)?;
            check_standing(&mut found, expect, game)?;
            return Ok((found.0, true));
        }
        (None, Some(illegal)) => {
            return Ok((vec![format!("`{text}` is illegal ({}): {illegal}", illegal.reason)], false));
        }
        (Some(reason), None) => {
            return Ok((vec![format!("`{text}` is legal; expected illegal = {reason}")], false));
        }
        (None, None) => {}
    }
    let Some(ply) = game.plies().last() else {
        return Ok((found.0, true));
    };
    check_men(&mut found, expect, Some(&ply.done))?;
    if let Some(expected) = &expect.at {
        check_place(&mut found, expected, &ply.done, expect.tolerance.unwrap_or(TOLERANCE));
    }
    if let Some(expected) = expect.promoted {
        let name = |letter: Option<char>| letter.map_or("nothing".to_owned(), String::from);
        found.compare("promoted", name(Some(expected)), name(ply.done.promoted()));
    }
    check_standing(&mut found, expect, game)?;
    Ok((found.0, true))
}

/// Whom a move has taken and put back; nobody if it was refused.
fn check_men(found: &mut Differences, expect: &Expect, done: Option<&Done>) -> Result<(), String> {
    match &expect.captures {
        Some(Captures::Of(expected)) => {
            let taken = done.map(Done::captures).unwrap_or_default();
            found.compare("captures", sorted(expected), texts(&taken));
        }
        Some(Captures::Each(_)) => return Err("a move has one list of captures".to_owned()),
        None => {}
    }
    if let Some(expected) = &expect.reborn {
        let back = done.map(Done::reborn).unwrap_or_default();
        found.compare("reborn", sorted(expected), texts(&back));
    }
    Ok(())
}

/// How the game stands after the move, or as before one that is refused.
fn check_standing(found: &mut Differences, expect: &Expect, game: &Game) -> Result<(), String> {
    if let Some(expected) = &expect.status {
        found.compare("status", known_status(expected)?.as_str(), game.status().as_str());
    }
    if let Some(expected) = expect.winner {
        found.compare("winner", expected.as_str(), Winner::of(game.position()).as_str());
    }
    if let Some(expected) = expect.check {
        found.compare("check", expected, game.position().in_check());
    }
    Ok(())
}

fn check_place(found: &mut Differences, expected: &Place, done: &Done, tolerance: f64) {
    match expected {
        Place::Point([Number(x), Number(y)]) => {
            let to = done.to();
            if (to.x - x).abs() > tolerance || (to.y - y).abs() > tolerance {
                found.0.push(format!("at: expected [{x}, {y}], found [{}, {}]", to.x, to.y));
            }
        }
        Place::Cell(name) => match done.cell() {
            Some(cell) => found.compare("at", name.as_str(), cell),
            None => found.0.push(format!("at: expected cell {name}, found {}", done.to())),
        },
    }
}

/// Asks for the legal set; what was not as expected.
pub fn check_legal(game: &Game, question: &LegalQuestion, expect: &Expect) -> Result<Vec<String>, String> {
    let move_only = [
        ("reborn", expect.reborn.is_some()),
        ("at", expect.at.is_some()),
        ("illegal", expect.illegal.is_some()),
        ("promoted", expect.promoted.is_some()),
    ];
    refuse_foreign(&move_only)?;
    let mut analysis = game.analysis();
    let label =
        question.piece.as_ref().map(|text| Label::new(text).map_err(|e| e.to_string())).transpose()?;
    if let Some(label) = label
        && !game.position().has_piece(label)
    {
        return Err(format!("there is no {label}"));
    }
    if let Some(label) = label {
        analysis.retain_piece(game.position(), label);
    }
    let (of_plane, regions) = match &analysis {
        Analysis::Plane(analysis) => (&analysis.spans, &analysis.regions),
        Analysis::Lattice(legal) => return check_cells(game, legal, expect),
    };
    if expect.moves.is_some() {
        return Err("`moves` is for lattices: expect `spans`, `lanes` or `ends` on the plane".to_owned());
    }
    let asked = |span: &&SpanReport| {
        label.is_none_or(|label| span.piece == label)
            && question.bearing.is_none_or(|b| is_same_bearing(b.0, span.bearing))
    };
    let spans: Vec<&SpanReport> = of_plane.iter().filter(asked).collect();
    let mut found = Differences::default();
    if let Some(expected) = expect.spans {
        found.compare("spans", expected, spans.len());
    }
    if let Some(expected) = &expect.lanes {
        check_lanes(&mut found, expected, &spans, expect.tolerance.unwrap_or(TOLERANCE));
    }
    if let Some(expected) = &expect.areas {
        let areas: Vec<f64> = regions.iter().flat_map(|r| r.cells.iter().map(|c| c.area)).collect();
        let close = |(a, b): (&Number, &f64)| (a.0 - b).abs() <= expect.tolerance.unwrap_or(TOLERANCE);
        if expected.len() != areas.len() || !expected.iter().zip(&areas).all(close) {
            let expected: Vec<f64> = expected.iter().map(|a| a.0).collect();
            found.0.push(format!("areas: expected {expected:?}, found {areas:?}"));
        }
    }
    if let Some(expected) = &expect.ends {
        found.compare("ends", expected.clone(), spans.iter().map(|s| ends(s)).collect());
    }
    match &expect.captures {
        Some(Captures::Each(expected)) => {
            let expected: Vec<_> = expected.iter().map(|list| sorted(list)).collect();
            found.compare("captures", expected, spans.iter().map(|s| texts(&s.captures)).collect());
        }
        Some(Captures::Of(expected)) if expected.is_empty() && spans.is_empty() => {}
        Some(Captures::Of(_)) => return Err("captures of a legal set are one list for each span".to_owned()),
        None => {}
    }
    if let Some(expected) = &expect.status {
        found.compare("status", known_status(expected)?.as_str(), analysis.status().as_str());
    }
    if let Some(expected) = expect.winner {
        found.compare("winner", expected.as_str(), Winner::of(game.position()).as_str());
    }
    if let Some(expected) = expect.check {
        found.compare("check", expected, analysis.check());
    }
    Ok(found.0)
}

/// On a lattice `spans` counts moves, and `moves` tells them.
fn check_cells(game: &Game, legal: &LatticeAnalysis, expect: &Expect) -> Result<Vec<String>, String> {
    refuse_foreign(&[
        ("lanes", expect.lanes.is_some()),
        ("ends", expect.ends.is_some()),
        ("areas", expect.areas.is_some()),
        ("captures", expect.captures.is_some()),
    ])?;
    let mut found = Differences::default();
    if let Some(expected) = expect.spans {
        found.compare("spans", expected, legal.moves.len());
    }
    if let Some(expected) = &expect.moves {
        found.compare("moves", sorted(expected), legal.moves.clone());
    }
    if let Some(expected) = &expect.status {
        found.compare("status", known_status(expected)?.as_str(), legal.status.as_str());
    }
    if let Some(expected) = expect.winner {
        found.compare("winner", expected.as_str(), Winner::of(game.position()).as_str());
    }
    if let Some(expected) = expect.check {
        found.compare("check", expected, legal.check);
    }
    Ok(found.0)
}

/// Bearings are alike a whole turn apart.
fn is_same_bearing(a: f64, b: f64) -> bool {
    angle_between(a, b) <= tolerance::BEARING
}

fn check_lanes(found: &mut Differences, expected: &[[Number; 2]], spans: &[&SpanReport], tolerance: f64) {
    let differs = |([from, to], span): (&[Number; 2], &&SpanReport)| {
        (from.0 - span.from).abs() > tolerance || (to.0 - span.to).abs() > tolerance
    };
    if expected.len() != spans.len() || expected.iter().zip(spans).any(differs) {
        let expected: Vec<[f64; 2]> = expected.iter().map(|[from, to]| [from.0, to.0]).collect();
        let spans: Vec<[f64; 2]> = spans.iter().map(|s| [s.from, s.to]).collect();
        found.0.push(format!("lanes: expected {expected:?}, found {spans:?}"));
    }
}

fn ends(span: &SpanReport) -> String {
    format!("{}{}", if span.open_from { '(' } else { '[' }, if span.open_to { ')' } else { ']' })
}

/// An expectation that the kind of step cannot have is a mistake of the scenario.
fn refuse_foreign(foreign: &[(&str, bool)]) -> Result<(), String> {
    match foreign.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(format!("`{name}` is not to be expected of this kind of step")),
        None => Ok(()),
    }
}

#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: T, found: T) {
        if expected != found {
            self.0.push(format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }
}

/// A status must be spelt rightly, or a scenario could never be as expected.
fn known_status(text: &str) -> Result<Status, String> {
    text.parse::<Status>().map_err(|e| e.to_string())
}

fn sorted(labels: &[String]) -> Vec<String> {
    let mut labels = labels.to_vec();
    labels.sort_unstable();
    labels
}

fn texts(labels: &[Label]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}
