//! The solver against one that tries everything: random small positions, every stipulation, several
//! variants. The slow solver knows no key, no bound and no table; it passes the turn in a series by writing
//! the position anew, so a check that the series must not give is a position that is refused.

use crate::common::{Dice, rules};
use continuum::board::Cell;
use continuum::budget::Budget;
use continuum::chess::{Color, Role, Status};
use continuum::lattice::{LatticePosition, LatticeRules, PawnWay, Setup, SetupPiece};
use continuum::notation::SeriesCounters;
use continuum::solve::{Goal, PlayKind, Problem, ReportScope, Solutions, SolveOptions, Stipulation};
use continuum::variant::Board;
use std::sync::Arc;

pub(super) fn next(position: &LatticePosition, text: &str) -> LatticePosition {
    let mut next = position.clone();
    let request = next.read_move(text).expect(text);
    next.play(&request).expect(text);
    next
}

pub(super) fn moves(position: &LatticePosition) -> Vec<String> {
    position.moves_by_text().into_iter().map(|(text, _)| text).collect()
}

fn is_reached(position: &LatticePosition, goal: Goal) -> bool {
    position.status()
        == match goal {
            Goal::Mate => Status::Checkmate,
            Goal::Stalemate => Status::Stalemate,
        }
}

/// The same side again, unless it checks.
fn again(position: &LatticePosition) -> Option<LatticePosition> {
    if position.in_check() {
        return None;
    }
    let mut setup = position.to_setup();
    setup.turn = !setup.turn;
    setup.passed.clear();
    LatticePosition::new(position.rules(), &setup).ok()
}

/// Whether the side to move reaches the goal with one of its moves.
fn can_reach(position: &LatticePosition, goal: Goal) -> bool {
    moves(position).iter().any(|m| is_reached(&next(position, m), goal))
}

/// A task of the side to move: what it forces, and against whom.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub kind: PlayKind,
    pub goal: Goal,
}

impl Task {
    /// Whether the side to move has to reach the goal itself, so that it forces nothing.
    pub fn spoils(self, position: &LatticePosition) -> bool {
        self.kind == PlayKind::Reflex && can_reach(position, self.goal)
    }

    /// Whether the resisting side, to move, has to reach the goal.
    pub fn obliges(self, position: &LatticePosition) -> bool {
        matches!(self.kind, PlayKind::Reflex | PlayKind::SemiReflex) && can_reach(position, self.goal)
    }

    pub fn forces(self, position: &LatticePosition, n: u32) -> bool {
        n > 0
            && !self.spoils(position)
            && moves(position).iter().any(|m| self.holds(&next(position, m), n - 1))
    }

    /// The replies that the stipulation permits.
    pub fn replies(self, position: &LatticePosition) -> Vec<String> {
        let mut replies = moves(position);
        if self.obliges(position) {
            replies.retain(|m| is_reached(&next(position, m), self.goal));
        }
        replies
    }

    /// Whether a reply does what the forcing side wants.
    pub fn is_ended_by(self, after: &LatticePosition) -> bool {
        self.kind != PlayKind::Direct && is_reached(after, self.goal)
    }

    pub fn is_refuted_by(self, position: &LatticePosition, reply: &str, n: u32) -> bool {
        let after = next(position, reply);
        !self.is_ended_by(&after) && !self.forces(&after, n)
    }

    pub fn holds(self, position: &LatticePosition, n: u32) -> bool {
        let replies = self.replies(position);
        if replies.is_empty() {
            return self.kind == PlayKind::Direct && is_reached(position, self.goal);
        }
        !replies.iter().any(|reply| self.is_refuted_by(position, reply, n))
    }
}

/// All lines of a plan: `series` moves of one side, then `others` by turns; or the goal forced after them.
fn lines(position: &LatticePosition, goal: Goal, series: u32, others: u32, forced: bool) -> Vec<Vec<String>> {
    if series + others == 0 {
        if !forced {
            return if is_reached(position, goal) { vec![Vec::new()] } else { Vec::new() };
        }
        let replies = moves(position);
        let all = replies.iter().all(|r| is_reached(&next(position, r), goal));
        return if all { replies.into_iter().map(|r| vec![r]).collect() } else { Vec::new() };
    }
    let mut found = Vec::new();
    for m in moves(position) {
        let after = next(position, &m);
        let after = if series > 1 { again(&after) } else { Some(after) };
        let Some(after) = after else { continue };
        let (series, others) = if series > 0 { (series - 1, others) } else { (0, others - 1) };
        for line in lines(&after, goal, series, others, forced) {
            found.push([vec![m.clone()], line].concat());
        }
    }
    found
}

/// The lines of the present series, of at most `most` moves, at whose end the goal is reached.
fn series_of_variant(
    position: &LatticePosition,
    goal: Goal,
    mover: Color,
    most: Option<u32>,
) -> Vec<Vec<String>> {
    if position.turn() != mover {
        return if is_reached(position, goal) { vec![Vec::new()] } else { Vec::new() };
    }
    if most == Some(0) {
        return Vec::new();
    }
    let after = |m: String| {
        let rest = series_of_variant(&next(position, &m), goal, mover, most.map(|n| n - 1)).into_iter();
        rest.map(move |line| [vec![m.clone()], line].concat())
    };
    moves(position).into_iter().flat_map(after).collect()
}

fn slow(position: &LatticePosition, stipulation: Stipulation) -> Vec<Vec<String>> {
    let Stipulation { kind, goal, moves: n, half } = stipulation;
    if position.rules().is_progressive() {
        return series_of_variant(position, goal, position.turn(), n.filter(|_| kind == PlayKind::Series));
    }
    let n = n.expect("a number");
    match kind {
        PlayKind::Direct | PlayKind::Self_ | PlayKind::Reflex | PlayKind::SemiReflex => {
            let task = Task { kind, goal };
            let keys = if task.spoils(position) { Vec::new() } else { moves(position) };
            keys.into_iter().filter(|m| task.holds(&next(position, m), n - 1)).map(|m| vec![m]).collect()
        }
        PlayKind::Help => lines(position, goal, 0, 2 * n + u32::from(half), false),
        PlayKind::HelpSelf => lines(position, goal, 0, 2 * n - 1, true),
        PlayKind::Series => lines(position, goal, n, 0, false),
        PlayKind::SeriesHelp => lines(position, goal, n, 1, false),
        PlayKind::SeriesSelf => lines(position, goal, n, 0, true),
    }
}

fn fast(position: &LatticePosition, stipulation: Stipulation) -> Vec<Vec<String>> {
    let puzzle = Problem::new(position, stipulation).expect("a problem");
    let options = SolveOptions { scope: ReportScope::SolutionsOnly, hash_mb: 1, ..SolveOptions::default() };
    match puzzle.solve(&options, &Budget::default()).solutions {
        Solutions::Keys(keys) => keys.into_iter().map(|key| vec![key.chosen]).collect(),
        Solutions::Lines(lines) => lines.into_iter().map(|line| line.moves).collect(),
    }
}

/// Kings, some strong white pieces and a few of any kind, Black's king hemmed in where there is an edge.
pub(super) fn random_position(
    rules: &Arc<LatticeRules>,
    turn: Color,
    series: Option<u32>,
    dice: &mut Dice,
) -> Option<LatticePosition> {
    let cells: Vec<Cell> = rules.grid().cells().collect();
    let posts = rules.array();
    let mut pieces: Vec<SetupPiece> = Vec::new();
    let mut add = |color: Color, roles: &[Role], dice: &mut Dice| {
        let role = roles[dice.below(roles.len())];
        let fit: Vec<_> = posts.iter().filter(|p| p.color == color && p.kind == role.into()).collect();
        let post = fit[dice.below(fit.len())];
        let cell = cells[dice.below(cells.len())];
        if pieces.iter().all(|m| m.label != post.label && m.cell != cell) {
            let round = role == Role::Pawn && rules.variant().spec().board != Board::Square;
            let way = if round { Some([PawnWay::First, PawnWay::Second][dice.below(2)]) } else { None };
            pieces.push(SetupPiece { way, ..SetupPiece::new(post.label, cell) });
        }
    };
    add(Color::White, &[Role::King], dice);
    add(Color::Black, &[Role::King], dice);
    add(Color::White, &[Role::Queen, Role::Rook], dice);
    add(Color::White, &[Role::Queen, Role::Rook, Role::Knight, Role::Bishop, Role::Pawn], dice);
    add(Color::Black, &[Role::Pawn, Role::Queen, Role::Rook], dice);
    add(Color::Black, &[Role::Pawn, Role::Knight, Role::Bishop], dice);
    let series = SeriesCounters { length: series, ..SeriesCounters::default() };
    let setup = Setup { pieces, turn, halfmove: 0, fullmove: 1, passed: Vec::new(), series };
    LatticePosition::new(rules, &setup).ok()
}

/// Compares both on a position; returns whether it has a solution.
fn compare(position: &LatticePosition, stipulation: Stipulation) -> bool {
    let (mut slow, mut fast) = (slow(position, stipulation), fast(position, stipulation));
    slow.sort();
    fast.sort();
    let variant = position.rules().variant().name();
    assert_eq!(fast, slow, "{variant} {stipulation}: {position}");
    !slow.is_empty()
}

/// Compares both on this many valid positions; returns how many of them have solutions.
fn agree(variant: &str, stipulation: &str, positions: u32, series: Option<u32>) -> u32 {
    let rules = rules(variant, "");
    let stipulation: Stipulation = stipulation.parse().expect(stipulation);
    let black = matches!(stipulation.kind, PlayKind::Help | PlayKind::SeriesHelp) && !stipulation.half;
    let turn = if black { Color::Black } else { Color::White };
    let mut dice = Dice(0x2545_f491 ^ u64::from(positions) << 7);
    let (mut seen, mut solved) = (0, 0);
    while seen < positions {
        let Some(position) = random_position(&rules, turn, series, &mut dice) else { continue };
        seen += 1;
        solved += u32::from(compare(&position, stipulation));
        // The same near the draw by quiet plies.
        if seen % 2 == 0 && !rules.is_progressive() {
            let setup = Setup { halfmove: 94 + seen / 2 % 8, ..position.to_setup() };
            compare(&LatticePosition::new(&rules, &setup).expect("the same pieces"), stipulation);
        }
    }
    solved
}

/// Every kind of play, short enough to try everything, and how many positions of each.
pub(super) const STIPULATIONS: &[(&str, u32)] = &[
    ("#1", 200),
    ("#2", 15),
    ("=1", 200),
    ("=2", 6),
    ("s#1", 200),
    ("s=1", 200),
    ("s#2", 4),
    ("r#1", 200),
    ("r#2", 3),
    ("r=1", 60),
    ("semi-r#1", 200),
    ("semi-r#2", 3),
    ("semi-r=1", 60),
    ("h#1", 60),
    ("h#1.5", 10),
    ("h=1", 60),
    ("h=0.5", 200),
    ("hs#1", 200),
    ("hs#2", 3),
    ("ser-#2", 60),
    ("ser-=2", 60),
    ("ser-h#2", 8),
    ("ser-h=1", 60),
    ("ser-s#2", 20),
    ("ser-s=1", 200),
];

fn agree_on_all(variant: &str, least: u32) {
    let (share, least) = if cfg!(debug_assertions) { (5, 1) } else { (1, least) };
    let mut solved = 0;
    for &(stipulation, positions) in STIPULATIONS {
        solved += agree(variant, stipulation, positions.div_ceil(share), None);
    }
    assert!(solved >= least, "{variant}: only {solved} of the positions have solutions");
}

#[test]
fn orthodox() {
    agree_on_all("orthodox", 20);
}

#[test]
fn circe() {
    agree_on_all("circe", 20);
}

#[test]
fn reynolds() {
    agree_on_all("reynolds", 20);
}

#[test]
fn disc70() {
    agree_on_all("disc70", 20);
}

#[test]
fn ring64_with_pairs() {
    agree_on_all("ring64", 20);
}

#[test]
fn byzantine_with_leapers() {
    agree_on_all("byzantine", 5);
}

#[test]
fn progressive_series() {
    for variant in ["progressive", "circe-progressive"] {
        let solved: u32 =
            [("#", 1), ("#", 2), ("=", 2), ("#1", 3), ("ser-=1", 2), ("ser-=2", 2), ("ser-#2", 3)]
                .into_iter()
                .map(|(stipulation, length)| agree(variant, stipulation, 40 / length, Some(length)))
                .sum();
        assert!(solved > 0, "{variant}");
    }
}
