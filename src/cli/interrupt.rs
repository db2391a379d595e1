//! Signals. The first Ctrl-C ends what is being done in good order, the second the process.

/// The exit status of a process that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

/// Calls `end` at the first Ctrl-C, so that what was found is told, and ends the process at the second.
pub fn on_ctrl_c(end: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        // Without a handler the process simply ends.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                end();
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(INTERRUPTED.into());
                }
            }
        });
    });
}

/// Has a file that grows beyond what the system allows be refused, as on a full disk; without this the process would end.
#[cfg(unix)]
pub fn refuse_large_files() {
    use tokio::signal::unix::{SignalKind, signal};
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() {
        let _guard = runtime.enter();
        // A signal that has once been listened to no longer ends the process, whoever listens then.
        let _ = signal(SignalKind::from_raw(libc::SIGXFSZ));
    }
}

/// Other systems refuse such a file by themselves.
#[cfg(not(unix))]
pub fn refuse_large_files() {}
