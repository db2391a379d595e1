//! The proof of a cell, which uses only the rules in `docs/rules/continuous.md`.
//!
//! Each check below proves its claim for all positions of a convex part at once. Black's replies are taken from a set that
//! contains all legal replies and more, so every legal reply is answered.

use super::cell::CompiledCell;
use super::linear::{Linear, MoveTarget, decimal};
use super::men::{
    ARRIVED, AxisDirection, CellSymmetry, EPSILON, HALF_WIDTH, KING_REACH, KING_STEP, LEAST_MOVE, Men,
    PlaceNodes, RADIUS, REPLY, RookStrip, apart, near, on_board, out_of_reach,
};
use super::zone::{Case, Clause, DifferenceBound, Target, UNIT_SQUARED, ZERO, Zone, at_most};
use super::{CellFault, Mover, Proof};

/// Proves one of the cells, and returns the proof of this cell alone.
pub fn prove(cell: &CompiledCell, cells: &[CompiledCell]) -> Result<Proof, CellFault> {
    let one_bound_each = |clause: &Clause| clause.iter().map(|&bound| vec![bound]).collect();
    let mut questions: Vec<Vec<Case>> = cell.clauses.iter().map(one_bound_each).collect();
    // White is to move, so the black king is not in check.
    questions.extend(Men::NAMED.strips().iter().map(not_attacked));
    let parts = Zone::all().parts(&questions);
    let mut moves = 0;
    for part in &parts {
        if part.lower_bound_of_sum(&cell.rank) < UNIT_SQUARED {
            return Err(CellFault::Rank);
        }
        // The rank falls by at least 1 with each move, and stays at least 1 until the last.
        let greatest_rank = -part.lower_bound_of_sum(&Linear::default().minus(&cell.rank)) / UNIT_SQUARED;
        moves = moves.max(u64::try_from(greatest_rank).unwrap_or(u64::MAX));
        prove_part(cell, cells, part)?;
    }
    Ok(Proof { moves, cells: 1, parts: parts.len() })
}

/// Returns the cases in which the rook of a strip does not attack the black king: he is beside the strip, or shielded.
fn not_attacked(strip: &RookStrip) -> Vec<Case> {
    let king = Men::NAMED.black_king;
    let mut cases: Vec<Case> = strip.beside(king).map(|bound| vec![bound]).to_vec();
    cases.extend(strip.shielded(king).into_iter().map(|case| [case, strip.within(king).to_vec()].concat()));
    cases
}

/// Proves all claims about the answer of a cell, for one convex part of the cell.
fn prove_part(cell: &CompiledCell, cells: &[CompiledCell], part: &Zone) -> Result<(), CellFault> {
    let after = Men::NAMED.after(cell.mover);
    let moved = arrived(part, cell.to);
    prove_legal(&moved, cell.mover)?;
    refuse(part_with_rook_lost(&moved, &after), &after, CellFault::Loses)?;
    refuse(moved.outside(&without_stalemate(&after)), &after, CellFault::Stalemate)?;
    let replied = Men { black_king: REPLY, ..after };
    let answers = answers(cell, cells, &replied);
    let unanswered = replies(&moved, &after).iter().find_map(|part| part.outside(&answers));
    refuse(unanswered, &replied, CellFault::Unanswered)
}

/// Proves that an answer is a legal move of a rook, for all positions of a part after the move.
fn prove_legal(moved: &Zone, mover: Mover) -> Result<(), CellFault> {
    let men = Men::NAMED;
    for edge in ARRIVED.iter().flat_map(|&node| on_board(node, 0)) {
        refuse(moved.where_none_holds(&[edge]), &men, CellFault::OffBoard)?;
    }
    let from = men.rooks[mover as usize];
    let axis = axis_of_move(moved, from)?;
    let long_enough = apart(from[axis], ARRIVED[axis], LEAST_MOVE);
    refuse(moved.where_none_holds(&long_enough), &men, CellFault::Short)?;
    let others = [men.white_king, men.rooks[0], men.rooks[1]].into_iter().filter(|&other| other != from);
    for other in others {
        for direction in AxisDirection::along(axis) {
            if let Some(in_direction) = moved.with([direction.strictly_before(from, ARRIVED, 0)]) {
                let unblocked = direction.not_blocked(from, ARRIVED, other);
                refuse(in_direction.where_none_holds(&unblocked), &men, CellFault::Blocked)?;
            }
        }
    }
    // A rook that shields White's king from the black king is within the black king's reach.
    let covered = [out_of_reach(men.black_king, men.white_king), out_of_reach(men.black_king, from)].concat();
    refuse(moved.where_none_holds(&covered), &men, CellFault::Uncovers)
}

/// Fails with the text of one counterexample to a claim, if there are counterexamples.
fn refuse(counterexamples: Option<Zone>, men: &Men, fault: fn(String) -> CellFault) -> Result<(), CellFault> {
    let Some(counterexamples) = counterexamples else { return Ok(()) };
    let example = counterexamples.example();
    let place = |[x, y]: PlaceNodes| format!("{},{}'", decimal(example[x]), decimal(example[y]));
    let [white_king, black_king] = [men.white_king, men.black_king].map(place);
    let [a, b] = men.rooks.map(place);
    Err(fault(format!("Ka@{white_king} Ra@{a} Rb@{b} ka@{black_king}")))
}

/// Returns a part of a cell after the move, with the mover at its target.
fn arrived(part: &Zone, to: [MoveTarget; 2]) -> Zone {
    let mut bounds = Vec::new();
    for (node, MoveTarget { node: from, is_mirrored, constant }) in ARRIVED.into_iter().zip(to) {
        if is_mirrored {
            // A constant sum is no bound on a difference. So only the least and greatest values of the target are kept.
            bounds.push(at_most(node, ZERO, constant + part.greatest(ZERO, from)));
            bounds.push(at_most(ZERO, node, part.greatest(from, ZERO) - constant));
        } else {
            bounds.push(at_most(node, from, constant));
            bounds.push(at_most(from, node, -constant));
        }
    }
    part.with(bounds).unwrap_or_else(|| part.clone())
}

/// Returns the axis along which a rook moves to its target.
fn axis_of_move(moved: &Zone, from: PlaceNodes) -> Result<usize, CellFault> {
    let keeps_coordinate = |axis: usize| moved.holds_all(&near(ARRIVED[axis], from[axis], 0));
    (0..2).find(|&axis| keeps_coordinate(1 - axis)).ok_or(CellFault::NoRookMove)
}

/// Returns a part in which the king may take a rook that is within his reach and not guarded; `None` if there is none.
fn part_with_rook_lost(moved: &Zone, men: &Men) -> Option<Zone> {
    let king = men.black_king;
    let [a, b] = men.rooks;
    for (rook, guard) in [(a, b), (b, a)] {
        let in_reach = (0..2).flat_map(|axis| near(king[axis], rook[axis], KING_REACH));
        let part = moved.with(in_reach);
        if let Some(part) = part.filter(|part| !is_guarded(part, men, rook, guard)) {
            return Some(part);
        }
    }
    None
}

/// Whether a rook stands wholly behind a lane of the other rook, its guard, in all positions of a part.
///
/// To take the rook, the king would have to enter that lane. The guard is out of his reach, so he cannot take both at once.
fn is_guarded(part: &Zone, men: &Men, rook: PlaceNodes, guard: PlaceNodes) -> bool {
    let king = men.black_king;
    if !part.holds_any(&out_of_reach(king, guard)) {
        return false;
    }
    (0..2).any(|across| {
        let is_beside_lane = |man: PlaceNodes| part.holds_any(&apart(man[across], guard[across], RADIUS));
        let is_behind_lane = |direction: AxisDirection| {
            let bounds =
                [direction.before(king, guard, HALF_WIDTH), direction.before(guard, rook, 2 * EPSILON)];
            part.holds_all(&bounds)
        };
        let lane_is_free = is_beside_lane(men.white_king) && is_beside_lane(rook);
        lane_is_free && AxisDirection::along(across).into_iter().any(is_behind_lane)
    })
}

/// Returns sets of positions without stalemate: in each the king is in check, or may go 0.1 along an axis.
fn without_stalemate(men: &Men) -> Vec<Target> {
    let strips = men.strips();
    let checks = strips.iter().flat_map(|strip| strip.attacks(men.black_king));
    let walks = (0..2).flat_map(AxisDirection::along).map(|direction| walk(men, &strips, direction));
    checks.chain(walks).map(|clauses| Target { clauses, fall: None }).collect()
}

/// Returns clauses under which the king may go 0.1 in a direction. On the way he stays on the board, on one side of each strip,
/// and away from the white king.
fn walk(men: &Men, strips: &[RookStrip; 4], AxisDirection { axis, is_up }: AxisDirection) -> Vec<Clause> {
    let king = men.black_king;
    // Each pair of bounds below first limits greater coordinates of the king, then smaller ones.
    let ahead = usize::from(!is_up);
    // Along his axis, the bound ahead of him has to hold at the end of his path too.
    let on_whole_path = |along: usize, mut bounds: [DifferenceBound; 2]| {
        if along == axis {
            let bound = bounds[ahead];
            bounds[ahead] = bound.between(bound.high, bound.low, -LEAST_MOVE);
        }
        bounds
    };
    let away_from_king =
        |along: usize| on_whole_path(along, apart(king[along], men.white_king[along], KING_REACH + EPSILON));
    let mut clauses = vec![vec![on_board(king[axis], -LEAST_MOVE)[ahead]]];
    for strip in strips {
        clauses.push(on_whole_path(strip.across, strip.beside(king)).to_vec());
    }
    clauses.push([away_from_king(0), away_from_king(1)].concat());
    clauses
}

/// Returns parts that together contain every reply without a capture.
///
/// Along each axis the king goes at most a step. He may not enter a strip, and he has to leave a strip in which he starts. This
/// does not hold for a strip in which another man shields him where he starts or where he stops.
fn replies(moved: &Zone, men: &Men) -> Vec<Zone> {
    let king = men.black_king;
    let one_step = (0..2)
        .flat_map(|axis| [near(REPLY[axis], king[axis], KING_STEP), on_board(REPLY[axis], EPSILON)].concat());
    let Some(part) = moved.with(one_step) else { return Vec::new() };
    let questions = men.strips().map(|strip| {
        let [starts_below, starts_above] = strip.beside(king);
        let [stops_below, stops_above] = strip.beside(REPLY);
        let [not_above, not_below] = strip.within(king);
        let mut cases = vec![
            vec![starts_below, stops_below],
            vec![starts_above, stops_above],
            vec![not_above, not_below, stops_below],
            vec![not_above, not_below, stops_above],
        ];
        cases.extend(strip.shielded(king));
        cases.extend(strip.shielded(REPLY));
        cases
    });
    part.parts(&questions)
}

/// Returns the images of all cells as targets. Each target also asks that the rank has fallen by at least 1.
fn answers(cell: &CompiledCell, cells: &[CompiledCell], replied: &Men) -> Vec<Target> {
    let mut targets = Vec::new();
    for next in cells {
        for symmetry in CellSymmetry::all() {
            let fall = cell.rank.minus(&next.image_rank(symmetry, replied));
            targets.push(Target { clauses: next.image_clauses(symmetry, replied), fall: Some(fall) });
        }
    }
    targets
}
