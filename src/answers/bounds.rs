//! Variants and positions of requests, tested against the limits before they are played.

use super::error::{ApiError, ApiFault, ApiReason};
use super::limits;
use crate::arbiter::TimeControl;
use crate::diagnostics::read_toml;
use crate::game::{Position, Prepared};
use crate::notation::TextError;
use crate::scenario::ReadPosition;
use crate::variant::{Board, KindPlace, ReadError, Variant, VariantFault, VariantFaults, built_in_kinds};
use toml::Table;

/// Returns a preset by name. A name in a request never opens a file.
pub fn from_preset(name: &str, rules: &Table) -> Result<Prepared, ApiError> {
    prepare_bounded(Variant::named(name, rules).map_err(unplayable)?).map_err(unplayable)
}

/// Returns the variant of a file, whose parameters `rules` override.
///
/// # Errors
/// All faults of the variant and of its initial array. They have places unless overridden parameters have faults.
pub fn from_file(text: &str, rules: &Table) -> Result<Prepared, ApiError> {
    let located = |faults: VariantFaults| ReadError::of_variant(text, rules, faults);
    let prepared = prepare_bounded(Variant::read(text, rules)?).map_err(located)?;
    read_bounded(&prepared, "start", Position::from_text)
        .map_err(|e| located(VariantFault::new("start", e.to_string()).into()))?;
    Ok(prepared)
}

/// Returns the variant that was stored with a game.
pub fn stored_variant(text: &str) -> Result<Prepared, ApiError> {
    let spec = read_toml(text).map_err(unplayable)?;
    prepare_bounded(Variant::new(spec).map_err(unplayable)?).map_err(unplayable)
}

fn unplayable(e: impl std::fmt::Display) -> ApiError {
    ApiError::new(ApiReason::Variant, e.to_string())
}

/// Returns a variant with its tables, or its first fault if it is beyond the limits.
fn prepare_bounded(variant: Variant) -> Result<Prepared, VariantFaults> {
    check_spec(&variant)?;
    check_kinds(&variant)?;
    Ok(Prepared::new(variant)?)
}

fn check_spec(variant: &Variant) -> Result<(), VariantFault> {
    let spec = variant.spec();
    if spec.name.trim().is_empty() || spec.name.len() > limits::NAME {
        let message = format!("a variant has a name, of at most {} bytes", limits::NAME);
        return Err(VariantFault::new("name", message));
    }
    if variant.is_lattice() {
        return Ok(());
    }
    let (width, height) = spec.board_extent();
    if width.max(height) > limits::BOARD_SIZE {
        let message = format!("the page shows boards up to {}", limits::BOARD_SIZE);
        return Err(VariantFault::new("board_size", message));
    }
    if spec.step > 0.0 && spec.step < limits::STEP {
        return Err(VariantFault::new("step", format!("the page plays steps of {} and more", limits::STEP)));
    }
    Ok(())
}

fn check_kinds(variant: &Variant) -> Result<(), VariantFault> {
    let fault = |index: usize, name: &str, message: String| VariantFault {
        parameter: format!("kind `{name}`"),
        message,
        place: Some(KindPlace { kind: index, in_move: None }),
    };
    let spec = variant.spec();
    let (width, height) = spec.board_extent();
    let rounds_of_lane = if spec.board == Board::Square { 0.0 } else { spec.max_lane / width.min(height) };
    let own_kinds = variant.kinds().iter().skip(built_in_kinds().len());
    for (i, kind) in own_kinds.enumerate() {
        let lanes: usize = kind.moves.iter().map(|m| m.directions.len() * m.arcs.len().max(1)).sum();
        if lanes > limits::LANES || kind.extent.core().len() > limits::CORNERS {
            let (lanes, corners) = (limits::LANES, limits::CORNERS);
            let message = format!("the page plays kinds of at most {lanes} lanes and {corners} corners");
            return Err(fault(i, &kind.name, message));
        }
        if kind.moves.iter().filter_map(|m| m.step).any(|step| step < limits::STEP) {
            return Err(fault(i, &kind.name, format!("the page plays steps of {} and more", limits::STEP)));
        }
        let rounds = lanes as f64 * rounds_of_lane;
        if rounds > limits::ROUNDS {
            let most = limits::ROUNDS;
            let message = format!("its lanes go round the board {rounds:.0} times: at most {most} here");
            return Err(fault(i, &kind.name, message));
        }
    }
    for (i, kind) in variant.cell_kinds().iter().enumerate() {
        if kind.moves.iter().map(|m| m.vectors.len()).sum::<usize>() > limits::LANES {
            let message = format!("the page plays kinds of at most {} vectors", limits::LANES);
            return Err(fault(i, &kind.name, message));
        }
    }
    Ok(())
}

/// Returns a position from its position text, or from a FEN if the text is not a position text.
///
/// # Errors
/// The faults with their columns, or the limit that the position exceeds.
pub fn read_position(prepared: &Prepared, text: &str) -> Result<Position, ApiError> {
    let trimmed = text.trim();
    let is_position_text = trimmed.contains('@') || trimmed == "start" || trimmed.starts_with(';');
    let read = if is_position_text { Position::from_text } else { Position::from_fen };
    read_bounded(prepared, trimmed, read).map_err(|e| {
        let faults = e.each().take(limits::FAULTS).map(ApiFault::of_position).collect();
        ApiError { faults, ..ApiError::new(ApiReason::Position, e.to_string()) }
    })
}

/// Returns the position that `read` reads from a text, if it is within the limits.
///
/// # Errors
/// The faults with their columns, or the limit that the position exceeds.
pub fn read_bounded(prepared: &Prepared, text: &str, read: ReadPosition) -> Result<Position, TextError> {
    let position_text = if text.trim() == "start" { &prepared.variant().spec().start } else { text };
    // Pieces are counted in the text, because a position with very many pieces takes long to read.
    let pieces = position_text.matches('@').count();
    if pieces > limits::PIECES {
        return Err(too_many("many_pieces", "pieces", pieces, limits::PIECES));
    }
    let position = read(prepared, text)?;
    let general = general_pieces(&position);
    if general > limits::GENERAL_PIECES {
        let pieces = "pieces that are no plain discs";
        return Err(too_many("many_general", pieces, general, limits::GENERAL_PIECES));
    }
    Ok(position)
}

/// Returns the error of a position with more pieces of some sort than a game may have. `pieces` says of which sort.
fn too_many(fault: &'static str, pieces: &str, found: usize, most: usize) -> TextError {
    let message = format!("{found} {pieces}: a game here has at most {most}");
    TextError::named(1, fault, message).with("found", found).with("most", most)
}

/// Returns the number of pieces whose moves take the general generator.
fn general_pieces(position: &Position) -> usize {
    match position {
        Position::Plane(p) => p.pieces().iter().filter(|piece| !p.rules().kind(piece.kind).is_plain).count(),
        Position::Lattice(_) => 0,
    }
}

/// Tests a time control against the limits.
pub fn check_clock(control: TimeControl) -> Result<(), ApiError> {
    let (base, increment) = (limits::CLOCK_BASE, limits::CLOCK_INCREMENT);
    if (1..=base).contains(&control.base) && control.increment <= increment {
        return Ok(());
    }
    Err(ApiError::request(format!(
        "a clock has a base of 1 to {base} seconds and an increment of 0 to {increment} seconds"
    )))
}
