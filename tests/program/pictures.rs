//! Pictures of many scenarios at once, by the program.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(folder: &Path, scenarios: &[&str]) -> Vec<PathBuf> {
    let done = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("run")
        .args(scenarios)
        .arg("--plots")
        .arg(folder)
        .output()
        .expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut found = Vec::new();
    list(folder, &mut found);
    found.iter().map(|file| file.strip_prefix(folder).expect("inside").to_owned()).collect()
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { list(&entry, found) } else { found.push(entry) }
    }
}

#[test]
fn scenarios_of_the_same_name_get_a_picture_each() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twins");
    // Nothing is there on the first run.
    let _ = std::fs::remove_dir_all(&folder);
    let twins = ["tests/data/twins/a", "tests/data/twins/b", "./tests/data/twins/a/twin.toml"];
    let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
    assert_eq!(run(&folder, &twins), paths(&["a/twin.png", "b/twin.png"]));
    std::fs::remove_dir_all(&folder).expect("it was made");
    assert_eq!(run(&folder, &["tests/data/twins/a"]), paths(&["twin.png"]));
}

fn plot(arguments: &[&str], output: &str) -> (std::process::Output, Vec<u8>) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(output);
    let done = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("plot")
        .args(arguments)
        .args(if arguments.contains(&"--size") { &[][..] } else { &["--size", "200"] })
        .arg("-o")
        .arg(&path)
        .output()
        .expect("the program runs");
    (done, std::fs::read(&path).unwrap_or_default())
}

#[test]
fn a_position_is_drawn_without_a_scenario() {
    let positions: [&[&str]; 5] = [
        &["--legal", "Qd"],
        &["--position", "Ke@4.5,0.5 ke@4.5,7.5 ; w", "--legal", "Ke"],
        &["--variant", "circe", "--fen", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"],
        &["--variant", "ring64", "--no-names"],
        &["--set", "min_move=0.2", "--title", "-hello"],
    ];
    for arguments in positions {
        let (done, picture) = plot(arguments, "position.png");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(picture.starts_with(b"\x89PNG"));
    }
}

#[test]
fn a_piece_without_a_legal_move_is_told() {
    let (done, _) = plot(&["--variant", "orthodox", "--legal", "Bc"], "stuck.png");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && said.contains("stuck.png: Bc has no legal move\n"), "{said}");
    let (done, _) = plot(&["--variant", "orthodox", "--legal", "Nb"], "goes.png");
    assert!(done.status.success() && done.stderr.is_empty());
}

#[test]
fn a_position_is_titled_with_its_variant() {
    let (_, usual) = plot(&["--variant", "cylinder64"], "usual.png");
    let (_, titled) = plot(&["--variant", "cylinder64", "--title", "cylinder64"], "titled-so.png");
    assert!(!usual.is_empty() && usual == titled);
}

#[test]
fn a_title_that_no_font_has_is_told_and_drawn_by_a_font_that_is_given() {
    let warned = |title: &str| {
        let (done, picture) = plot(&["--variant", "orthodox", "--title", title], "titled.png");
        assert!(done.status.success() && !picture.is_empty());
        String::from_utf8_lossy(&done.stderr).contains("--font FILE")
    };
    assert!(!warned("Échecs, Ладья, Πύργος"));
    assert!(warned("棋") && warned("♔"));
    // The figures are no letters of the bold face; a font that has them draws them.
    let font = "src/render/assets/figures-and-text.ttf";
    let (done, _) = plot(&["--variant", "orthodox", "--font", font], "fonted.png");
    assert!(done.status.success());
    let (done, _) = plot(&["--variant", "orthodox", "--font", "Cargo.toml"], "unreadable.png");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--font Cargo.toml"));
}

/// A globe, a pillow and a projective plane, on the plane and on cells.
#[test]
fn boards_that_close_upon_themselves_are_seen_in_space_but_for_the_projective_plane() {
    for preset in ["spherical", "spherical64", "pillow", "pillow64"] {
        let view = |view: &str| plot(&["--variant", preset, "--view", view], "space.png");
        let (done, solid) = view("solid");
        assert!(done.status.success(), "{preset}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(solid.starts_with(b"\x89PNG") && solid != view("chart").1, "{preset}");
    }
    for preset in ["projective", "projective96"] {
        for output in ["none.png", "none.svg", "none.gif"] {
            let (done, picture) = plot(&["--variant", preset, "--view", "solid"], output);
            assert_eq!((done.status.code(), picture.len()), (Some(2), 0), "{preset}, {output}");
        }
        assert!(plot(&["--variant", preset, "--view", "chart"], "flat.png").0.status.success());
    }
}

/// The time of each frame of a GIF, in hundredths of a second.
fn frame_times(bytes: &[u8]) -> Vec<u16> {
    let mut decoder = gif::Decoder::new(bytes).expect("a GIF");
    let mut times = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        times.push(frame.delay);
    }
    times
}

#[test]
fn pieces_travel_in_a_gif_unless_it_is_still() {
    let scenario = "scenarios/ride-takes-three.toml";
    let (_, still) = plot(&[scenario, "--still"], "still.gif");
    assert_eq!(frame_times(&still), [120, 120]);
    let (_, travelling) = plot(&[scenario, "--frame-ms", "30"], "travelling.gif");
    let times = frame_times(&travelling);
    assert_eq!((times[0], times[times.len() - 1], times.len()), (60, 60, 16));
    assert!(times[1..15].iter().all(|time| *time == 3));
}

#[test]
fn a_scenario_shows_all_moves_unless_a_ply_is_asked_for() {
    let scenario = "scenarios/shortest-mate-continuous.toml";
    let (_, usual) = plot(&[scenario, "--size", "600"], "usual.png");
    let committed = std::fs::read("plots/shortest-mate-continuous.png").expect("the picture of run --plots");
    assert!(usual == committed);
    let (_, last) = plot(&[scenario, "--size", "600", "--ply", "4"], "last.png");
    assert!(last.starts_with(b"\x89PNG") && last != committed);
}

#[test]
fn each_game_of_a_match_gets_a_picture() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games");
    // Nothing is there on the first run.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let game = |moves: &str| {
        format!(
            r#"{{"game":1,"variant":"orthodox","start":"start","white":"a","black":"b","moves":[{moves}],"result":"1/2-1/2","reason":"draw"}}"#
        )
    };
    let games = folder.join("games.jsonl");
    std::fs::write(&games, [game(r#""e2e4""#), "no game".to_owned(), game(r#""d2d4","d7d5""#)].join("\n"))
        .expect("written");
    let games = games.to_str().expect("UTF-8");
    let (done, _) = plot(&[games, "--still"], "games/film.gif");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "the second line is no game");
    assert!(told.contains("games.jsonl:2:") && !told.contains("games.jsonl:3:"), "{told}");
    let films = ["film-1.gif", "film-2.gif", "film-3.gif"].map(|name| std::fs::read(folder.join(name)).ok());
    let frames = films.map(|film| film.map(|bytes| frame_times(&bytes).len()));
    assert_eq!(frames, [Some(2), None, Some(3)]);
    let (done, third) = plot(&[games, "--game", "3", "--still"], "games/third.gif");
    assert!(done.status.success() && frame_times(&third).len() == 3);
    let (done, _) = plot(&[games, "--game", "4"], "games/fourth.gif");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--game 4: "));
}
