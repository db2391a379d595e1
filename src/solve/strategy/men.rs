//! The four men with the strips of the rooks, and the symmetries that lead to the images of a cell.

use super::Mover;
use super::zone::{Case, Clause, DifferenceBound, Node, UNIT, ZERO, at_most, below};

/// The nodes of the coordinates of a place: x, y.
pub type PlaceNodes = [Node; 2];

/// The place of the black king after his reply.
pub const REPLY: PlaceNodes = [9, 10];

/// The place of White's rook after its move.
pub const ARRIVED: PlaceNodes = [11, 12];

/// The width and height of the board, in billionths.
pub const BOARD: i64 = 8 * UNIT;

/// The tolerance of the rules, epsilon.
pub const EPSILON: i64 = 1;

/// The radius of a piece. A man at this distance from the middle of a lane, or farther, surely does not block the lane.
pub const RADIUS: i64 = UNIT / 4;

/// Half the width of a lane. A king at this distance from the middle of a lane, or farther, is not attacked on it.
///
/// The rook would overlap him by at most epsilon.
pub const HALF_WIDTH: i64 = RADIUS - EPSILON;

/// The least distance of a move that captures nothing.
pub const LEAST_MOVE: i64 = UNIT / 10;

/// A bound on the distance that a king goes along an axis: the length of his step, and an epsilon more.
pub const KING_STEP: i64 = UNIT + EPSILON;

/// A bound on the distance along each axis between a king and a man that he captures: a step, the radius, and an epsilon more.
pub const KING_REACH: i64 = KING_STEP + RADIUS + EPSILON;

/// The men, each as the nodes of its place.
#[derive(Debug, Clone, Copy)]
pub struct Men {
    pub black_king: PlaceNodes,
    pub white_king: PlaceNodes,
    /// The rooks, in the order of [`Mover`].
    pub rooks: [PlaceNodes; 2],
}

impl Men {
    /// The men on the nodes that a certificate names.
    pub const NAMED: Men = Men { black_king: [1, 2], white_king: [3, 4], rooks: [[5, 6], [7, 8]] };

    /// Returns the men after White's move.
    pub fn after(mut self, mover: Mover) -> Men {
        self.rooks[mover as usize] = ARRIVED;
        self
    }

    /// Returns the strips of the rooks: the vertical and the horizontal one of each.
    pub fn strips(&self) -> [RookStrip; 4] {
        let [a, b] = self.rooks;
        let strip = |rook, other_rook, across| {
            let others = [self.white_king, other_rook];
            RookStrip { rook, others, across }
        };
        [strip(a, b, 0), strip(a, b, 1), strip(b, a, 0), strip(b, a, 1)]
    }
}

/// A direction along an axis.
#[derive(Debug, Clone, Copy)]
pub struct AxisDirection {
    /// The axis: 0 for x, 1 for y.
    pub axis: usize,
    /// Whether coordinates rise in this direction.
    pub is_up: bool,
}

impl AxisDirection {
    /// Returns the two directions along an axis, the rising one first.
    pub fn along(axis: usize) -> [AxisDirection; 2] {
        [true, false].map(|is_up| AxisDirection { axis, is_up })
    }

    /// Returns the bound that the first place comes before the second in this direction, by at least a distance.
    pub fn before(self, first: PlaceNodes, second: PlaceNodes, distance: i64) -> DifferenceBound {
        let (first, second) = (first[self.axis], second[self.axis]);
        if self.is_up { at_most(first, second, -distance) } else { at_most(second, first, -distance) }
    }

    /// Returns the bound that the first place comes before the second in this direction, by more than a distance.
    ///
    /// With a negative distance the first place may also come after the second, by less than the absolute distance.
    pub fn strictly_before(self, first: PlaceNodes, second: PlaceNodes, distance: i64) -> DifferenceBound {
        let (first, second) = (first[self.axis], second[self.axis]);
        if self.is_up { below(first, second, -distance) } else { below(second, first, -distance) }
    }

    /// Returns the clause that a man does not block a rook that goes in this direction to an end. The man stands beside the
    /// lane, behind the rook, or beyond the end.
    pub fn not_blocked(self, rook: PlaceNodes, end: PlaceNodes, man: PlaceNodes) -> Clause {
        let across = 1 - self.axis;
        let beside = apart(man[across], rook[across], RADIUS);
        [beside, [self.before(man, rook, 0), self.before(end, man, RADIUS)]].concat()
    }
}

/// The strip of places close to the two lanes of a rook along one axis, which have opposite directions.
pub struct RookStrip {
    rook: PlaceNodes,
    /// White's other men, which may stand in the strip: the king and the other rook.
    others: [PlaceNodes; 2],
    /// The axis across the strip: 0 for x, 1 for y. Along it, all places of the strip are close to the rook.
    pub across: usize,
}

impl RookStrip {
    /// Returns two bounds: a place is beside the strip on the side of smaller coordinates, or on the side of greater ones.
    pub fn beside(&self, place: PlaceNodes) -> [DifferenceBound; 2] {
        apart(place[self.across], self.rook[self.across], HALF_WIDTH)
    }

    /// Returns the case that a place is within the strip. The first bound denies that the place is beside it on the side of
    /// greater coordinates, the second on the side of smaller ones.
    pub fn within(&self, place: PlaceNodes) -> [DifferenceBound; 2] {
        closer(place[self.across], self.rook[self.across], HALF_WIDTH)
    }

    /// Returns the cases in which another man of White may shield a king at a place within the strip.
    pub fn shielded(&self, king: PlaceNodes) -> Vec<Case> {
        let mut cases = Vec::new();
        for man in self.others {
            let on_lane = closer(man[self.across], self.rook[self.across], RADIUS);
            for direction in AxisDirection::along(1 - self.across) {
                let beyond_rook = direction.strictly_before(self.rook, man, 0);
                // A man up to a radius beyond the king still blocks the way to him.
                let not_beyond_king = direction.strictly_before(man, king, -RADIUS);
                cases.push([on_lane, [beyond_rook, not_beyond_king]].concat());
            }
        }
        cases
    }

    /// Returns for each of the two lanes the clauses under which the rook attacks a king on it.
    ///
    /// The king is within the strip and ahead of the rook, and no other man blocks the way to him.
    pub fn attacks(&self, king: PlaceNodes) -> [Vec<Clause>; 2] {
        AxisDirection::along(1 - self.across).map(|direction| {
            let [not_greater, not_smaller] = self.within(king);
            let ahead = direction.before(self.rook, king, 0);
            let [free_of_king, free_of_rook] =
                self.others.map(|man| direction.not_blocked(self.rook, king, man));
            vec![vec![not_greater], vec![not_smaller], vec![ahead], free_of_king, free_of_rook]
        })
    }
}

/// Returns the clause that two coordinates are at least a distance apart: the first is smaller, or it is greater.
pub fn apart(one: Node, two: Node, distance: i64) -> [DifferenceBound; 2] {
    [at_most(one, two, -distance), at_most(two, one, -distance)]
}

/// Returns the case that two coordinates are less than a distance apart.
fn closer(one: Node, two: Node, distance: i64) -> [DifferenceBound; 2] {
    [below(one, two, distance), below(two, one, distance)]
}

/// Returns the case that two coordinates are at most a distance apart.
pub fn near(one: Node, two: Node, distance: i64) -> [DifferenceBound; 2] {
    [at_most(one, two, distance), at_most(two, one, distance)]
}

/// Returns the clause that a king at one place cannot take a man at the other place, because along an axis he is too far away.
pub fn out_of_reach(one: PlaceNodes, two: PlaceNodes) -> Clause {
    (0..2).flat_map(|axis| apart(one[axis], two[axis], KING_REACH + EPSILON)).collect()
}

/// Returns two bounds: a coordinate is at most `margin` beyond the upper edge of the board, and beyond its lower edge.
pub fn on_board(node: Node, margin: i64) -> [DifferenceBound; 2] {
    [at_most(node, ZERO, BOARD + margin), at_most(ZERO, node, margin)]
}

/// A symmetry of the board, with or without an exchange of the rooks.
#[derive(Debug, Clone, Copy)]
pub struct CellSymmetry {
    /// Whether the axes change places.
    pub is_transposed: bool,
    /// For each axis of the cell: whether it is reversed.
    pub is_reversed: [bool; 2],
    /// Whether the rooks change places.
    pub has_exchanged_rooks: bool,
}

/// The coordinate of the board to which a symmetry brings a coordinate of a cell.
#[derive(Debug, Clone, Copy)]
pub struct NodeImage {
    pub node: Node,
    /// Whether the coordinate of the cell is counted from the other edge of the board.
    pub is_reversed: bool,
}

impl CellSymmetry {
    /// Yields all sixteen symmetries.
    pub fn all() -> impl Iterator<Item = CellSymmetry> {
        (0..16u8).map(|bits| {
            let bit = |n: u8| bits >> n & 1 == 1;
            CellSymmetry { is_transposed: bit(0), is_reversed: [bit(1), bit(2)], has_exchanged_rooks: bit(3) }
        })
    }

    /// Returns the coordinate of the board to which the symmetry brings a coordinate of a cell; [`ZERO`] is its own image.
    pub fn node(self, men: &Men, coordinate: Node) -> NodeImage {
        if coordinate == ZERO {
            return NodeImage { node: ZERO, is_reversed: false };
        }
        // `Men::NAMED` numbers the x and y of man after man from 1, in the order of the array of places below.
        let (man, axis) = ((coordinate - 1) / 2, (coordinate - 1) % 2);
        let [a, b] = men.rooks;
        let [first, second] = if self.has_exchanged_rooks { [b, a] } else { [a, b] };
        let place = [men.black_king, men.white_king, first, second][man];
        NodeImage { node: place[self.axis(axis)], is_reversed: self.is_reversed[axis] }
    }

    /// Returns the axis of the board to which the symmetry brings an axis of a cell.
    pub fn axis(self, axis: usize) -> usize {
        axis ^ usize::from(self.is_transposed)
    }

    /// Returns a bound of a cell as a bound on the board.
    pub fn bound(self, men: &Men, bound: DifferenceBound) -> DifferenceBound {
        let [high, low] = [bound.high, bound.low].map(|coordinate| self.node(men, coordinate));
        // Both coordinates are of one axis, or one of them is zero. A reversed coordinate x stands for `BOARD - x`. So the
        // difference changes its sign, and the widths of two reversed coordinates cancel out.
        let widths = i64::from(low.is_reversed) - i64::from(high.is_reversed);
        let is_reversed = high.is_reversed || low.is_reversed;
        let [high, low] = if is_reversed { [low.node, high.node] } else { [high.node, low.node] };
        bound.between(high, low, BOARD * widths)
    }
}
