//! What a symmetry of a board does to a position it does to every legal set: turning, sliding, mirrors, and the colours exchanged.

use super::random::{rules, swapped};
use super::seams::{Placed, any_piece, build};
use continuum::board::Surface;
use continuum::chess::{Color, Label};
use continuum::geom::{Flips, Image, Path, Vec2};
use continuum::notation::Sense;
use continuum::plane::{Facing, Piece, PlanePosition, Rules, Span, Survey};
use proptest::prelude::*;
use std::sync::Arc;

/// Pieces of every kind.
const PIECES: &str = "QRBNPPSGFqrbnppsgf";

/// Boards with seams, by preset and what is laid over it, and how the plane over each may slide: freely along a coordinate, or
/// by these parts of the width.
const BOARDS: [(&str, &str, Slide); 13] = [
    ("cylinder", "", Slide { x: Steps::Any, y: Steps::None }),
    ("mobius", "", Slide { x: Steps::Any, y: Steps::None }),
    ("torus", "", Slide { x: Steps::Any, y: Steps::Any }),
    ("torus", "promotion_line = 3", Slide { x: Steps::Any, y: Steps::None }),
    // Along x the mirror in the Klein bottle's seam comes back to its place after half the width.
    ("klein", "board_height = 8", Slide { x: Steps::Halves, y: Steps::Any }),
    ("klein", "promotion_line = 3", Slide { x: Steps::Halves, y: Steps::None }),
    ("spherical", "promotion_line = -1", Slide { x: Steps::Any, y: Steps::None }),
    ("spherical", "promotion_line = 7.5", Slide { x: Steps::Any, y: Steps::None }),
    ("pillow", "promotion_line = -1", Slide { x: Steps::Halves, y: Steps::None }),
    ("pillow", "promotion_line = 7.5", Slide { x: Steps::Halves, y: Steps::None }),
    ("projective", "", Slide { x: Steps::None, y: Steps::None }),
    ("ring", "", Slide { x: Steps::None, y: Steps::None }),
    ("disc", "", Slide { x: Steps::None, y: Steps::None }),
];

/// How far the plane may slide along a coordinate and look the same.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Steps {
    None,
    Halves,
    Any,
}

#[derive(Debug, Clone, Copy)]
struct Slide {
    x: Steps,
    y: Steps,
}

impl Steps {
    fn by(self, share: f64, length: f64) -> f64 {
        match self {
            Steps::None => 0.0,
            Steps::Halves if share < 0.5 => 0.0,
            Steps::Halves => length / 2.0,
            Steps::Any => share * length,
        }
    }
}

/// A copy of the plane on itself that leaves a board as it is, with the colours exchanged or not.
#[derive(Debug, Clone, Copy)]
struct Symmetry {
    image: Image,
    swaps: bool,
}

impl Symmetry {
    /// Of one of `BOARDS`: the mirrors that are asked for, the board slid by shares of its sides.
    fn of(which: usize, board: &Surface, mut flips: Flips, swaps: bool, share: (f64, f64)) -> Symmetry {
        let (preset, more, slide) = BOARDS[which];
        if more.contains("promotion_line") && !more.contains("-1") {
            // Each side has a circle of its own, the other's mirrored.
            flips.y = swaps;
        }
        let (width, height) = (board.width(), board.height());
        // The disc's voids lie about the middle of file i, where x is 8.5 and -0.5.
        let mirrored = if preset == "disc" { width - 1.0 } else { width };
        // The ring's zones of the two sides lie half the ring apart.
        let opposite = if preset == "ring" && swaps { width / 2.0 } else { 0.0 };
        let shift = Vec2::new(
            slide.x.by(share.0, width) + opposite + if flips.x { mirrored } else { 0.0 },
            slide.y.by(share.1, height) + if flips.y { height } else { 0.0 },
        );
        Symmetry { image: Image { flips, shift }, swaps }
    }

    fn label(&self, label: Label) -> Label {
        if self.swaps { swapped(label) } else { label }
    }

    /// Of the copy of the board that a piece stands on, as it is brought back to the board.
    fn about(&self, piece: &Piece, board: &Surface) -> Image {
        self.image.then(&board.canonical(self.image.place(piece.at)).1.inverse())
    }

    /// A piece, as text.
    fn piece(&self, piece: &Piece, rules: &Rules) -> String {
        let image = self.about(piece, &rules.board);
        let moved = if piece.moved { "'" } else { "" };
        let heading = piece.heading.map(|h| format!("^{}", image.flips.heading(h))).unwrap_or_default();
        let facing = match piece.facing {
            Facing::Player(flips) if rules.kind(piece.kind).is_framed => {
                // Black's own frame is White's with both coordinates reversed.
                let colours = Flips { x: self.swaps, y: self.swaps };
                match flips.then(image.flips).then(colours) {
                    Flips { x: false, y: false } => "",
                    Flips { x: true, y: false } => "/x",
                    Flips { x: false, y: true } => "/y",
                    Flips { x: true, y: true } => "/xy",
                }
            }
            Facing::Player(_) => "",
            Facing::Ring(Sense::CounterClockwise) if image.flips.x => "!cw",
            Facing::Ring(Sense::Clockwise) if !image.flips.x => "!cw",
            Facing::Ring(_) => "!ccw",
        };
        format!("{}@{}{moved}{heading}{facing} ", self.label(piece.label), image.place(piece.at))
    }

    fn position(&self, position: &PlanePosition) -> PlanePosition {
        let rules = position.rules();
        let text: String = position.pieces().iter().map(|piece| self.piece(piece, rules)).collect();
        let turn = if (position.turn() == Color::White) != self.swaps { "w" } else { "b" };
        PlanePosition::from_text(rules.clone(), &format!("{text}; {turn}"))
            .unwrap_or_else(|e| panic!("{position}\n{text}; {turn}: {e}"))
    }
}

/// Whose span it is, on which path, and its captures.
struct Told<'a> {
    label: Label,
    path: Path,
    captures: Vec<Label>,
    span: &'a Span,
}

fn told<'a>(position: &PlanePosition, spans: &'a [Span]) -> Vec<Told<'a>> {
    let label = |id| position.piece(id).label;
    let one = |span: &'a Span| Told {
        label: label(span.piece),
        path: position.path(span.piece, span.lane),
        captures: span.captures.iter().map(|&id| label(id)).collect(),
        span,
    };
    spans.iter().map(one).collect()
}

/// Whether two paths of a piece lead the same way, and turn it likewise if it has a heading.
fn same_way(a: &Path, b: &Path, heads: bool) -> bool {
    let (a, b) = (a.pose(0.3), b.pose(0.3));
    a.at.distance(b.at) < 1e-6 && (!heads || (a.heading - b.heading).length() < 1e-6)
}

fn legal_sets_agree(position: &PlanePosition, symmetry: &Symmetry) -> Result<(), TestCaseError> {
    let there = symmetry.position(position);
    let (ours, theirs) = (Survey::new(position), Survey::new(&there));
    prop_assert_eq!(position.status(), there.status(), "{}\n{}", position, there);
    prop_assert_eq!(ours.in_check(), theirs.in_check(), "{}\n{}", position, there);
    let (spans, images) = (ours.legal(), theirs.legal());
    prop_assert_eq!(spans.len(), images.len(), "{}\n{}", position, there);
    let mut left = told(&there, &images);
    for told in told(position, &spans) {
        let piece = position.piece(told.span.piece);
        let path = symmetry.about(piece, &position.rules().board).path(told.path);
        let mut captures: Vec<Label> = told.captures.iter().map(|&l| symmetry.label(l)).collect();
        captures.sort();
        let same = |other: &Told| {
            let (part, image) = (told.span.part, other.span.part);
            let mut theirs = other.captures.clone();
            theirs.sort();
            (symmetry.label(told.label), &captures, told.span.promotes)
                == (other.label, &theirs, other.span.promotes)
                && (part.open_from, part.open_to) == (image.open_from, image.open_to)
                && (part.from - image.from).abs() < 1e-5
                && (part.to - image.to).abs() < 1e-5
                && same_way(&path, &other.path, piece.heading.is_some())
        };
        let Some(i) = left.iter().position(same) else {
            return Err(TestCaseError::fail(format!(
                "{position}\n{there}\n{symmetry:?}\n{} {:?}",
                told.label, told.span
            )));
        };
        left.swap_remove(i);
    }
    let areas = |survey: &Survey| -> Vec<f64> {
        survey.regions().iter().map(|region| region.cells.iter().map(|cell| cell.area).sum()).collect()
    };
    let (ours, theirs) = (areas(&ours), areas(&theirs));
    prop_assert_eq!(ours.len(), theirs.len());
    prop_assert!(ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-6), "{position}\n{there}");
    Ok(())
}

fn any_rules() -> impl Strategy<Value = (usize, Arc<Rules>)> {
    let more = ["", "zeno = true", "step = 0.5", "min_move_captures = true", "king_path = 'strict'"];
    let all = (0..BOARDS.len()).flat_map(|which| {
        let (preset, own, _) = BOARDS[which];
        more.map(|more| (which, rules(preset, &format!("{own}\n{more}"))))
    });
    prop::sample::select(all.collect::<Vec<_>>())
}

fn with_kings(kings: [Placed; 2], pieces: Vec<Placed>) -> Vec<Placed> {
    let [white, black] = kings;
    [('K', white.1, white.2, white.3), ('k', black.1, black.2, black.3)].into_iter().chain(pieces).collect()
}

proptest! {
    #![proptest_config(super::cases(100, 3000))]

    /// Section 7, point 3: turning a cylinder or a torus, sliding along the middle of a Moebius strip or round a Klein bottle,
    /// mirrors and colours.
    #[test]
    fn a_symmetry_of_the_board_is_one_of_the_legal_set(
        (which, rules) in any_rules(),
        kings in [any_piece("K"), any_piece("K")],
        pieces in prop::collection::vec(any_piece(PIECES), 1..10),
        flips in (any::<bool>(), any::<bool>()),
        swaps in any::<bool>(),
        share in (0.0..1.0f64, 0.0..1.0f64),
    ) {
        let flips = Flips { x: flips.0, y: flips.1 };
        let Some(position) = build(&rules, &with_kings(kings, pieces), true) else { return Ok(()) };
        legal_sets_agree(&position, &Symmetry::of(which, &rules.board, flips, swaps, share))?;
    }

    /// Section 7, point 3, by itself: a Moebius strip slides along its middle, so what goes over the seam is reversed.
    #[test]
    fn a_moebius_strip_slides_along_its_middle(
        pieces in prop::collection::vec(any_piece(PIECES), 1..10),
        share in 0.0..2.0f64,
    ) {
        let rules = rules("mobius", "");
        let Some(position) = build(&rules, &pieces, true) else { return Ok(()) };
        let shift = Vec2::new(share * rules.board.width(), 0.0);
        legal_sets_agree(&position, &Symmetry { image: Image { flips: Flips::NONE, shift }, swaps: false })?;
    }
}
