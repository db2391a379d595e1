//! The alarms at which flags fall, for all games together.

use super::time::now;
use crate::arbiter::Moment;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

/// The runtime on which alarms wait.
#[derive(Clone)]
pub struct FlagAlarms(Handle);

/// An alarm that is set. It is cancelled when it is dropped.
pub struct Alarm {
    /// The moment at which it rings.
    pub at: Moment,
    task: AbortHandle,
}

impl FlagAlarms {
    /// Returns the runtime of this thread.
    pub fn new() -> FlagAlarms {
        FlagAlarms(Handle::current())
    }

    /// Sets an alarm. `ring` runs on a thread that may wait for the disk.
    pub fn set(&self, at: Moment, ring: impl FnOnce() + Send + 'static) -> Alarm {
        let task = self.0.spawn(async move {
            tokio::time::sleep(Duration::from_millis(at.saturating_sub(now()))).await;
            // Nobody waits for the end of the ring.
            drop(tokio::task::spawn_blocking(ring));
        });
        Alarm { at, task: task.abort_handle() }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn of_many_alarms_in_one_place_the_last_one_rings() {
        let (alarms, rings) = (FlagAlarms::new(), Arc::new(AtomicUsize::new(0)));
        let set = |at| {
            let rings = rings.clone();
            alarms.set(at, move || {
                rings.fetch_add(1, Ordering::SeqCst);
            })
        };
        let begun = now();
        let mut alarm = set(begun + 100);
        // A clock of which each move brings the flag nearer, as in a game of quick moves.
        for n in 1..26 {
            alarm = set(begun + 100 - n);
        }
        assert_eq!(alarm.at, begun + 75);
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(rings.load(Ordering::SeqCst), 1);
        drop(set(now() + 50));
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(rings.load(Ordering::SeqCst), 1, "a dropped alarm does not ring");
    }
}
