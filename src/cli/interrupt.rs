//! Signals of the system: Ctrl-C, and a write beyond the limit of a file's size.

use continuum::budget::StopSignal;

/// The exit status of a process that Ctrl-C ended, as shells report it: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Returns a signal that the first Ctrl-C sets, so that a command can print its results so far. The second ends the process.
pub fn stop_at_ctrl_c() -> StopSignal {
    let stop = StopSignal::new();
    let thread_stop = stop.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        // Without a runtime nothing handles Ctrl-C, so the first one ends the process.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            thread_stop.stop();
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(INTERRUPTED.into());
            }
        });
    });
    stop
}

/// Turns a write beyond the limit of a file's size into an error, as on a full disk. By default a Unix ends the process.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() {
        use tokio::signal::unix::{SignalKind, signal};
        let _guard = runtime.enter();
        // The handler stays installed although nothing listens to it, so the signal does not end the process.
        let _ = signal(SignalKind::from_raw(libc::SIGXFSZ));
    }
}
