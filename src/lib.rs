#![cfg_attr(docsrs, feature(doc_cfg))]
//! A geometric simulation engine for continuous chess: exact legal sets on a board of real numbers.
//!
//! In David Howe's Continuous Chess pieces are circles. They sweep along lines, stop where their circle overlaps
//! another piece's centre, and may take several at once. The legal set of a piece is therefore a union of intervals
//! of distances. This crate computes it in closed form, each end open or closed. Check, checkmate and stalemate follow
//! from it. The same geometry in polar coordinates plays circular chess on rings and discs.
//!
//! # Where to look
//!
//! | to | take | guide |
//! |---|---|---|
//! | begin | | [each task in a few lines](guide::rust) |
//! | ask which moves are legal | [`Position`], [`Analysis`], [`Spans`] | [positions and moves](guide::reference) |
//! | play a game | [`Game`] | [the rules of each game](guide::rules) |
//! | choose or change a game | [`Prepared`], [`Variant`] | [parameters](guide::reference#parameters) |
//! | make a kind of piece | [`variant::KindSpec`] | [make your own piece](guide::making_a_piece) |
//! | script positions and check them | [`scenario`] | [scenario files](guide::reference#scenario-files) |
//! | test geometry without chess | [`geom`] | [test your own edge cases](guide::testing_geometry) |
//! | referee a game: turns, offers, clock, ends | [`arbiter`] | |
//! | choose moves, play matches | [`engine`] | [choosing moves](guide::engine) |
//! | solve problems | [`solve`] | [on cells](guide::problems), [on the plane](guide::mates) |
//! | work out endings of up to four men | [`endings`] | [endings](guide::reference#endings) |
#![cfg_attr(
    feature = "render",
    doc = "| draw | [`depict`], [`render`] | [pictures of seams](guide::rules::seams) |"
)]
#![cfg_attr(
    not(feature = "render"),
    doc = "| draw | the feature `render` | [pictures of seams](guide::rules::seams) |"
)]
//! | read and write JSON, on all cores | `continuum analyze` | [JSON](guide::json), [many positions](guide::scale) |
//! | play in a browser | `continuum serve` | [the server](guide::server) |
//! | know how fast and how strong the program is | | [speed](guide::speed), [measured](guide::measured) |
//!
//! A [`Variant`] is a checked set of rules, and [`Prepared`] is a variant compiled for its board. [`Position`], [`Game`] and
//! [`Analysis`] serve every board. [`plane`] and [`lattice`] hold what belongs to one kind of board. [`board`] has the boards
//! as geometry, and [`notation`] the texts of positions and moves. The [glossary](guide::glossary) defines the terms.
//!
//! # A legal set
//!
//! A queen faces three pawns. She may stop anywhere short of 4, and at exactly 4 she takes all three.
//!
//! ```
//! use continuum::{Position, Prepared};
//!
//! let prepared = Prepared::preset("continuous")?;
//! let text = "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w";
//! let position = Position::from_text(&prepared, text)?;
//! let ahead = position.distances("Qd".parse()?, 90.0)?;
//! assert!(ahead.contains(0.1) && ahead.contains(3.999) && ahead.contains(4.0));
//! assert!(!ahead.contains(4.001));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game
//!
//! A game takes moves as text. A refused move leaves it as it was, and the refusal names the rule.
//!
//! ```
//! use continuum::notation::Reason;
//! use continuum::{Game, Position, Prepared, Refused};
//!
//! let prepared = Prepared::preset("continuous")?;
//! let mut game = Game::new(Position::from_text(&prepared, "start")?);
//! game.play("Pe 90 1.5")?;
//! let refused = game.play("pe 90 4");
//! assert!(matches!(refused, Err(Refused::Illegal(illegal)) if illegal.reason == Reason::Range));
//! game.play("pe 90 2")?;
//! assert_eq!(game.plies().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! All are on by default. `render` draws pictures. `answers` answers the browser game in JSON, and includes `render`. `serve` is
//! the browser game, and includes both. `cli` is the program `continuum`. With `default-features = false` rules, games,
//! scenarios, problems and the choice of moves remain.

#[cfg(feature = "answers")]
pub mod answers;
pub mod arbiter;
pub mod board;
pub mod budget;
pub mod chess;
mod choice;
#[cfg(feature = "render")]
pub mod depict;
#[doc(hidden)]
pub mod diagnostics;
mod dice;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod disk;
#[doc(hidden)]
pub mod duration;
pub mod endings;
pub mod engine;
pub mod game;
pub mod geom;
pub mod guide;
pub mod lattice;
pub mod notation;
pub mod plane;
#[cfg(any(feature = "answers", feature = "cli"))]
pub mod puzzle;
#[cfg(feature = "render")]
pub mod render;
pub mod scenario;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
mod timer;
pub mod variant;

pub use choice::UnknownChoice;
pub use diagnostics::{TextFault, Unreadable};
pub use game::{Analysis, Game, Position, Prepared, Refused};
pub use geom::Spans;
pub use plane::Move;
#[cfg(feature = "render")]
pub use render::Scene;
pub use variant::Variant;

/// The Rust blocks of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
