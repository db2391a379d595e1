//! The legal set of a queen in three directions, and its picture.
//!
//! `cargo run --example legal_set -- queen.png`

use continuum::depict::{Show, depict};
use continuum::{Analysis, Game, Position, Prepared, render};
use std::error::Error;

const POSITION: &str =
    "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w";

/// Prints the legal set and draws it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let prepared = Prepared::preset("continuous")?;
    let position = Position::from_text(&prepared, POSITION)?;
    let queen = "Qd".parse()?;

    for bearing in [0.0, 90.0, 225.0] {
        let distances = position.distances(queen, bearing)?;
        println!("{bearing:>5}°: {} stretches", distances.parts().len());
        for part in distances.parts() {
            println!("        {:.4} to {:.4}", part.from, part.to);
        }
    }
    // Three pawns at once, at one single distance.
    let Analysis::Plane(plane) = Analysis::of(&position) else {
        return Err("a position of the plane".into());
    };
    let triple = plane.spans.iter().find(|span| span.captures.len() == 3).ok_or("a triple capture")?;
    assert_eq!((triple.from, triple.to), (4.0, 4.0));

    let scene = depict(&Game::new(position), 0, Show::Legal(queen))?.titled("A queen takes three at once");
    let png = render::png(&scene, 600)?;
    assert!(png.starts_with(b"\x89PNG"));
    if let Some(file) = std::env::args().nth(1).filter(|name| name.ends_with(".png")) {
        std::fs::write(file, png)?;
    }
    Ok(())
}
