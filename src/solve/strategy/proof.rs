//! The proof of a cell, by the rules as `docs/rules/continuous.md` has them and by nothing else.
//!
//! Each test below proves its claim for all positions of a convex part at once. Black's replies are taken from a set that
//! contains all legal replies and more, so every legal reply is answered.

use super::cell::CompiledCell;
use super::linear::{Linear, MoveTarget, decimal};
use super::men::{
    ARRIVED, AxisDirection, CellSymmetry, EPSILON, HALF_WIDTH, KING_REACH, KING_STEP, LEAST_MOVE, Men,
    PlaceNodes, RADIUS, REPLY, RookStrip, apart, near, on_board, out_of_reach,
};
use super::zone::{Case, Clause, DifferenceBound, GoalSet, ONE, ZERO, Zone, at_most};
use super::{CellFault, Proof};

/// Proves a cell, and returns the proof of this cell alone.
pub fn prove(cell: &CompiledCell, cells: &[CompiledCell]) -> Result<Proof, CellFault> {
    let cases = |clause: &Clause| clause.iter().map(|&bound| vec![bound]).collect();
    let mut questions: Vec<Vec<Case>> = cell.clauses.iter().map(cases).collect();
    questions.extend(Men::NAMED.strips().iter().map(not_attacked));
    let parts = Zone::all().parts(&questions);
    let mut moves = 0;
    for part in &parts {
        if part.least(&cell.rank) < ONE {
            return Err(CellFault::Rank);
        }
        let greatest = -part.least(&Linear::default().minus(&cell.rank)) / ONE;
        moves = moves.max(u64::try_from(greatest).unwrap_or(u64::MAX));
        prove_part(cell, cells, part)?;
    }
    Ok(Proof { moves, cells: 1, parts: parts.len() })
}

/// Returns the cases in which the black king is not attacked within a strip: White is to move, so he is not in check.
fn not_attacked(strip: &RookStrip) -> Vec<Case> {
    let king = Men::NAMED.black_king;
    let mut cases: Vec<Case> = strip.beside(king).map(|bound| vec![bound]).to_vec();
    cases.extend(strip.shielded(king).into_iter().map(|case| [case, strip.within(king).to_vec()].concat()));
    cases
}

fn prove_part(cell: &CompiledCell, cells: &[CompiledCell], part: &Zone) -> Result<(), CellFault> {
    let men = Men::NAMED;
    let after = men.after(cell.mover);
    let zone = arrived(part, cell.to);
    for edge in ARRIVED.iter().flat_map(|&node| on_board(node, 0)) {
        refute(zone.except(&[edge]), &men, CellFault::OffBoard)?;
    }
    let from = men.rooks[cell.mover as usize];
    let axis = axis_of(&zone, from)?;
    let long = apart(from[axis], ARRIVED[axis], LEAST_MOVE);
    refute(zone.except(&long), &men, CellFault::Short)?;
    let others = [men.white_king, men.rooks[0], men.rooks[1]].into_iter().filter(|&other| other != from);
    for other in others {
        for direction in AxisDirection::along(axis) {
            if let Some(zone) = zone.with([direction.strictly_before(from, ARRIVED, 0)]) {
                let free = direction.not_blocked(from, ARRIVED, other);
                refute(zone.except(&free), &men, CellFault::Blocked)?;
            }
        }
    }
    // A rook that shields White's king from the black king is within the black king's reach. So a rook out of his reach
    // uncovers nothing.
    let safe = [out_of_reach(men.black_king, men.white_king), out_of_reach(men.black_king, from)].concat();
    refute(zone.except(&safe), &men, CellFault::Uncovers)?;
    refute(loses(&zone, &after), &after, CellFault::Loses)?;
    let goals = not_stalemate(&after);
    refute(zone.outside(&goals.iter().collect::<Vec<_>>()), &after, CellFault::Stalemate)?;
    let replied = Men { black_king: REPLY, ..after };
    let goals = answers(cell, cells, &replied);
    let goals: Vec<&GoalSet> = goals.iter().collect();
    let unanswered = replies(&zone, &after).iter().find_map(|part| part.outside(&goals));
    refute(unanswered, &replied, CellFault::Unanswered)
}

/// Returns a fault with one position of a part in which a claim is false, if there is such a part.
fn refute(part: Option<Zone>, men: &Men, fault: fn(String) -> CellFault) -> Result<(), CellFault> {
    let Some(part) = part else { return Ok(()) };
    let example = part.example();
    let man = |(name, [x, y]): (&str, PlaceNodes)| {
        format!("{name}@{},{}'", decimal(example[x]), decimal(example[y]))
    };
    let [a, b] = men.rooks;
    Err(fault([("Ka", men.white_king), ("Ra", a), ("Rb", b), ("ka", men.black_king)].map(man).join(" ")))
}

/// Returns a part after the move, with the mover at its target.
fn arrived(part: &Zone, to: [MoveTarget; 2]) -> Zone {
    let mut bounds = Vec::new();
    for (node, MoveTarget { node: from, is_mirrored, constant }) in ARRIVED.into_iter().zip(to) {
        if is_mirrored {
            // The sum of two coordinates is not a difference, so only its least and greatest value are kept.
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
fn axis_of(zone: &Zone, from: PlaceNodes) -> Result<usize, CellFault> {
    let stays = |axis: usize| zone.implies(&near(ARRIVED[axis], from[axis], 0));
    (0..2).find(|&axis| stays(1 - axis)).ok_or(CellFault::NoRookMove)
}

/// Returns a part in which the king may take a rook.
///
/// He cannot take a rook out of his reach. He also cannot take a rook that lies wholly behind a lane of the other rook,
/// since he would have to enter that lane. The other rook must then be out of his reach, so that he cannot take both at
/// once.
fn loses(zone: &Zone, men: &Men) -> Option<Zone> {
    let king = men.black_king;
    let [a, b] = men.rooks;
    for (rook, guard) in [(a, b), (b, a)] {
        let in_reach = (0..2).flat_map(|axis| near(king[axis], rook[axis], KING_REACH));
        let Some(part) = zone.with(in_reach) else { continue };
        let is_behind_lane = |axis: usize| {
            let shield = |man: PlaceNodes| apart(man[axis], guard[axis], RADIUS);
            let is_open = part.proves(&shield(men.white_king)) && part.proves(&shield(rook));
            let behind = |direction: AxisDirection| {
                [direction.before(king, guard, HALF_WIDTH), direction.before(guard, rook, 2 * EPSILON)]
            };
            is_open
                && AxisDirection::along(axis).into_iter().any(|direction| part.implies(&behind(direction)))
        };
        let is_guarded = part.proves(&out_of_reach(king, guard)) && (0..2).any(is_behind_lane);
        if !is_guarded {
            return Some(part);
        }
    }
    None
}

/// Returns goals without stalemate: in each the king is in check, or may go 0.1 along an axis.
fn not_stalemate(men: &Men) -> Vec<GoalSet> {
    let strips = men.strips();
    let checks = strips.iter().flat_map(|strip| strip.attacks(men.black_king));
    let walks = (0..2).flat_map(AxisDirection::along).map(|direction| walk(men, &strips, direction));
    checks.chain(walks).map(|clauses| GoalSet { clauses, fall: None }).collect()
}

/// Returns clauses under which the king may go 0.1 in a direction: on the way he stays on one side of each strip and of
/// the white king.
fn walk(men: &Men, strips: &[RookStrip; 4], AxisDirection { axis, is_up }: AxisDirection) -> Vec<Clause> {
    let king = men.black_king;
    let ahead = usize::from(!is_up);
    // A bound towards which he goes has to hold at the end of his path.
    let on_the_way = |across: usize, mut sides: [DifferenceBound; 2]| {
        if across == axis {
            let bound = sides[ahead];
            sides[ahead] = bound.between(bound.high, bound.low, -LEAST_MOVE);
        }
        sides
    };
    let away =
        |across: usize| on_the_way(across, apart(king[across], men.white_king[across], KING_REACH + EPSILON));
    let mut clauses = vec![vec![on_board(king[axis], -LEAST_MOVE)[ahead]]];
    clauses.extend(strips.iter().map(|strip| on_the_way(strip.across, strip.beside(king)).to_vec()));
    clauses.push([away(0), away(1)].concat());
    clauses
}

/// Returns parts that together contain every reply without a capture.
///
/// Along each axis the king goes at most a step. He may not enter a strip, and he has to leave a strip in which he starts. A
/// strip is excepted if another man shields him where he starts or where he stops.
fn replies(zone: &Zone, men: &Men) -> Vec<Zone> {
    let king = men.black_king;
    let steps = (0..2)
        .flat_map(|axis| [near(REPLY[axis], king[axis], KING_STEP), on_board(REPLY[axis], EPSILON)].concat());
    let Some(part) = zone.with(steps) else { return Vec::new() };
    let questions = men.strips().map(|strip| {
        let ([less, more], [stops_less, stops_more]) = (strip.beside(king), strip.beside(REPLY));
        let [not_more, not_less] = strip.within(king);
        let mut cases = vec![
            vec![less, stops_less],
            vec![more, stops_more],
            vec![not_more, not_less, stops_less],
            vec![not_more, not_less, stops_more],
        ];
        cases.extend(strip.shielded(king));
        cases.extend(strip.shielded(REPLY));
        cases
    });
    part.parts(&questions)
}

/// Returns the images of all cells as goals. Each goal asks that the rank has fallen by at least one.
fn answers(cell: &CompiledCell, cells: &[CompiledCell], replied: &Men) -> Vec<GoalSet> {
    let mut goals = Vec::new();
    for next in cells {
        for symmetry in CellSymmetry::all() {
            let fall = cell.rank.minus(&next.image_rank(symmetry, replied));
            goals.push(GoalSet { clauses: next.image(symmetry, replied), fall: Some(fall) });
        }
    }
    goals
}
