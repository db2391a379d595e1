//! A plane variant made ready for play: parameters at hand, every kind's moves as lanes.

use super::array::{Post, posts};
use super::kinds::Kind;
use super::promoting::Promoting;
use crate::board::Surface;
use crate::chess::{Color, Label, Role};
use crate::variant::{Board, KingPath, Rebirth, Turns, Variant};
use std::sync::Arc;

/// The index of a kind in [`Rules::kinds`].
pub type KindId = u8;

/// A plane variant made ready for play.
#[derive(Debug, PartialEq)]
pub struct Rules {
    /// The variant.
    pub variant: Arc<Variant>,
    /// The board.
    pub board: Surface,
    /// The radius of a piece.
    pub radius: f64,
    /// The tolerance.
    pub epsilon: f64,
    /// The least distance of a quiet move.
    pub min_move: f64,
    /// The least distance of a capture.
    pub min_capture: f64,
    /// What a king may pass through.
    pub king_path: KingPath,
    /// The part of the way to the edge that a move may cover.
    pub edge_share: f64,
    /// The least angle of a turn, degrees.
    pub min_turn: f64,
    /// What follows from taking a piece.
    pub rebirth: Rebirth,
    /// Who moves next.
    pub turns: Turns,
    /// Where pawns promote.
    pub promoting: Promoting,
    /// The greatest reach of any kind's extent.
    pub(in crate::plane) reach: f64,
    /// Where pieces begin, in variants with rebirth.
    posts: Vec<Post>,
    kinds: Vec<Kind>,
    /// The kinds by their letters, from A to Z.
    by_letter: [Option<KindId>; 26],
}

/// The variant is played cell by cell, not on the plane.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is played on cells, not on the plane")]
pub struct NotPlane(pub String);

impl Rules {
    /// Compiles a variant's lanes.
    ///
    /// # Errors
    /// When the variant's motion is not on the plane.
    pub fn new(variant: Arc<Variant>) -> Result<Rules, NotPlane> {
        let spec = variant.spec();
        if variant.is_lattice() {
            return Err(NotPlane(spec.name.clone()));
        }
        let board = Surface::of(spec);
        let mut by_letter = [None; 26];
        for (i, kind) in variant.kinds().iter().enumerate() {
            by_letter[letter_index(kind.letter)] = Some(i as KindId);
        }
        Ok(Rules {
            board,
            promoting: Promoting::of(spec, &board),
            reach: variant.kinds().iter().map(|kind| kind.extent.reach()).fold(spec.piece_radius, f64::max),
            radius: spec.piece_radius,
            epsilon: spec.epsilon,
            min_move: spec.min_move,
            min_capture: if spec.min_move_captures { spec.min_move } else { 0.0 },
            king_path: spec.king_path,
            edge_share: if spec.zeno { 0.5 } else { 1.0 },
            min_turn: spec.min_turn,
            rebirth: spec.rebirth,
            turns: spec.turns,
            posts: match spec.rebirth {
                Rebirth::None => Vec::new(),
                Rebirth::Circe | Rebirth::Own => posts(spec, &board),
            },
            kinds: variant.kinds().iter().map(|rule| Kind::new(rule, spec)).collect(),
            by_letter,
            variant,
        })
    }

    /// The kinds there are.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind with this index.
    ///
    /// # Panics
    /// When the id is of another variant with more kinds.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id)]
    }

    /// The kind with this capital letter.
    pub fn kind_of_letter(&self, letter: char) -> Option<KindId> {
        self.by_letter.get(letter_index(letter)).copied().flatten()
    }

    /// What a pawn may become: queen, rook, bishop, knight.
    pub fn promotions(&self) -> impl Iterator<Item = KindId> + '_ {
        Role::PROMOTIONS.iter().filter_map(|role| self.kind_of_letter(role.letter()))
    }

    /// Whether pawns go round a ring, each in a direction of its own.
    pub fn promoting_on_ring(&self) -> bool {
        self.variant.spec().board == Board::Ring
    }

    /// Where the piece of this label begins, in variants with rebirth.
    pub fn post(&self, label: Label) -> Option<&Post> {
        self.posts.iter().find(|post| post.label == label)
    }

    /// The y at which a pawn of this colour promotes once it is beyond.
    ///
    /// Half a unit before the far edge, less the radius: the extent has to reach past the line.
    pub fn promotion_line(&self, color: Color) -> f64 {
        match color {
            Color::White => self.board.height() - 0.5 - self.radius,
            Color::Black => 0.5 + self.radius,
        }
    }
}

/// Which letter of the alphabet a capital is, from 0; beyond all for anything else.
fn letter_index(letter: char) -> usize {
    (letter as usize).wrapping_sub('A' as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Vec2;
    use crate::variant::Takes;
    use approx::assert_abs_diff_eq;
    use toml::Table;

    fn rules() -> Rules {
        let variant = Variant::named("continuous", &Table::new()).expect("a preset");
        Rules::new(Arc::new(variant)).expect("on the plane")
    }

    #[test]
    fn knight_bearings_are_those_of_the_source() {
        let rules = rules();
        let knight = rules.kind(rules.kind_of_letter('N').expect("a knight"));
        let expected = [26.565, 63.435, 116.565, 153.435, 206.565, 243.435, 296.565, 333.435];
        for (lane, degrees) in knight.lanes(Color::White).iter().zip(expected) {
            assert_abs_diff_eq!(lane.bearing, degrees, epsilon = 1e-3);
        }
    }

    #[test]
    fn black_sees_the_board_turned() {
        let rules = rules();
        let pawn = rules.kind(rules.kind_of_letter('P').expect("a pawn"));
        let [right, ahead, left] = pawn.lanes(Color::Black) else { panic!("three lanes") };
        assert_eq!((right.bearing, ahead.bearing, left.bearing), (45.0, 90.0, 135.0));
        assert_eq!(ahead.dir, Vec2::new(0.0, -1.0));
        assert_eq!((right.takes, ahead.takes), (Takes::Must, Takes::Never));
    }
}
