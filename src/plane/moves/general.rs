//! The legal set where pieces of any kind stand: general lanes, and regions of leaps to any place.

use super::legal::Span;
use crate::chess::Color;
use crate::geom::{self, Curve, Extent, Interval, Path, Point, Spans};
use crate::plane::attack::survey::Survey;
use crate::plane::attack::threat::Threat;
use crate::plane::discs::centres::Few;
use crate::plane::lanes::landing::Leap;
use crate::plane::lanes::travel::Course;
use crate::plane::position::state::PieceId;
use crate::plane::rules::kinds::{Gait, Way};
use crate::variant::{KingPath, Rebirth, unit};

/// What a landing comes to: what it takes, and whether it promotes.
pub type Landed = (Few, bool);

/// One cell of a region of legal landings.
pub type Cell = geom::Cell<Landed>;

/// Legal distances with what they take and whether they promote.
pub type Found = Vec<(Interval, Landed)>;

/// The legal landings of a leap to any place.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// Who leaps.
    pub piece: PieceId,
    /// By which of its kind's lanes.
    pub lane: usize,
    /// Where to, one set of captures for each cell.
    pub cells: Vec<Cell>,
}

/// Where a piece may take something by one of its lanes.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep<'a> {
    /// Whose lane it is.
    pub piece: PieceId,
    /// What moves.
    pub extent: &'a Extent,
    /// The path of the lane.
    pub path: Path,
    /// Where it may stop along it.
    pub parts: Vec<Interval>,
    /// Where it may land, for a leap to any place.
    pub cells: Vec<Cell>,
}

/// A lane by its piece and index.
pub(in crate::plane) type LaneOf = (PieceId, usize);

impl<'a> Survey<'a> {
    /// The spans of a piece, leaps to any place apart.
    pub(in crate::plane) fn mixed_legal_of_into(&self, id: PieceId, out: &mut Vec<Span>) {
        let piece = self.position.piece(id);
        for (lane, rule) in self.position.rules().kind(piece.kind).lanes(piece.color()).iter().enumerate() {
            if rule.way == Way::Area {
                continue;
            }
            let course = Course::new(self.position, id, rule, |_| false);
            for (part, (captures, promotes)) in self.legal_on(id, &course) {
                out.push(Span { piece: id, lane, part, captures, promotes });
            }
        }
    }

    /// The legal distances of a piece that leaps to any place along one bearing in its player's frame.
    pub fn legal_along(&self, id: PieceId, bearing: f64) -> Found {
        let piece = self.position.piece(id);
        let turned = if piece.color() == Color::White { bearing } else { bearing + 180.0 };
        let path = Path::Line { start: piece.pose(), dir: unit(turned) };
        let lanes = self.position.rules().kind(piece.kind).lanes(piece.color());
        lanes.iter().filter(|lane| lane.way == Way::Area).fold(Found::new(), |mut found, lane| {
            let course = Course::on(self.position, id, lane, path, |_| false);
            found.extend(self.legal_on(id, &course));
            found
        })
    }

    fn legal_on(&self, id: PieceId, course: &Course<'_>) -> Found {
        let stretches = course.stretches();
        let length = stretches.last().map_or(0.0, |s| s.0.to);
        let walk = (self.king == Some(id) && !stretches.is_empty())
            .then(|| RoyalWalk::new(self, *course.path(), length, course.lane().gait == Gait::Ride));
        let mut out = Found::new();
        for (part, landed) in stretches {
            let (path, captures) = (course.path(), &landed.0);
            let safe = match (&walk, self.hangs_on_outcome(captures)) {
                (Some(walk), false) => walk.safe(part, captures),
                (None, false) => self.mixed_safe(id, path, part, captures),
                (_, true) => {
                    let passed = walk.as_ref().map_or(part.into(), |walk| walk.passed(part, captures));
                    self.sound(id, path, &passed, captures).parts().to_vec()
                }
            };
            out.extend(safe.into_iter().map(|part| (part, landed.clone())));
        }
        out
    }

    /// The region of a piece's leaps to any place, for each of its moves of that kind.
    pub fn regions_of(&self, id: PieceId) -> Vec<Region> {
        let piece = self.position.piece(id);
        let lanes = self.position.rules().kind(piece.kind).lanes(piece.color()).iter().enumerate();
        let areas = lanes.filter(|(_, lane)| lane.way == Way::Area);
        areas
            .map(|(lane, rule)| {
                let leap = Leap::new(self.position, id, rule);
                Region { piece: id, lane, cells: self.cells_of(&leap) }
            })
            .collect()
    }

    /// The regions of all pieces of the side to move that leap to any place, in order of id.
    pub fn regions(&self) -> Vec<Region> {
        if self.position.plain {
            return Vec::new();
        }
        self.position.side(self.position.turn()).flat_map(|id| self.regions_of(id)).collect()
    }

    fn cells_of(&self, leap: &Leap<'_>) -> Vec<Cell> {
        if self.position.rules().rebirth != Rebirth::None || self.forbids_check() {
            return self.sound_cells(leap);
        }
        let (centre, reach) = leap.disc();
        let land = |m: Point| leap.landed(m);
        let mut curves = leap.curves();
        let cells = geom::cells(&curves, centre, reach, land);
        let Some(king) = self.king.filter(|_| !self.candidates().is_empty()) else {
            return cells;
        };
        let king = self.position.piece(king).at;
        let mut by_captures: Vec<(Few, Vec<Threat<'_>>)> = Vec::new();
        for cell in &cells {
            let captures = &cell.key.0;
            if by_captures.iter().all(|(known, _)| known != captures) {
                let live = self.live_threats(leap.mover(), captures);
                curves.extend(live.iter().flat_map(|t| t.block_curves(king)));
                by_captures.push((captures.clone(), live));
            }
        }
        if by_captures.iter().all(|(_, live)| live.is_empty()) {
            return cells;
        }
        geom::cells(&curves, centre, reach, |m| {
            let landed = land(m)?;
            let (_, live) = by_captures.iter().find(|(known, _)| *known == landed.0)?;
            (!live.iter().any(|t| t.takes(king, Some(m)))).then_some(landed)
        })
    }

    /// Everything that the other side's lanes may take, its own king's safety apart.
    pub fn sweeps(&self) -> Vec<Sweep<'a>> {
        let threats =
            self.enemy_lanes().filter_map(|(id, lane)| Threat::new(self.position, id, lane, |_| false));
        let mut out = Vec::new();
        for threat in threats {
            let (piece, course) = (threat.attacker, threat.course());
            let mut cells = Vec::new();
            if course.lane().way == Way::Area {
                let leap = Leap::new(self.position, piece, course.lane());
                let (centre, reach) = leap.disc();
                cells = geom::cells(&leap.curves(), centre, reach, |m| Some((leap.land(m).ok()?, false)));
            }
            out.push(Sweep {
                piece,
                extent: course.extent(),
                path: *course.path(),
                parts: threat.stops(),
                cells,
            });
        }
        out
    }

    /// The enemy lanes that would take the king if nothing else stood on the board.
    pub(in crate::plane) fn candidates(&self) -> &[LaneOf] {
        self.candidates.get_or_init(|| {
            let Some(king) = self.king else { return Vec::new() };
            let at = self.position.piece(king).at;
            self.enemy_lanes()
                .filter(|&(id, lane)| {
                    Threat::new(self.position, id, lane, |_| true).is_some_and(|t| t.takes(at, None))
                })
                .collect()
        })
    }

    fn enemy_lanes(&self) -> impl Iterator<Item = LaneOf> + '_ {
        self.position.side(!self.side).flat_map(|id| {
            let piece = self.position.piece(id);
            let lanes = self.position.rules().kind(piece.kind).lanes(piece.color()).len();
            (0..lanes).map(move |lane| (id, lane))
        })
    }

    /// The threats that take the king where it stands with the `mover` and the `captured` off the board.
    fn live_threats(&self, mover: PieceId, captured: &[PieceId]) -> Vec<Threat<'a>> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.position.piece(king).at;
        let gone = |id: PieceId| id == king || id == mover || captured.contains(&id);
        let standing = self.candidates().iter().filter(|(id, _)| !captured.contains(id));
        standing
            .filter_map(|&(id, lane)| Threat::new(self.position, id, lane, gone))
            .filter(|t| t.takes(at, None))
            .collect()
    }

    /// The curves at which the mover, wherever it stands, opens or shuts a line to the king.
    pub(in crate::plane) fn curves_of_shields(&self, mover: PieceId) -> Vec<Curve> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.position.piece(king).at;
        self.live_threats(mover, &[]).iter().flat_map(|t| t.block_curves(at)).collect()
    }

    /// The curves at which a king that goes no farther than `length` walks into a check or out of it.
    pub(in crate::plane) fn curves_near(&self, length: f64) -> Vec<Curve> {
        self.threats_near(length, &[]).iter().flat_map(Threat::target_curves).collect()
    }

    /// The enemy pieces that attack the king, in order of id.
    pub(in crate::plane) fn mixed_checkers(&self) -> Few {
        let Some(king) = self.king else { return Few::new() };
        let mut found: Few = self.live_threats(king, &[]).iter().map(|t| t.attacker).collect();
        found.dedup();
        found
    }

    /// The part of a stretch that leaves the own king, which stays where it is, out of check.
    fn mixed_safe(&self, mover: PieceId, path: &Path, part: Interval, captures: &[PieceId]) -> Vec<Interval> {
        let Some(king) = self.king.filter(|_| !self.candidates().is_empty()) else {
            return vec![part];
        };
        let king = self.position.piece(king).at;
        let live = self.live_threats(mover, captures);
        if live.is_empty() {
            return vec![part];
        }
        let curves = live.iter().flat_map(|t| t.block_curves(king));
        safe_parts(path, part, curves, self.position.rules().epsilon, |m| {
            !live.iter().any(|t| t.takes(king, Some(m)))
        })
    }

    /// Whether a royal piece may go this far past the checks on its way.
    pub(in crate::plane) fn royal_may_pass(
        &self,
        path: Path,
        d: f64,
        rides: bool,
        captures: &[PieceId],
    ) -> bool {
        !RoyalWalk::new(self, path, d, rides).passed(Interval::point(d), captures).is_empty()
    }

    /// Every enemy lane that may take something within `length` of the king, the king and the `captured`
    /// off the board.
    fn threats_near(&self, length: f64, captured: &[PieceId]) -> Vec<Threat<'a>> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.position.piece(king).at;
        let gone = |id: PieceId| id == king || captured.contains(&id);
        // A contact at the very limit of both must not be lost to rounding.
        let near = |t: &Threat<'_>| {
            let apart = self.position.piece(t.attacker).at.distance(at);
            apart <= t.reach() + length + 2.0 * self.position.rules().epsilon
        };
        self.enemy_lanes()
            .filter(|(id, _)| !captured.contains(id))
            .filter_map(|(id, lane)| Threat::new(self.position, id, lane, gone))
            .filter(near)
            .collect()
    }
}

/// The parts of a stretch at whose ends `safe` holds, cut at what the path crosses.
fn safe_parts(
    path: &Path,
    part: Interval,
    curves: impl Iterator<Item = Curve>,
    tie: f64,
    safe: impl Fn(Point) -> bool,
) -> Vec<Interval> {
    let trace = path.trace();
    let cuts = curves.flat_map(|curve| trace.crossings(&curve, part.from, part.to));
    let found = geom::decide(part, cuts, tie, |d| safe(path.at(d)).then_some(()));
    found.into_iter().map(|f| f.0).collect()
}

/// The stretches of a royal piece's path on which one enemy piece attacks it.
struct Attacked {
    by: PieceId,
    free: f64,
}

/// A royal piece on its way.
struct RoyalWalk<'s, 'a> {
    survey: &'s Survey<'a>,
    path: Path,
    length: f64,
    near: Vec<Threat<'a>>,
    attacked: Vec<Attacked>,
    rides: bool,
}

impl<'s, 'a> RoyalWalk<'s, 'a> {
    fn new(survey: &'s Survey<'a>, path: Path, length: f64, rides: bool) -> RoyalWalk<'s, 'a> {
        let tie = survey.position.rules().epsilon;
        let near = survey.threats_near(length, &[]);
        let mut attacked = Vec::new();
        if rides {
            for group in near.chunk_by(|a, b| a.attacker == b.attacker) {
                let takes = |m: Point| group.iter().any(|t| t.takes(m, None));
                let curves = group.iter().flat_map(Threat::target_curves);
                let parts = safe_parts(&path, Interval::closed(0.0, length), curves, tie, takes);
                let now = takes(path.at(0.0));
                let free =
                    crate::plane::attack::disc_king_path::free_length(&Spans::from_sorted(parts), now, tie);
                attacked.push(Attacked { by: group[0].attacker, free });
            }
        }
        RoyalWalk { survey, path, length, near, attacked, rides }
    }

    /// The part of a stretch that the royal piece may go without passing through a check.
    fn passed(&self, part: Interval, captures: &[PieceId]) -> Spans {
        let rules = self.survey.position.rules();
        let counts = |by: PieceId| rules.king_path == KingPath::Strict || !captures.contains(&by);
        let paths = self.rides && rules.king_path != KingPath::End;
        let free = self.attacked.iter().filter(|a| paths && counts(a.by)).map(|a| a.free);
        let free = free.fold(f64::INFINITY, f64::min);
        let passed = Interval { from: f64::NEG_INFINITY, to: free, open_from: true, open_to: false };
        Spans::from(part).intersection(&passed.into(), rules.epsilon)
    }

    /// The part of a stretch that the royal piece may go.
    fn safe(&self, part: Interval, captures: &[PieceId]) -> Vec<Interval> {
        let rules = self.survey.position.rules();
        let passed = self.passed(part, captures);
        let left;
        let threats: &[Threat<'_>] = if captures.is_empty() {
            &self.near
        } else {
            left = self.survey.threats_near(self.length, captures);
            &left
        };
        let mut out = Vec::new();
        for &part in passed.parts() {
            let curves = threats.iter().flat_map(Threat::target_curves);
            let safe = |m: Point| !threats.iter().any(|t| t.takes(m, None));
            out.extend(safe_parts(&self.path, part, curves, rules.epsilon, safe));
        }
        out
    }
}
