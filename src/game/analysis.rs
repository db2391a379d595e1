//! Analyses: the legal set and the status of a position, as `moves` and `analyze` report them.

use super::position::Position;
use super::region::RegionReport;
use crate::chess::{Color, Label, Status};
use crate::geom::Interval;
use crate::lattice::{self, LatticeMove};
use crate::plane::{self, Lane, LaneShape, Piece, Span, Survey};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// One span of a legal set, as programs read and write it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpanReport {
    /// The mover.
    pub piece: Label,
    /// The bearing in the mover's frame, degrees.
    pub bearing: f64,
    /// The least distance: board units, or degrees for a turn.
    pub from: f64,
    /// The greatest distance: board units, or degrees for a turn.
    pub to: f64,
    /// Whether `from` itself is left out.
    pub open_from: bool,
    /// Whether `to` itself is left out.
    pub open_to: bool,
    /// The captured pieces, sorted.
    pub captures: Vec<Label>,
    /// Whether the pawn promotes.
    pub promotes: bool,
    /// The radius of an arc, board units: above 0 to the left, below 0 to the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<f64>,
    /// Whether the span is a turn in place, with `from` and `to` in degrees, positive counter-clockwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turn: bool,
}

/// The legal set and the status of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Analysis {
    /// The analysis of a position of the plane.
    Plane(PlaneAnalysis),
    /// The analysis of a position on cells.
    Lattice(LatticeAnalysis),
}

/// The analysis of a position on cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LatticeAnalysis {
    /// The side to move.
    pub turn: Color,
    /// The status of the position, without regard to the game before it.
    pub status: Status,
    /// The side that has won.
    pub winner: Option<Color>,
    /// Whether the side to move is in check, before any pair of pawns is removed.
    pub check: bool,
    /// Every legal move as text, sorted; none if the game is decided.
    pub moves: Vec<String>,
}

/// The analysis of a position of the plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlaneAnalysis {
    /// The side to move.
    pub turn: Color,
    /// The status of the position, without regard to the game before it.
    pub status: Status,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal set, sorted by label, bearing and distance; empty if the game is decided.
    pub spans: Vec<SpanReport>,
    /// The legal landings of pieces that leap to any place, sorted by label; empty if the game is decided.
    pub regions: Vec<RegionReport>,
}

/// A piece with bearings in its player's frame, degrees.
pub type Bearings = (Label, Vec<f64>);

impl Analysis {
    /// Returns the analysis of a position.
    ///
    /// ```
    /// use continuum::chess::{Color, Status};
    /// use continuum::{Analysis, Position, Prepared};
    /// let prepared = Prepared::preset("continuous")?;
    /// let mated = Position::from_text(&prepared, "Ka@7,7' Ra@0,0.6' Rb@6,0.2' ka@4,0' ; b")?;
    /// let analysis = Analysis::of(&mated);
    /// assert_eq!((analysis.status(), analysis.winner()), (Status::Checkmate, Some(Color::White)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &Position) -> Analysis {
        Analysis::along(position, &[])
    }

    /// Returns the analysis with spans also of leaps to any place, along these bearings in their player's frame.
    ///
    /// ```
    /// use continuum::{Analysis, Position, Prepared};
    /// let prepared = Prepared::preset("continuous")?;
    /// // A Guard leaps to any place within 0.5, but not onto its own pawn.
    /// let position = Position::from_text(&prepared, "Ga@4,4' Pa@4.5,4' ; w")?;
    /// let guard = "Ga".parse()?;
    /// let analysis = Analysis::along(&position, &[(guard, vec![0.0, 90.0])]);
    /// let Analysis::Plane(analysis) = analysis else { panic!("the plane") };
    /// let lands = |bearing: f64| analysis.spans.iter().any(|s| s.bearing == bearing && s.interval().contains(0.4));
    /// assert!(!lands(0.0) && lands(90.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along(position: &Position, bearings: &[Bearings]) -> Analysis {
        Analysis::asked(position, None, bearings)
    }

    /// Returns the analysis of all pieces, or of those that are asked for.
    fn asked(position: &Position, asked: Option<&[Label]>, bearings: &[Bearings]) -> Analysis {
        match position {
            Position::Plane(p) => Analysis::Plane(PlaneAnalysis::of(p, asked, bearings)),
            Position::Lattice(p) => Analysis::Lattice(LatticeAnalysis::of(p, asked)),
        }
    }

    /// Returns the analysis of a position in a game with this status: without moves if the game is over, and with the moves that
    /// may follow a draw that nobody claims. It is that of all pieces, or of those that are asked for.
    pub fn in_game(position: &Position, status: Status, is_over: bool, asked: Option<&[Label]>) -> Analysis {
        if status == Status::Draw && !is_over {
            return Analysis::of_drawn(position, asked);
        }
        let analysis = Analysis::asked(position, asked, &[]);
        if status == analysis.status() { analysis } else { analysis.ended(status) }
    }

    /// Returns the analysis of a drawn position that is played on, because nobody claims the draw.
    fn of_drawn(position: &Position, asked: Option<&[Label]>) -> Analysis {
        let status = Status::Draw;
        match position {
            Position::Plane(p) => {
                let found = PlaneReporter::of_undecided(p, asked);
                let spans = found.sorted_reports();
                Analysis::Plane(PlaneAnalysis { status, ..found.with_spans(spans) })
            }
            Position::Lattice(p) => {
                let undrawn = LatticeAnalysis::of(&p.undrawn(), asked);
                Analysis::Lattice(LatticeAnalysis { status, winner: None, ..undrawn })
            }
        }
    }

    /// Returns the analysis restricted to some pieces. On the plane the legal sets of other pieces are not computed.
    pub fn of_pieces(position: &Position, labels: &[Label], bearings: &[Bearings]) -> Analysis {
        Analysis::asked(position, Some(labels), bearings)
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        match self {
            Analysis::Plane(analysis) => analysis.turn,
            Analysis::Lattice(analysis) => analysis.turn,
        }
    }

    /// Returns the side that has won, if the position decides it.
    pub fn winner(&self) -> Option<Color> {
        match self {
            // On the plane only mate wins, and the side to move has lost.
            Analysis::Plane(analysis) => (analysis.status == Status::Checkmate).then_some(!analysis.turn),
            Analysis::Lattice(analysis) => analysis.winner,
        }
    }

    /// Returns the status of the position.
    pub fn status(&self) -> Status {
        match self {
            Analysis::Plane(analysis) => analysis.status,
            Analysis::Lattice(analysis) => analysis.status,
        }
    }

    /// Whether the side to move is in check.
    pub fn check(&self) -> bool {
        match self {
            Analysis::Plane(analysis) => analysis.check,
            Analysis::Lattice(analysis) => analysis.check,
        }
    }

    /// Returns the analysis with another status and no moves, for a game that has ended for a reason beyond its position.
    pub fn ended(self, status: Status) -> Analysis {
        match self {
            Analysis::Plane(analysis) => {
                Analysis::Plane(PlaneAnalysis { status, spans: Vec::new(), regions: Vec::new(), ..analysis })
            }
            Analysis::Lattice(analysis) => {
                Analysis::Lattice(LatticeAnalysis { status, winner: None, moves: Vec::new(), ..analysis })
            }
        }
    }
}

impl LatticeAnalysis {
    pub(super) fn of(position: &lattice::LatticePosition, asked: Option<&[Label]>) -> LatticeAnalysis {
        let (status, winner) = position.standing();
        let cells: Option<Vec<_>> =
            asked.map(|labels| labels.iter().filter_map(|&label| position.find(label)).collect());
        let is_asked = |m: &LatticeMove| cells.as_ref().is_none_or(|cells| cells.contains(&m.from()));
        let mut moves = Vec::new();
        if status == Status::Ongoing {
            let legal = position.moves_by_text().into_iter();
            moves.extend(legal.filter(|(_, m)| is_asked(m)).map(|(text, _)| text));
        }
        LatticeAnalysis { turn: position.turn(), status, winner, check: position.in_check(), moves }
    }
}

impl PlaneAnalysis {
    pub(super) fn of(
        position: &plane::PlanePosition,
        asked: Option<&[Label]>,
        bearings: &[Bearings],
    ) -> PlaneAnalysis {
        let found = PlaneReporter::new(position, asked, bearings);
        let spans = found.sorted_reports();
        found.with_spans(spans)
    }
}

/// The analysis of a plane position without its span reports. These are most of the output, so they are yielded one by one.
pub(super) struct PlaneReporter<'a> {
    pub(super) survey: Survey<'a>,
    pub(super) status: Status,
    pub(super) check: bool,
    legal: Vec<Span>,
    /// The reports of regions, sorted by label; empty if the game is decided.
    pub(super) regions: Vec<RegionReport>,
    /// For each piece of the side to move the requested bearings.
    along: Vec<(plane::PieceId, &'a [f64])>,
}

impl<'a> PlaneReporter<'a> {
    /// Prepares the analysis of a position whose draw nobody claims.
    fn of_undecided(position: &'a plane::PlanePosition, asked: Option<&[Label]>) -> PlaneReporter<'a> {
        let survey = Survey::new(position);
        let (legal, regions) = moves_of(&survey, asked);
        let (check, regions) = (survey.in_check(), sorted_reports_of(position, &regions));
        PlaneReporter { survey, status: Status::Ongoing, check, legal, regions, along: Vec::new() }
    }

    pub(super) fn new(
        position: &'a plane::PlanePosition,
        asked: Option<&[Label]>,
        bearings: &'a [Bearings],
    ) -> PlaneReporter<'a> {
        let survey = Survey::new(position);
        let is_asked = |label: &Label| asked.is_none_or(|labels| labels.contains(label));
        let (legal, regions) = moves_of(&survey, asked);
        let may_move = !legal.is_empty()
            || regions.iter().any(|region| !region.cells.is_empty())
            || (asked.is_some() && survey.has_legal_move());
        let (status, check) = (position.status_given(&survey, may_move), survey.in_check());
        let mut found =
            PlaneReporter { survey, status, check, legal, regions: Vec::new(), along: Vec::new() };
        if status == Status::Ongoing {
            found.regions = sorted_reports_of(position, &regions);
            for (label, degrees) in bearings.iter().filter(|(label, _)| is_asked(label)) {
                let id = position.find(*label).filter(|&id| position.piece(id).color() == position.turn());
                found.along.extend(id.map(|id| (id, degrees.as_slice())));
            }
        }
        found
    }

    pub(super) fn turn(&self) -> Color {
        self.survey.position().turn()
    }

    /// Returns the whole analysis with these spans.
    pub(super) fn with_spans(self, spans: Vec<SpanReport>) -> PlaneAnalysis {
        let PlaneReporter { status, check, .. } = self;
        PlaneAnalysis { turn: self.turn(), status, check, spans, regions: self.regions }
    }

    /// Whether the reports of each piece are already sorted, as those of plain pieces are.
    #[cfg(any(feature = "answers", feature = "cli"))]
    pub(super) fn is_in_order(&self) -> bool {
        self.survey.position().is_plain() && self.along.is_empty()
    }

    /// Returns the reports of all spans, sorted by label, bearing and distance; none if the game is decided.
    pub(super) fn sorted_reports(&self) -> Vec<SpanReport> {
        let mut reports = Vec::with_capacity(self.legal.len());
        for (_, of_piece) in self.by_piece() {
            let first = reports.len();
            reports.extend(self.reports(of_piece));
            if !self.survey.position().is_plain() {
                reports[first..].sort_by(by_lane);
            }
        }
        if !self.along.is_empty() {
            for &(id, degrees) in &self.along {
                reports.extend(degrees.iter().flat_map(|&bearing| reports_along(&self.survey, id, bearing)));
            }
            reports.sort_by(|a, b| a.piece.cmp(&b.piece).then_with(|| by_lane(a, b)));
        }
        reports
    }

    /// Returns the spans of each piece, sorted by label; none if the game is decided. Spans are grouped by piece, so only the
    /// pieces have to be sorted.
    pub(super) fn by_piece(&self) -> Vec<(Label, &[Span])> {
        if self.status != Status::Ongoing {
            return Vec::new();
        }
        let label = |of_piece: &[Span]| self.survey.position().piece(of_piece[0].piece).label;
        let of_pieces = self.legal.chunk_by(|a, b| a.piece == b.piece);
        let mut by_piece: Vec<(Label, &[Span])> =
            of_pieces.map(|of_piece| (label(of_piece), of_piece)).collect();
        by_piece.sort_unstable_by_key(|(label, _)| *label);
        by_piece
    }

    /// Yields the reports of the spans of one piece.
    #[inline]
    pub(super) fn reports(&self, of_piece: &[Span]) -> impl Iterator<Item = SpanReport> {
        let (position, id) = (self.survey.position(), of_piece[0].piece);
        let (piece, lanes) = (position.piece(id), position.lanes(id));
        of_piece.iter().map(move |span| SpanReport::of_piece(position, piece, lanes, span))
    }
}

/// Returns the legal set of the side to move, or of those of its pieces that are asked for.
fn moves_of(survey: &Survey<'_>, asked: Option<&[Label]>) -> (Vec<Span>, Vec<plane::LandingRegion>) {
    let Some(labels) = asked else { return (survey.legal(), survey.regions()) };
    let position = survey.position();
    let is_asked = |id: &plane::PieceId| labels.contains(&position.piece(*id).label);
    let ids = || position.side(position.turn()).filter(is_asked);
    let spans = ids().flat_map(|id| survey.legal_of(id)).collect();
    (spans, ids().flat_map(|id| survey.regions_of(id)).collect())
}

/// Returns the reports of regions, sorted by label.
fn sorted_reports_of(position: &plane::PlanePosition, regions: &[plane::LandingRegion]) -> Vec<RegionReport> {
    let mut reports: Vec<_> = regions.iter().map(|region| RegionReport::new(position, region)).collect();
    reports.sort_by_key(|region: &RegionReport| region.piece);
    reports
}

impl SpanReport {
    /// Returns the distances of the span; degrees for a turn.
    pub fn interval(&self) -> Interval {
        let SpanReport { from, to, open_from, open_to, .. } = *self;
        Interval { from, to, open_from, open_to }
    }

    /// Returns the report of a span.
    pub(crate) fn new(position: &plane::PlanePosition, span: &Span) -> SpanReport {
        SpanReport::of_piece(position, position.piece(span.piece), position.lanes(span.piece), span)
    }

    /// Returns the report of a span, given the piece and its lanes.
    #[inline(always)]
    fn of_piece(position: &plane::PlanePosition, piece: &Piece, lanes: &[Lane], span: &Span) -> SpanReport {
        let lane = &lanes[span.lane];
        let mut out = SpanReport {
            piece: piece.label,
            bearing: piece.bearing_along(lane),
            from: span.part.from,
            to: span.part.to,
            open_from: span.part.open_from,
            open_to: span.part.open_to,
            captures: labels(position, &span.captures),
            promotes: span.promotes,
            arc: None,
            turn: false,
        };
        match lane.shape {
            LaneShape::Arc(radius) => out.arc = Some(radius),
            LaneShape::Turn(sense) => {
                out.turn = true;
                if sense < 0.0 {
                    (out.from, out.to) = (-out.to, -out.from);
                    (out.open_from, out.open_to) = (out.open_to, out.open_from);
                }
            }
            LaneShape::Straight | LaneShape::Area => {}
        }
        out
    }
}

/// Returns the labels of pieces, sorted.
#[inline]
pub(super) fn labels(position: &plane::PlanePosition, ids: &[plane::PieceId]) -> Vec<Label> {
    if ids.is_empty() {
        return Vec::new();
    }
    let mut labels: Vec<Label> = ids.iter().map(|&id| position.piece(id).label).collect();
    labels.sort_unstable();
    labels
}

/// Compares spans of one piece: turns last, then by bearing, arc and distance.
fn by_lane(a: &SpanReport, b: &SpanReport) -> Ordering {
    let arc = |span: &SpanReport| span.arc.unwrap_or(0.0);
    let ends = || a.from.total_cmp(&b.from).then(a.to.total_cmp(&b.to));
    let lanes = a.turn.cmp(&b.turn).then(a.bearing.total_cmp(&b.bearing));
    lanes.then_with(|| arc(a).total_cmp(&arc(b))).then_with(ends)
}

/// Returns the reports of a leap to any place along a bearing.
fn reports_along(survey: &Survey<'_>, id: plane::PieceId, bearing: f64) -> Vec<SpanReport> {
    let position = survey.position();
    let found = survey.legal_along(id, bearing).into_iter();
    let span = |(part, effect): (Interval, plane::MoveEffect)| SpanReport {
        piece: position.piece(id).label,
        bearing,
        from: part.from,
        to: part.to,
        open_from: part.open_from,
        open_to: part.open_to,
        captures: labels(position, &effect.captures),
        promotes: effect.promotes,
        arc: None,
        turn: false,
    };
    found.map(span).collect()
}
