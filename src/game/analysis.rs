//! What may move where, and how the position stands: the answer of `moves` and `analyze`.

use super::labels::{as_text, as_texts, from_text, from_texts, labels};
use super::position::Position;
use super::region::RegionReport;
use crate::chess::{Color, Label, Status};
use crate::geom::{Interval, Spans, angle_between, tolerance};
use crate::lattice::{self, Move};
use crate::plane::{self, Lane, LaneShape, Piece, Span, Survey};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashSet;

/// One span of a legal set, as programs read and write it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpanReport {
    /// Who moves.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub piece: Label,
    /// Degrees in the mover's frame.
    pub bearing: f64,
    /// The least distance.
    pub from: f64,
    /// The greatest distance.
    pub to: f64,
    /// Whether `from` itself is left out.
    pub open_from: bool,
    /// Whether `to` itself is left out.
    pub open_to: bool,
    /// What is taken, sorted.
    #[serde(serialize_with = "as_texts", deserialize_with = "from_texts")]
    pub captures: Vec<Label>,
    /// Whether the pawn promotes.
    pub promotes: bool,
    /// Along an arc, its radius: above 0 bending left, below 0 right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<f64>,
    /// Whether it is a turn in place: then `from` and `to` are degrees, counter-clockwise above 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turn: bool,
}

/// What may move where, and how the position stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Analysis {
    /// Of the plane.
    Plane(PlaneAnalysis),
    /// Of a lattice.
    Lattice(LatticeAnalysis),
}

/// The answer for a lattice position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LatticeAnalysis {
    /// The side to move.
    pub turn: Color,
    /// How the position stands by itself.
    pub status: Status,
    /// Who has won.
    pub winner: Option<Color>,
    /// Whether the side to move is in check, before any pair is taken off.
    pub check: bool,
    /// Every legal move, sorted by its text; none when the game is decided.
    pub moves: Vec<String>,
}

/// The answer for a plane position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlaneAnalysis {
    /// The side to move.
    pub turn: Color,
    /// How the position stands by itself.
    pub status: Status,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal set, sorted by label, bearing, distance; empty when the game is decided.
    pub spans: Vec<SpanReport>,
    /// The legal sets of pieces that leap to any place, sorted by label; empty when the game is decided.
    pub regions: Vec<RegionReport>,
}

/// A piece, and bearings in its player's frame, degrees.
pub type Bearings = (Label, Vec<f64>);

impl Analysis {
    /// Analyses a position.
    pub fn of(position: &Position) -> Analysis {
        Analysis::along(position, &[])
    }

    /// The same, with the spans of pieces that leap to any place along bearings in their player's frame.
    pub fn along(position: &Position, bearings: &[Bearings]) -> Analysis {
        match position {
            Position::Plane(p) => Analysis::Plane(PlaneAnalysis::of(p, None, bearings)),
            Position::Lattice(p) => Analysis::Lattice(LatticeAnalysis::of(p, None)),
        }
    }

    /// Analyses a position that is drawn and played on, as nobody claims the draw.
    pub(super) fn of_drawn(position: &Position) -> Analysis {
        let status = Status::Draw;
        match position {
            Position::Plane(p) => {
                let found = Found::of_undecided(p);
                let spans = found.sorted_reports();
                Analysis::Plane(PlaneAnalysis { status, ..found.with_spans(spans) })
            }
            Position::Lattice(p) => {
                let undrawn = LatticeAnalysis::of(&p.undrawn(), None);
                Analysis::Lattice(LatticeAnalysis { status, winner: None, ..undrawn })
            }
        }
    }

    /// The same with only what some pieces may do. On the plane the legal sets of the others are not worked out.
    pub fn of_pieces(position: &Position, labels: &[Label], bearings: &[Bearings]) -> Analysis {
        match position {
            Position::Plane(p) => Analysis::Plane(PlaneAnalysis::of(p, Some(labels), bearings)),
            Position::Lattice(p) => Analysis::Lattice(LatticeAnalysis::of(p, Some(labels))),
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        match self {
            Analysis::Plane(analysis) => analysis.turn,
            Analysis::Lattice(analysis) => analysis.turn,
        }
    }

    /// Who has won, if the position itself is decided so.
    pub fn winner(&self) -> Option<Color> {
        match self {
            // On the plane only mate wins, and the side to move has lost.
            Analysis::Plane(analysis) => (analysis.status == Status::Checkmate).then_some(!analysis.turn),
            Analysis::Lattice(analysis) => analysis.winner,
        }
    }

    /// How the position stands.
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

    /// The distances that a piece may go straight along a bearing of its player's frame, captures included. The set is
    /// empty on a lattice.
    pub fn distances(&self, piece: Label, bearing: f64) -> Spans {
        let Analysis::Plane(analysis) = self else { return Spans::none() };
        let straight = |span: &&SpanReport| {
            let same_way = angle_between(span.bearing, bearing) <= tolerance::BEARING;
            span.piece == piece && same_way && span.arc.is_none() && !span.turn
        };
        let parts = analysis.spans.iter().filter(straight).map(|span| Spans::from(span.interval()));
        parts.fold(Spans::none(), |all, part| all.union(&part, 0.0))
    }

    /// The same when the game has ended for a reason that the position does not show: nothing may move.
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

    /// Leaves only what some pieces may do.
    pub fn retain_pieces(&mut self, position: &Position, labels: &[Label]) {
        match (self, position) {
            (Analysis::Plane(analysis), _) => {
                analysis.spans.retain(|span| labels.contains(&span.piece));
                analysis.regions.retain(|region| labels.contains(&region.piece));
            }
            (Analysis::Lattice(analysis), Position::Lattice(p)) => analysis.retain_pieces(p, labels),
            (Analysis::Lattice(_), Position::Plane(_)) => {}
        }
    }
}

impl LatticeAnalysis {
    pub(super) fn of(position: &lattice::Position, asked: Option<&[Label]>) -> LatticeAnalysis {
        let (status, winner) = position.standing();
        let mut moves = Vec::new();
        if status == Status::Ongoing {
            moves.extend(position.moves_by_text().into_iter().map(|(text, _)| text));
        }
        let check = position.in_check();
        let mut analysis = LatticeAnalysis { turn: position.turn(), status, winner, check, moves };
        if let Some(labels) = asked {
            analysis.retain_pieces(position, labels);
        }
        analysis
    }

    fn retain_pieces(&mut self, position: &lattice::Position, labels: &[Label]) {
        let cells: Vec<_> = labels.iter().filter_map(|&label| position.find(label)).collect();
        let moves = position.moves_by_text().into_iter();
        let its_own = moves.filter(|(_, m): &(String, Move)| cells.contains(&m.from()));
        let its_own: HashSet<String> = its_own.map(|(text, _)| text).collect();
        self.moves.retain(|text| its_own.contains(text));
    }
}

impl PlaneAnalysis {
    pub(super) fn of(
        position: &plane::Position,
        asked: Option<&[Label]>,
        bearings: &[Bearings],
    ) -> PlaneAnalysis {
        let found = Found::new(position, asked, bearings);
        let spans = found.sorted_reports();
        found.with_spans(spans)
    }
}

/// What is found of a plane position: all of its answer but for the reports of spans. These are most of it, so who writes them
/// takes them one by one.
pub(super) struct Found<'a> {
    pub(super) survey: Survey<'a>,
    pub(super) status: Status,
    pub(super) check: bool,
    legal: Vec<Span>,
    /// Sorted by label; empty when the game is decided.
    pub(super) regions: Vec<RegionReport>,
    /// For each piece of the side to move the bearings asked for.
    along: Vec<(plane::PieceId, &'a [f64])>,
}

impl<'a> Found<'a> {
    /// What is found of a position whose draw nobody claims.
    fn of_undecided(position: &'a plane::Position) -> Found<'a> {
        let survey = Survey::new(position);
        let (legal, check) = (survey.legal(), survey.in_check());
        let regions = sorted_reports_of(position, &survey.regions());
        Found { survey, status: Status::Ongoing, check, legal, regions, along: Vec::new() }
    }

    pub(super) fn new(
        position: &'a plane::Position,
        asked: Option<&[Label]>,
        bearings: &'a [Bearings],
    ) -> Found<'a> {
        let survey = Survey::new(position);
        let is_asked = |label: &Label| asked.is_none_or(|labels| labels.contains(label));
        let (legal, regions): (Vec<Span>, Vec<plane::Region>) = if asked.is_none() {
            (survey.legal(), survey.regions())
        } else {
            let ids = || position.side(position.turn()).filter(|&id| is_asked(&position.piece(id).label));
            let spans = ids().flat_map(|id| survey.legal_of(id));
            (spans.collect(), ids().flat_map(|id| survey.regions_of(id)).collect())
        };
        let may_move = !legal.is_empty()
            || regions.iter().any(|region| !region.cells.is_empty())
            || (asked.is_some() && survey.has_legal_move());
        let (status, check) = (position.status_given(&survey, may_move), survey.in_check());
        let mut found = Found { survey, status, check, legal, regions: Vec::new(), along: Vec::new() };
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

    /// The whole answer, of which these are the spans.
    pub(super) fn with_spans(self, spans: Vec<SpanReport>) -> PlaneAnalysis {
        let Found { status, check, .. } = self;
        PlaneAnalysis { turn: self.turn(), status, check, spans, regions: self.regions }
    }

    /// Whether reports come in order piece by piece: those of plain pieces do.
    #[cfg(feature = "cli")]
    pub(super) fn is_in_order(&self) -> bool {
        self.survey.position().is_plain() && self.along.is_empty()
    }

    /// The reports of all spans, sorted by label, bearing, distance; none when the game is decided.
    pub(super) fn sorted_reports(&self) -> Vec<SpanReport> {
        let mut reports = Vec::with_capacity(self.legal.len());
        for (_, of_piece) in self.by_piece() {
            let first = reports.len();
            reports.extend(self.reports(of_piece));
            if !self.survey.position().is_plain() {
                reports[first..].sort_by(by_way);
            }
        }
        if !self.along.is_empty() {
            for &(id, degrees) in &self.along {
                reports.extend(degrees.iter().flat_map(|&bearing| along(&self.survey, id, bearing)));
            }
            reports.sort_by(|a, b| a.piece.cmp(&b.piece).then_with(|| by_way(a, b)));
        }
        reports
    }

    /// The spans of each piece, sorted by label; none when the game is decided. Spans come piece by piece: so the pieces are
    /// sorted, and not their many spans.
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

    /// The reports of spans of one piece.
    #[inline]
    pub(super) fn reports(&self, of_piece: &[Span]) -> impl Iterator<Item = SpanReport> {
        let position = self.survey.position();
        let piece = position.piece(of_piece[0].piece);
        let lanes = position.rules().kind(piece.kind).lanes(piece.color());
        of_piece.iter().map(move |span| SpanReport::of_piece(position, piece, lanes, span))
    }
}

/// The reports of regions, sorted by label.
fn sorted_reports_of(position: &plane::Position, regions: &[plane::Region]) -> Vec<RegionReport> {
    let mut reports: Vec<_> = regions.iter().map(|region| RegionReport::new(position, region)).collect();
    reports.sort_by_key(|region: &RegionReport| region.piece);
    reports
}

impl SpanReport {
    /// The distances of the span, or the degrees of a turn.
    pub fn interval(&self) -> Interval {
        let SpanReport { from, to, open_from, open_to, .. } = *self;
        Interval { from, to, open_from, open_to }
    }

    /// The report of a span.
    pub(crate) fn new(position: &plane::Position, span: &Span) -> SpanReport {
        let piece = position.piece(span.piece);
        SpanReport::of_piece(position, piece, position.rules().kind(piece.kind).lanes(piece.color()), span)
    }

    /// The same when the piece and its lanes are at hand.
    #[inline(always)]
    fn of_piece(position: &plane::Position, piece: &Piece, lanes: &[Lane], span: &Span) -> SpanReport {
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

/// The order of the spans of one piece: turns last, then by bearing, arc and distance.
fn by_way(a: &SpanReport, b: &SpanReport) -> Ordering {
    let arc = |span: &SpanReport| span.arc.unwrap_or(0.0);
    let ends = || a.from.total_cmp(&b.from).then(a.to.total_cmp(&b.to));
    let ways = a.turn.cmp(&b.turn).then(a.bearing.total_cmp(&b.bearing));
    ways.then_with(|| arc(a).total_cmp(&arc(b))).then_with(ends)
}

fn along(survey: &Survey<'_>, id: plane::PieceId, bearing: f64) -> Vec<SpanReport> {
    let position = survey.position();
    let found = survey.legal_along(id, bearing).into_iter();
    let span = |(part, (captures, promotes)): (Interval, plane::MoveEffect)| SpanReport {
        piece: position.piece(id).label,
        bearing,
        from: part.from,
        to: part.to,
        open_from: part.open_from,
        open_to: part.open_to,
        captures: labels(position, &captures),
        promotes,
        arc: None,
        turn: false,
    };
    found.map(span).collect()
}
