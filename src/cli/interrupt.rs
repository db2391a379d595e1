//! Signals. The first Ctrl-C ends the work in good order, the second the process.

use crate::budget::StopSignal;

/// The exit status of a process that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

/// Returns a request that the first Ctrl-C makes, so the results so far are printed. The second ends the process.
pub fn stop_at_ctrl_c() -> StopSignal {
    let stop = StopSignal::new();
    let asked = stop.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        // Without a handler the process simply ends.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                asked.stop();
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(INTERRUPTED.into());
                }
            }
        });
    });
    stop
}

/// Makes a write beyond the limit of a file's size an error, as on a full disk. By default the system ends the process.
#[cfg(unix)]
pub fn survive_file_size_limit() {
    use tokio::signal::unix::{SignalKind, signal};
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() {
        let _guard = runtime.enter();
        // A signal that has once been listened to never ends the process.
        let _ = signal(SignalKind::from_raw(libc::SIGXFSZ));
    }
}

/// Does nothing: on other systems such a write is an error by itself.
#[cfg(not(unix))]
pub fn survive_file_size_limit() {}
