//! Position texts of the plane: reading with checks, and writing.

use super::heading::{ahead, full_turn};
use super::state::{Piece, PlanePosition, all_plain, has_closed_forms, overlap, sum_of_places};
use crate::chess::{Color, Series};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, PointIndex, Ray, Vec2};
use crate::notation::{PieceText, PositionText, Sense, SeriesText, TextError};
use crate::plane::rules::{Facing, KindId, Rules, place, sense_at_start};
use crate::variant::{Rebirth, Seam};
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

impl PlanePosition {
    /// Reads a position without testing for check.
    ///
    /// # Errors
    /// All faults of single pieces, each with its column, such as an unknown kind or a place off the board. If there is none: the
    /// first of two kings of a colour, and pieces that overlap.
    pub(in crate::plane) fn unvalidated(
        rules: Arc<Rules>,
        written: &PositionText<'_>,
    ) -> Result<PlanePosition, TextError> {
        let (mut pieces, mut wrong) = (Vec::with_capacity(written.pieces.len()), Vec::new());
        for piece in &written.pieces {
            if let Some(piece) = read_piece(&rules, piece, &mut wrong) {
                pieces.push(piece);
            }
        }
        if let Some(error) = TextError::all(wrong) {
            return Err(error);
        }
        if pieces.is_empty() {
            return Err(TextError::new(1, "no pieces: write at least one, such as Ke@4.5,0.5"));
        }
        refuse_two_kings(&rules, &pieces, written)?;
        refuse_overlaps(&rules, &pieces, written)?;
        let plain = all_plain(&rules, &pieces);
        Ok(PlanePosition {
            places: sum_of_places(&rules, &pieces),
            plain,
            closed: has_closed_forms(&rules, &pieces),
            series: read_series(&rules, written)?,
            rules,
            pieces,
            turn: written.turn,
            halfmove: written.halfmove,
            fullmove: written.fullmove,
        })
    }
}

/// Reads one piece, and adds its faults to `wrong`.
#[inline]
fn read_piece(rules: &Rules, written: &PieceText<'_>, wrong: &mut Vec<TextError>) -> Option<Piece> {
    let letter = written.label.letter();
    let Some(kind) = rules.kind_of_letter(letter) else {
        let known: String = rules.kinds().iter().map(|k| k.rule.letter).collect();
        wrong.push(written.error(format!("no kind has the letter `{letter}`: use one of {known}")));
        return None;
    };
    let before = wrong.len();
    if !written.has_only_common_suffixes() {
        wrong.extend(meaningless(rules, kind, written));
    }
    let at = match written.decimals {
        Some([x, y]) => on_board(rules, written, written.place, Point::new(x, y)),
        None => read_place(rules, written, written.place),
    };
    let at = at.map_err(|e| wrong.push(e)).ok();
    let home = match written.home {
        Some(home) => read_place(rules, written, home).map_err(|e| wrong.push(e)).ok(),
        None => rules.home_of(written.label).map(|home| home.at),
    };
    let elongated = rules.kind(kind).rule.has_heading();
    let heading = elongated.then(|| full_turn(written.heading.unwrap_or(ahead(written.label))));
    let PieceText { label, moved, promoted, .. } = *written;
    let facing = if rules.promoting_on_ring() && rules.kind(kind).rule.pawn {
        let at_start = |at| sense_at_start(rules.variant.spec().array, label.color(), at);
        let sense = written.sense.or_else(|| at.and_then(at_start));
        if sense.is_none() && at.is_some() {
            let message = "it needs a direction, as it stands on no start place: add !cw or !ccw";
            wrong.push(written.error(message));
        }
        sense.map(Facing::round)
    } else {
        Some(Facing::Player(written.flips.unwrap_or_default()))
    };
    let (at, facing) = at.zip(facing)?;
    (wrong.len() == before).then_some(Piece { label, kind, at, moved, promoted, heading, facing, home })
}

/// Returns the faults of attributes that have no meaning for the kind or on this board.
fn meaningless(rules: &Rules, kind: KindId, written: &PieceText<'_>) -> Vec<TextError> {
    let ring = rules.promoting_on_ring();
    let ring_pawn = ring && rules.kind(kind).rule.pawn;
    let elongated = rules.kind(kind).rule.has_heading();
    let meaningless = [
        (written.heading.is_some() && !elongated, "^ (a heading) is for pieces that face a way"),
        (written.sense.is_some() && !ring_pawn, "! (a direction) is for pawns on a ring"),
        (
            written.flips.is_some() && (ring || !rules.kind(kind).framed),
            "/ (a frame) is for pieces whose moves a mirror changes, on every board but the ring",
        ),
        (written.crossed, "* (crossed) is for pawns on a disc"),
        (
            written.home.is_some() && rules.rebirth == Rebirth::None,
            "= (a home) is for variants with rebirth: set rebirth",
        ),
    ];
    meaningless.iter().filter(|(there, _)| *there).map(|(_, message)| written.error(message)).collect()
}

/// Reads the counters of a series; they are 0 in alternating play.
fn read_series(rules: &Rules, written: &PositionText<'_>) -> Result<Series, TextError> {
    let mut extras = SeriesText::default();
    for &extra in &written.extras {
        let (name, _, column) = extra;
        if !rules.turns.is_progressive() {
            let message = format!("extra `{name}` has no meaning in alternating play on the plane");
            return Err(TextError::new(column, message));
        }
        if !extras.read(extra)? {
            let message = format!("unknown extra `{name}`: on the plane use series, played, quiet");
            return Err(TextError::new(column, message));
        }
    }
    let length = extras.length.unwrap_or_else(|| rules.turns.usual_length(written.turn, written.fullmove));
    if extras.played >= length {
        let about = written.extras.iter().find(|extra| ["series", "played"].contains(&extra.0));
        let column = about.map_or(1, |extra| extra.2);
        let message = "`played` must be less than `series`, and `series` at least 1";
        return Err(TextError::new(column, message));
    }
    Ok(Series { length, played: extras.played, quiet: extras.quiet })
}

fn read_place(rules: &Rules, written: &PieceText<'_>, text: &str) -> Result<Point, TextError> {
    match place(text) {
        Some(at) => on_board(rules, written, text, at),
        None => Err(written
            .error(format!("`{text}` is not a place: write x,y as decimals or expressions such as sqrt(2)"))),
    }
}

/// Returns the canonical form of a written place.
#[inline]
fn on_board(rules: &Rules, written: &PieceText<'_>, text: &str, at: Point) -> Result<Point, TextError> {
    let board = &rules.board;
    // The canonical place is tested, because rounding may move it beyond a wall that the written place only reaches.
    let canonical = if board.has_seams() { board.canonical(at).0 } else { at };
    if !board.contains(canonical, rules.epsilon) {
        return Err(off_board(rules, written, text, at));
    }
    Ok(canonical)
}

/// Returns the fault of a place where nothing may stand.
#[cold]
fn off_board(rules: &Rules, written: &PieceText<'_>, text: &str, at: Point) -> TextError {
    let board = &rules.board;
    if board.is_void(at, rules.epsilon) {
        let Point { x, y } = at;
        return written.error(format!("{x},{y} is in a void: stand on its border or outside"));
    }
    let (width, height) = (board.width(), board.height());
    let range = if board.has_seams() {
        let wall = |seam: Seam, name, most| {
            if seam == Seam::Wall { format!("{name} is from 0 to {most}") } else { String::new() }
        };
        wall(board.sheet().sides, "x", width) + &wall(board.sheet().ends, "y", height)
    } else if width == height {
        format!("both coordinates are from 0 to {width}")
    } else {
        format!("x is from 0 to {width}, y from 0 to {height}")
    };
    written.error(format!("{text} is off the board: {range}"))
}

fn refuse_two_kings(rules: &Rules, pieces: &[Piece], written: &PositionText<'_>) -> Result<(), TextError> {
    let royal = (0..pieces.len()).filter(|&i| rules.kind(pieces[i].kind).rule.royal);
    let royal: SmallVec<[usize; 2]> = royal.collect();
    for &color in Color::ALL {
        let mut kings = royal.iter().copied().filter(|&i| pieces[i].color() == color);
        if let (Some(first), Some(second)) = (kings.next(), kings.next()) {
            return Err(written.pieces[second].error(format!(
                "{color} has a king already, {}: a side has one at most",
                pieces[first].label
            )));
        }
    }
    Ok(())
}

/// Refuses friends, and equal discs of either side, that overlap each other's centres: play never brings them so near.
/// Enemies of different extents may overlap each other's centres, since a piece overlapped at the start stops no move.
fn refuse_overlaps(rules: &Rules, pieces: &[Piece], written: &PositionText<'_>) -> Result<(), TextError> {
    let is_crowd = pieces.len() >= PointIndex::MIN_POINTS && !rules.board.has_seams();
    let index = is_crowd.then(|| PointIndex::new(pieces.iter().map(|p| p.at)));
    let extent = |p: &Piece| &rules.kind(p.kind).rule.extent;
    // Plain pieces have the common radius as their reach.
    let others = pieces.iter().filter(|p| !rules.kind(p.kind).plain);
    let reach = others.map(|p| extent(p).reach()).fold(rules.radius, f64::max);
    let mut cells = Cells::new(reach);
    for (i, piece) in pieces.iter().enumerate() {
        if index.is_none() && !rules.board.has_seams() && !cells.is_near_one(piece.at) {
            continue;
        }
        let mut nearest: Option<usize> = None;
        let square = Ray::new(piece.at, Vec2::X);
        let mut look_at = |j: usize| {
            if j < i {
                let (one, other) = overlap(rules, piece, &pieces[j]);
                let friends = piece.color() == pieces[j].color();
                let equal =
                    extent(piece).as_disc().is_some_and(|disc| extent(&pieces[j]).as_disc() == Some(disc));
                if (one || other) && (friends || equal) {
                    nearest = Some(nearest.map_or(j, |n| n.min(j)));
                }
            }
        };
        match &index {
            Some(index) => index.in_corridor(&square, reach, -reach, reach, &mut look_at),
            None => (0..i).for_each(look_at),
        }
        if let Some(j) = nearest {
            let seen = rules.board.images_of(pieces[j].at, piece.at, 2.0 * reach);
            let apart = seen.iter().map(|at| at.distance(piece.at)).fold(f64::INFINITY, f64::min);
            let other = pieces[j].label;
            let least = match (extent(piece).as_disc(), extent(&pieces[j]).as_disc()) {
                (Some(a), Some(b)) => format!(", at least {} is needed", a.max(b)),
                _ => String::new(),
            };
            return Err(written.pieces[i].error(format!("overlaps {other}: {apart} apart{least}")));
        }
    }
    Ok(())
}

/// A conservative filter for places within `reach` of each other: a grid whose cells are a little wider than `reach`. Cells 64
/// apart share a bit, so it errs towards near.
struct Cells {
    /// One bit for each cell, row by row.
    rows: [u64; 64],
    per_unit: f64,
}

impl Cells {
    fn new(reach: f64) -> Cells {
        Cells { rows: [0; 64], per_unit: 1.0 / (reach + FIRST_LOOK) }
    }

    /// Adds a place, and returns whether an earlier one may be within `reach` along both axes.
    fn is_near_one(&mut self, at: Point) -> bool {
        let [column, row] = [at.x, at.y].map(|along| (along * self.per_unit) as i64);
        let about = 0b111_u64.rotate_left((column - 1) as u32 % u64::BITS);
        let of = |row: i64| row as usize % self.rows.len();
        let near = (self.rows[of(row - 1)] | self.rows[of(row)] | self.rows[of(row + 1)]) & about != 0;
        self.rows[of(row)] |= 1_u64.rotate_left(column as u32 % u64::BITS);
        near
    }
}

/// Writes the position text, whatever the rules.
impl fmt::Debug for PlanePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlanePosition({:?})", self.to_string())
    }
}

impl fmt::Display for PlanePosition {
    /// Writes the position text; reading it gives the position back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual_home = |p: &Piece| self.rules.home_of(p.label).map(|home| home.at);
        let home = |p: &Piece| p.home.filter(|_| p.home != usual_home(p)).map(|home| home.to_string());
        let places: Vec<(String, Option<String>)> =
            self.pieces.iter().map(|p| (p.at.to_string(), home(p))).collect();
        let pieces = self.pieces.iter().zip(&places).map(|(p, (place, home))| PieceText {
            moved: p.moved,
            promoted: p.promoted,
            heading: p.heading,
            home: home.as_deref(),
            sense: match p.facing {
                Facing::Player(_) => None,
                Facing::CounterClockwise => Some(Sense::CounterClockwise),
                Facing::Clockwise => Some(Sense::Clockwise),
            },
            flips: Some(p.facing.flips()),
            ..PieceText::new(p.label, place)
        });
        let usual_length = self.rules.turns.usual_length(self.turn, self.fullmove);
        let Series { length, played, quiet } = self.series;
        let extras = SeriesText { length: (length != usual_length).then_some(length), played, quiet };
        let extras: Vec<(&str, String)> = extras.extras().collect();
        let text = PositionText {
            pieces: pieces.collect(),
            turn: self.turn,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            extras: extras.iter().map(|(name, value)| (*name, value.as_str(), 1)).collect(),
        };
        text.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The filter finds every place that has an earlier one within reach, also on boards wider than a row of bits.
        #[test]
        fn cells_never_think_near_places_apart(
            reach in 0.01..2.0f64,
            wide in 1.0..200.0f64,
            places in proptest::collection::vec((-1e-9..1.0f64, -1e-9..1.0f64), 1..40),
            near in proptest::collection::vec((0..40usize, -1.0..=1.0f64, -1.0..=1.0f64), 1..10),
        ) {
            let mut places: Vec<Point> = places.iter().map(|(x, y)| Point::new(x * wide, y * wide)).collect();
            for (i, x, y) in near {
                let beside = places[i % places.len()] + Vec2::new(x * reach, y * reach);
                places.push(Point::new(beside.x.max(0.0), beside.y.max(0.0)));
            }
            let mut cells = Cells::new(reach);
            for (i, &at) in places.iter().enumerate() {
                let is_near = |other: &Point| (other.x - at.x).abs() <= reach && (other.y - at.y).abs() <= reach;
                let thinks = cells.is_near_one(at);
                prop_assert!(thinks || !places[..i].iter().any(is_near), "{:?} {}", at, i);
            }
        }
    }

    #[test]
    fn cells_think_far_places_apart() {
        let mut cells = Cells::new(0.25);
        let found = [(0.5, 0.5), (1.1, 0.5), (0.5, 1.1), (0.7, 0.6)]
            .map(|(x, y)| cells.is_near_one(Point::new(x, y)));
        assert_eq!(found, [false, false, false, true]);
    }
}
