//! Validation: a setup becomes a state, or a list of all its faults.

use super::setup::{FaultPlace, MAX_PAIRED_PAWNS, Setup, SetupFault, SetupFaultKind, SetupPiece};
use crate::board::{Cell, Chart, way_of};
use crate::chess::{Color, Kind, Label, Role, Series};
use crate::lattice::movegen::attacks_of;
use crate::lattice::state::{BLACK_TO_MOVE, LatticeState, drop_stale_rights, en_passant_key, passing_pawn};
use crate::lattice::tables::{LatticeRules, NOWHERE, bit};
use crate::notation::{SeriesCounters, TurnFault};
use crate::variant::{PawnPairs, Rebirth, Turns};

/// Returns the state that a setup describes.
///
/// # Errors
/// All faults of the setup.
pub(crate) fn compile(rules: &LatticeRules, setup: &Setup) -> Result<LatticeState, Vec<SetupFault>> {
    let mut faults = Vec::new();
    let mut state = LatticeState::empty(setup.turn);
    for (i, piece) in setup.pieces.iter().enumerate() {
        let same_cell = setup.pieces[..i].iter().find(|earlier| earlier.cell == piece.cell);
        let added = match same_cell {
            Some(earlier) => Err(SetupFaultKind::Occupied(earlier.label)),
            None => add_setup_piece(rules, &mut state, piece),
        };
        if let Err(kind) = added {
            faults.push(SetupFault { place: FaultPlace::Piece(i), kind });
        }
    }
    drop_stale_rights(rules, &mut state);
    let wrong_numbers = faults_of_numbers(rules, &state).into_iter();
    faults.extend(wrong_numbers.map(|kind| SetupFault { place: FaultPlace::Whole, kind }));
    let series_fault = read_counters(rules, setup, &mut state);
    faults.extend(series_fault.map(|kind| SetupFault { place: FaultPlace::Series, kind }));
    read_passed(rules, setup, &mut state, &mut faults);
    // Only a position without other faults can be tested for checks.
    if faults.is_empty() && !rules.may_leave_check {
        faults.extend(check_on_waiting_side(rules, setup, &state));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    state.key ^= en_passant_key(rules, &state);
    if setup.turn == Color::Black {
        state.key ^= BLACK_TO_MOVE;
    }
    Ok(state)
}

/// Returns the faults of the numbers of kings and of pawns.
fn faults_of_numbers(rules: &LatticeRules, state: &LatticeState) -> Vec<SetupFaultKind> {
    let mut faults = Vec::new();
    let lacks_king = |color: &&Color| state.kings[color.index()] == NOWHERE;
    let without_king = Color::ALL.iter().filter(lacks_king);
    // Under snaffle one king may have been captured.
    if without_king.clone().count() > usize::from(rules.may_leave_check) {
        faults.extend(without_king.map(|&color| SetupFaultKind::NoKing(color)));
    }
    if !rules.may_remove_pairs() {
        return faults;
    }
    let pawn_counts =
        [Color::White, Color::Black].map(|color| state.pieces(color, Role::Pawn).count_ones() as usize);
    for &color in Color::ALL {
        if pawn_counts[color.index()] > MAX_PAIRED_PAWNS {
            faults.push(SetupFaultKind::ManyPawns { color });
        }
    }
    if rules.pairs == PawnPairs::Either && pawn_counts.iter().sum::<usize>() > MAX_PAIRED_PAWNS {
        faults.push(SetupFaultKind::ManyPawnsOfBoth);
    }
    faults
}

/// Returns the fault that the side not to move is in check, if it is. The place of the fault is the king.
fn check_on_waiting_side(rules: &LatticeRules, setup: &Setup, state: &LatticeState) -> Option<SetupFault> {
    let waiting = !setup.turn;
    if !rules.in_check(state, waiting) {
        return None;
    }
    let king = state.kings[waiting.index()];
    let gives_check = |piece: &&SetupPiece| {
        piece.label.color() == setup.turn
            && attacks_of(rules, state, piece.cell.index()) & bit(king.into()) != 0
    };
    let (checker, checker_place) = match setup.pieces.iter().find(gives_check) {
        Some(piece) => (piece.label.to_string(), Some(rules.name(piece.cell))),
        None => (setup.turn.to_string(), None),
    };
    let fault = TurnFault {
        turn: setup.turn,
        checker,
        checker_place,
        both_in_check: rules.in_check(state, setup.turn),
    };
    let king_piece = setup.pieces.iter().position(|piece| piece.cell.0 == king);
    let place = king_piece.map_or(FaultPlace::Whole, FaultPlace::Piece);
    Some(SetupFault { place, kind: SetupFaultKind::InCheck(fault) })
}

/// Adds a piece of a setup to the state.
///
/// # Errors
/// The fault of the piece. A faulty piece is not added.
fn add_setup_piece(
    rules: &LatticeRules,
    state: &mut LatticeState,
    piece: &SetupPiece,
) -> Result<(), SetupFaultKind> {
    let letter = piece.label.letter();
    let unknown = || SetupFaultKind::UnknownLetter { letter, known: known_letters(rules) };
    let kind = rules.kind_of_letter(letter).ok_or_else(unknown)?;
    let color = piece.label.color();
    let cell = piece.cell.index();
    if rules.is_royal(kind) && state.kings[color.index()] != NOWHERE {
        return Err(SetupFaultKind::TwoKings(color));
    }
    let has_way = rules.is_pawn(kind) || rules.is_framed(kind);
    let is_flat = matches!(rules.grid.chart(), Chart::Flat(_));
    if piece.way.is_some() && (is_flat || !has_way) {
        return Err(SetupFaultKind::StrayWay { board: board_of_ways(rules.grid.chart()) });
    }
    let way = if has_way { way_of_piece(rules, color, kind, piece)? } else { 0 };
    if piece.promoted && (rules.is_pawn(kind) || rules.is_royal(kind)) {
        return Err(SetupFaultKind::StrayPromoted);
    }
    state.add_piece(rules, color, kind, cell);
    // A custom pawn without a frame has the way of its side, so the state stores none.
    if rules.has_recorded_way(kind) {
        state.set_way(cell, way);
        state.set_mirrored(cell, piece.flips.x);
    }
    if !piece.moved && rules.has_first_move_right(color, kind, way, cell) {
        state.set_first_move_right(cell, true);
    }
    state.set_promoted(rules.rebirth, cell, piece.promoted);
    if rules.rebirth == Rebirth::Own {
        let home = piece.home.or_else(|| initial_home(rules, piece.label));
        state.set_home(cell, home.map_or(NOWHERE, |home| home.0));
    }
    Ok(())
}

/// Returns the kind of board, in words, on whose pieces a text may state a way. No piece of a flat board has such a suffix.
fn board_of_ways(chart: Chart) -> &'static str {
    match chart {
        Chart::Flat(_) => "round",
        Chart::Ring => "ring",
        Chart::Disc => "disc",
    }
}

/// Returns the initial cell of the piece with the same label.
pub(crate) fn initial_home(rules: &LatticeRules, label: Label) -> Option<Cell> {
    rules.array.iter().find(|piece| piece.label == label).map(|piece| piece.cell)
}

/// Returns the letters of all kinds, in capitals.
fn known_letters(rules: &LatticeRules) -> Vec<char> {
    let roles = Role::ALL.iter().map(|role| role.letter());
    let mut letters = Vec::new();
    for letter in roles.chain(rules.custom.all().map(|(_, kind)| kind.rule.letter)) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters
}

/// Returns the way of a pawn, or of a piece with a frame.
///
/// # Errors
/// The fault of a pawn without a way, or on a cell where a pawn of this way cannot stand.
fn way_of_piece(
    rules: &LatticeRules,
    color: Color,
    kind: Kind,
    piece: &SetupPiece,
) -> Result<usize, SetupFaultKind> {
    let cell = piece.cell.index();
    let stated = piece.way.map(|way| way as usize);
    let way = match rules.grid.chart() {
        Chart::Flat(_) => way_of(color, piece.flips),
        Chart::Ring => stated.or_else(|| rules.way_from_start(color, cell)).ok_or(SetupFaultKind::NoWay)?,
        Chart::Disc => stated.unwrap_or(0),
    };
    let may_stand = !rules.is_pawn(kind) || rules.pawn_may_stand(color, way, piece.cell);
    if may_stand { Ok(way) } else { Err(SetupFaultKind::PawnPlace) }
}

/// Copies the counters of a setup to the state, and returns the fault of the series counters, if any.
fn read_counters(rules: &LatticeRules, setup: &Setup, state: &mut LatticeState) -> Option<SetupFaultKind> {
    state.halfmove = setup.halfmove;
    state.fullmove = setup.fullmove;
    let SeriesCounters { length, played, quiet } = setup.series;
    if !rules.is_progressive() {
        state.series = Series { length: 1, played, quiet };
        return (setup.series != SeriesCounters::default()).then_some(SetupFaultKind::StraySeries);
    }
    let length = length.unwrap_or_else(|| rules.turns.usual_length(setup.turn, setup.fullmove));
    state.series = Series { length, played, quiet };
    (!Turns::can_go_on(length, played)).then_some(SetupFaultKind::Series)
}

/// Copies the passed cells of a setup to the state, and adds their faults to the list. A pawn must have passed over each such cell:
/// at the start of a turn a pawn of the other side, and within a series a pawn of the side to move. A passed cell must be empty,
/// except in a progressive game in which it may become empty before the capture: within a series, or if a pair may be removed.
fn read_passed(rules: &LatticeRules, setup: &Setup, state: &mut LatticeState, faults: &mut Vec<SetupFault>) {
    let is_within_series = setup.series.played > 0;
    let passing_side = if is_within_series { setup.turn } else { !setup.turn };
    let may_be_occupied = rules.is_progressive() && (is_within_series || rules.may_remove_pairs());
    let mut add_fault = |place, kind| faults.push(SetupFault { place, kind });
    for (i, cell) in setup.passed.iter().enumerate() {
        let is_free = may_be_occupied || state.occupied() & cell.bit() == 0;
        if is_free && passing_pawn(rules, state, passing_side, cell.index()).is_some() {
            state.en_passant |= cell.bit();
        } else {
            add_fault(FaultPlace::Passed(i), SetupFaultKind::Passed);
        }
    }
    if setup.passed.len() > 1 && !rules.is_progressive() {
        add_fault(FaultPlace::Passed(1), SetupFaultKind::ManyPassed);
    }
}
