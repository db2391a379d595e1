//! The native part of the Python package `continuum_chess`.
//!
//! `variant`, `position`, `legal`, `span` and `game` are the classes of the package, and `picture` draws them. `search` chooses
//! moves, counts and solves. `columns` writes answers as Arrow columns, `table` answers whole tables, `self_play` plays whole
//! games. `slots` are the actions of the environments for learning, `observation` is what agents see, and `arena` plays many
//! games at once. `convert` and `errors` serve them all. Every long call releases the lock of the interpreter.

mod arena;
mod columns;
mod convert;
mod errors;
mod game;
mod interrupt;
mod legal;
mod observation;
mod picture;
mod position;
mod search;
mod self_play;
mod slots;
mod span;
mod table;
mod variant;

use pyo3::prelude::*;

#[pymodule]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<variant::Variant>()?;
    m.add_class::<position::Position>()?;
    m.add_class::<legal::LegalSet>()?;
    m.add_class::<span::Span>()?;
    m.add_class::<game::Game>()?;
    m.add_class::<game::Player>()?;
    m.add_class::<slots::Slots>()?;
    m.add_class::<arena::Arena>()?;
    m.add_function(wrap_pyfunction!(table::analyze_table, m)?)?;
    m.add_function(wrap_pyfunction!(self_play::play_games, m)?)?;
    errors::register(m)
}
