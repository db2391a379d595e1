//! Progress bars on standard error. They are hidden if standard error is not a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two updates of a bar by another thread.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// The number of times per second that a bar is drawn at most.
const DRAW_RATE: u8 = 10;

/// Returns a bar that counts to `total` and shows the noun of the counted things. A bar with a total of 0 stays empty.
pub fn bar(total: u64, noun: &str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(DRAW_RATE);
    let bar = ProgressBar::with_draw_target(Some(total.max(1)), target);
    with_template(bar, "{bar:30} {pos}/{len} {msg} {elapsed}", noun)
}

/// Returns a counter without a known end. It is hidden if standard output is a terminal, because results are printed there.
pub fn counter(noun: &str) -> ProgressBar {
    let target = if std::io::stdout().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(DRAW_RATE)
    };
    with_template(ProgressBar::with_draw_target(None, target), "{pos} {msg} {elapsed}", noun)
}

fn with_template(bar: ProgressBar, template: &str, message: &str) -> ProgressBar {
    // A bar keeps its default style if the template has a fault.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(message.to_owned())
}

/// Runs `work` and returns its result. Meanwhile another thread calls `update` with a bar that `update` fills.
pub fn watch<T>(update: impl Fn(&ProgressBar) + Send, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let bar = bar(0, "");
    let (end_sender, end_receiver) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while end_receiver.recv_timeout(UPDATE_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                update(&bar);
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(end_sender);
        result
    })
}
