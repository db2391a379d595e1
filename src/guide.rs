//! The documents of the project as pages: guides, the rules of every game in [`rules`], and measurements in [`measured`].
//!
//! | to | read |
//! |---|---|
//! | learn a game | [`rules`] |
//! | use the crate, task by task | [`rust`](mod@rust) |
//! | write positions, moves, scenarios and parameters | [`reference`](mod@reference) |
//! | make a kind of piece | [`making_a_piece`] |
//! | test geometric edge cases | [`testing_geometry`] |
//! | read or write JSON | [`json`] |
//! | let the program choose moves | [`engine`] |
//! | solve problems on cells, on the plane; make puzzles | [`problems`], [`mates`], [`puzzles`] |
//! | open the browser game to others | [`server`] |
//! | put the browser game on any host of files | [`site`] |
//! | answer millions of positions, from Python | [`scale`] |
//! | know how fast and how strong the program is | [`speed`], [`measured`] |
//! | look up a word | [`glossary`] |
//! | know when to take another program | [`compare`] |
#![doc = include_str!("guide.html")]

/// Declares a module for each document, which is the documentation of the module.
macro_rules! pages {
    ($($page:ident = $document:literal),* $(,)?) => {
        $(
            #[doc = include_str!(concat!("../docs/", $document))]
            #[doc = include_str!("guide.html")]
            pub mod $page {}
        )*
    };
}

pages! {
    compare = "COMPARE.md",
    engine = "engine.md",
    glossary = "glossary.md",
    json = "json.md",
    making_a_piece = "making-a-piece.md",
    mates = "mates.md",
    problems = "problems.md",
    puzzles = "puzzles.md",
    reference = "reference.md",
    round_sphere = "round-sphere.md",
    rust = "rust.md",
    scale = "scale.md",
    server = "server.md",
    site = "site.md",
    speed = "speed.md",
    testing_geometry = "testing-geometry.md",
}

#[doc = include_str!("../docs/rules/README.md")]
#[doc = include_str!("guide.html")]
pub mod rules {
    pages! {
        byzantine = "rules/byzantine.md",
        cells = "rules/cells.md",
        circe = "rules/circe.md",
        closed = "rules/closed.md",
        continuous = "rules/continuous.md",
        disc = "rules/disc.md",
        pieces = "rules/pieces.md",
        progressive = "rules/progressive.md",
        reynolds = "rules/reynolds.md",
        ring = "rules/ring.md",
        ring64 = "rules/ring64.md",
        seams = "rules/seams.md",
        shatranj = "rules/shatranj.md",
        zeno_and_discrete = "rules/zeno-and-discrete.md",
    }
}

#[doc = include_str!("../docs/measured/README.md")]
#[doc = include_str!("guide.html")]
pub mod measured {
    pages! {
        endings = "measured/endings.md",
        forced_mates = "measured/forced-mates.md",
        levels = "measured/levels.md",
        mates_in_one = "measured/mates-in-one.md",
        other_programs = "measured/other-programs.md",
        piece_values = "measured/piece-values.md",
        random_games = "measured/random-games.md",
        simple_players = "measured/simple-players.md",
        terms = "measured/terms.md",
    }
}
