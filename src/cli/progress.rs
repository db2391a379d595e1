//! Progress bars on standard error. They are hidden if standard error is not a terminal.

use continuum::budget::Budget;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two updates of a bar by another thread.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// Returns a bar that counts to `total` and shows the noun of the counted things. A bar with a total of 0 stays empty.
pub fn bar(total: u64, noun: &str) -> ProgressBar {
    with_template(ProgressBar::new(total.max(1)), "{bar:30} {pos}/{len} {msg} {elapsed}", noun)
}

/// Returns a counter without a known end. It is hidden if standard output is a terminal, because results are printed there.
pub fn counter(noun: &str) -> ProgressBar {
    let has_results = std::io::stdout().is_terminal();
    let counter = if has_results { ProgressBar::hidden() } else { ProgressBar::no_length() };
    with_template(counter, "{pos} {msg} {elapsed}", noun)
}

fn with_template(bar: ProgressBar, template: &str, message: &str) -> ProgressBar {
    // A bar keeps its default style if the template has a fault.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(message.to_owned())
}

/// Runs a search on a budget and returns its result. Meanwhile a bar shows how many of the first moves are searched.
pub fn with_search_bar<T>(budget: &Budget, search: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return search();
    }
    let bar = bar(0, "");
    let (end_sender, end_receiver) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while end_receiver.recv_timeout(UPDATE_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                bar.set_length(budget.roots() as u64);
                bar.set_position(budget.searched_roots() as u64);
                bar.set_message(format!("first moves, {} positions", budget.nodes()));
            }
            bar.finish_and_clear();
        });
        let result = search();
        drop(end_sender);
        result
    })
}
