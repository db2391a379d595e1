//! `continuum match` as a process: what it writes, how it goes on, what it refuses.

use continuum::chess::Draws;
use continuum::game::{Pgn, Prepared, Record};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("continuum-match-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn continuum(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
    command.args(arguments).output().expect("the program runs")
}

fn play(variant: &str, games: &str, file: &Path, more: &[&str]) -> Output {
    let file = file.to_str().expect("UTF-8");
    let players = ["match", "--variant", variant, "--a", "greedy", "--b", "random"];
    let bounds = ["--games", games, "--json", "--out", file];
    let short = ["--max-plies", "12"];
    let more = if more.contains(&"--max-plies") { more.to_vec() } else { [&short[..], more].concat() };
    continuum(&[&players[..], &bounds[..], &more[..]].concat())
}

/// Returns the line of a game with another value of a member.
fn with_member(line: &str, name: &str, value: impl Into<Value>) -> String {
    let mut game: Value = serde_json::from_str(line).expect("JSON");
    game[name] = value.into();
    game.to_string()
}

fn summary(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_match_that_goes_on_is_the_match_that_was_not_stopped() {
    let folder = folder("goes-on");
    for variant in ["continuous", "orthodox"] {
        let (whole, stopped) = (folder.join(format!("{variant}.jsonl")), folder.join("stopped.jsonl"));
        let all = summary(&play(variant, "4", &whole, &["--jobs", "2"]));
        let text = fs::read_to_string(&whole).expect("written");
        assert_eq!(text.lines().count(), 4);
        let two: String = text.split_inclusive('\n').take(2).collect();
        fs::write(&stopped, two).expect("written");
        assert_eq!(summary(&play(variant, "4", &stopped, &["--jobs", "1"])), all, "{variant}");
        assert_eq!(fs::read_to_string(&stopped).expect("written"), text, "{variant}");
    }
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn results_are_counted_for_the_first_player_and_every_game_plays_again() {
    let folder = folder("counted");
    let file = folder.join("games.jsonl");
    let found = summary(&play("orthodox", "8", &file, &["--max-plies", "200"]));
    let text = fs::read_to_string(&file).expect("written");
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        match (game["result"].as_str().expect("a result"), game["white"] == "greedy") {
            ("1-0", true) | ("0-1", false) => wins += 1,
            ("1/2-1/2", _) => draws += 1,
            _ => losses += 1,
        }
    }
    assert_eq!(
        (&found["wins"], &found["draws"], &found["losses"]),
        (&wins.into(), &draws.into(), &losses.into())
    );
    assert_eq!(found["score"], (f64::from(wins) + 0.5 * f64::from(draws)) / 8.0);
    let run = continuum(&["run", file.to_str().expect("UTF-8")]);
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success() && printed.ends_with("8 passed, 0 failed\n"), "{printed}");
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn an_empty_file_is_that_of_a_new_match() {
    let folder = folder("empty");
    let (new, empty) = (folder.join("new.jsonl"), folder.join("empty.jsonl"));
    fs::write(&empty, "").expect("written");
    assert_eq!(summary(&play("orthodox", "2", &empty, &[])), summary(&play("orthodox", "2", &new, &[])));
    assert_eq!(fs::read(&empty).expect("written"), fs::read(&new).expect("written"));
    fs::remove_dir_all(&folder).expect("removed");
}

/// Games that `--out` holds already are written too, and `run` writes those of a file that is there.
#[test]
fn games_are_written_as_pgn() {
    let folder = folder("pgn");
    for variant in ["orthodox", "continuous"] {
        let [games, pgn, again] =
            ["games.jsonl", "games.pgn", "again.pgn"].map(|name| folder.join(format!("{variant}-{name}")));
        let paths = [&games, &pgn, &again].map(|path| path.to_str().expect("UTF-8"));
        summary(&play(variant, "2", &games, &[]));
        let all = fs::read_to_string(&games).expect("written");
        let first = all.lines().next().expect("a game").to_owned() + "\n";
        fs::write(&games, first).expect("written");
        summary(&play(variant, "2", &games, &["--pgn", paths[1]]));
        let written = fs::read_to_string(&pgn).expect("written");
        let read = Pgn::read_all(&written).expect("PGN");
        assert_eq!(read.len(), 2, "{written}");
        for (game, line) in read.iter().zip(all.lines()) {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let tags =
                ["Round", "White", "Black", "Result", "Termination"].map(|tag| game.tag(tag).expect(tag));
            let told =
                ["white", "black", "result", "reason"].map(|member| record[member].as_str().expect("a text"));
            assert_eq!(tags[1..], told);
            assert_eq!(tags[0], record["game"].to_string());
            let record: Record = serde_json::from_str(line).expect("a record");
            let prepared = Prepared::preset(variant).expect("a preset");
            let replayed = record.replay(&prepared, Draws::Unclaimed).expect("legal");
            assert_eq!(game.play().expect("legal").position(), replayed.position(), "{variant}");
        }
        let run = continuum(&["run", "--quiet", paths[0], "--pgn", paths[2]]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(fs::read_to_string(&again).expect("written"), written);
        let run = continuum(&["run", "--quiet", paths[1], "--pgn", paths[2]]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(fs::read_to_string(&again).expect("written"), written, "what is read is written again");
    }
    fs::remove_dir_all(&folder).expect("removed");
}

/// Both games of the only pair are drawn after a ply, so the scores of pairs have no variance.
#[test]
fn a_test_without_variance_says_what_it_lacks() {
    let players = ["match", "--variant", "orthodox", "--a", "random", "--b", "random", "--games", "2"];
    let printed = continuum(&[&players[..], &["--max-plies", "1", "--sprt", "0,30"]].concat());
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(printed.contains("\nno LLR: it needs pairs of games with different scores"), "{printed}");
}

#[test]
fn a_broken_line_is_refused_and_the_file_stays() {
    let folder = folder("broken");
    let file = folder.join("games.jsonl");
    summary(&play("orthodox", "4", &file, &[]));
    let good = fs::read_to_string(&file).expect("written");
    let second = |with: &dyn Fn(&str) -> String| -> String {
        let lines = good.lines().enumerate();
        lines.map(|(i, line)| if i == 1 { with(line) } else { line.to_owned() } + "\n").collect()
    };
    let cases = [
        (second(&|line| line[..line.len() / 2].to_owned()), ": no game: EOF while parsing"),
        (
            second(&|line| line.replace("\"black\":\"greedy\"", "\"black\":\"level=3\"")),
            ":2:1: this game is of another match",
        ),
        (second(&|line| line.replacen("\"moves\":[\"", "\"moves\":[\"a1a8\",\"", 1)), ":2:1: move 1, `a1a8`"),
        (second(&|line| with_member(line, "reason", "nonsense")), "`reason` is `nonsense`, here it would be"),
        (second(&|line| with_member(line, "reason", "illegal move")), "here it would be"),
        (
            second(&|line| {
                let game: Value = serde_json::from_str(line).expect("JSON");
                with_member(line, "moves", serde_json::json!([game["moves"][0]]))
            }),
            "`moves` end before the game is over",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&file, &text).expect("written");
        let output = play("orthodox", "4", &file, &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(expected) && told.contains("nothing was changed"), "{told}");
        assert_eq!(fs::read_to_string(&file).expect("there"), text);
    }
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn openings_come_from_a_file_and_what_is_wrong_in_it_is_told() {
    let folder = folder("openings");
    let (openings, games) = (folder.join("openings.txt"), folder.join("games.jsonl"));
    let position = "Ke@4.5,0.5' Qd@4,1' ke@4.5,7.5' pa@4,5.25' ; w";
    fs::write(&openings, format!("# one\n\n{position}\n")).expect("written");
    let named = ["--openings", openings.to_str().expect("UTF-8")];
    summary(&play("continuous", "2", &games, &named));
    for line in fs::read_to_string(&games).expect("written").lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(game["start"], "Ke@4.5,0.5' Qd@4,1' ke@4.5,7.5' pa@4,5.25' ; w ; 0 1");
    }
    fs::write(&openings, format!("{position}\nKe@9,1 ; w\n")).expect("written");
    let output = play("continuous", "2", &folder.join("none.jsonl"), &named);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("openings.txt:2:"), "{told}");
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let refused = |more: &[&str]| {
        let output = continuum(&[&["match", "--a", "random"], more].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["--b", "clever", "--games", "2"]).contains("`clever` is no player"));
    assert!(refused(&["--b", "random", "--games", "3"]).contains("is not an even number"));
    let openings = ["--b", "random", "--games", "2", "--openings"];
    assert!(refused(&[&openings[..], &["random:x"]].concat()).contains("write random:PLIES"));
    let sprt = ["--b", "random", "--games", "2", "--sprt"];
    assert!(refused(&[&sprt[..], &["30,0"]].concat()).contains("the smaller first"));
    let missing = refused(&["--b", "uci:/no/such/engine", "--games", "2", "--max-plies", "4"]);
    assert!(missing.contains("cannot be started"), "{missing}");
}

#[test]
fn a_last_line_that_broke_off_is_dropped() {
    let folder = folder("torn");
    let file = folder.join("games.jsonl");
    let all = summary(&play("orthodox", "4", &file, &[]));
    let text = fs::read_to_string(&file).expect("written");
    let third: usize = text.split_inclusive('\n').take(2).map(str::len).sum::<usize>() + 40;
    fs::write(&file, &text[..third]).expect("written");
    let output = play("orthodox", "4", &file, &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("it was dropped"), "{output:?}");
    assert_eq!((summary(&output), fs::read_to_string(&file).expect("written")), (all, text));
    fs::remove_dir_all(&folder).expect("removed");
}

#[cfg(unix)]
#[test]
fn a_match_is_not_written_to_a_device() {
    let output = play("orthodox", "2", Path::new("/dev/null"), &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("name a file with --out"), "{said}");
}

/// Plays a game of one ply against another program, and returns what the match says of it.
fn one_ply_of(engine: &str) -> Output {
    let players = ["match", "--variant", "orthodox", "--a", engine, "--b", "random"];
    continuum(&[&players[..], &["--games", "2", "--max-plies", "1", "--openings", "random:0"]].concat())
}

/// `yes` writes lines without end, and `cat /dev/zero` one line without end.
#[test]
fn an_engine_that_floods_is_given_up() {
    for (engine, why) in [
        ("uci:yes", "did not answer within 10 s"),
        ("uci:cat /dev/zero", "writes a line of more than 64 KiB"),
    ] {
        let refused = one_ply_of(engine);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains(why), "{engine}: {said}");
    }
}

#[test]
fn an_engine_may_have_a_name_in_any_encoding() {
    let played = one_ply_of("uci:sh tests/data/engine-with-latin-1-name.sh");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}

#[test]
fn a_game_that_cannot_be_replayed_leaves_the_pgn_as_it_was() {
    let folder = folder("kept");
    let [bad, kept] = ["bad.pgn", "kept.pgn"].map(|name| folder.join(name));
    fs::write(&bad, "1. e5 *\n").expect("written");
    fs::write(&kept, "1. e4 *\n").expect("written");
    let paths = [&bad, &kept].map(|path| path.to_str().expect("UTF-8"));
    let run = continuum(&["run", paths[0], "--pgn", paths[1]]);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("kept.pgn: not written"));
    assert_eq!(fs::read_to_string(&kept).expect("there"), "1. e4 *\n");
    fs::remove_dir_all(&folder).expect("removed");
}

/// The name of a file need not be UTF-8, and JSON has it as far as it can be read.
#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf8_is_no_panic() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder("name");
    let file = folder.join(std::ffi::OsStr::from_bytes(b"\xff.toml"));
    fs::write(&file, "variant = \"continuous\"\nposition = \"start\"\n").expect("written");
    let run = Command::new(env!("CARGO_BIN_EXE_continuum")).arg("run").arg(&file).arg("--json").output();
    let run = run.expect("the program runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    fs::remove_dir_all(&folder).expect("removed");
}
