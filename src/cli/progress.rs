//! Progress bars: on a terminal only, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two updates of a bar by another thread.
const BEAT: Duration = Duration::from_millis(100);

/// Returns a bar that counts to `total`, or that stays empty if this is 0. It is hidden if standard error is not a terminal.
pub fn bar(total: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total.max(1)), ProgressDrawTarget::stderr_with_hz(10));
    with_template(bar, "{bar:30} {pos}/{len} {msg} {elapsed}", what)
}

/// Returns a counter without a known end. It is hidden if standard output is a terminal too, because both would write to it.
pub fn counter(what: &str) -> ProgressBar {
    let is_hidden = std::io::stdout().is_terminal();
    let target =
        if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
    with_template(ProgressBar::with_draw_target(None, target), "{pos} {msg} {elapsed}", what)
}

fn with_template(bar: ProgressBar, template: &str, what: &str) -> ProgressBar {
    // A template with a fault would leave the usual form.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(what.to_owned())
}

/// Runs `work` while another thread updates a bar by `look`. Without a terminal there is no bar.
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
