//! How far a piece may go before the landings of a leap to any place leave a gap on a king's way.

use super::survey::Survey;
use super::threat::Threat;
use super::window::Window;
use crate::geom::Path;
use crate::plane::lanes::{Gaps, Landing, Moving};
use crate::plane::position::{PieceId, Position};

/// So many places of the way are looked at, and so often what lies between is made a third narrower.
const LOOKS: u32 = 32;
const NARROWED: u32 = 12;

/// How far the `mover` may go before a leap to any place, of a piece for which `counts` holds, takes other parts of the first
/// `length` of a path of the survey's king: before two of the parts become one, or one becomes two. Infinite without such leaps.
pub fn gaps_stay_within(
    survey: &Survey<'_>,
    (path, length): (&Path, f64),
    mover: PieceId,
    counts: impl Fn(PieceId) -> bool,
) -> f64 {
    let position = survey.position;
    let window = Window::along(&position.rules().board, path, length);
    let near = survey.threats_near(length, &window, &[]);
    let landings = near.iter().filter(|threat| counts(threat.attacker));
    let landings = landings.filter_map(|threat| Some((threat, threat.landing()?)));
    let room = landings.map(|(threat, landing)| {
        let piece = match threat.attacker == mover {
            true => Moving::Leaper,
            false if threat.minds(mover) => Moving::Friend(mover),
            // The mover is far off, and nothing more is known.
            false => return far_off(position, mover, landing),
        };
        Way { threat, path, length, window: &window, gaps: Gaps::new(landing, piece) }.room()
    });
    room.fold(f64::INFINITY, f64::min)
}

/// How far the mover may go before a friend's leap has to mind it.
fn far_off(position: &Position, mover: PieceId, landing: &Landing) -> f64 {
    let (board, from) = (&position.rules().board, landing.from());
    let clear = landing.range() + position.extent(mover).reach().max(landing.radius());
    let most = clear + board.diagonal();
    let seen = board.images_about(from, most);
    let off = seen.iter().map(|image| image.place(position.piece(mover).at).distance(from));
    (off.fold(most, f64::min) - clear).max(0.0)
}

/// A way under the landings of a leap.
struct Way<'t, 'a> {
    threat: &'t Threat<'a>,
    path: &'t Path,
    length: f64,
    window: &'t Window,
    gaps: Gaps<'t>,
}

impl Way<'_, '_> {
    fn room(&self) -> f64 {
        let at = |i: u32| self.length * f64::from(i) / f64::from(LOOKS);
        let looks: Vec<f64> = (0..=LOOKS).map(|i| self.room_at(at(i))).collect();
        let mut least = looks.iter().copied().fold(f64::INFINITY, f64::min);
        for i in 1..LOOKS as usize {
            if looks[i] <= looks[i - 1] && looks[i] <= looks[i + 1] && looks[i].is_finite() {
                least = least.min(self.least_between(at(i as u32 - 1), at(i as u32 + 1)));
            }
        }
        let still = self.threat.seen_in(self.window, self.gaps.still_ends());
        let trace = self.path.trace();
        let crossed = still.iter().flat_map(|curve| trace.crossings(curve, 0.0, self.length));
        crossed.map(|d| self.room_at(d)).fold(least, f64::min)
    }

    fn room_at(&self, d: f64) -> f64 {
        let seen = self.threat.seen(self.path.at(d));
        let room = self.gaps.room_at(&seen);
        room.max(self.gaps.covered_within(&seen))
    }

    /// The least room between two distances, if it falls and then rises.
    fn least_between(&self, mut from: f64, mut to: f64) -> f64 {
        for _ in 0..NARROWED {
            let (low, high) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
            if self.room_at(low) < self.room_at(high) { to = high } else { from = low }
        }
        self.room_at(from.midpoint(to))
    }
}
