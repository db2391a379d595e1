//! Variants and positions from outside, held to the bounds of the server before they are played.

use super::error::{ApiError, ApiReason, ToldFault};
use super::limits;
use crate::arbiter::TimeControl;
use crate::diagnostics::{TextFault, read_toml};
use crate::game::{Position, PositionError, Prepared};
use crate::scenario::ReadPosition;
use crate::variant::{Board, KindPlace, ReadError, Variant, VariantFault, VariantFaults, built_in_kinds};
use toml::Table;

/// Returns a preset by name. The name comes from outside, so it never opens a file.
///
/// # Errors
/// When there is no such preset, or a parameter is wrong or out of bounds.
pub fn from_preset(name: &str, rules: &Table) -> Result<Prepared, ApiError> {
    ready(Variant::named(name, rules).map_err(unplayable)?).map_err(unplayable)
}

/// Returns the variant of a file, with its initial array if that can be set up.
///
/// # Errors
/// All faults, each with its place if it is in the text.
pub fn from_file(text: &str, rules: &Table) -> Result<Prepared, ApiError> {
    let placed = |VariantFaults(faults): VariantFaults| {
        // A fault of a kind begins with the kind: `kind 2 ...`.
        let is_laid_over = |fault: &VariantFault| {
            fault.parameter.split(' ').next().is_some_and(|name| rules.contains_key(name))
        };
        if faults.iter().any(is_laid_over) {
            return unplayable(VariantFaults(faults));
        }
        ReadError::Faults(TextFault::locate_all(text, &faults)).into()
    };
    let prepared = ready(Variant::read(text, rules)?).map_err(placed)?;
    let array = read_bounded(&prepared, "start", Position::from_text);
    array.map_err(|e| placed(VariantFault::new("start", e.to_string()).into()))?;
    Ok(prepared)
}

/// Returns the variant that was stored with a game.
///
/// # Errors
/// When this program does not play the variant.
pub fn stored_variant(text: &str) -> Result<Prepared, ApiError> {
    let spec = read_toml(text).map_err(unplayable)?;
    ready(Variant::new(spec).map_err(unplayable)?).map_err(unplayable)
}

fn unplayable(e: impl std::fmt::Display) -> ApiError {
    ApiError::new(ApiReason::Variant, e.to_string())
}

/// Returns a variant ready to play, or its faults. The variant of every game is checked here.
fn ready(variant: Variant) -> Result<Prepared, VariantFaults> {
    let spec = variant.spec();
    if spec.name.trim().is_empty() || spec.name.len() > limits::NAME {
        let most = limits::NAME;
        return Err(
            VariantFault::new("name", format!("a variant has a name, of at most {most} bytes")).into()
        );
    }
    if !variant.is_lattice() {
        let (width, height) = spec.board_extent();
        if width.max(height) > limits::BOARD_SIZE {
            let most = limits::BOARD_SIZE;
            return Err(VariantFault::new("board_size", format!("the page shows boards up to {most}")).into());
        }
        if spec.step > 0.0 && spec.step < limits::STEP {
            let least = limits::STEP;
            return Err(VariantFault::new("step", format!("the page plays steps of {least} and more")).into());
        }
    }
    let (width, height) = spec.board_extent();
    let rounds = if spec.board == Board::Square { 0.0 } else { spec.max_lane / width.min(height) };
    let own = variant.kinds().iter().skip(built_in_kinds().len());
    let fault = |i: usize, name: &str, message: String| {
        VariantFaults(vec![VariantFault {
            parameter: format!("kind `{name}`"),
            message,
            place: Some(KindPlace { kind: i, in_move: None }),
        }])
    };
    for (i, kind) in own.enumerate() {
        let lanes: usize = kind.moves.iter().map(|m| m.directions.len() * m.arcs.len().max(1)).sum();
        let all_rounds = lanes as f64 * rounds;
        if lanes > limits::LANES || kind.extent.core().len() > limits::CORNERS {
            let (lanes, corners) = (limits::LANES, limits::CORNERS);
            let message = format!("the page plays kinds of at most {lanes} lanes and {corners} corners");
            return Err(fault(i, &kind.name, message));
        }
        if kind.moves.iter().filter_map(|m| m.step).any(|step| step < limits::STEP) {
            return Err(fault(i, &kind.name, format!("the page plays steps of {} and more", limits::STEP)));
        }
        if all_rounds > limits::ROUNDS {
            let most = limits::ROUNDS;
            let message = format!("its lanes go round the board {all_rounds:.0} times: at most {most} here");
            return Err(fault(i, &kind.name, message));
        }
    }
    for (i, kind) in variant.cell_kinds().iter().enumerate() {
        if kind.moves.iter().map(|m| m.vectors.len()).sum::<usize>() > limits::LANES {
            let message = format!("the page plays kinds of at most {} vectors", limits::LANES);
            return Err(fault(i, &kind.name, message));
        }
    }
    Ok(Prepared::new(variant)?)
}

/// Returns a position from its text, or from FEN if the text has no `@`.
///
/// # Errors
/// The faults with their columns, or the bound that the position exceeds.
pub fn read_position(prepared: &Prepared, text: &str) -> Result<Position, ApiError> {
    let text = text.trim();
    let is_text = text.contains('@') || text == "start" || text.starts_with(';');
    let read = if is_text { Position::from_text } else { Position::from_fen };
    read_bounded(prepared, text, read).map_err(|e| {
        let faults = e.each().take(limits::FAULTS).map(ToldFault::of_position).collect();
        ApiError { faults, ..ApiError::new(ApiReason::Position, e.to_string()) }
    })
}

/// Returns a position within the bounds. The pieces are counted in the text first, because reading a crowd takes long.
///
/// # Errors
/// The faults with their columns, or the bound that the position exceeds.
pub fn read_bounded(prepared: &Prepared, text: &str, read: ReadPosition) -> Result<Position, PositionError> {
    let written = if text.trim() == "start" { &prepared.variant().spec().start } else { text };
    let pieces = written.matches('@').count();
    if pieces > limits::PIECES {
        let most = limits::PIECES;
        let message = format!("{pieces} pieces: a game here has at most {most}");
        let fault = PositionError::named(1, "many_pieces", message);
        return Err(fault.with("found", pieces).with("most", most));
    }
    let position = read(prepared, text)?;
    let general = general_pieces(&position);
    if general > limits::GENERAL_PIECES {
        let most = limits::GENERAL_PIECES;
        let message = format!("{general} pieces that are no plain discs: a game here has at most {most}");
        let fault = PositionError::named(1, "many_general", message);
        return Err(fault.with("found", general).with("most", most));
    }
    Ok(position)
}

/// Returns the number of pieces whose moves take the general generator, which is slow.
fn general_pieces(position: &Position) -> usize {
    match position {
        Position::Plane(p) => p.pieces().iter().filter(|piece| !p.rules().kind(piece.kind).plain).count(),
        Position::Lattice(_) => 0,
    }
}

/// Refuses a time control that is out of bounds.
///
/// # Errors
/// When the time is zero, or longer than the bounds.
pub fn check_clock(control: TimeControl) -> Result<(), ApiError> {
    let (base, increment) = (limits::CLOCK_BASE, limits::CLOCK_INCREMENT);
    if (1..=base).contains(&control.base) && control.increment <= increment {
        return Ok(());
    }
    Err(ApiError::request(format!(
        "a clock has a base of 1 to {base} seconds and an increment of 0 to {increment} seconds"
    )))
}
