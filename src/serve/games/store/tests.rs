use super::*;
use crate::chess::Color;
use crate::serve::error::ApiError;
use std::fs;

fn with_store(name: &str, test: impl FnOnce(&Store)) {
    let folder = std::env::temp_dir().join(format!("continuum-store-{name}-{}", std::process::id()));
    let store = Store::open(&folder).expect("opens");
    test(&store);
    drop(store);
    fs::remove_dir_all(&folder).expect("removed");
}

fn game(id: &str) -> StoredGame {
    StoredGame {
        id: id.to_owned(),
        title: "t".repeat(3000),
        variant: String::new(),
        start: String::new(),
        keys: [Secret::random().expect("random"), Secret::random().expect("random")],
        opponent: None,
        ended: None,
        clock: None,
        next: None,
        offer: None,
        ply: 0,
        moves: Vec::new(),
    }
}

/// What makes each version from the one after it: 3, 2 and 1.
const BACK: [&str; 3] = [
    "ALTER TABLE game DROP COLUMN offer; PRAGMA user_version = 3",
    "ALTER TABLE game DROP COLUMN next; ALTER TABLE game DROP COLUMN clock;
     ALTER TABLE game RENAME COLUMN ended TO resigned; UPDATE game SET resigned = 'white'; PRAGMA user_version = 2",
    "ALTER TABLE game DROP COLUMN opponent; PRAGMA user_version = 1",
];

#[test]
fn a_file_of_each_earlier_version_is_played_on() {
    for steps in 1..=BACK.len() {
        let name = format!("continuum-store-old-{steps}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let old = StoredGame { ended: Some(Ending::Resigned(Color::White)), ..game("aaaaaaaaaa") };
        Store::open(&folder).and_then(|store| store.create(&old)).expect("made");
        let connection = Connection::open(folder.join("games.sqlite")).expect("opens");
        for back in &BACK[..steps] {
            connection.execute_batch(back).expect("as it was");
        }
        drop(connection);
        let store = Store::open(&folder).expect("opens");
        let kept = store.load("aaaaaaaaaa").expect("reads").expect("there");
        assert_eq!((kept.title, kept.opponent, kept.ended), (old.title, None, old.ended), "{steps}");
        store.add_move("aaaaaaaaaa", 0, "Pe 90 1", None, None).expect("it is played on");
        drop(store);
        fs::remove_dir_all(&folder).expect("removed");
    }
}

#[test]
fn a_change_of_a_game_that_is_gone_is_an_error() {
    with_store("gone", |store| {
        let resigned = store.set_state("nosuchgame", &Standing { ply: 1, ended: None, clock: None });
        assert!(matches!(resigned, Err(StoreError::Gone)), "{resigned:?}");
        let moved = store.add_move("nosuchgame", 0, "Pe 90 1", None, None);
        assert!(matches!(moved, Err(StoreError::Gone)), "{moved:?}");
    });
}

/// SQLite answers alike for a full disk and for a file that has reached its greatest number of pages.
#[test]
fn a_full_disk_refuses_the_change_and_takes_it_when_there_is_room() {
    with_store("full", |store| {
        store.create(&game("aaaaaaaaaa")).expect("there is room");
        store.lock().pragma_update(None, "max_page_count", 6).expect("set");
        let mut count = 1;
        let refused = loop {
            match store.create(&game(&format!("game{count:06}"))) {
                Ok(()) => count += 1,
                Err(e) => break e,
            }
            assert!(count < 100, "it is full at some time");
        };
        assert!(matches!(refused, StoreError::Full), "{refused:?}");
        assert_eq!(ApiError::from(refused).reason, "disk");
        assert_eq!(store.count().expect("reads"), count);
        store.lock().pragma_update(None, "max_page_count", 1000).expect("set");
        store.create(&game(&format!("game{count:06}"))).expect("there is room again");
        assert_eq!(store.count().expect("reads"), count + 1);
    });
}

#[test]
fn a_read_only_disk_refuses_the_change_and_still_shows_the_game() {
    with_store("read-only", |store| {
        store.create(&game("aaaaaaaaaa")).expect("writable");
        store.lock().pragma_update(None, "query_only", true).expect("set");
        let moved = store.add_move("aaaaaaaaaa", 0, "Pe 90 1", None, None);
        assert!(matches!(moved, Err(StoreError::ReadOnly)), "{moved:?}");
        let kept = store.load("aaaaaaaaaa").expect("reads").expect("there");
        assert_eq!(kept.moves.len(), 0);
        store.lock().pragma_update(None, "query_only", false).expect("set");
        store.add_move("aaaaaaaaaa", 0, "Pe 90 1", None, None).expect("writable again");
    });
}
