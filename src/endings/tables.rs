//! The tables of one variant: computing them, and looking positions up in them.

use super::ending::Ending;
use super::layout::{Layout, PlacedPosition};
use super::retrograde::{self, Unfinished, decided};
use super::symmetry::Symmetry;
use super::table::{Counts, EndingTable, Value};
use crate::board::Cell;
use crate::budget::StopSignal;
use crate::chess::{Label, Role};
use crate::lattice::{
    Labels, LatticeMove, LatticePosition, LatticeRules, LatticeState, MoveList, by_material, each,
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

/// The error of tables whose best play does not end the game in the plies of their values.
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

/// The tables of endings of one variant.
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
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endings: Vec<String> = self.tables.keys().map(Ending::to_string).collect();
        write!(f, "Tables({:?}: {})", self.rules.variant().name(), endings.join(" "))
    }
}

/// The plan of a computation: all tables that an ending needs.
pub struct EndingPlan {
    /// The layouts of the tables, each after those to which it leads.
    layouts: Vec<Layout>,
}

/// The progress of a computation.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The ending that is being computed.
    pub ending: &'a Ending,
    /// The number of tables that have been computed.
    pub done: usize,
    /// The number of tables of the plan.
    pub all: usize,
    /// The plies of the positions that are being processed.
    pub plies: u16,
}

/// The number of positions in the sample from which the time is estimated.
const SAMPLE_SIZE: usize = 20_000;

/// The mean number of times that a computation generates the moves of a position.
const LOOKS_A_POSITION: f64 = 10.0;

impl EndingPlan {
    /// Returns the size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        2 * self.positions()
    }

    /// Returns the number of entries of all tables. Some of them stand for no position.
    pub fn positions(&self) -> u64 {
        self.layouts.iter().map(|layout| layout.len() as u64).sum()
    }

    /// Returns an estimate of the seconds that a number of threads take. It measures the time of a sample of positions.
    pub fn estimated_seconds(&self, threads: usize) -> f64 {
        let Some(layout) = self.layouts.last() else { return 0.0 };
        let begun = Timer::start();
        let sample = (0..layout.len()).step_by((layout.len() / SAMPLE_SIZE).max(1));
        let size = sample.len().max(1);
        for PlacedPosition { state, .. } in sample.filter_map(|number| layout.position(number)) {
            let mut moves = MoveList::new();
            layout.rules.moves_despite_counters(&state, &mut moves);
            std::hint::black_box(&moves);
        }
        let seconds_a_look = begun.seconds() / size as f64;
        seconds_a_look * LOOKS_A_POSITION * self.positions() as f64 / threads as f64
    }
}

/// A move with its value for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedMove {
    /// The value of the move.
    pub value: Value,
    /// The move.
    pub m: LatticeMove,
}

/// A position with its value.
#[derive(Debug, Clone)]
pub struct ValuedPosition {
    /// The value of the position for the side to move.
    pub value: Value,
    /// The position.
    pub position: LatticePosition,
}

impl Tables {
    /// Returns an empty set of tables for a variant.
    ///
    /// # Errors
    /// If turns are series, captured pieces are reborn, or there are custom kinds.
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
        Ok(Tables { rules: Arc::clone(rules), tables: BTreeMap::new() })
    }

    /// Returns the rules of the variant.
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

    /// Returns the size of all tables in bytes.
    pub fn bytes(&self) -> u64 {
        self.tables.values().map(|table| size_of_val(table.codes.as_slice()) as u64).sum()
    }

    /// Returns the plan of the tables that an ending still needs.
    pub fn plan(&self, ending: &Ending) -> EndingPlan {
        let missing = self.missing(ending);
        EndingPlan { layouts: missing.iter().map(|ending| Layout::new(&self.rules, ending)).collect() }
    }

    /// Returns the endings without tables that an ending needs, each after those to which it leads.
    pub(super) fn missing(&self, ending: &Ending) -> Vec<Ending> {
        let promotions = self.rules.promotion_roles();
        let mut needed = vec![ending.clone()];
        let mut expanded = 0;
        while expanded < needed.len() {
            for successor in needed[expanded].successors(&promotions) {
                let successor = self.ending_of_table(successor);
                if !needed.contains(&successor) {
                    needed.push(successor);
                }
            }
            expanded += 1;
        }
        needed.retain(|ending| !self.tables.contains_key(ending));
        let pawn_count = |ending: &Ending| ending.men().iter().filter(|man| man.role == Role::Pawn).count();
        needed.sort_by_key(|ending| (ending.men().len(), pawn_count(ending)));
        needed
    }

    /// Returns the ending whose table serves an ending. If one table serves an ending and the exchanged one, it is the table of the
    /// lesser: White has more men or, with equal numbers, the men that come first in the order of roles.
    fn ending_of_table(&self, ending: Ending) -> Ending {
        let exchanged = ending.exchanged();
        let serves_both = exchanged < ending && Symmetry::color_exchange(&self.rules, &exchanged).is_some();
        if serves_both { exchanged } else { ending }
    }

    /// Computes the tables of a plan, on the threads of the current pool.
    ///
    /// # Errors
    /// If the signal stopped the computation. Finished tables are kept.
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
        self.tables.insert(table.layout.ending.clone(), table);
    }

    #[cfg(feature = "cli")]
    pub(super) fn tables(&self) -> impl Iterator<Item = &EndingTable> {
        self.tables.values()
    }

    /// Returns the value of a position for the side to move; `None` if no table has the position, or if it has unmoved men, which
    /// may castle or make a double step.
    pub fn value(&self, state: &LatticeState) -> Option<Value> {
        if state.first_move_rights != 0 {
            return None;
        }
        if let Some(standing) = by_material(&self.rules, state) {
            return Some(decided(standing, state.turn));
        }
        let ending = Ending::of(state)?;
        if let Some(table) = self.tables.get(&ending) {
            return table.value(table.layout.number(&table.layout.placement_of(state)?));
        }
        let table = self.tables.get(&ending.exchanged())?;
        table.value(table.layout.number_exchanged(state)?)
    }

    /// Whether the count of quiet plies may draw the game before the last ply of a win. The tables ignore this count.
    ///
    /// The last ply itself ends the game by the win, even if it completes the count.
    pub fn may_be_drawn_before_win(&self, state: &LatticeState) -> bool {
        let plies = self.value(state).and_then(Value::plies).unwrap_or(0);
        plies > 0 && self.rules.may_be_drawn_within(state, u32::from(plies) - 1)
    }

    /// Returns the moves of a position with their values, the best first; `None` if no table has the position. Moves of equal
    /// value are in the order of their texts.
    pub fn ranked(&self, state: &LatticeState) -> Option<Vec<RankedMove>> {
        self.value(state)?;
        let mut moves = MoveList::new();
        self.rules.moves_despite_counters(state, &mut moves);
        let mut ranked = Vec::new();
        for m in moves {
            let value = self.value(&self.rules.after(state, m))?.for_mover();
            ranked.push(RankedMove { value, m });
        }
        ranked.sort_by_cached_key(|&RankedMove { value, m }| (-value.order(), self.rules.move_text(m)));
        Some(ranked)
    }

    /// Returns the moves of the best play from a position to the end; empty for a draw, or if no table has the position.
    ///
    /// # Errors
    /// If the game does not end in as many plies as the tables say.
    pub fn line(&self, start: &LatticeState) -> Result<Vec<LatticeMove>, WrongTables> {
        let Some(plies) = self.value(start).and_then(Value::plies) else { return Ok(Vec::new()) };
        let wrong = || {
            let ending = Ending::of(start).map_or_else(String::new, |ending| ending.to_string());
            WrongTables { ending, plies }
        };
        let mut state = *start;
        let mut line = Vec::new();
        for _ in 0..plies {
            let ranked = self.ranked(&state).unwrap_or_default();
            let best = ranked.first().ok_or_else(wrong)?;
            // A move with the value of the position leads a ply nearer to the end.
            if self.value(&state) != Some(best.value) {
                return Err(wrong());
            }
            state = self.rules.after(&state, best.m);
            line.push(best.m);
        }
        let has_no_move = || self.ranked(&state).is_some_and(|ranked| ranked.is_empty());
        let is_over = by_material(&self.rules, &state).is_some() || has_no_move();
        if is_over { Ok(line) } else { Err(wrong()) }
    }

    /// Returns the counts of an ending by the side to move, White first; `None` if the ending has no table.
    pub fn counts(&self, ending: &Ending) -> Option<[Counts; 2]> {
        Some(self.tables.get(ending)?.counts())
    }

    /// Returns a longest win of an ending; `None` if the ending has no table, or if nobody can win.
    pub fn longest(&self, ending: &Ending) -> Option<ValuedPosition> {
        let table = self.tables.get(ending)?;
        let number = table.longest()?;
        let state = table.layout.position(number)?.state;
        Some(ValuedPosition { value: table.value(number)?, position: labelled(&self.rules, state)? })
    }
}

/// Returns the position of a state, with a label for each of its men.
fn labelled(rules: &Arc<LatticeRules>, state: LatticeState) -> Option<LatticePosition> {
    let mut labels = Labels::default();
    for cell in each(state.occupied()) {
        let (color, role) = (state.color_at(cell)?, state.role_at(cell)?);
        let label = Label::free(color, role.letter(), "", |label| labels.find(label).is_some())?;
        labels.put(Cell(cell as u8), label);
    }
    let setup = LatticePosition { rules: Arc::clone(rules), state, labels }.to_setup();
    LatticePosition::new(rules, &setup).ok()
}

/// The tables of any number of variants, which all players share.
#[derive(Debug, Clone, Default)]
pub struct Endings(Arc<Vec<Tables>>);

impl Endings {
    /// Returns the tables of these variants as one value.
    pub fn new(tables: Vec<Tables>) -> Endings {
        Endings(Arc::new(tables))
    }

    /// Returns the tables for the rules of a game. The names of variants are not compared.
    pub fn of(&self, rules: &LatticeRules) -> Option<&Tables> {
        self.0.iter().find(|tables| tables.is_of(rules.variant()))
    }
}
