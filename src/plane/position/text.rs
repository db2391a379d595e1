//! Position texts of the plane: reading with checks, and writing.

use super::state::{Piece, PlanePosition, ahead, overlap};
use crate::chess::{Color, Series};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, PointIndex, Ray, Vec2, full_turn, rounded};
use crate::notation::{Extra, MOST_FAULTS, PieceText, PositionText, SeriesCounters, TextError};
use crate::plane::rules::{Facing, KindId, Rules, place, sense_at_start};
use crate::variant::{Seam, Turns};
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

impl PlanePosition {
    /// Reads a position without a test for check. `faults` are the faults of form that were found already.
    ///
    /// # Errors
    /// All faults, each with its column, such as an unknown kind or a place off the board. Second kings of a colour and overlaps
    /// are found among the pieces that can be read.
    pub(in crate::plane) fn unvalidated(
        rules: Arc<Rules>,
        written: &PositionText<'_>,
        mut faults: Vec<TextError>,
    ) -> Result<PlanePosition, TextError> {
        let mut pieces = Vec::with_capacity(written.pieces.len());
        let most_faults = faults.len() + MOST_FAULTS;
        for piece in &written.pieces {
            if let Some(piece) = read_piece(&rules, piece, &mut faults) {
                pieces.push(piece);
            }
            if faults.len() >= most_faults {
                break;
            }
        }
        find_second_kings(&rules, &pieces, written, &mut faults);
        find_overlaps(&rules, &pieces, written, &mut faults);
        let series = read_series(&rules, written, &mut faults);
        if pieces.is_empty() && faults.is_empty() {
            let message = "no pieces: write at least one, such as Ke@4.5,0.5";
            faults.push(TextError::named(1, "no_pieces", message));
        }
        if let Some(error) = TextError::all(faults) {
            return Err(error);
        }
        let mut position = PlanePosition {
            rules,
            pieces,
            turn: written.turn,
            halfmove: written.halfmove,
            fullmove: written.fullmove,
            series,
            sum_of_places: 0.0,
            has_plain_discs: false,
            has_closed_forms: false,
        };
        position.update_derived_fields();
        Ok(position)
    }
}

/// Reads one piece, and adds its faults to `faults`.
#[inline]
fn read_piece(rules: &Rules, written: &PieceText<'_>, faults: &mut Vec<TextError>) -> Option<Piece> {
    let letter = written.label.letter();
    let Some(kind) = rules.kind_of_letter(letter) else {
        let known: String = rules.kinds().iter().map(|k| k.rule.letter).collect();
        let message = format!("no kind has the letter `{letter}`: use one of {known}");
        faults.push(written.error("kind", message).with("letter", letter).with("known", known));
        return None;
    };
    let faults_before = faults.len();
    if !written.has_only_common_suffixes() {
        add_stray_suffixes(rules, kind, written, faults);
    }
    let at = match written.decimals {
        Some([x, y]) => on_board(rules, written, written.place, Point::new(x, y)),
        None => read_place(rules, written, written.place),
    };
    let at = at.map_err(|e| faults.push(e)).ok();
    let home = match written.home {
        Some(home) => read_place(rules, written, home).map_err(|e| faults.push(e)).ok(),
        None => rules.home_of(written.label).map(|home| home.at),
    };
    let PieceText { label, moved, promoted, .. } = *written;
    let has_heading = rules.kind(kind).rule.has_heading();
    let heading = has_heading.then(|| full_turn(written.heading.unwrap_or(ahead(label.color()))));
    let at = at?;
    let facing = read_facing(rules, kind, at, written).map_err(|e| faults.push(e)).ok()?;
    if faults.len() > faults_before {
        return None;
    }
    Some(Piece { label, kind, at, moved, promoted, heading, facing, home })
}

/// Reads the frame of a piece that stands at a place.
#[inline]
fn read_facing(rules: &Rules, kind: KindId, at: Point, written: &PieceText<'_>) -> Result<Facing, TextError> {
    if !rules.is_ring_pawn(kind) {
        return Ok(Facing::Player(written.flips.unwrap_or_default()));
    }
    let sense_there = || sense_at_start(rules.variant.spec().array, written.label.color(), at);
    let Some(sense) = written.sense.or_else(sense_there) else {
        let message = "it needs a direction, as it stands on no start place: add !cw or !ccw";
        return Err(written.error("no_way", message));
    };
    Ok(Facing::Ring(sense))
}

/// Adds the faults of suffixes that have no meaning for the kind or on this board.
fn add_stray_suffixes(rules: &Rules, kind: KindId, written: &PieceText<'_>, faults: &mut Vec<TextError>) {
    let mut refuse = |name, message| faults.push(written.error(name, message));
    if written.heading.is_some() && !rules.kind(kind).rule.has_heading() {
        refuse("stray_heading", "^ (a heading) is for pieces that face a way");
    }
    if written.sense.is_some() && !rules.is_ring_pawn(kind) {
        refuse("stray_way", "! (a direction) is for pawns on a ring");
    }
    let may_have_frame = rules.kind(kind).is_framed && !rules.has_ring_pawns();
    if written.flips.is_some() && !may_have_frame {
        let message = "/ (a frame) is for pieces whose moves a mirror changes, on every board but the ring";
        refuse("stray_frame", message);
    }
    // A ring or a disc of the plane is no disc of cells, so the suffix has no meaning on any board of the plane.
    if written.crossed {
        refuse("stray_crossed", "* (crossed) is for pawns on a disc");
    }
    if written.home.is_some() && !rules.has_rebirth() {
        refuse("stray_home", "= (a home) is for variants with rebirth: set rebirth");
    }
}

/// Reads the counters of a series, and adds their faults to `faults`. In alternating play a series has one move, and the other
/// counters are 0.
fn read_series(rules: &Rules, written: &PositionText<'_>, faults: &mut Vec<TextError>) -> Series {
    let mut extras = SeriesCounters::default();
    for extra in &written.extras {
        let &Extra { name, column, .. } = extra;
        if !rules.turns.is_progressive() {
            let message = format!("extra `{name}` has no meaning in alternating play on the plane");
            faults.push(TextError::named(column, "stray_extra", message).with("text", name));
            continue;
        }
        match extras.read(extra) {
            Ok(true) => {}
            Ok(false) => {
                let known = SeriesCounters::NAMES.join(", ");
                let message = format!("unknown extra `{name}`: on the plane use {known}");
                let fault = TextError::named(column, "unknown_extra", message).with("text", name);
                faults.push(fault.with("known", known));
            }
            Err(fault) => faults.push(fault),
        }
    }
    let length = extras.length.unwrap_or_else(|| rules.turns.usual_length(written.turn, written.fullmove));
    if !Turns::can_go_on(length, extras.played) {
        let counter = written.extras.iter().find(|extra| ["series", "played"].contains(&extra.name));
        let column = counter.map_or(1, |extra| extra.column);
        let most = Turns::LONGEST_SERIES;
        let message = format!("`played` must be less than `series`, and `series` from 1 to {most}");
        faults.push(TextError::named(column, "series", message));
    }
    Series { length, played: extras.played, quiet: extras.quiet }
}

fn read_place(rules: &Rules, written: &PieceText<'_>, text: &str) -> Result<Point, TextError> {
    match place(text) {
        Some(at) => on_board(rules, written, text, at),
        None => {
            let needed = "write x,y as decimals or expressions such as sqrt(2)";
            Err(written.error("place", format!("`{text}` is not a place: {needed}")).with("text", text))
        }
    }
}

/// Returns the canonical form of a written place, if it is on the board.
#[inline]
fn on_board(rules: &Rules, written: &PieceText<'_>, text: &str, at: Point) -> Result<Point, TextError> {
    let board = &rules.board;
    // The canonical place is tested, because rounding may move a place that is written exactly on a wall beyond the wall.
    let canonical = if board.has_seams() { board.canonical(at).0 } else { at };
    if board.contains(canonical, rules.epsilon) {
        Ok(canonical)
    } else {
        Err(off_board(rules, written, text, at))
    }
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
        // A board with seams has walls on at most one pair of sides, so at most one of the two texts is not empty.
        let range_between_walls = |seam: Seam, coordinate, most| {
            if seam == Seam::Wall { format!("{coordinate} is from 0 to {most}") } else { String::new() }
        };
        let range_x = range_between_walls(board.sheet().sides, "x", width);
        ("off_height", range_x + &range_between_walls(board.sheet().ends, "y", height))
    } else if width == height {
        ("off_square", format!("both coordinates are from 0 to {width}"))
    } else {
        ("off_board", format!("x is from 0 to {width}, y from 0 to {height}"))
    };
    let fault = written.error(name, format!("{text} is off the board: {range}"));
    fault.with("text", text).with("width", width).with("height", height)
}

/// Returns the fault of a piece with the column of its text.
#[cold]
fn fault_of(
    written: &PositionText<'_>,
    piece: &Piece,
    name: &'static str,
    message: impl fmt::Display,
) -> TextError {
    // If a label is written twice, its later text is at fault.
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
    faults: &mut Vec<TextError>,
) {
    let royal = pieces.iter().filter(|piece| rules.kind(piece.kind).rule.royal);
    let royal: SmallVec<[&Piece; 2]> = royal.collect();
    for &color in Color::ALL {
        let mut kings = royal.iter().filter(|king| king.color() == color);
        let Some(first) = kings.next().map(|king| king.label) else { continue };
        // A label that is written twice is another fault.
        for second in kings.filter(|king| king.label != first) {
            let message = format!("{color} has a king already, {first}: a side has one at most");
            let fault = fault_of(written, second, "second_king", message);
            faults.push(fault.with("color", color).with("other", first));
        }
    }
}

/// Adds the faults of pieces that overlap an earlier piece where the rules forbid it.
fn find_overlaps(rules: &Rules, pieces: &[Piece], written: &PositionText<'_>, faults: &mut Vec<TextError>) {
    let has_seams = rules.board.has_seams();
    let is_crowd = pieces.len() >= PointIndex::MIN_POINTS && !has_seams;
    let places: Vec<Point> = pieces.iter().map(|piece| piece.at).collect();
    let index = is_crowd.then(|| PointIndex::new(places.iter().copied()));
    // Every extent lies within this distance of its centre. Plain pieces have the common radius.
    let not_plain = pieces.iter().map(|p| rules.kind(p.kind)).filter(|kind| !kind.is_plain);
    let outer_radius = not_plain.map(|kind| kind.rule.extent.outer_radius()).fold(rules.radius, f64::max);
    let mut overlap_count = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let mut first_overlapped: Option<usize> = None;
        let mut look_at = |j: usize| {
            if j < i && overlap(rules, piece, &pieces[j]) && is_overlap_forbidden(rules, piece, &pieces[j]) {
                first_overlapped = Some(first_overlapped.map_or(j, |first| first.min(j)));
            }
        };
        // Among many pieces an index finds those that are near. On boards with seams all pairs are tested.
        match &index {
            Some(index) => {
                // The corridor is the square about the piece, of half side `outer_radius`.
                let ray = Ray::new(piece.at, Vec2::X);
                index.in_corridor(&ray, outer_radius, -outer_radius, outer_radius, look_at);
            }
            None if has_seams => (0..i).for_each(look_at),
            None => {
                for (j, place) in places[..i].iter().enumerate() {
                    let apart = (*place - piece.at).abs();
                    // `&` tests both without a branch, which the processor could not predict.
                    if (apart.x <= outer_radius + FIRST_LOOK) & (apart.y <= outer_radius + FIRST_LOOK) {
                        look_at(j);
                    }
                }
            }
        }
        if let Some(j) = first_overlapped {
            faults.push(overlap_fault(rules, piece, &pieces[j], written));
            overlap_count += 1;
            if overlap_count == MOST_FAULTS {
                return;
            }
        }
    }
}

/// Whether an overlap of two pieces is a fault: play never brings friends, or equal discs, so near to each other. Play may bring
/// enemies of different extents so near, because a mover passes a piece that it overlaps at its start.
fn is_overlap_forbidden(rules: &Rules, a: &Piece, b: &Piece) -> bool {
    let (radius_a, radius_b) = (disc_radius(rules, a), disc_radius(rules, b));
    let are_equal_discs = radius_a.is_some() && radius_a == radius_b;
    a.color() == b.color() || are_equal_discs
}

/// Returns the radius of a piece that is a disc, board units.
fn disc_radius(rules: &Rules, piece: &Piece) -> Option<f64> {
    rules.kind(piece.kind).rule.extent.as_disc()
}

fn overlap_fault(rules: &Rules, piece: &Piece, other: &Piece, written: &PositionText<'_>) -> TextError {
    let images = rules.board.images_of(other.at, piece.at, 2.0 * rules.outer_radius);
    let apart = images.iter().map(|at| at.distance(piece.at)).fold(f64::INFINITY, f64::min);
    let (apart, label) = (rounded(apart, 9), other.label);
    let (name, least) = match (disc_radius(rules, piece), disc_radius(rules, other)) {
        (Some(a), Some(b)) => ("disc_overlap", a.max(b)),
        _ => ("overlap", 0.0),
    };
    let needed = if least > 0.0 { format!(", at least {least} is needed") } else { String::new() };
    let fault = fault_of(written, piece, name, format!("overlaps {label}: {apart} apart{needed}"));
    fault.with("other", label).with("apart", apart).with("least", least)
}

/// Writes the position text in parentheses.
impl fmt::Debug for PlanePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlanePosition({:?})", self.to_string())
    }
}

/// The places of a piece as texts.
struct PlaceTexts {
    at: String,
    /// The home, unless it follows from the label.
    home: Option<String>,
}

impl fmt::Display for PlanePosition {
    /// Writes the position text; reading it gives the position back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place_texts = |piece: &Piece| {
            let usual_home = self.rules.home_of(piece.label).map(|home| home.at);
            let home = piece.home.filter(|home| Some(*home) != usual_home);
            PlaceTexts { at: piece.at.to_string(), home: home.map(|home| home.to_string()) }
        };
        let texts: Vec<PlaceTexts> = self.pieces.iter().map(place_texts).collect();
        let pieces = self.pieces.iter().zip(&texts).map(|(p, text)| PieceText {
            moved: p.moved,
            promoted: p.promoted,
            heading: p.heading,
            home: text.home.as_deref(),
            sense: match p.facing {
                Facing::Player(_) => None,
                Facing::Ring(sense) => Some(sense),
            },
            flips: Some(p.facing.flips()),
            ..PieceText::new(p.label, &text.at)
        });
        let usual_length = self.rules.turns.usual_length(self.turn, self.fullmove);
        let Series { length, played, quiet } = self.series;
        let series = SeriesCounters { length: (length != usual_length).then_some(length), played, quiet };
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
