//! Analyses: the legal set and the status of a position, as `moves` and `analyze` report them.

use super::position::Position;
use super::region::RegionReport;
use crate::chess::{Color, Draws, Label, Status};
use crate::geom::{Interval, ValuedInterval};
use crate::lattice::{self, LatticeMove};
use crate::plane::{self, Lane, LaneShape, Piece, PieceId, Span, Survey};
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
    /// The status of the position, or of the game if the analysis is of a game.
    pub status: Status,
    /// The side that has won, if any.
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
    /// The status of the position, or of the game if the analysis is of a game.
    pub status: Status,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal set, sorted by label, bearing and distance; empty if the game is decided.
    pub spans: Vec<SpanReport>,
    /// The legal landings of pieces that leap to any place, sorted by label; empty if the game is decided.
    pub regions: Vec<RegionReport>,
}

/// A piece, and some bearings in its player's frame.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceBearings {
    /// The piece.
    pub piece: Label,
    /// The bearings, degrees.
    pub bearings: Vec<f64>,
}

/// The parts of the legal set that an analysis contains; by default the moves of all pieces of the side to move.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnalysisOptions<'a> {
    /// The pieces whose moves the analysis contains; `None` for all pieces of the side to move. On the plane the legal sets of other
    /// pieces are not computed.
    pub pieces: Option<&'a [Label]>,
    /// The bearings along which the analysis reports area leaps as spans too.
    pub bearings: &'a [PieceBearings],
}

impl AnalysisOptions<'_> {
    fn includes(&self, piece: Label) -> bool {
        self.pieces.is_none_or(|pieces| pieces.contains(&piece))
    }
}

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
        Analysis::with(position, AnalysisOptions::default())
    }

    /// Returns the parts of the analysis that the options ask for.
    ///
    /// ```
    /// use continuum::game::{AnalysisOptions, PieceBearings};
    /// use continuum::{Analysis, Position, Prepared};
    /// let prepared = Prepared::preset("continuous")?;
    /// // A Guard leaps to any place within 0.5, but not onto its own pawn.
    /// let position = Position::from_text(&prepared, "Ga@4,4' Pa@4.5,4' ; w")?;
    /// let bearings = [PieceBearings { piece: "Ga".parse()?, bearings: vec![0.0, 90.0] }];
    /// let analysis = Analysis::with(&position, AnalysisOptions { pieces: None, bearings: &bearings });
    /// let Analysis::Plane(analysis) = analysis else { panic!("the plane") };
    /// let lands = |bearing: f64| analysis.spans.iter().any(|s| s.bearing == bearing && s.interval().contains(0.4));
    /// assert!(!lands(0.0) && lands(90.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(position: &Position, options: AnalysisOptions<'_>) -> Analysis {
        match position {
            Position::Plane(p) => Analysis::Plane(PlaneAnalysis::of(p, options)),
            Position::Lattice(p) => Analysis::Lattice(LatticeAnalysis::of(p, options.pieces)),
        }
    }

    /// Returns the analysis of the last position of a game, given the status of the game. If the game is over, the analysis has
    /// no moves. After a draw that nobody claims, it has the moves that may follow.
    pub fn in_game(
        position: &Position,
        status: Status,
        is_over: bool,
        options: AnalysisOptions<'_>,
    ) -> Analysis {
        let draws = if status == Status::Draw && !is_over { Draws::Unclaimed } else { Draws::Claimed };
        match position {
            Position::Plane(p) => {
                let mut analysis = PlaneLegalSet::new(p, options, draws).into_analysis();
                analysis.status = status;
                if is_over {
                    analysis.spans.clear();
                    analysis.regions.clear();
                }
                Analysis::Plane(analysis)
            }
            Position::Lattice(p) => {
                let undrawn = (draws == Draws::Unclaimed).then(|| p.undrawn());
                let mut analysis = LatticeAnalysis::of(undrawn.as_ref().unwrap_or(p), options.pieces);
                analysis.status = status;
                if status == Status::Draw {
                    analysis.winner = None;
                }
                if is_over {
                    analysis.moves.clear();
                }
                Analysis::Lattice(analysis)
            }
        }
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
}

impl LatticeAnalysis {
    /// Returns the analysis with the moves of `pieces`, or of all pieces of the side to move if it is `None`.
    pub(super) fn of(position: &lattice::LatticePosition, pieces: Option<&[Label]>) -> LatticeAnalysis {
        let lattice::Standing { status, winner } = position.standing();
        let cells: Option<Vec<_>> =
            pieces.map(|labels| labels.iter().filter_map(|&label| position.find(label)).collect());
        let is_requested = |m: &LatticeMove| cells.as_ref().is_none_or(|cells| cells.contains(&m.from()));
        let mut moves = Vec::new();
        if status == Status::Ongoing {
            let legal = position.moves_by_text().into_iter();
            moves.extend(legal.filter(|(_, m)| is_requested(m)).map(|(text, _)| text));
        }
        LatticeAnalysis { turn: position.turn(), status, winner, check: position.in_check(), moves }
    }
}

impl PlaneAnalysis {
    /// Returns the analysis of a position, without regard to repetition.
    pub(super) fn of(position: &plane::PlanePosition, options: AnalysisOptions<'_>) -> PlaneAnalysis {
        PlaneLegalSet::new(position, options, Draws::Claimed).into_analysis()
    }
}

/// The status and the legal set of a position of the plane. A [`PlaneAnalysis`] holds the reports of all spans. The writer of
/// JSON makes one report at a time from this set instead, because a position may have thousands of spans.
pub(super) struct PlaneLegalSet<'a> {
    survey: Survey<'a>,
    pub(super) status: Status,
    pub(super) check: bool,
    /// The spans of the requested pieces, grouped by piece.
    spans: Vec<Span>,
    /// The reports of regions, sorted by label; empty if the game is decided.
    pub(super) regions: Vec<RegionReport>,
    /// The requested bearings of pieces of the side to move; empty if the game is decided.
    bearings: Vec<&'a PieceBearings>,
}

impl<'a> PlaneLegalSet<'a> {
    /// Computes the legal set and the status. If draws are unclaimed, a drawn position counts as ongoing.
    pub(super) fn new(
        position: &'a plane::PlanePosition,
        options: AnalysisOptions<'a>,
        draws: Draws,
    ) -> PlaneLegalSet<'a> {
        let survey = Survey::new(position);
        let (mut spans, mut regions) = (Vec::new(), Vec::new());
        if options.pieces.is_none() {
            spans = survey.legal();
            regions = survey.regions();
        } else {
            for id in position.side(position.turn()) {
                if options.includes(position.piece(id).label) {
                    spans.extend(survey.legal_of(id));
                    regions.extend(survey.regions_of(id));
                }
            }
        }
        let mut has_move = !spans.is_empty() || regions.iter().any(|region| !region.cells.is_empty());
        if options.pieces.is_some() {
            // The legal sets of other pieces are not computed, but their moves count for the status.
            has_move = has_move || survey.has_legal_move();
        }
        let status = match position.status_given(&survey, has_move) {
            Status::Draw if draws == Draws::Unclaimed => Status::Ongoing,
            status => status,
        };
        let check = survey.in_check();
        let mut legal_set =
            PlaneLegalSet { survey, status, check, spans, regions: Vec::new(), bearings: Vec::new() };
        if status == Status::Ongoing {
            legal_set.regions = regions.iter().map(|region| RegionReport::new(position, region)).collect();
            legal_set.regions.sort_by_key(|region| region.piece);
            let may_move = |bearings: &&PieceBearings| {
                options.includes(bearings.piece) && bearings.piece.color() == position.turn()
            };
            legal_set.bearings = options.bearings.iter().filter(may_move).collect();
        }
        legal_set
    }

    pub(super) fn turn(&self) -> Color {
        self.survey.position().turn()
    }

    fn into_analysis(self) -> PlaneAnalysis {
        let spans = self.sorted_reports();
        PlaneAnalysis {
            turn: self.turn(),
            status: self.status,
            check: self.check,
            spans,
            regions: self.regions,
        }
    }

    /// Whether [`Self::spans_by_piece`] gives all spans in the order of [`Self::sorted_reports`]: the spans of plain pieces are
    /// in order, and no bearing adds spans.
    #[cfg(any(feature = "answers", feature = "cli"))]
    pub(super) fn is_in_order(&self) -> bool {
        self.survey.position().has_plain_discs() && self.bearings.is_empty()
    }

    /// Returns the reports of all spans, sorted by label, bearing and distance; none if the game is decided.
    pub(super) fn sorted_reports(&self) -> Vec<SpanReport> {
        let mut reports = Vec::with_capacity(self.spans.len());
        for spans_of_piece in self.spans_by_piece() {
            let begin = reports.len();
            self.for_each_report(spans_of_piece, |report| reports.push(report));
            if !self.survey.position().has_plain_discs() {
                reports[begin..].sort_by(by_lane);
            }
        }
        if !self.bearings.is_empty() {
            for PieceBearings { piece, bearings } in &self.bearings {
                let Some(id) = self.survey.position().find(*piece) else { continue };
                reports.extend(bearings.iter().flat_map(|&bearing| reports_along(&self.survey, id, bearing)));
            }
            reports.sort_by(|a, b| a.piece.cmp(&b.piece).then_with(|| by_lane(a, b)));
        }
        reports
    }

    /// Returns the spans of each piece, the pieces sorted by label; none if the game is decided.
    pub(super) fn spans_by_piece(&self) -> Vec<&[Span]> {
        if self.status != Status::Ongoing {
            return Vec::new();
        }
        let mut spans_by_piece: Vec<&[Span]> = self.spans.chunk_by(|a, b| a.piece == b.piece).collect();
        spans_by_piece.sort_unstable_by_key(|spans| self.survey.position().piece(spans[0].piece).label);
        spans_by_piece
    }

    /// Visits the reports of spans, which belong to one piece. There must be at least one span.
    #[inline(always)]
    pub(super) fn for_each_report(&self, spans_of_piece: &[Span], mut visit: impl FnMut(SpanReport)) {
        let (position, id) = (self.survey.position(), spans_of_piece[0].piece);
        let (piece, lanes) = (position.piece(id), position.lanes(id));
        for span in spans_of_piece {
            visit(SpanReport::of_piece(position, piece, lanes, span));
        }
    }
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
        let captures = labels(position, &span.captures);
        let straight =
            SpanReport::straight(piece.label, piece.bearing_along(lane), span.part, captures, span.promotes);
        match lane.shape {
            LaneShape::Straight | LaneShape::Area => straight,
            LaneShape::Arc(radius) => SpanReport { arc: Some(radius), ..straight },
            // The report of a clockwise turn has negative angles, so the ends change places.
            LaneShape::Turn(sense) if sense < 0.0 => SpanReport {
                turn: true,
                from: -span.part.to,
                to: -span.part.from,
                open_from: span.part.open_to,
                open_to: span.part.open_from,
                ..straight
            },
            LaneShape::Turn(_) => SpanReport { turn: true, ..straight },
        }
    }

    /// Returns the report of a span on a straight lane.
    #[inline(always)]
    fn straight(
        piece: Label,
        bearing: f64,
        part: Interval,
        captures: Vec<Label>,
        promotes: bool,
    ) -> SpanReport {
        let Interval { from, to, open_from, open_to } = part;
        SpanReport {
            piece,
            bearing,
            from,
            to,
            open_from,
            open_to,
            captures,
            promotes,
            arc: None,
            turn: false,
        }
    }
}

/// Returns the labels of pieces, sorted.
#[inline]
pub(super) fn labels(position: &plane::PlanePosition, ids: &[PieceId]) -> Vec<Label> {
    // Most spans have no capture.
    if ids.is_empty() {
        return Vec::new();
    }
    let mut labels: Vec<Label> = ids.iter().map(|&id| position.piece(id).label).collect();
    labels.sort_unstable();
    labels
}

/// Compares spans of one piece: first by kind, turns last; then by bearing, arc and distance.
fn by_lane(a: &SpanReport, b: &SpanReport) -> Ordering {
    let signed_radius = |span: &SpanReport| span.arc.unwrap_or(0.0);
    let by_ends = || a.from.total_cmp(&b.from).then(a.to.total_cmp(&b.to));
    let by_bearing = a.turn.cmp(&b.turn).then(a.bearing.total_cmp(&b.bearing));
    by_bearing.then_with(|| signed_radius(a).total_cmp(&signed_radius(b))).then_with(by_ends)
}

/// Returns the reports of the area leaps of a piece along a bearing.
fn reports_along(survey: &Survey<'_>, id: PieceId, bearing: f64) -> Vec<SpanReport> {
    let position = survey.position();
    let report = |ValuedInterval { part, value }: ValuedInterval<plane::MoveEffect>| {
        let captures = labels(position, &value.captures);
        SpanReport::straight(position.piece(id).label, bearing, part, captures, value.promotes)
    };
    survey.legal_along(id, bearing).into_iter().map(report).collect()
}
