//! Mates in one by pieces of every kind, which are found by trying moves.

use continuum::chess::Status;
use continuum::engine::{Options, SearchLimits, StopSignal, best};
use continuum::{Game, Position, Prepared};
use std::path::Path;

/// Variants with overrides, and positions of them with a mate in one that was found by sampling random positions closely.
const MATES: &[(&str, &str, &[&str])] = &[
    (
        "scenarios/variants/menagerie.toml",
        "",
        &[
            "ka@7.27,0.4 Ka@3.73,0.6' O0@7.57,1.99' R1@7.99,0.87' R3@6.46,0' r4@5.18,7.46' ; w",
            "ka@1.4,0.09 Ka@2.47,4.99' O0@3.14,0' O1@2.91,3.81' O2@3.25,1.31' O3@1.49,4.85' ; w",
            "ka@3.68,0.42 Ka@7.71,5.66' N1@1.8,0' G3@6.8,6.04' Q4@3.25,1.32' S5@4.51,1.58'^90 ; w",
            "ka@0.45,7.86 Ka@4.57,3.73' Q0@0,6.57' C1@1.86,8' Q4@0,6.1' s5@0,6.98'^270 f6@0,8' ; w",
        ],
    ),
    (
        "tests/data/bestiary.toml",
        "",
        &[
            "ka@4.42,0.19 Ka@0.09,1.83' A0@6.22,1.71' A1@3.5,0.44' A2@5.78,1.42' L3@5.4,2.11' a7@3.28,0' ; w",
            "ka@4.12,0.08 Ka@4.35,5.5' Z0@4.51,1.04' Z2@4.4,0.26' F3@4.86,5.23' L4@6.84,2.18' Z5@1.77,0.71' ; w",
            "ka@0.47,6.21 Ka@6.7,7.92' S0@3.02,5.17'^90 R1@0,6.68' T2@6.36,1.21' L3@1.93,7.52' T5@1.69,6.92' ; w",
        ],
    ),
    (
        "tests/data/bestiary.toml",
        "min_move_captures = true",
        &["ka@2.37,0.22 Ka@7.33,7.6' U0@1.62,1.48'^90 L1@4.63,3.76' ; w"],
    ),
    (
        "zeno",
        "step = 0.25",
        &[
            "ka@3.39,0.27 Ka@2.38,1.63' F2@4.67,2' P4@5.46,3.48' S5@2.78,0'^90 B6@3.99,0' G7@4.33,0.32' ; w",
            "ka@0.25,0.53 Ka@2.69,3.85' Q1@0.62,0' B2@1.11,1.88' R3@7.52,2.18' F4@0.21,2.03' S5@0,0'^90 Q6@2.14,1.05' G7@1.59,1.41' F8@4.98,3.94' ; w",
        ],
    ),
    (
        "scenarios/variants/lancer.toml",
        "",
        &[
            "ka@7.01,0.27 Ka@3.73,6.65' R0@7.73,0' R1@8,0' Q2@5.38,0' F3@7.77,1.42' f4@8,2.22' ; w",
            "ka@0,6.43 Ka@0.98,4.01' S0@0.36,5.53'^90 L1@0,5.05'^95 Q2@1.59,6.16' L3@0,6.77'^150 ; w",
        ],
    ),
    (
        "continuous",
        "",
        &[
            "ka@2.58,3.11 Ka@0.2,4.29' R1@1.02,1.33' S3@2.74,2.6'^90 R4@3.73,3.51' ; w",
            "ka@0.3,0.15 Ka@5.69,0.51' R0@0,1.31' Q1@5.88,1.88' G3@2.08,0.29' Q4@0.58,1.71' ; w",
        ],
    ),
    (
        "zeno",
        "",
        &[
            "ka@5.17,0.08 Ka@3.3,1.52' Q0@6.27,0.75' R1@7.12,0.57' F3@3.87,0' ; w",
            "ka@2.55,0.25 Ka@2.43,1.56' G0@4.67,5.94' Q1@1.55,0' N3@1.49,0.67' G4@1.13,0' ; w",
        ],
    ),
    (
        "discrete",
        "",
        &[
            "ka@6.54,0.2 Ka@0.87,3.82' S0@8,0'^90 N1@6.84,1.94' G2@7,0.82' G3@2.29,0.11' ; w",
            "ka@4.49,0.27 Ka@4.32,2.43' R0@4.67,0' P1@3.46,0' S2@5.27,0.66'^90 g4@7.04,7.25' ; w",
        ],
    ),
    (
        "continuous",
        "rebirth = 'circe'",
        &[
            "ka@1.07,0.44 Ka@0.8,1.68' P0@1.74,0.84' F2@0.38,2.22' N4@1.55,2.42' G6@1.45,1.29' Q7@0,0.96' ; w",
            "ka@7.64,0.55 Ka@4.42,4.64' F2@0.15,1.2' S3@8,0'^90 Q4@5.83,0' S6@7.46,2.2'^90 S7@7.22,0.26'^90 ; w",
        ],
    ),
    (
        "continuous",
        "turns = 'scottish'",
        &[
            "ka@3.62,0.41 Ka@7.12,3.37' N0@3.05,2.13' Q2@4.23,1.48' G3@4.51,0' P4@4.14,0.25' ; w",
            "ka@0.5,5.29 Ka@1.85,2.87' R0@0.2,4.94' B1@0,6.59' F2@0.43,3.58' N4@0.68,3.98' F6@0.96,3.54' ; w",
        ],
    ),
    (
        "cylinder",
        "",
        &[
            "ka@1.27,0.29 Ka@6.24,2.55' Q0@3.11,0.62' P1@2,0.75' R3@7.88,5.77' ; w",
            "ka@0.26,1.55 Ka@2.03,4.51' F0@0,2.8' S2@0.49,2.41'^90 G3@0,0' G4@0.74,2.98' F5@1.6,2.74' N6@1.09,2.35' Q7@5.26,3.81' ; w",
        ],
    ),
    (
        "torus",
        "board_width = 3\nboard_height = 4.5",
        &[
            "ka@2.2,3.91 Ka@1.48,1.77' S1@2.89,0'^90 N2@0.36,2.71' ; w",
            "ka@0.57,3.28 Ka@0.22,4.06' G0@0,4.23' S1@2.33,2.52'^90 G3@1.08,2.36' F4@0,1.76' ; w",
        ],
    ),
    (
        "ring",
        "",
        &[
            "ka@7.61,0.06 Ka@1.31,1.93' F0@7.3,0' F2@7.38,1.14' N3@6.36,0' ; w",
            "ka@1.5,0.16 Ka@2.08,1.65' Q1@2.86,0.8' B2@2.29,0' G4@3.13,1.54' ; w",
        ],
    ),
];

#[test]
fn mates_of_every_kind_are_found() {
    let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
    let options = Options { limits, threads: 1, hash_mb: 1, ..Options::default() };
    for (variant, overrides, positions) in MATES {
        let overrides = overrides.parse().expect("toml");
        let rules =
            Prepared::load(variant, Path::new(env!("CARGO_MANIFEST_DIR")), &overrides).expect(variant);
        for text in *positions {
            let mut game = Game::new(Position::from_text(&rules, text).expect(text));
            let answer = best(&game, &options, &StopSignal::new());
            let played = game.play(answer.best_move().expect("a move")).expect("legal");
            assert_eq!(played.status, Status::Checkmate, "{variant}: {text}");
        }
    }
}
