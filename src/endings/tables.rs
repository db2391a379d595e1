//! The endings of one variant with all that they lead to, computed and looked up.

use super::ending::Ending;
use super::layout::Layout;
use super::retrograde::{self, Unfinished, decided};
use super::symmetry::Symmetry;
use super::table::{Counts, EndingTable, Value};
use crate::board::Cell;
use crate::budget::StopSignal;
use crate::chess::{Label, Role};
use crate::geom::Flips;
use crate::lattice::{
    LatticeMove, LatticePosition, LatticeRules, LatticeState, MoveList, PawnDirection, Setup, SetupPiece,
    by_material, each,
};
use crate::timer::Timer;
use crate::variant::{Rebirth, Variant, VariantSpec};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The reason why the endings of a variant are not computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Turns are series of moves.
    #[error(
        "`{0}` is played in series: endings are worked out where turns alternate (turns = \"alternating\")"
    )]
    Series(String),
    /// Captured pieces are reborn.
    #[error("in `{0}` what is taken is reborn: endings are worked out where it is gone (rebirth = \"none\")")]
    Rebirth(String),
    /// The variant has kinds of its own.
    #[error("`{0}` has kinds of its own: endings are worked out for K Q R B N P alone")]
    CustomKinds(String),
}

/// The error of tables whose best play does not end as they say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the tables are wrong: this position of {ending} should end in {plies} plies, and their best play does not: work the ending out again without --endings, and save it"
)]
pub struct WrongTables {
    /// The ending of the position.
    pub ending: String,
    /// The plies to the end of the game, as the tables have them.
    pub plies: u16,
}

/// The computed endings of one variant.
///
/// ```
/// use continuum::endings::Tables;
/// use continuum::lattice::LatticeRules;
/// use continuum::variant::Variant;
/// let rules = LatticeRules::new(&Variant::named("orthodox", &"".parse()?)?)?;
/// let plan = Tables::new(&rules)?.plan(&"KPk".parse()?);
/// assert!(plan.positions() < 1 << 20, "with the endings to which promotion leads");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tables {
    rules: Arc<LatticeRules>,
    tables: BTreeMap<Ending, EndingTable>,
    /// For each ending that uses the table of another ending: that table.
    served_by_other: BTreeMap<Ending, ServingTable>,
}

/// The table of an ending that serves the ending with the sides exchanged too.
struct ServingTable {
    /// The ending of the table.
    ending: Ending,
    /// The map that gives each side's men to the other.
    map: Symmetry,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endings: Vec<String> = self.tables.keys().map(Ending::to_string).collect();
        write!(f, "Tables({:?}: {})", self.rules.variant().name(), endings.join(" "))
    }
}

/// The computation of an ending: all tables that it needs.
#[derive(Debug)]
pub struct EndingPlan {
    /// The tables, each after those to which it leads.
    layouts: Vec<Layout>,
}

/// The progress of a computation.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The ending that is being computed.
    pub ending: &'a Ending,
    /// The number of endings that are done.
    pub done: usize,
    /// The number of endings that were planned.
    pub all: usize,
    /// The plies of the positions that are being processed.
    pub plies: u16,
}

impl EndingPlan {
    /// Returns the bytes of its tables.
    pub fn bytes(&self) -> u64 {
        2 * self.positions()
    }

    /// Returns the number of numbered positions.
    pub fn positions(&self) -> u64 {
        self.layouts.iter().map(|layout| layout.len() as u64).sum()
    }

    /// Returns an estimate of the seconds with a number of threads, from the time of a sample of positions.
    pub fn seconds(&self, threads: usize) -> f64 {
        let Some(layout) = self.layouts.last() else { return 0.0 };
        let begun = Timer::start();
        let sample = (0..layout.len()).step_by((layout.len() / SAMPLE).max(1));
        let size = sample.len().max(1);
        for (_, state) in sample.filter_map(|number| layout.position(number)) {
            let mut moves = MoveList::new();
            layout.rules.moves_despite_counters(&state, &mut moves);
            std::hint::black_box(&moves);
        }
        let each = begun.seconds() / size as f64;
        each * LOOKS * self.positions() as f64 / threads as f64
    }
}

/// The number of positions in the sample.
const SAMPLE: usize = 20_000;

/// The mean number of times that a position is evaluated, moves included.
const LOOKS: f64 = 10.0;

impl Tables {
    /// Returns the tables of a variant, empty.
    ///
    /// # Errors
    /// When turns are series, captured pieces are reborn, or there are custom kinds.
    pub fn new(rules: &Arc<LatticeRules>) -> Result<Tables, Unfit> {
        let name = || rules.variant().name().to_owned();
        if rules.is_progressive() {
            return Err(Unfit::Series(name()));
        }
        if rules.rebirth != Rebirth::None {
            return Err(Unfit::Rebirth(name()));
        }
        if rules.has_custom_kinds {
            return Err(Unfit::CustomKinds(name()));
        }
        Ok(Tables { rules: Arc::clone(rules), tables: BTreeMap::new(), served_by_other: BTreeMap::new() })
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Arc<LatticeRules> {
        &self.rules
    }

    /// Whether the tables belong to a variant. The names of variants are not compared.
    pub(crate) fn is_of(&self, variant: &Variant) -> bool {
        let nameless = |variant: &Variant| {
            let spec = variant.spec().clone();
            VariantSpec { name: String::new(), about: String::new(), ..spec }
        };
        nameless(self.rules.variant()) == nameless(variant)
    }

    /// Adds the tables of another value with the same rules.
    #[cfg(feature = "cli")]
    pub(crate) fn merge(&mut self, other: Tables) {
        other.tables.into_values().for_each(|table| self.add(table));
    }

    /// Returns the computation that an ending needs.
    pub fn plan(&self, ending: &Ending) -> EndingPlan {
        let missing = self.missing(ending);
        EndingPlan { layouts: missing.iter().map(|ending| Layout::new(&self.rules, ending)).collect() }
    }

    /// Returns the endings without tables that an ending needs, each after those to which it leads.
    pub(super) fn missing(&self, ending: &Ending) -> Vec<Ending> {
        let mut wanted = vec![ending.clone()];
        let mut done = 0;
        while done < wanted.len() {
            for ending in wanted[done].successors(&self.rules.promotion_roles()) {
                // If one table serves both ways, it is that of the lesser ending: White has more men or, with equal numbers,
                // the men that come first in the order of roles.
                let other = ending.exchanged();
                let serves_both = other < ending && Symmetry::exchanging(&self.rules, &other).is_some();
                let ending = if serves_both { other } else { ending };
                if !wanted.contains(&ending) {
                    wanted.push(ending);
                }
            }
            done += 1;
        }
        wanted.retain(|ending| !self.tables.contains_key(ending));
        let pawns = |ending: &Ending| ending.men().iter().filter(|man| man.role == Role::Pawn).count();
        wanted.sort_by_key(|ending| (ending.men().len(), pawns(ending)));
        wanted
    }

    /// Computes the tables of a plan, on the threads of the current pool.
    ///
    /// # Errors
    /// When it was stopped; finished tables are kept.
    pub fn work_out(
        &mut self,
        plan: EndingPlan,
        stop: &StopSignal,
        report: &(dyn Fn(&Progress<'_>) + Sync),
    ) -> Result<(), Unfinished> {
        let all = plan.layouts.len();
        for (done, layout) in plan.layouts.into_iter().enumerate() {
            let ending = layout.ending.clone();
            let report_plies = |plies| report(&Progress { ending: &ending, done, all, plies });
            self.add(retrograde::work_out(layout, self, stop, &report_plies)?);
        }
        Ok(())
    }

    pub(super) fn add(&mut self, table: EndingTable) {
        let ending = table.layout.ending.clone();
        if let Some(map) = Symmetry::exchanging(&self.rules, &ending) {
            let serving = ServingTable { ending: ending.clone(), map };
            self.served_by_other.insert(ending.exchanged(), serving);
        }
        self.tables.insert(ending, table);
    }

    #[cfg(feature = "cli")]
    pub(super) fn tables(&self) -> impl Iterator<Item = &EndingTable> {
        self.tables.values()
    }

    /// Returns the value of a position for the side to move. None if no table has the position, or if the position has unmoved
    /// men, which may castle or make a double step.
    pub fn value(&self, state: &LatticeState) -> Option<Value> {
        if state.unmoved != 0 {
            return None;
        }
        if let Some((_, winner)) = by_material(&self.rules, state) {
            return Some(decided(winner, state.turn));
        }
        let ending = Ending::of(state)?;
        if let Some(table) = self.tables.get(&ending) {
            return table.value(table.layout.number(&table.layout.placement_of(state)?));
        }
        let ServingTable { ending: other, map } = self.served_by_other.get(&ending)?;
        let table = self.tables.get(other)?;
        table.value(table.layout.number_exchanged(map, state)?)
    }

    /// Whether the count of quiet plies may be full before the last ply of a win.
    ///
    /// The game is drawn then, although the tables say that it is won: they ignore this count. A count that only the winning
    /// ply itself fills draws nothing.
    pub fn may_be_drawn_first(&self, state: &LatticeState) -> bool {
        let plies = self.value(state).and_then(Value::plies).unwrap_or(0);
        plies > 0 && self.rules.may_be_drawn_within(state, u32::from(plies) - 1)
    }

    /// Returns the moves of a position with their values for the side to move, the best first. Moves of equal value are in the
    /// order of their texts. None if no table has the position.
    pub fn ranked(&self, state: &LatticeState) -> Option<Vec<(Value, LatticeMove)>> {
        self.value(state)?;
        let mut moves = MoveList::new();
        self.rules.moves_despite_counters(state, &mut moves);
        let valued = |m: LatticeMove| Some((self.value(&self.rules.after(state, m))?.for_mover(), m));
        let mut ranked = moves.into_iter().map(valued).collect::<Option<Vec<_>>>()?;
        ranked.sort_by_cached_key(|&(value, m)| (-value.order(), self.rules.move_text(m)));
        Some(ranked)
    }

    /// Returns the best play of both sides from a position to the end; empty for a draw, or if no table has the position.
    ///
    /// # Errors
    /// When the game does not end in as many plies as the tables say.
    pub fn line(&self, start: &LatticeState) -> Result<Vec<LatticeMove>, WrongTables> {
        let Some(plies) = self.value(start).and_then(Value::plies) else { return Ok(Vec::new()) };
        let wrong = || {
            let ending = Ending::of(start).map_or_else(String::new, |ending| ending.to_string());
            WrongTables { ending, plies }
        };
        let mut state = *start;
        let mut line = Vec::new();
        for _ in 0..plies {
            // A move with the value of the position leads a ply nearer to the end.
            let ranked = self.ranked(&state).unwrap_or_default();
            let best = ranked.first().filter(|(value, _)| self.value(&state) == Some(*value));
            let (_, m) = best.ok_or_else(wrong)?;
            state = self.rules.after(&state, *m);
            line.push(*m);
        }
        let has_no_move = || self.ranked(&state).is_some_and(|ranked| ranked.is_empty());
        if by_material(&self.rules, &state).is_some() || has_no_move() { Ok(line) } else { Err(wrong()) }
    }

    /// Returns the counts of an ending with a table, by the side to move, White first.
    pub fn counts(&self, ending: &Ending) -> Option<[Counts; 2]> {
        Some(self.tables.get(ending)?.counts())
    }

    /// Returns the position of an ending whose win takes the most moves, with the value of the position.
    ///
    /// `None` if the ending has no table or nobody wins.
    pub fn longest(&self, ending: &Ending) -> Option<(Value, LatticePosition)> {
        let table = self.tables.get(ending)?;
        let number = table.longest()?;
        let (_, state) = table.layout.position(number)?;
        Some((table.value(number)?, labelled(&self.rules, &state)?))
    }
}

/// Returns a state of few men as a position with labels.
fn labelled(rules: &Arc<LatticeRules>, state: &LatticeState) -> Option<LatticePosition> {
    let mut pieces: Vec<SetupPiece> = Vec::new();
    for cell in each(state.occupied()) {
        let (color, role) = (state.color_at(cell)?, state.role_at(cell)?);
        let taken = |label| pieces.iter().any(|piece| piece.label == label);
        let label = Label::free(color, role.letter(), "", taken)?;
        let way = if state.way_at(cell) == 1 { PawnDirection::Second } else { PawnDirection::First };
        let way = (role == Role::Pawn && rules.has_ways()).then_some(way);
        let flips =
            if role == Role::Pawn && !rules.has_ways() { state.flips_at(color, cell) } else { Flips::NONE };
        pieces.push(SetupPiece { moved: true, way, flips, ..SetupPiece::new(label, Cell(cell as u8)) });
    }
    let passed = each(state.en_passant).map(|cell| Cell(cell as u8)).collect();
    let setup = Setup { passed, ..Setup::new(pieces, state.turn) };
    LatticePosition::new(rules, &setup).ok()
}

/// The tables of any number of variants, shared by all players.
#[derive(Debug, Clone, Default)]
pub struct Endings(Arc<Vec<Tables>>);

impl Endings {
    /// Returns the tables of some variants as one value.
    pub fn new(tables: Vec<Tables>) -> Endings {
        Endings(Arc::new(tables))
    }

    /// Returns the tables for the rules of a game. The names of variants are not compared.
    pub fn of(&self, rules: &LatticeRules) -> Option<&Tables> {
        self.0.iter().find(|tables| tables.is_of(rules.variant()))
    }
}

/// Two are equal if they share the same tables.
impl PartialEq for Endings {
    fn eq(&self, other: &Endings) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Endings {}
