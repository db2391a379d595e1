//! Progress bars: on a terminal only, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two updates of a bar by another thread.
const BEAT: Duration = Duration::from_millis(100);

/// Returns a bar that counts to `total`, or that stays empty while this is 0; hidden if standard error is not a terminal.
pub fn bar(total: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total.max(1)), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what.to_owned());
    bar
}

/// Returns a bar without a known end; hidden too if standard output is a terminal, because both would write to it.
pub fn counter(what: &str) -> ProgressBar {
    let hidden = std::io::stdout().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template("{pos} {msg} {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message(what.to_owned());
    bar
}

/// Runs `work` while another thread updates a bar by `look`; without a terminal, only the work.
pub fn watch<T>(look: impl Fn(&ProgressBar) + Send, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let bar = bar(0, "");
    let (done, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                look(&bar);
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
