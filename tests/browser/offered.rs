//! What the page finds near a pointer, held against the engine: every place that it offers is a legal move,
//! and takes what the page says.

use crate::cdp::Screen;
use crate::table::Table;
use crate::visitor::Visitor;
use continuum::game::{Game, Position, Prepared};
use continuum::variant::Variant;
use serde_json::{Value, json};
use toml::Table as Rules;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[("every_place_offered_is_legal", offered)];

/// A piece whose legal set is tried, in a position under some parameters.
struct Case {
    rules: &'static str,
    position: &'static str,
    piece: &'static str,
}

const CASES: &[Case] = &[
    // Holes by friends and by the least distance, captures, and the board's edge.
    Case {
        rules: "guard_reach = 1.25",
        position: "Ke@6.5,0.5' Ga@1,4' Pc@0.6,3.3' Pd@1.5,3.6' ke@6.5,7.5' ra@1.8,4.7' pb@0.4,4.6' pd@1.1,4.9' ; w",
        piece: "Ga",
    },
    // A strip with open borders, to which a pin keeps it.
    Case { rules: "", position: "Ke@4,0.5' Ga@4,2' re@4,6' ke@7.5,7.5' ; w", piece: "Ga" },
    // Circles, which have no area.
    Case {
        rules: "step = 0.125",
        position: "Ke@6.5,0.5' Ga@4,4' Pc@3.8,4.3' ke@6.5,7.5' ra@4.3,3.8' ; w",
        piece: "Ga",
    },
    // Turns of both senses, and rides.
    Case {
        rules: "",
        position: "Ke@6.5,0.5' S1@4,4'^60 ke@6.5,7.5' pa@3.55,4.2' pb@4.9,5.6' Pc@3.7,3.4' ; w",
        piece: "S1",
    },
    // Circles to ride on, some of them off the board.
    Case { rules: "", position: "Ke@6.5,0.5' Ob@1,4' ke@6.5,7.5' pa@1,6' pb@2.1,3.4' ; w", piece: "Ob" },
    // Lanes with three pieces taken at once.
    Case {
        rules: "",
        position: "Ke@4.5,0.5 Qd@4,4' ke@7.5,7.5 pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' Pd@5,5' ; w",
        piece: "Qd",
    },
];

fn offered() {
    let file = include_str!("../../scenarios/variants/menagerie.toml");
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    for case in CASES {
        let rules: Rules = case.rules.parse().expect("TOML");
        let request = json!({ "file": file, "rules": rules, "position": case.position });
        let made = table.server.make(&request);
        let state = Visitor::both(&table.server, &made).state;
        let prepared = Prepared::new(Variant::read(file, &rules).expect("a variant")).expect("on the plane");
        let game = Game::new(Position::from_text(&prepared, case.position).expect("a position"));
        let mine = |list: &str| -> Vec<Value> {
            let all = state["legal"][list].as_array().cloned().unwrap_or_default();
            all.into_iter().filter(|part| part["piece"] == case.piece).collect()
        };
        let pieces = state["position"]["pieces"].as_array().cloned().unwrap_or_default();
        let piece = pieces.iter().find(|piece| piece["label"] == case.piece).expect("it is there");
        let legal = json!({ "spans": mine("spans"), "targets": [], "regions": mine("regions") });
        let script = format!(
            "import(document.scripts[0].src.replace('game.js', 'legal.js')).then(page => {{ const piece = {piece}; const found = new Set(); \
             for (let i = 0; i < 400; i++) {{ const r = 1.6 * Math.sqrt(((i * 0.618034) % 1)); const a = i * 2.399963; \
             const pointer = [piece.at[0] + r * Math.cos(a), piece.at[1] + r * Math.sin(a)]; \
             const choice = page.nearest(piece, {legal}, pointer, {{ pixel: 0.0132, reach: 0.6 }}); \
             if (choice) found.add(page.moveText(choice, '') + '|' + choice.captures.join(' ')); }} return [...found].join('\\n'); }})"
        );
        let said = table.browser.text(&script);
        let mut takes = 0;
        for line in said.lines() {
            let (text, captures) = line.split_once('|').expect("a move and what it takes");
            let mut next = game.clone();
            let ply = next.play(text).unwrap_or_else(|e| panic!("{}: {text}: {e}", case.position));
            let taken: Vec<String> = ply.made.captures().iter().map(ToString::to_string).collect();
            assert_eq!(taken.join(" "), captures, "{}: {text}", case.position);
            takes += usize::from(!captures.is_empty());
        }
        let least = if case.piece == "Ga" && case.rules.is_empty() { 0 } else { 1 };
        assert!(said.lines().count() > 20 && takes >= least, "{}: {said}", case.position);
    }
    table.browser.is_quiet();
}
