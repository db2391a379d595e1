//! A variant as written: every parameter a public field.

use super::axes::{Board, Motion, Rebirth, Turns};
use super::kind_spec::KindSpec;
use crate::chess::Role;
use crate::choice::choice;
use serde::{Deserialize, Serialize};

choice! {
    /// Which attacks a king must not pass through on the plane.
    pub enum KingPath("king path rule") {
        /// Those of every piece that the move does not capture.
        Safe = "safe",
        /// Those of every piece.
        Strict = "strict",
        /// None: only the end point counts.
        End = "end",
    }
}

choice! {
    /// How Discrete play measures its step.
    pub enum StepMetric("step metric") {
        /// The distance travelled is a multiple of the step.
        Euclidean = "euclidean",
        /// The distance in units of the bearing's smallest whole-number vector is.
        Lattice = "lattice",
    }
}

choice! {
    /// How queen and bishop move on a lattice.
    pub enum Army("army") {
        /// As riders.
        Orthodox = "orthodox",
        /// Counsellor (one step diagonally) and elephant (two diagonally, jumping).
        Shatranj = "shatranj",
    }
}

impl Army {
    /// The name of a role in this army. Shatranj has a counsellor for a queen and an elephant for a bishop.
    pub fn name_of(self, role: Role) -> &'static str {
        match (self, role) {
            (Army::Shatranj, Role::Queen) => "counsellor",
            (Army::Shatranj, Role::Bishop) => "elephant",
            (
                Army::Orthodox | Army::Shatranj,
                Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight | Role::Pawn,
            ) => role.as_str(),
        }
    }

    /// The usual value of a role in this army, in pawns.
    pub fn value_of(self, role: Role) -> f64 {
        match (self, role) {
            (Army::Shatranj, Role::Queen) => 2.0,
            (Army::Shatranj, Role::Bishop) => 1.5,
            (
                Army::Orthodox | Army::Shatranj,
                Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight | Role::Pawn,
            ) => role.value(),
        }
    }
}

choice! {
    /// How Black's pieces face White's on the ring.
    pub enum Array("array") {
        /// The orthodox array: queen faces queen.
        Mirrored = "mirrored",
        /// White's array turned by half a circle.
        Rotated = "rotated",
    }
}

choice! {
    /// The names of the ring's cells.
    pub enum Names("cell names") {
        /// `a1` to `h8`.
        Orthodox = "orthodox",
        /// `a1` to `d16`: ring letter and sector.
        Lincoln = "lincoln",
    }
}

choice! {
    /// What a pawn becomes at the end of its way on a lattice.
    pub enum Promotion("promotion rule") {
        /// Queen, rook, bishop or knight.
        Choice = "choice",
        /// The counsellor alone.
        Queen = "queen",
        /// It stays a pawn.
        None = "none",
        /// Ring of the plane: queen, rook, bishop or knight beyond the first radius of enemy officers.
        Zone = "zone",
    }
}

choice! {
    /// What a side without a legal move that is not in check gets.
    pub enum Stalemate("stalemate rule") {
        /// Half the point.
        Draw = "draw",
        /// Nothing.
        Loss = "loss",
    }
}

choice! {
    /// Whether a move may leave the own king attacked on a lattice.
    pub enum CheckRule("check rule") {
        /// It may not.
        Strict = "strict",
        /// It may, and the king may then be taken.
        Snaffle = "snaffle",
    }
}

choice! {
    /// How voids hinder knights on the disc.
    pub enum KnightVoids("knight rule") {
        /// The path of two steps, then one, must be free of voids.
        Literal = "literal",
        /// Either order of the steps may be.
        Any = "any",
    }
}

/// The width and height of a board that says nothing else.
const USUAL_SIZE: f64 = 8.0;

/// The most cells of a board.
pub(crate) const MAX_CELLS: usize = 128;

/// The disc's width and height, which are what its voids and its array stand on.
pub(super) const DISC_EXTENT: (f64, f64) = (9.0, 8.0);

/// Every parameter of a variant, as a variant file gives them. Nothing here is checked:
/// [`Variant::new`](super::Variant::new) does that. Lengths are in board units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VariantSpec {
    /// The name it is known by.
    pub name: String,
    /// One line for people.
    pub about: String,
    /// The board's shape.
    pub board: Board,
    /// Anywhere or cell by cell.
    pub motion: Motion,
    /// What becomes of a captured piece.
    pub rebirth: Rebirth,
    /// Who moves next.
    pub turns: Turns,
    /// Whether repetition and a hundred quiet plies draw.
    pub draw_rules: bool,

    /// Plane and flat boards of cells: the width and height of the board.
    pub board_size: f64,
    /// Plane and flat boards of cells: the width; 0 leaves it to `board_size`.
    pub board_width: f64,
    /// Plane and flat boards of cells: the height; 0 leaves it to `board_size`.
    pub board_height: f64,
    /// Plane: the radius of an orthodox piece.
    pub piece_radius: f64,
    /// Plane: the one tolerance of the rules.
    pub epsilon: f64,
    /// Plane: the least distance of a move that captures nothing (the source's N).
    pub min_move: f64,
    /// Plane: whether `min_move` binds captures, and so attacks, too.
    pub min_move_captures: bool,
    /// Plane: what a king may pass through.
    pub king_path: KingPath,
    /// Plane: whether a move may cover only half the way to the edge.
    pub zeno: bool,
    /// Plane: distances are multiples of this; 0 for any distance.
    pub step: f64,
    /// Plane: how the step is measured.
    pub step_metric: StepMetric,
    /// Plane: how far a Guard leaps.
    pub guard_reach: f64,
    /// Plane: the least angle of a turn in place, degrees; a full turn less this is the greatest.
    pub min_turn: f64,
    /// Plane: whether a pawn that has never moved may go twice as far.
    pub pawn_double: bool,
    /// Plane, glued boards: no way is longer.
    pub max_lane: f64,
    /// Torus and klein. On the plane: the y of the circle on which White's pawns promote, Black's at the height less y. On
    /// cells: the rank on which White's promote, Black's as far from the other end. Below 0 they do not promote.
    pub promotion_line: f64,
    /// Plane, disc: how many cells the voids leave, 70, 68 or 66.
    pub voids: u8,
    /// The position text that `start` stands for, on square and cylinder of cells also a FEN; empty for the board's array.
    pub start: String,

    /// Disc: how many cells are left, 70, 68 or 66.
    pub disc_cells: u8,
    /// Ring: how the two sides face each other.
    pub array: Array,
    /// Ring: how cells are named.
    pub names: Names,
    /// Lattice: how queen and bishop move.
    pub army: Army,
    /// Lattice: whether pawns may begin with two steps.
    pub double_step: bool,
    /// Lattice: whether a double step may be answered on the cell passed over.
    pub en_passant: bool,
    /// Lattice: whether king and rook may castle.
    pub castling: bool,
    /// Lattice: what pawns become.
    pub promotion: Promotion,
    /// Lattice: the letters of what pawns may become, by choice; empty for the officers of the side's array.
    pub promotes_to: String,
    /// Ring: whether a player's pawns that face each other may be taken off.
    pub pawn_pairs: bool,
    /// Lattice: what stalemate means.
    pub stalemate: Stalemate,
    /// Lattice: whether baring the enemy king wins.
    pub bare_king: bool,
    /// Lattice: whether kings may be left attacked.
    pub check_rule: CheckRule,
    /// Disc: how voids hinder knights.
    pub knight_voids: KnightVoids,

    /// Kinds of piece besides those that every variant knows; on flat boards of cells also in their place.
    #[serde(rename = "kind", skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindSpec>,
}

impl VariantSpec {
    /// The width and height of a board of the plane, or of a flat board of cells.
    pub fn board_extent(&self) -> (f64, f64) {
        let or = |own: f64, other: f64| if own == 0.0 { other } else { own };
        let (width, height) = match self.board {
            Board::Ring if self.board_size == USUAL_SIZE => (16.0, 4.0),
            Board::Disc => DISC_EXTENT,
            _ => (self.board_size, self.board_size),
        };
        (or(self.board_width, width), or(self.board_height, height))
    }
}

impl VariantSpec {
    /// Gives a parameter that nobody has named the value that is usual on the board: castling belongs to the orthodox array.
    pub(super) fn settle(&mut self, is_named: impl Fn(&str) -> bool) {
        let usual = match self.board {
            Board::Ring | Board::Disc => true,
            Board::Square | Board::Cylinder => {
                self.board_extent() == (USUAL_SIZE, USUAL_SIZE) && self.start.is_empty()
            }
            Board::Mobius | Board::Torus | Board::Klein => false,
        };
        if self.motion == Motion::Lattice && !usual && !is_named("castling") {
            self.castling = false;
        }
    }
}

impl Default for VariantSpec {
    /// Continuous Chess by its spec, and orthodox chess in what concerns a lattice.
    fn default() -> Self {
        VariantSpec {
            name: String::new(),
            about: String::new(),
            board: Board::Square,
            motion: Motion::Plane,
            rebirth: Rebirth::None,
            turns: Turns::Alternating,
            draw_rules: true,
            board_size: USUAL_SIZE,
            board_width: 0.0,
            board_height: 0.0,
            piece_radius: 0.25,
            epsilon: 1e-9,
            min_move: 0.1,
            min_move_captures: false,
            king_path: KingPath::Safe,
            zeno: false,
            step: 0.0,
            step_metric: StepMetric::Euclidean,
            guard_reach: 0.5,
            min_turn: 1.0,
            pawn_double: true,
            max_lane: 64.0,
            promotion_line: -1.0,
            voids: 70,
            start: String::new(),
            disc_cells: 70,
            array: Array::Mirrored,
            names: Names::Orthodox,
            army: Army::Orthodox,
            double_step: true,
            en_passant: true,
            castling: true,
            promotion: Promotion::Choice,
            promotes_to: String::new(),
            pawn_pairs: false,
            stalemate: Stalemate::Draw,
            bare_king: false,
            check_rule: CheckRule::Strict,
            knight_voids: KnightVoids::Literal,
            kinds: Vec::new(),
        }
    }
}
