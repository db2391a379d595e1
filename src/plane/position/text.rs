//! Position texts of the plane: reading with checks, and writing.

use super::state::{Piece, PlanePosition, ahead, all_plain, has_closed_forms, overlap, sum_of_places};
use crate::chess::{Color, Series};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, PointIndex, Ray, Vec2, full_turn, rounded};
use crate::notation::{Extra, PieceText, PositionText, Sense, SeriesText, TextError};
use crate::plane::rules::{Facing, KindId, Rules, place, sense_at_start};
use crate::variant::{Rebirth, Seam};
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

impl PlanePosition {
    /// Reads a position without a test for check; `wrong` are the faults of form.
    ///
    /// # Errors
    /// All faults, each with its column, such as an unknown kind or a place off the board. Of the pieces that can be read, also a
    /// second king of a colour, and overlaps.
    pub(in crate::plane) fn unvalidated(
        rules: Arc<Rules>,
        written: &PositionText<'_>,
        mut wrong: Vec<TextError>,
    ) -> Result<PlanePosition, TextError> {
        let mut pieces = Vec::with_capacity(written.pieces.len());
        for piece in &written.pieces {
            pieces.extend(read_piece(&rules, piece, &mut wrong));
        }
        find_second_kings(&rules, &pieces, written, &mut wrong);
        find_overlaps(&rules, &pieces, written, &mut wrong);
        let series = read_series(&rules, written, &mut wrong);
        if pieces.is_empty() && wrong.is_empty() {
            wrong.push(TextError::named(1, "no_pieces", "no pieces: write at least one, such as Ke@4.5,0.5"));
        }
        if let Some(error) = TextError::all(wrong) {
            return Err(error);
        }
        Ok(PlanePosition {
            places: sum_of_places(&rules, &pieces),
            plain: all_plain(&rules, &pieces),
            closed: has_closed_forms(&rules, &pieces),
            series,
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
        let message = format!("no kind has the letter `{letter}`: use one of {known}");
        wrong.push(written.error("kind", message).with("letter", letter).with("known", known));
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
    let heading = elongated.then(|| full_turn(written.heading.unwrap_or(ahead(written.label.color()))));
    let PieceText { label, moved, promoted, .. } = *written;
    let facing = if rules.promoting_on_ring() && rules.kind(kind).rule.pawn {
        let at_start = |at| sense_at_start(rules.variant.spec().array, label.color(), at);
        let sense = written.sense.or_else(|| at.and_then(at_start));
        if sense.is_none() && at.is_some() {
            let message = "it needs a direction, as it stands on no start place: add !cw or !ccw";
            wrong.push(written.error("no_way", message));
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
        (
            written.heading.is_some() && !elongated,
            "stray_heading",
            "^ (a heading) is for pieces that face a way",
        ),
        (written.sense.is_some() && !ring_pawn, "stray_way", "! (a direction) is for pawns on a ring"),
        (
            written.flips.is_some() && (ring || !rules.kind(kind).framed),
            "stray_frame",
            "/ (a frame) is for pieces whose moves a mirror changes, on every board but the ring",
        ),
        (written.crossed, "stray_crossed", "* (crossed) is for pawns on a disc"),
        (
            written.home.is_some() && rules.rebirth == Rebirth::None,
            "stray_home",
            "= (a home) is for variants with rebirth: set rebirth",
        ),
    ];
    let found = meaningless.iter().filter(|(is_written, ..)| *is_written);
    found.map(|(_, name, message)| written.error(name, message)).collect()
}

/// Reads the counters of a series, and adds their faults to `wrong`. The counters are 0 in alternating play.
fn read_series(rules: &Rules, written: &PositionText<'_>, wrong: &mut Vec<TextError>) -> Series {
    let mut extras = SeriesText::default();
    for extra in &written.extras {
        let &Extra { name, column, .. } = extra;
        if !rules.turns.is_progressive() {
            let message = format!("extra `{name}` has no meaning in alternating play on the plane");
            wrong.push(TextError::named(column, "stray_extra", message).with("text", name));
            continue;
        }
        match extras.read(extra) {
            Ok(true) => {}
            Ok(false) => {
                let message = format!("unknown extra `{name}`: on the plane use series, played, quiet");
                let fault = TextError::named(column, "unknown_extra", message).with("text", name);
                wrong.push(fault.with("known", "series, played, quiet"));
            }
            Err(fault) => wrong.push(fault),
        }
    }
    let length = extras.length.unwrap_or_else(|| rules.turns.usual_length(written.turn, written.fullmove));
    if extras.played >= length {
        let about = written.extras.iter().find(|extra| ["series", "played"].contains(&extra.name));
        let column = about.map_or(1, |extra| extra.column);
        let message = "`played` must be less than `series`, and `series` at least 1";
        wrong.push(TextError::named(column, "series", message));
    }
    Series { length, played: extras.played, quiet: extras.quiet }
}

fn read_place(rules: &Rules, written: &PieceText<'_>, text: &str) -> Result<Point, TextError> {
    match place(text) {
        Some(at) => on_board(rules, written, text, at),
        None => {
            let message =
                format!("`{text}` is not a place: write x,y as decimals or expressions such as sqrt(2)");
            Err(written.error("place", message).with("text", text))
        }
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
        let message = format!("{x},{y} is in a void: stand on its border or outside");
        return written.error("void", message).with("text", text);
    }
    let (width, height) = (board.width(), board.height());
    let (name, range) = if board.has_seams() {
        let wall = |seam: Seam, name, most| {
            if seam == Seam::Wall { format!("{name} is from 0 to {most}") } else { String::new() }
        };
        let range = wall(board.sheet().sides, "x", width) + &wall(board.sheet().ends, "y", height);
        ("off_height", range)
    } else if width == height {
        ("off_square", format!("both coordinates are from 0 to {width}"))
    } else {
        ("off_board", format!("x is from 0 to {width}, y from 0 to {height}"))
    };
    let fault = written.error(name, format!("{text} is off the board: {range}"));
    fault.with("text", text).with("width", width).with("height", height)
}

/// Returns the error of a piece that was read from a text.
#[cold]
fn error_of(
    written: &PositionText<'_>,
    piece: &Piece,
    name: &'static str,
    message: impl fmt::Display,
) -> TextError {
    match written.pieces.iter().rfind(|text| text.label == piece.label) {
        Some(text) => text.error(name, message),
        None => TextError::named(1, name, message.to_string()),
    }
}

/// Adds the fault of each king beyond the first of its colour.
fn find_second_kings(
    rules: &Rules,
    pieces: &[Piece],
    written: &PositionText<'_>,
    wrong: &mut Vec<TextError>,
) {
    let royal = (0..pieces.len()).filter(|&i| rules.kind(pieces[i].kind).rule.royal);
    let royal: SmallVec<[usize; 2]> = royal.collect();
    for &color in Color::ALL {
        let mut kings = royal.iter().copied().filter(|&i| pieces[i].color() == color);
        let Some(first) = kings.next().map(|first| pieces[first].label) else { continue };
        // A label that is written twice is another fault.
        for second in kings.filter(|&i| pieces[i].label != first) {
            let message = format!("{color} has a king already, {first}: a side has one at most");
            let fault = error_of(written, &pieces[second], "second_king", message);
            wrong.push(fault.with("color", color).with("other", first));
        }
    }
}

/// Adds the faults of friends, and of equal discs of either side, that overlap each other's centres: play never brings them so
/// near. Enemies of different extents may do so, because a piece overlapped at the start stops no move.
fn find_overlaps(rules: &Rules, pieces: &[Piece], written: &PositionText<'_>, wrong: &mut Vec<TextError>) {
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
        let mut first: Option<usize> = None;
        let square = Ray::new(piece.at, Vec2::X);
        let mut look_at = |j: usize| {
            if j < i && overlap(rules, piece, &pieces[j]) {
                let are_friends = piece.color() == pieces[j].color();
                let disc = extent(piece).as_disc();
                let are_equal_discs = disc.is_some() && disc == extent(&pieces[j]).as_disc();
                if are_friends || are_equal_discs {
                    first = Some(first.map_or(j, |first| first.min(j)));
                }
            }
        };
        match &index {
            Some(index) => index.in_corridor(&square, reach, -reach, reach, &mut look_at),
            None => (0..i).for_each(look_at),
        }
        if let Some(j) = first {
            let seen = rules.board.images_of(pieces[j].at, piece.at, 2.0 * reach);
            let apart = seen.iter().map(|at| at.distance(piece.at)).fold(f64::INFINITY, f64::min);
            let apart = rounded(apart, 9);
            let other = pieces[j].label;
            let (name, least) = match (extent(piece).as_disc(), extent(&pieces[j]).as_disc()) {
                (Some(a), Some(b)) => ("disc_overlap", a.max(b)),
                _ => ("overlap", 0.0),
            };
            let needed = if least > 0.0 { format!(", at least {least} is needed") } else { String::new() };
            let message = format!("overlaps {other}: {apart} apart{needed}");
            let fault = error_of(written, piece, name, message);
            wrong.push(fault.with("other", other).with("apart", apart).with("least", least));
        }
    }
}

/// A conservative filter for places within `reach` of each other: a grid whose cells are a little wider than `reach`. It errs
/// towards near, because cells 64 apart share a bit.
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
        let series = SeriesText { length: (length != usual_length).then_some(length), played, quiet };
        let text = PositionText {
            pieces: pieces.collect(),
            turn: self.turn,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            extras: series.extras().collect(),
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
        fn no_near_place_is_missed(
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
}
