//! Killed at any moment, nothing that was acknowledged is lost.

use crate::server::{Folder, Made, Server};
use crate::visitor::Visitor;
use serde_json::json;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn killed_in_mid_game_nothing_is_lost() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = server.make(&json!({}));
    let mut acknowledged = 0;
    for round in 0..5 {
        let mut visitor = Visitor::both(&server, &made);
        // At most the one move in flight may be there beyond what was acknowledged.
        assert!((acknowledged..=acknowledged + 1).contains(&visitor.plies()), "round {round}");
        acknowledged = visitor.plies();
        let mut killer = None;
        for n in 0..200 {
            if n == 3 {
                let id = server.child.id().to_string();
                killer = Some(std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(7 * round));
                    let killed = Command::new("kill").args(["-9", &id]).stderr(Stdio::null()).status();
                    assert!(killed.is_ok_and(|status| status.success()));
                }));
            }
            // Knights out and home again, so that any number of moves is legal until the draw.
            let side = if acknowledged % 2 == 0 { "Nb" } else { "nb" };
            let back = (acknowledged / 2) % 2 == 1;
            let text = if back {
                format!("{side} 296.56505117707799 0.{}", 2 + round)
            } else {
                format!("{side} 116.56505117707799 0.{}", 2 + round)
            };
            let ask = json!({ "do": "move", "text": text, "ply": acknowledged });
            match visitor.ask(ask) {
                Ok(_) => acknowledged += 1,
                Err(reason) if killer.is_some() && reason != "turn" && reason != "blocked" => break,
                Err(reason) => {
                    // Drawn by repetition or off the board: the killing goes on all the same.
                    assert!(["turn", "edge", "friend"].contains(&reason.as_str()), "{reason}");
                }
            }
        }
        if let Some(killer) = killer {
            killer.join().expect("killed");
        }
        server.kill();
        server = Server::start(&folder.0);
    }
}

#[test]
fn what_was_taken_back_and_resigned_is_kept_too() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = server.make(&json!({}));
    let mut visitor = Visitor::both(&server, &made);
    for text in ["Pe 90 1", "pe 90 1", "Pd 90 1"] {
        visitor.play(text).expect("legal");
    }
    visitor.ask(json!({ "do": "undo" })).expect("undone");
    visitor.ask(json!({ "do": "resign" })).expect("resigned");
    server.kill();
    let server = Server::start(&folder.0);
    let visitor = Visitor::both(&server, &made);
    assert_eq!((visitor.plies(), visitor.state["undone"].as_u64()), (2, Some(1)));
    assert_eq!(visitor.state["ended"]["winner"], "black");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new();
    let _first = Server::start(&folder.0);
    let second = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder.0)
        .output()
        .expect("runs");
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("is in use"), "{said}");
}

/// As full as it may be, with games that nobody has opened for long.
#[test]
fn a_full_server_keeps_a_game_that_somebody_has_open() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let (open, shut) = (server.make(&json!({})), server.make(&json!({})));
    Visitor::both(&server, &shut).play("Pe 90 1").expect("legal");
    server.kill();
    let games = rusqlite::Connection::open(folder.0.join("games.sqlite")).expect("the file of games");
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        INSERT INTO game SELECT printf('old%d', i), '', '', '', '', '', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, i FROM n;
        UPDATE game SET opened = 0 WHERE opened > 100000;";
    games.execute_batch(fill).expect("filled");
    drop(games);
    let mut server = Server::start(&folder.0);
    let mut visitor = Visitor::both(&server, &open);
    server.make(&json!({}));
    let (status, _) = server.ask("GET", &format!("/api/games/{}", shut.game), "");
    assert_eq!(status, 404, "one that nobody has open makes room, though it was begun");
    visitor.play("Pe 90 1").expect("it can be played on");
    visitor.ask(json!({ "do": "resign" })).expect("resigned");
    visitor.ask(json!({ "do": "rematch" })).expect("there is room for the rematch too");
    server.kill();
    let games = rusqlite::Connection::open(folder.0.join("games.sqlite")).expect("the file of games");
    let (stored, oldest): (i64, i64) = games
        .query_row("SELECT count(*), min(opened) FROM game", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .expect("numbers");
    assert_eq!(
        (stored, oldest),
        (100_000, 4),
        "of the two beyond the limit and two for new games, one is `shut`"
    );
    // All but one were opened within three days.
    let recent = "UPDATE game SET opened = unixepoch() - 3 * 24 * 60 * 60 - 10 + 1000 * (opened > 4)";
    games.execute_batch(recent).expect("as if it were so");
    drop(games);
    let server = Server::start(&folder.0);
    let visitor = Visitor::both(&server, &open);
    assert_eq!((visitor.plies(), visitor.state["ended"]["side"].as_str()), (1, Some("black")));
    server.make(&json!({}));
    let (status, answer) = server.ask("POST", "/api/games", "{}");
    assert!(status == 503 && answer.contains("within 3 days"), "{answer}");
}

/// The server's file size is limited as by a full disk, and lifted while it runs.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_move_is_refused_and_play_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -S -f 200; exec \"$0\" serve --port 0 --data \"$1\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_continuum")]).arg(&folder.0);
    let mut server = Server::of(command);
    let made = server.make(&json!({}));
    let mut visitor = Visitor::both(&server, &made);
    let moves: Vec<String> = ["a", "b", "c", "d", "e", "f", "g", "h"]
        .iter()
        .flat_map(|file| [format!("P{file} 90 0.1"), format!("p{file} 90 0.1")])
        .cycle()
        .take(160)
        .collect();
    let mut plies = 0;
    let refused = loop {
        match visitor.ask(json!({ "do": "move", "text": moves[plies], "ply": plies })) {
            Ok(_) => plies += 1,
            Err(reason) => break reason,
        }
    };
    assert_eq!(refused, "disk", "after {plies} moves");
    assert!(plies > 0);
    // It is refused again, and the game still stands where it stood.
    let again = json!({ "do": "move", "text": moves[plies], "ply": plies });
    assert_eq!(visitor.ask(again.clone()), Err("disk".to_owned()));
    assert_eq!(Visitor::both(&server, &made).plies(), plies);
    let limit = format!("--pid={}", server.child.id());
    let lifted = Command::new("prlimit").args([&limit, "--fsize=unlimited:"]).status();
    assert!(lifted.is_ok_and(|status| status.success()), "prlimit of util-linux lifts the limit");
    visitor.ask(again).expect("there is room again");
    server.kill();
    let server = Server::start(&folder.0);
    assert_eq!(Visitor::both(&server, &made).plies(), plies + 1);
}

/// Exit status and message of a server that does not start.
fn refused(folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder)
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_damaged_games_file_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    for _ in 0..40 {
        server.make(&json!({}));
    }
    server.kill();
    let file = folder.0.join("games.sqlite");
    let journal = folder.0.join("games.sqlite-wal");
    // Everything goes from the journal to the file.
    let games = rusqlite::Connection::open(&file).expect("the file of games");
    games.pragma_update(None, "journal_mode", "DELETE").expect("set");
    drop(games);
    let sound = std::fs::read(&file).expect("reads");
    assert!(sound.len() > 16_000 && !journal.exists());
    let mut scrambled = sound.clone();
    scrambled[8192..8400].fill(0xa5);
    let cases = [
        ("empty", Vec::new(), "it is empty"),
        ("cut short", sound[..sound.len() / 2].to_vec(), "damaged"),
        ("scrambled", scrambled, "damaged"),
        ("a text", b"these are no games".repeat(100), "this is no file of games"),
    ];
    for (name, bytes, cause) in cases {
        std::fs::write(&file, &bytes).expect("written");
        let said = refused(&folder.0);
        assert!(said.contains(cause) && said.contains("--data"), "{name}: {said}");
        assert!(said.contains(&file.display().to_string()), "{name}: {said}");
        assert_eq!(std::fs::read(&file).expect("reads"), bytes, "{name}: it was changed");
    }
    // Another program's database, and those of other versions.
    for (script, cause) in [
        ("CREATE TABLE other (a)", "no file of games"),
        ("PRAGMA user_version = 5", "another version"),
        ("PRAGMA user_version = 7", "another version"),
    ] {
        std::fs::remove_file(&file).expect("removed");
        rusqlite::Connection::open(&file).expect("made").execute_batch(script).expect("runs");
        let said = refused(&folder.0);
        assert!(said.contains(cause), "{said}");
    }
    // The file is gone, and its journal is there.
    std::fs::remove_file(&file).expect("removed");
    std::fs::write(&journal, b"moves").expect("written");
    let said = refused(&folder.0);
    assert!(said.contains("is missing, but its journal"), "{said}");
    assert!(!file.exists(), "nothing is made in its place");
    // Put back, it is played on.
    std::fs::remove_file(&journal).expect("removed");
    std::fs::write(&file, &sound).expect("written");
    Server::start(&folder.0);
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_games_and_the_file_holds_no_secret() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let data = folder.0.join("games");
    let mut server = Server::start(&data);
    let made = server.make(&json!({}));
    Visitor::both(&server, &made).play("Pe 90 1").expect("legal");
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let names = std::fs::read_dir(&data).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<_> = names.collect();
    assert!(files.len() >= 2, "{files:?}");
    for file in &files {
        assert_eq!(mode(file), 0o600, "{}", file.display());
        let bytes = std::fs::read(file).expect("reads");
        for secret in [&made.white, &made.black] {
            assert!(!bytes.windows(32).any(|part| part == secret.as_bytes()), "{}", file.display());
        }
    }
    // A file that others could read is closed to them.
    server.kill();
    std::fs::set_permissions(data.join("games.sqlite"), std::fs::Permissions::from_mode(0o644)).expect("set");
    let server = Server::start(&data);
    assert_eq!(mode(&data.join("games.sqlite")), 0o600);
    assert_eq!(Visitor::both(&server, &made).plies(), 1);
}

#[test]
fn a_game_that_is_not_as_it_was_stored_is_shown_as_damaged_and_the_others_go_on() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let (spoiled, sound) = (server.make(&json!({})), server.make(&json!({})));
    for made in [&spoiled, &sound] {
        let mut visitor = Visitor::both(&server, made);
        ["Pe 90 1", "pe 90 1", "Pd 90 1"].iter().for_each(|text| visitor.play(text).expect("legal"));
    }
    for (damage, mend) in [
        ("UPDATE move SET text = 'Pe 90 2' WHERE ply = 0", "UPDATE move SET text = 'Pe 90 1' WHERE ply = 0"),
        ("UPDATE move SET ply = 7 WHERE ply = 2", "UPDATE move SET ply = 2 WHERE ply = 7"),
        ("UPDATE game SET ply = 2 WHERE ply = 3", "UPDATE game SET ply = 3 WHERE ply = 2"),
        ("UPDATE game SET ended = 'agreed' WHERE ply", "UPDATE game SET ended = NULL WHERE ply"),
        ("UPDATE game SET id = 'cccccccccc' WHERE ply", "UPDATE game SET id = 'NAME' WHERE ply"),
    ] {
        for change in [damage, mend] {
            server.kill();
            let games = rusqlite::Connection::open(folder.0.join("games.sqlite")).expect("the file of games");
            games.pragma_update(None, "foreign_keys", false).expect("set");
            let column = if change.contains("move") { "game" } else { "id" };
            let change = change.replace("NAME", &spoiled.game);
            let change = format!("{change} AND {column} IN ('{}', 'cccccccccc')", spoiled.game);
            assert!(games.execute(&change, []).expect(&change) > 0);
            drop(games);
            server = Server::start(&folder.0);
            let (status, text) = server.ask("GET", &format!("/api/games/{}", spoiled.game), "");
            let is_told = status == 500 && text.contains("\"damaged\"");
            assert_eq!(
                (is_told, status == 200),
                if change.starts_with(damage) { (true, false) } else { (false, true) },
                "{change}: {text}"
            );
            assert_eq!(Visitor::both(&server, &sound).plies(), 3);
        }
    }
}

/// A server whose games are looked at after its file was damaged: whether the damage was told, or did no harm.
fn is_told_or_harmless(folder: &Path, file: &Path, bytes: &[u8], games: &[Made], moves: usize) -> bool {
    std::fs::write(file, bytes).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = output.expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped"))
        .read_line(&mut line)
        .expect("it says its address, or ends");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let whole = |made: &Made| match Visitor::at(&address, &made.game, &[&made.white, &made.black]) {
        Ok(visitor) => visitor.plies() == moves,
        Err(_) => {
            let path = format!("/api/games/{}", made.game);
            Server::try_ask(&address, "GET", &path, "")
                .is_ok_and(|(status, text)| status == 500 && text.contains("damaged"))
        }
    };
    let fine = address.is_empty() || games.iter().all(whole);
    child.kill().expect("killed");
    child.wait().expect("gone");
    fine
}

/// Bits are turned one at a time in the file, and in its journal as a kill leaves it.
#[test]
#[cfg_attr(debug_assertions, ignore = "optimized builds run it: it starts two hundred servers")]
fn no_damage_is_served_as_a_game() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let games: Vec<Made> = (0..4).map(|_| server.make(&json!({}))).collect();
    let texts: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .flat_map(|file| [format!("P{file} 90 0.5"), format!("p{file} 90 0.5")])
        .collect();
    for made in &games {
        let mut visitor = Visitor::both(&server, made);
        texts.iter().for_each(|text| visitor.play(text).expect("legal"));
    }
    server.kill();
    let (file, journal) = (folder.0.join("games.sqlite"), folder.0.join("games.sqlite-wal"));
    let (kept, log) = (std::fs::read(&file).expect("reads"), std::fs::read(&journal).expect("a journal"));
    let mut missed = Vec::new();
    for n in 0..100 {
        let mut damaged = log.clone();
        // The last frame may be one that a crash cut short: nothing stands behind it.
        let at = (n * 7919 + 13) * 31 % (log.len() - 5000);
        damaged[at] ^= 1 << (n % 8);
        std::fs::write(&file, &kept).expect("written");
        if !is_told_or_harmless(&folder.0, &journal, &damaged, &games, texts.len()) {
            missed.push(format!("journal {at}"));
        }
    }
    std::fs::write(&file, &kept).expect("written");
    std::fs::write(&journal, &log).expect("written");
    rusqlite::Connection::open(&file)
        .and_then(|games| games.pragma_update(None, "journal_mode", "DELETE"))
        .expect("one file");
    let kept = std::fs::read(&file).expect("reads");
    for n in 0..100 {
        let mut damaged = kept.clone();
        let at = (n * 7919 + 13) * 31 % kept.len();
        damaged[at] ^= 1 << (n % 8);
        let _ = std::fs::remove_file(&journal);
        if !is_told_or_harmless(&folder.0, &file, &damaged, &games, texts.len()) {
            missed.push(format!("file {at}"));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
