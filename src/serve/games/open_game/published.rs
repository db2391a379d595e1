//! The state of a game as visitors get it after each change, and the entry of a game in a list of games.

use super::{Inner, OpenGame};
use crate::answers::games::{KeeperFacts, StateView};
use crate::answers::view;
use crate::arbiter::Opponent;
use crate::chess::Color;
use crate::serve::games::time::now;
use serde::Serialize;
use std::sync::Arc;

/// The entry of a game in a list of games.
#[derive(Serialize)]
pub struct Brief {
    game: String,
    title: String,
    variant: String,
    turn: Color,
    #[serde(rename = "over")]
    is_over: bool,
    plies: usize,
    /// The last move, whose numbers are cut to three decimals.
    #[serde(rename = "last")]
    last_move: Option<String>,
    opponent: Option<Opponent>,
}

#[derive(Clone)]
pub(super) struct MoveLine {
    /// The number of the first state that has this line.
    since_version: u64,
    text: Arc<str>,
}

/// A state of a game as visitors get it.
#[derive(Default)]
pub struct Published {
    /// The number of the state. Later states have greater numbers.
    pub version: u64,
    /// The state without the moves, as JSON.
    state: String,
    moves: Vec<MoveLine>,
}

impl Published {
    /// Returns the message for a visitor whose last state has this version; 0 stands for no state. The message has the moves that are
    /// new to the visitor, and the index of the first of them as `from`.
    ///
    /// The list of moves grows and shrinks only at its end. So a line that is not newer than the visitor's state is in that state,
    /// with all lines above it.
    pub fn message_after(&self, version: u64) -> String {
        let from = self.moves.partition_point(|line| line.since_version <= version);
        let new_lines: Vec<&str> = self.moves[from..].iter().map(|line| line.text.as_ref()).collect();
        let state = self.state.strip_suffix('}').unwrap_or_default();
        format!("{state},\"from\":{from},\"moves\":[{}]}}", new_lines.join(","))
    }
}

impl OpenGame {
    pub fn brief(&self) -> Brief {
        let inner = self.lock();
        let game = inner.arbiter.game();
        let plies = game.plies().len();
        let last_index = plies.checked_sub(1);
        let last_line = last_index.and_then(|index| view::move_in_list(game, index, None));
        Brief {
            game: self.id.clone(),
            title: self.title.clone(),
            variant: game.start().variant().spec().name.clone(),
            turn: game.position().turn(),
            is_over: inner.arbiter.is_over(),
            plies,
            last_move: last_line.map(|line| line.short),
            opponent: inner.arbiter.opponent(),
        }
    }

    pub(super) fn publish(&self, inner: &mut Inner) {
        inner.list_moves();
        inner.version += 1;
        let facts = KeeperFacts {
            version: inner.version,
            taken: inner.keys.taken(),
            is_thinking: inner.move_search.is_some(),
        };
        let state = StateView::of(&inner.arbiter, &inner.summary, facts, now());
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
            let check = (index + 1 == plies).then_some(self.summary.check);
            let line = view::move_in_list(game, index, check);
            if let Some(text) = line.and_then(|line| serde_json::to_string(&line).ok()) {
                self.moves.push(MoveLine { since_version: self.version + 1, text: text.into() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// A reader, with the version of its last state and its list of moves.
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

    /// Tries every sequence of a number of changes. A change takes moves back and makes moves, and the reader gets its state or not.
    fn try_all(changes: u64, version: u64, moves: &[MoveLine], reader: &Reader) {
        if changes == 0 {
            return;
        }
        let line = |n| MoveLine { since_version: version, text: format!("{version}{n}").into() };
        for (taken_back, made) in [(0, 0), (0, 2), (1, 0), (1, 1), (3, 2)] {
            let mut moves = moves[..moves.len().saturating_sub(taken_back)].to_vec();
            moves.extend((0..made).map(line));
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
