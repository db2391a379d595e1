//! Tests of the colours in the styles: they stand in one place, and boards have those of the pictures.

use super::page::STYLE;
use crate::chess::Color;
use crate::render::palette;

/// Returns the declarations of colours: those of all pages, and the others of the styles.
fn colours() -> (&'static str, Vec<&'static str>) {
    let root = STYLE.find(":root {").expect("the palette");
    let end = root + STYLE[root..].find("\n}").expect("its end");
    let rest = STYLE[..root].lines().chain(STYLE[end..].lines());
    (&STYLE[root..end], rest.collect())
}

#[test]
fn boards_have_the_colours_of_the_pictures() {
    let [white, black] = [Color::White, Color::Black];
    let shared = [
        ("field", palette::GROUND),
        ("grid", palette::GRID),
        ("light", palette::LIGHT),
        ("dark", palette::DARK),
        ("void", palette::VOID),
        ("white-piece", palette::body(white)),
        ("black-piece", palette::body(black)),
        ("white-figure", palette::figure(white)),
        ("black-figure", palette::figure(black)),
        ("piece-edge", palette::TEXT),
        ("lane", palette::LEGAL),
        ("take", palette::CAPTURE),
        ("check", palette::CHECK),
        ("seam", palette::SEAM),
        ("reborn", palette::REBIRTH),
        ("gold", palette::side(white)),
        ("guard", palette::side(black)),
    ];
    for (name, ink) in shared {
        let (r, g, b) = ink.rgb;
        let [light, always] =
            ["light-dark(", ""].map(|kind| format!("--{name}: {kind}#{r:02x}{g:02x}{b:02x}"));
        let has = |text: &str| colours().0.contains(text);
        assert!(has(&format!("{light},")) || has(&format!("{always};")), "{light}");
    }
}

#[test]
fn all_colours_stand_in_the_palette() {
    let is_literal = |line: &&str| {
        let mut parts = line.split('#').skip(1);
        parts.any(|part| {
            let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
            (3..=8).contains(&digits) && part[digits..].starts_with([';', ' ', ',', ')'])
        })
    };
    let literals: Vec<&str> = colours().1.into_iter().filter(is_literal).collect();
    assert!(literals.is_empty(), "{literals:?}");
}
