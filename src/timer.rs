//! The time that a computation takes. This is the one place that knows of systems without a clock.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
type Begun = std::time::Instant;

/// WebAssembly by itself has no clock.
#[cfg(target_family = "wasm")]
type Begun = ();

/// Whether this system has a clock.
pub(crate) const HAS_CLOCK: bool = cfg!(not(target_family = "wasm"));

/// The beginning of a computation.
///
/// On a system without a clock no time passes: limits of positions and work end computations there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timer(Begun);

impl Timer {
    /// Returns a timer that begins now.
    pub fn start() -> Timer {
        #[cfg(not(target_family = "wasm"))]
        return Timer(std::time::Instant::now());
        #[cfg(target_family = "wasm")]
        return Timer(());
    }

    /// Returns the time since the beginning; zero without a clock.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.0.elapsed();
        #[cfg(target_family = "wasm")]
        return Duration::ZERO;
    }

    /// Returns the seconds since the beginning; zero without a clock.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}
