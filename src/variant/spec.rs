//! Variants as written: every parameter is a public field.

use super::axes::{Board, Motion, Rebirth, Turns};
use super::kind_spec::KindSpec;
use crate::chess::Role;
use crate::choice::choice;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

choice! {
    /// The attacks that a king must not pass through on the plane (`docs/rules/continuous.md` 5.1).
    pub enum KingPath("king path rule") {
        /// The attacks of every piece that the move does not capture.
        Safe = "safe",
        /// The attacks of every piece.
        Strict = "strict",
        /// None: only the end of the path counts.
        End = "end",
    }
}

choice! {
    /// The measure of the step of Discrete play (`docs/rules/zeno-and-discrete.md` 2).
    pub enum StepMetric("step metric") {
        /// The distance is a multiple of the step.
        Euclidean = "euclidean",
        /// The distance, in units of the bearing's smallest whole-number vector, is a multiple of the step.
        Lattice = "lattice",
    }
}

choice! {
    /// The moves of queen and bishop on a lattice.
    pub enum Army("army") {
        /// The moves of riders.
        Orthodox = "orthodox",
        /// The moves of counsellor (one step diagonally) and elephant (two steps diagonally, jumping).
        Shatranj = "shatranj",
    }
}

impl Army {
    /// Returns the name of a role in this army. Shatranj has a counsellor for a queen and an elephant for a bishop.
    pub fn name_of(self, role: Role) -> &'static str {
        match (self, role) {
            (Army::Shatranj, Role::Queen) => "counsellor",
            (Army::Shatranj, Role::Bishop) => "elephant",
            _ => role.as_str(),
        }
    }

    /// Returns the usual value of a role in this army, in pawns.
    pub fn value_of(self, role: Role) -> f64 {
        match (self, role) {
            (Army::Shatranj, Role::Queen) => 2.0,
            (Army::Shatranj, Role::Bishop) => 1.5,
            _ => role.value(),
        }
    }
}

choice! {
    /// The relation of Black's array to White's on the ring (`docs/rules/ring.md` 3).
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
    /// The promotion of pawns on a lattice.
    pub enum Promotion("promotion rule") {
        /// To queen, rook, bishop or knight.
        Choice = "choice",
        /// To the counsellor alone.
        Queen = "queen",
        /// To queen, rook, bishop or knight, or the pawn stays and has no more moves.
        Optional = "optional",
        /// None: the pawn stays a pawn.
        None = "none",
        /// On the ring of the plane: to queen, rook, bishop or knight beyond the first radius of enemy officers.
        Zone = "zone",
    }
}

choice! {
    /// The player who may remove two pawns of one side that face each other on the ring (`docs/rules/ring.md` 4).
    pub enum PawnPairs("pawn pair rule") {
        /// Nobody.
        None = "none",
        /// The opponent of the player whose pawns they are.
        Opponent = "opponent",
        /// The player whose pawns they are.
        Owner = "owner",
        /// Each player, at the start of a turn.
        Either = "either",
    }
}

/// Reads the rule of pawn pairs; `true` stands for `opponent` and `false` for `none`.
fn pawn_pairs<'de, D: Deserializer<'de>>(value: D) -> Result<PawnPairs, D::Error> {
    struct Reader;
    impl Visitor<'_> for Reader {
        type Value = PawnPairs;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("`none`, `opponent`, `owner` or `either`")
        }

        fn visit_bool<E: de::Error>(self, may_remove: bool) -> Result<PawnPairs, E> {
            Ok(if may_remove { PawnPairs::Opponent } else { PawnPairs::None })
        }

        fn visit_str<E: de::Error>(self, name: &str) -> Result<PawnPairs, E> {
            name.parse().map_err(E::custom)
        }
    }
    value.deserialize_any(Reader)
}

choice! {
    /// The result for a side that has no legal move and is not in check.
    pub enum Stalemate("stalemate rule") {
        /// Half a point.
        Draw = "draw",
        /// A loss.
        Loss = "loss",
    }
}

choice! {
    /// Whether a move may leave the mover's king attacked on a lattice.
    pub enum CheckRule("check rule") {
        /// No move may.
        Strict = "strict",
        /// A move may, and the other side may take the king.
        Snaffle = "snaffle",
    }
}

choice! {
    /// The effect of voids on knights on the disc (`docs/rules/disc.md` 2).
    pub enum KnightVoids("knight rule") {
        /// The path of two steps and one across must be free of voids.
        Literal = "literal",
        /// The path in one of the two orders of steps must be free of voids.
        Any = "any",
    }
}

/// The default width and height of a board.
const USUAL_SIZE: f64 = 8.0;

/// The greatest number of cells of a board.
pub(crate) const MAX_CELLS: usize = 128;

/// The width and height of the disc. Its voids and its array fit no other size.
pub(super) const DISC_EXTENT: (f64, f64) = (9.0, 8.0);

/// Every parameter of a variant as a variant file states it. [`Variant::new`](super::Variant::new) checks the parameters. Lengths
/// are in board units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VariantSpec {
    /// The name.
    pub name: String,
    /// A description for people, one line.
    pub about: String,
    /// The shape of the board.
    pub board: Board,
    /// The permitted stops.
    pub motion: Motion,
    /// The fate of a captured piece.
    pub rebirth: Rebirth,
    /// The order of moves.
    pub turns: Turns,
    /// Whether repetition and a hundred quiet plies are draws.
    pub draw_rules: bool,

    /// Plane and flat boards of cells: the width and height of the board.
    pub board_size: f64,
    /// Plane and flat boards of cells: the width; 0 for `board_size`.
    pub board_width: f64,
    /// Plane and flat boards of cells: the height; 0 for `board_size`.
    pub board_height: f64,
    /// Plane: the radius of an orthodox piece.
    pub piece_radius: f64,
    /// Plane: the one tolerance of the rules.
    pub epsilon: f64,
    /// Plane: the least distance of a move that captures nothing (N in the source of the rules).
    pub min_move: f64,
    /// Plane: whether `min_move` also applies to captures, and therefore to attacks.
    pub min_move_captures: bool,
    /// Plane: the attacks that a king must not pass through.
    pub king_path: KingPath,
    /// Plane: whether a move covers at most half of the way to the edge.
    pub zeno: bool,
    /// Plane: the step; every distance is a multiple of it. 0 allows any distance.
    pub step: f64,
    /// Plane: the measure of the step.
    pub step_metric: StepMetric,
    /// Plane: the greatest distance of a Guard's leap.
    pub guard_reach: f64,
    /// Plane: the least angle of a turn in place, in degrees; the greatest angle is 360 degrees less this one.
    pub min_turn: f64,
    /// Plane: whether a pawn that has never moved may go twice as far.
    pub pawn_double: bool,
    /// Plane, boards with seams: the greatest length of a path.
    pub max_lane: f64,
    /// Boards whose bottom and top are glued: the rank on which White's pawns promote, or on the plane the y of a circle; negative
    /// for no promotion. Black's line is the mirror image of White's about half the height.
    pub promotion_line: f64,
    /// Plane, disc: the number of cells that the voids leave, 70, 68 or 66.
    pub voids: u8,
    /// The text of the first position; empty for the board's array. On squares and cylinders of cells it may be a FEN.
    pub start: String,

    /// Disc: the number of cells, 70, 68 or 66.
    pub disc_cells: u8,
    /// Ring: the relation of the two arrays.
    pub array: Array,
    /// Ring: the names of cells.
    pub names: Names,
    /// Lattice: the moves of queen and bishop.
    pub army: Army,
    /// Lattice: whether a pawn's first move may be two steps.
    pub double_step: bool,
    /// Lattice: whether a pawn that made a double step may be taken on the cell that it passed.
    pub en_passant: bool,
    /// Lattice: whether king and rook may castle.
    pub castling: bool,
    /// Lattice: the promotion of pawns.
    pub promotion: Promotion,
    /// Lattice: the letters of the kinds to which pawns may promote, if `promotion` is `choice` or `optional`; empty for the officers
    /// of the side's array.
    pub promotes_to: String,
    /// Ring: the player who may remove two pawns of one side that face each other.
    #[serde(deserialize_with = "pawn_pairs")]
    pub pawn_pairs: PawnPairs,
    /// Lattice: the result of stalemate.
    pub stalemate: Stalemate,
    /// Lattice: whether baring the enemy king wins.
    pub bare_king: bool,
    /// Lattice: whether a move may leave the mover's king attacked.
    pub check_rule: CheckRule,
    /// Disc: the effect of voids on knights.
    pub knight_voids: KnightVoids,

    /// The variant's own kinds of pieces. On flat boards of cells they may replace the usual kinds.
    #[serde(rename = "kind", skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindSpec>,
}

impl VariantSpec {
    /// Returns the width and height of a board of the plane, or of a flat board of cells.
    pub fn board_extent(&self) -> (f64, f64) {
        let or_usual = |given: f64, usual: f64| if given == 0.0 { usual } else { given };
        let (width, height) = match self.board {
            Board::Ring if self.board_size == USUAL_SIZE => (16.0, 4.0),
            Board::Disc => DISC_EXTENT,
            _ => (self.board_size, self.board_size),
        };
        (or_usual(self.board_width, width), or_usual(self.board_height, height))
    }

    /// Turns `castling` off on a board of cells without the usual array, unless a file or an override gives it (`is_given`).
    pub(super) fn settle_castling(&mut self, is_given: bool) {
        if is_given || self.motion == Motion::Plane {
            return;
        }
        let has_usual_array = self.start.is_empty()
            && match self.board {
                Board::Ring | Board::Disc => true,
                Board::Square | Board::Cylinder => self.board_extent() == (USUAL_SIZE, USUAL_SIZE),
                Board::Mobius | Board::Torus | Board::Klein => false,
                Board::Spherical | Board::Pillow | Board::Projective => false,
            };
        self.castling &= has_usual_array;
    }
}

impl Default for VariantSpec {
    /// Returns Continuous Chess. The parameters of lattices are those of orthodox chess.
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
            pawn_pairs: PawnPairs::None,
            stalemate: Stalemate::Draw,
            bare_king: false,
            check_rule: CheckRule::Strict,
            knight_voids: KnightVoids::Literal,
            kinds: Vec::new(),
        }
    }
}
