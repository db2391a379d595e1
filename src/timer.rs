//! Timers of computations. Systems without a clock are treated here.

use std::time::Duration;

/// Whether this system has a clock. WebAssembly has none.
pub(crate) const HAS_CLOCK: bool = cfg!(not(target_family = "wasm"));

/// A timer that runs from its creation.
///
/// On a system without a clock no time passes. There limits of positions and work end computations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timer {
    #[cfg(not(target_family = "wasm"))]
    begun: std::time::Instant,
}

impl Timer {
    /// Returns a timer that begins now.
    pub fn start() -> Timer {
        Timer {
            #[cfg(not(target_family = "wasm"))]
            begun: std::time::Instant::now(),
        }
    }

    /// Returns the time since the beginning; 0 without a clock.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.begun.elapsed();
        #[cfg(target_family = "wasm")]
        return Duration::ZERO;
    }

    /// Returns the seconds since the beginning; 0 without a clock.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}
