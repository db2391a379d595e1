//! The proof of a cell, by the rules as `docs/rules/continuous.md` has them and by nothing else.
//!
//! Each test below proves its claim for all positions of a convex part at once. Black's replies are taken from a set that
//! contains all legal replies and more, so every legal reply is answered.

use super::cell::{CompiledCell, minus};
use super::linear::{Clause, Decimal, MoveTarget};
use super::men::{
    ARRIVED, CellSymmetry, EPSILON, HALF_WIDTH, KING_REACH, KING_STEP, LEAST_MOVE, Men, PlaceNodes, RADIUS,
    REPLY, RookLane, apart, on_board, out_of_reach,
};
use super::zone::{DifferenceBound, GoalSet, ONE, ZERO, Zone};
use super::{CellFault, Proof};

/// Proves a cell, and returns the proof of this cell alone.
pub fn prove(cell: &CompiledCell, cells: &[CompiledCell]) -> Result<Proof, CellFault> {
    let cases = |clause: &Clause| clause.iter().map(|&bound| vec![bound]).collect();
    let mut questions: Vec<Vec<Vec<DifferenceBound>>> = cell.clauses.iter().map(cases).collect();
    questions.extend(Men::NAMED.lanes().iter().map(not_attacked));
    let parts = Zone::all().parts(&questions);
    let mut moves = 0;
    for part in &parts {
        let rank = &cell.rank;
        if part.least(rank) < ONE {
            return Err(CellFault::Rank);
        }
        let greatest = -part.least(&minus(&Default::default(), rank)) / ONE;
        moves = moves.max(u64::try_from(greatest).unwrap_or(u64::MAX));
        prove_part(cell, cells, part)?;
    }
    Ok(Proof { moves, cells: 1, parts: parts.len() })
}

/// Returns the cases in which the black king is not attacked on a lane: White is to move, so he is not in check.
fn not_attacked(lane: &RookLane) -> Vec<Vec<DifferenceBound>> {
    let king = Men::NAMED.black;
    let shielded = lane.shielded(king).into_iter().map(|case| [case, lane.within(king).to_vec()].concat());
    lane.beside(king).map(|bound| vec![bound]).into_iter().chain(shielded).collect()
}

fn prove_part(cell: &CompiledCell, cells: &[CompiledCell], part: &Zone) -> Result<(), CellFault> {
    let men = Men::NAMED;
    let after = men.after(cell.mover);
    let zone = arrived(part, cell.to);
    let holds =
        |zone: &Zone, clause: &[DifferenceBound], fault: fn(String) -> CellFault| match zone.except(clause) {
            Some(open) => Err(fault(example_of(&open, &men))),
            None => Ok(()),
        };
    for edge in ARRIVED.iter().flat_map(|&node| on_board(node, 0)) {
        holds(&zone, &[edge], CellFault::OffBoard)?;
    }
    let from = men.mover(cell.mover);
    let axis = axis_of(&zone, from)?;
    holds(&zone, &apart(from[axis], ARRIVED[axis], LEAST_MOVE), CellFault::Short)?;
    let others = [men.white, men.rooks[0], men.rooks[1]].into_iter().filter(|&other| other != from);
    for other in others {
        for (direction, passes) in passing(from, other, axis) {
            if let Some(zone) = zone.with([direction]) {
                holds(&zone, &passes, CellFault::Blocked)?;
            }
        }
    }
    // A rook that shields White's king from the black king is within the black king's reach. So a rook out of his reach
    // uncovers nothing.
    let safe = [out_of_reach(men.black, men.white), out_of_reach(men.black, from)].concat();
    holds(&zone, &safe, CellFault::Uncovers)?;
    if let Some(lost) = loses(&zone, &after) {
        return Err(CellFault::Loses(example_of(&lost, &after)));
    }
    let goals = not_stalemate(&after);
    if let Some(stuck) = zone.outside(&goals.iter().collect::<Vec<_>>()) {
        return Err(CellFault::Stalemate(example_of(&stuck, &after)));
    }
    let now = Men { black: REPLY, ..after };
    let goals = answers(cell, cells, &now);
    let goals: Vec<&GoalSet> = goals.iter().collect();
    match replies(&zone, &after).iter().find_map(|part| part.outside(&goals)) {
        Some(open) => Err(CellFault::Unanswered(example_of(&open, &now))),
        None => Ok(()),
    }
}

/// Returns one position of a zone as text.
fn example_of(zone: &Zone, men: &Men) -> String {
    let example = zone.example();
    let man = |(name, [x, y]): (&str, PlaceNodes)| {
        format!("{name}@{},{}'", Decimal(example[x]), Decimal(example[y]))
    };
    let [a, b] = men.rooks;
    [("Ka", men.white), ("Ra", a), ("Rb", b), ("ka", men.black)].map(man).join(" ")
}

/// Returns a part after the move, with the mover at its target.
fn arrived(part: &Zone, to: [MoveTarget; 2]) -> Zone {
    let bounds =
        ARRIVED.into_iter().zip(to).flat_map(|(node, MoveTarget { node: from, is_mirrored, constant })| {
            if is_mirrored {
                // The sum of two coordinates is not a difference, so only its least and greatest value are kept.
                let [least, greatest] = [-part.greatest(from, ZERO), part.greatest(ZERO, from)];
                [
                    DifferenceBound::at_most(node, ZERO, constant + greatest),
                    DifferenceBound::at_most(ZERO, node, -constant - least),
                ]
            } else {
                [
                    DifferenceBound::at_most(node, from, constant),
                    DifferenceBound::at_most(from, node, -constant),
                ]
            }
        });
    part.with(bounds).unwrap_or_else(|| part.clone())
}

/// Returns the axis along which a rook moves to its target.
fn axis_of(zone: &Zone, from: PlaceNodes) -> Result<usize, CellFault> {
    let stays = |axis: usize| apart(ARRIVED[axis], from[axis], 0).iter().all(|&equal| zone.implies(equal));
    (0..2).find(|&axis| stays(1 - axis)).ok_or(CellFault::NoRookMove)
}

/// Returns, for each direction of a rook, the clause that a man is not in its way: beside the lane, behind the rook, or
/// beyond the target.
fn passing(from: PlaceNodes, man: PlaceNodes, axis: usize) -> [(DifferenceBound, Clause); 2] {
    let beside = apart(man[1 - axis], from[1 - axis], RADIUS);
    let (from, to, man) = (from[axis], ARRIVED[axis], man[axis]);
    let up = [DifferenceBound::at_most(man, from, 0), DifferenceBound::at_most(to, man, -RADIUS)];
    let down = [DifferenceBound::at_most(from, man, 0), DifferenceBound::at_most(man, to, -RADIUS)];
    [
        (DifferenceBound::below(from, to, 0), [beside, up].concat()),
        (DifferenceBound::below(to, from, 0), [beside, down].concat()),
    ]
}

/// Returns a part in which the king may take a rook.
///
/// He cannot take a rook out of his reach. He also cannot take a rook that lies wholly behind a lane of the other rook,
/// since he would have to enter that lane. The other rook must then be out of his reach, so that he cannot take both at
/// once.
fn loses(zone: &Zone, men: &Men) -> Option<Zone> {
    let king = men.black;
    let [a, b] = men.rooks;
    [(a, b), (b, a)].into_iter().find_map(|(rook, guard)| {
        let near = (0..2).flat_map(|axis| {
            let (king, rook) = (king[axis], rook[axis]);
            [
                DifferenceBound::at_most(king, rook, KING_REACH),
                DifferenceBound::at_most(rook, king, KING_REACH),
            ]
        });
        let near = zone.with(near)?;
        let is_guarded = near.proves(&out_of_reach(king, guard))
            && (0..2).any(|axis| {
                let (king, rook, guard) = (king[axis], rook[axis], guard[axis]);
                let is_open =
                    [men.white[axis], rook].iter().all(|&other| near.proves(&apart(other, guard, RADIUS)));
                let below = [
                    DifferenceBound::at_most(king, guard, -HALF_WIDTH),
                    DifferenceBound::at_most(guard, rook, -2 * EPSILON),
                ];
                let above = [
                    DifferenceBound::at_most(guard, king, -HALF_WIDTH),
                    DifferenceBound::at_most(rook, guard, -2 * EPSILON),
                ];
                is_open && [below, above].iter().any(|case| case.iter().all(|&bound| near.implies(bound)))
            });
        (!is_guarded).then_some(near)
    })
}

/// Returns goals without stalemate: in each the king is in check, or may go 0.1 along an axis.
fn not_stalemate(men: &Men) -> Vec<GoalSet> {
    let lanes = men.lanes();
    let checks = lanes.iter().flat_map(|lane| lane.attacks(men.black));
    let walks =
        [(0, true), (0, false), (1, true), (1, false)].map(|(axis, is_up)| walk(men, &lanes, axis, is_up));
    checks.chain(walks).map(|clauses| GoalSet { clauses, fall: None }).collect()
}

/// Returns clauses under which the king may go 0.1 along an axis: on the way he stays on one side of each lane and of the king.
fn walk(men: &Men, lanes: &[RookLane; 4], axis: usize, is_up: bool) -> Vec<Clause> {
    let king = men.black;
    let edge = on_board(king[axis], -LEAST_MOVE)[usize::from(!is_up)];
    let lengthened = |[less, more]: [DifferenceBound; 2]| {
        // A bound towards which he goes has to hold at the end of his path.
        let nearer = |bound: DifferenceBound| bound.between(bound.high, bound.low, -LEAST_MOVE);
        if is_up { [nearer(less), more] } else { [less, nearer(more)] }
    };
    let beside = |lane: &RookLane| {
        let sides = lane.beside(king);
        if lane.axis() == axis { lengthened(sides).to_vec() } else { sides.to_vec() }
    };
    let kings = (0..2).flat_map(|across| {
        let sides = apart(king[across], men.white[across], KING_REACH + EPSILON);
        if across == axis { lengthened(sides) } else { sides }
    });
    [vec![edge]].into_iter().chain(lanes.iter().map(beside)).chain([kings.collect()]).collect()
}

/// Returns parts that together contain every reply without a capture.
///
/// Along each axis the king goes at most a step. He may not enter a lane, and he has to leave a lane in which he starts. A
/// lane is excepted if another man shields him where he starts or where he stops.
fn replies(zone: &Zone, men: &Men) -> Vec<Zone> {
    let (king, reply) = (men.black, REPLY);
    let steps = (0..2).flat_map(|axis| {
        let (king, reply) = (king[axis], reply[axis]);
        let step = [
            DifferenceBound::at_most(reply, king, KING_STEP),
            DifferenceBound::at_most(king, reply, KING_STEP),
        ];
        step.into_iter().chain(on_board(reply, EPSILON))
    });
    let Some(near) = zone.with(steps) else { return Vec::new() };
    let questions = men.lanes().map(|lane| {
        let ([less, more], [stops_less, stops_more]) = (lane.beside(king), lane.beside(reply));
        let [not_less, not_more] = lane.within(king);
        let walks = [
            vec![less, stops_less],
            vec![more, stops_more],
            vec![not_less, not_more, stops_less],
            vec![not_less, not_more, stops_more],
        ];
        walks.into_iter().chain(lane.shielded(king)).chain(lane.shielded(reply)).collect()
    });
    near.parts(&questions)
}

/// Returns the images of all cells as goals. Each goal asks that the rank has fallen by at least one.
fn answers(cell: &CompiledCell, cells: &[CompiledCell], now: &Men) -> Vec<GoalSet> {
    let images = cells.iter().flat_map(|next| CellSymmetry::all().map(move |symmetry| (next, symmetry)));
    let goal = |(next, symmetry): (&CompiledCell, CellSymmetry)| GoalSet {
        clauses: next.image(symmetry, now),
        fall: Some(minus(&cell.rank, &next.image_rank(symmetry, now))),
    };
    images.map(goal).collect()
}
