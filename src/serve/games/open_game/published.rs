//! The state of a game as visitors get it after each change, with the moves that are new to the visitor; its line in a list.

use super::{Inner, OpenGame};
use crate::answers::games::StateView;
use crate::answers::view;
use crate::arbiter::Opponent;
use crate::chess::Color;
use crate::serve::games::time::now;
use serde::Serialize;
use std::sync::Arc;

/// A game in a list of games.
#[derive(Serialize)]
pub struct Brief {
    game: String,
    title: String,
    variant: String,
    turn: Color,
    over: bool,
    plies: usize,
    /// The last move, with numbers cut to three decimals.
    last: Option<String>,
    opponent: Option<Opponent>,
}

/// A line of the list of moves.
#[derive(Clone)]
pub(super) struct MoveLine {
    /// The version of the first state that has this line.
    since: u64,
    /// The line as JSON.
    text: Arc<str>,
}

/// A state that was published.
#[derive(Default)]
pub struct Published {
    /// The number of the state: each later one has a greater number.
    pub version: u64,
    /// The state besides the moves, as JSON.
    state: String,
    moves: Vec<MoveLine>,
}

impl Published {
    /// Returns the message for a visitor who has the state of a version (0 for none). The message has the moves that are new to the
    /// visitor, and the number of the first of them as `from`.
    ///
    /// The list grows and shrinks at its end. So a line that is not newer than a state stands in that state too, with all lines
    /// above it.
    pub fn message_after(&self, version: u64) -> String {
        let from = self.moves.partition_point(|line| line.since <= version);
        let new: Vec<&str> = self.moves[from..].iter().map(|line| line.text.as_ref()).collect();
        let state = self.state.strip_suffix('}').unwrap_or_default();
        format!("{state},\"from\":{from},\"moves\":[{}]}}", new.join(","))
    }
}

impl OpenGame {
    /// Returns the line of the game in a list of games.
    pub fn brief(&self) -> Brief {
        let inner = self.lock();
        let game = inner.arbiter.game();
        let plies = game.plies().len();
        Brief {
            game: self.id.clone(),
            title: self.title.clone(),
            variant: game.start().variant().spec().name.clone(),
            turn: game.position().turn(),
            over: inner.arbiter.is_over(),
            plies,
            last: plies.checked_sub(1).and_then(|n| Some(view::listed(game, n, None)?.short)),
            opponent: inner.arbiter.opponent(),
        }
    }

    /// Sends every visitor the new state.
    pub(super) fn publish(&self, inner: &mut Inner) {
        inner.list_moves();
        inner.version += 1;
        let mut state = StateView::of(&inner.arbiter, &inner.seen, now());
        state.version = inner.version;
        state.taken = inner.keys.taken();
        state.thinking = inner.thought.is_some();
        let state = serde_json::to_string(&state).unwrap_or_default();
        let published = Published { version: inner.version, state, moves: inner.moves.clone() };
        self.state.send_replace(Arc::new(published));
    }
}

impl Inner {
    /// Updates the list of moves for the next state.
    pub(super) fn list_moves(&mut self) {
        let game = self.arbiter.game();
        let plies = game.plies().len();
        self.moves.truncate(plies);
        for index in self.moves.len()..plies {
            let check = (index + 1 == plies).then_some(self.seen.check);
            let line = view::listed(game, index, check);
            if let Some(text) = line.and_then(|line| serde_json::to_string(&line).ok()) {
                self.moves.push(MoveLine { since: self.version + 1, text: text.into() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The data that a reader has: the version of its last state, and the moves.
    #[derive(Clone, Default)]
    struct Reader {
        version: u64,
        moves: Vec<Value>,
    }

    impl Reader {
        /// Reads a state, which has to bring exactly the moves that are new.
        fn read(&mut self, published: &Published) {
            let message: Value = serde_json::from_str(&published.message_after(self.version)).expect("JSON");
            assert_eq!(message["legal"], serde_json::json!({}));
            let from = message["from"].as_u64().expect("a number") as usize;
            let whole: Vec<Value> =
                published.moves.iter().map(|line| line.text.parse().expect("JSON")).collect();
            let same = self.moves.iter().zip(&whole).take_while(|(known, line)| known == line).count();
            assert_eq!(from, same);
            self.moves.truncate(from);
            self.moves.extend(message["moves"].as_array().expect("a list").iter().cloned());
            assert_eq!(self.moves, whole);
            self.version = published.version;
        }
    }

    /// Tries every sequence of so many changes: moves taken back, moves made, and whether the reader gets the state.
    fn try_all(changes: u64, version: u64, moves: &[MoveLine], reader: &Reader) {
        if changes == 0 {
            return;
        }
        for (taken_back, made) in [(0, 0), (0, 2), (1, 0), (1, 1), (3, 2)] {
            let mut moves = moves[..moves.len().saturating_sub(taken_back)].to_vec();
            moves
                .extend((0..made).map(|n| MoveLine { since: version, text: format!("{version}{n}").into() }));
            try_all(changes - 1, version + 1, &moves, reader);
            let mut reader = reader.clone();
            let state = "{\"is\":\"state\",\"legal\":{}}".to_owned();
            reader.read(&Published { version, state, moves: moves.clone() });
            try_all(changes - 1, version + 1, &moves, &reader);
        }
    }

    #[test]
    fn a_reader_gets_exactly_the_moves_that_are_new_to_it() {
        try_all(4, 1, &[], &Reader::default());
    }
}
