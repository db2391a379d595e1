//! The four men, the lanes of the rooks, and the images of a cell.

use super::Mover;
use super::linear::Clause;
use super::zone::{DifferenceBound, Node, UNIT, ZERO};

/// The nodes of a man's coordinates: x, y.
pub type PlaceNodes = [Node; 2];

/// The place of the black king after his reply.
pub const REPLY: PlaceNodes = [9, 10];

/// The place at which White's man arrives.
pub const ARRIVED: PlaceNodes = [11, 12];

/// The width and height of the board, in billionths.
pub const BOARD: i64 = 8 * UNIT;

/// The tolerance of the rules.
pub const EPSILON: i64 = 1;

/// The radius of a piece: a man at this distance from the middle of a lane does not block the lane.
pub const RADIUS: i64 = UNIT / 4;

/// Half the width of a lane: a king at this distance from its middle, or farther, is not attacked on it.
pub const HALF_WIDTH: i64 = RADIUS - EPSILON;

/// The least distance of a move that captures nothing.
pub const LEAST_MOVE: i64 = UNIT / 10;

/// The greatest distance that a king goes along an axis.
pub const KING_STEP: i64 = UNIT + EPSILON;

/// The greatest distance along each axis between a king and a man whom he captures.
pub const KING_REACH: i64 = KING_STEP + RADIUS + EPSILON;

/// The men, each as the nodes of its place.
#[derive(Debug, Clone, Copy)]
pub struct Men {
    /// The black king.
    pub black: PlaceNodes,
    /// The white king.
    pub white: PlaceNodes,
    /// The rooks.
    pub rooks: [PlaceNodes; 2],
}

impl Men {
    /// The men on the nodes that a certificate names.
    pub const NAMED: Men = Men { black: [1, 2], white: [3, 4], rooks: [[5, 6], [7, 8]] };

    /// Returns the place of the man that White moves.
    pub fn mover(&self, mover: Mover) -> PlaceNodes {
        match mover {
            Mover::A => self.rooks[0],
            Mover::B => self.rooks[1],
        }
    }

    /// Returns the men after White's move.
    pub fn after(self, mover: Mover) -> Men {
        let rooks = match mover {
            Mover::A => [ARRIVED, self.rooks[1]],
            Mover::B => [self.rooks[0], ARRIVED],
        };
        Men { rooks, ..self }
    }

    /// Returns the four lanes of the rooks: the horizontal and the vertical one of each.
    pub fn lanes(&self) -> [RookLane; 4] {
        let [a, b] = self.rooks;
        let of = |rook, other, axis| RookLane { rook, others: [self.white, other], axis };
        [of(a, b, 0), of(a, b, 1), of(b, a, 0), of(b, a, 1)]
    }
}

/// Two lanes of a rook in opposite directions. They form a strip of the places that are close to the rook along one axis.
pub struct RookLane {
    rook: PlaceNodes,
    others: [PlaceNodes; 2],
    /// The axis across the lane.
    axis: usize,
}

impl RookLane {
    /// Returns the axis across the lane.
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// Returns two bounds: a place is beside the lane on the side of smaller coordinates, or on the other side.
    pub fn beside(&self, place: PlaceNodes) -> [DifferenceBound; 2] {
        apart(place[self.axis], self.rook[self.axis], HALF_WIDTH)
    }

    /// Returns bounds that both hold if a place is within the lane.
    pub fn within(&self, place: PlaceNodes) -> [DifferenceBound; 2] {
        let (across, rook) = (place[self.axis], self.rook[self.axis]);
        [DifferenceBound::below(across, rook, HALF_WIDTH), DifferenceBound::below(rook, across, HALF_WIDTH)]
    }

    /// Returns the cases in which another White man may shield a king on the lane at a place.
    pub fn shielded(&self, place: PlaceNodes) -> Vec<Vec<DifferenceBound>> {
        let (across, along) = (self.axis, 1 - self.axis);
        let shield = |other: PlaceNodes, sides: [DifferenceBound; 2]| {
            let near = [(other, self.rook), (self.rook, other)]
                .map(|(one, two)| DifferenceBound::below(one[across], two[across], RADIUS));
            near.into_iter().chain(sides).collect()
        };
        let cases = |&other: &PlaceNodes| {
            let (man, rook, king) = (other[along], self.rook[along], place[along]);
            let above = [DifferenceBound::below(rook, man, 0), DifferenceBound::below(man, king, RADIUS)];
            let under = [DifferenceBound::below(man, rook, 0), DifferenceBound::below(king, man, RADIUS)];
            [shield(other, above), shield(other, under)]
        };
        self.others.iter().flat_map(cases).collect()
    }

    /// Returns, for each side of the rook, clauses that together say that the rook attacks a king there.
    pub fn attacks(&self, king: PlaceNodes) -> [Vec<Clause>; 2] {
        let (across, along) = (self.axis, 1 - self.axis);
        let (rook, at) = (self.rook[along], king[along]);
        let on_side = |side: DifferenceBound, passed: fn(Node, Node, Node) -> [DifferenceBound; 2]| {
            let mut clauses: Vec<Clause> = self.within(king).into_iter().map(|bound| vec![bound]).collect();
            clauses.push(vec![side]);
            clauses.extend(self.others.iter().map(|other| {
                let off = apart(other[across], self.rook[across], RADIUS);
                off.into_iter().chain(passed(other[along], rook, at)).collect()
            }));
            clauses
        };
        [
            on_side(DifferenceBound::at_most(rook, at, 0), |man, rook, king| {
                [DifferenceBound::at_most(man, rook, 0), DifferenceBound::at_most(king, man, -RADIUS)]
            }),
            on_side(DifferenceBound::at_most(at, rook, 0), |man, rook, king| {
                [DifferenceBound::at_most(rook, man, 0), DifferenceBound::at_most(man, king, -RADIUS)]
            }),
        ]
    }
}

/// Returns two bounds, each of which keeps two coordinates at least a distance apart: the first one is smaller, or greater.
pub fn apart(one: Node, two: Node, distance: i64) -> [DifferenceBound; 2] {
    [DifferenceBound::at_most(one, two, -distance), DifferenceBound::at_most(two, one, -distance)]
}

/// Returns the clause that a king at one place cannot take a man at the other place: along an axis he is too far away.
pub fn out_of_reach(one: PlaceNodes, two: PlaceNodes) -> Clause {
    (0..2).flat_map(|axis| apart(one[axis], two[axis], KING_REACH + EPSILON)).collect()
}

/// Returns bounds that keep a coordinate on the board, or at most `room` beyond its edges.
pub fn on_board(node: Node, room: i64) -> [DifferenceBound; 2] {
    [DifferenceBound::at_most(node, ZERO, BOARD + room), DifferenceBound::at_most(ZERO, node, room)]
}

/// A symmetry of the board, and an exchange of the rooks.
#[derive(Debug, Clone, Copy)]
pub struct CellSymmetry {
    /// Whether the axes change places.
    pub transposed: bool,
    /// Whether each axis of the cell is reversed.
    pub reversed: [bool; 2],
    /// Whether the rooks change places.
    pub exchanged: bool,
}

impl CellSymmetry {
    /// Returns all sixteen.
    pub fn all() -> impl Iterator<Item = CellSymmetry> {
        (0..16u8).map(|bits| {
            let bit = |n: u8| bits >> n & 1 == 1;
            CellSymmetry { transposed: bit(0), reversed: [bit(1), bit(2)], exchanged: bit(3) }
        })
    }

    /// Returns the node of the board that a coordinate of a cell means, and whether it is counted from the other edge.
    pub fn node(self, men: &Men, coordinate: Node) -> (Node, bool) {
        let (man, axis) = ((coordinate - 1) / 2, (coordinate - 1) % 2);
        let [a, b] = men.rooks;
        let rooks = if self.exchanged { [b, a] } else { [a, b] };
        let place = [men.black, men.white, rooks[0], rooks[1]][man];
        (place[self.axis(axis)], self.reversed[axis])
    }

    /// Returns the axis of the board that an axis of a cell means.
    pub fn axis(self, axis: usize) -> usize {
        axis ^ usize::from(self.transposed)
    }

    /// Returns a bound of a cell as a bound on the board.
    pub fn bound(self, men: &Men, bound: DifferenceBound) -> DifferenceBound {
        let node = |coordinate| (coordinate != ZERO).then(|| self.node(men, coordinate));
        match (node(bound.high), node(bound.low)) {
            (Some((high, true)), Some((low, _))) => bound.between(low, high, 0),
            (Some((high, true)), None) => bound.between(ZERO, high, -BOARD),
            (None, Some((low, true))) => bound.between(low, ZERO, BOARD),
            (high, low) => {
                let plain = |node: Option<(Node, bool)>| node.map_or(ZERO, |(node, _)| node);
                bound.between(plain(high), plain(low), 0)
            }
        }
    }
}
