//! Tests of the colours in the styles: all of them are in the palette, and boards have the colours of the pictures.

use super::page::STYLE;
use crate::chess::Color;
use crate::render::palette;

/// Returns the styles before, in and after the palette, which declares the colours of all pages.
fn styles() -> [&'static str; 3] {
    let (before, styles) = STYLE.split_at(STYLE.find(":root {").expect("the palette"));
    let (palette, after) = styles.split_at(styles.find("\n}").expect("the end of the palette"));
    [before, palette, after]
}

#[test]
fn boards_have_the_colours_of_the_pictures() {
    let [_, declared, _] = styles();
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
        let in_light_mode = format!("--{name}: light-dark(#{r:02x}{g:02x}{b:02x},");
        let in_all_modes = format!("--{name}: #{r:02x}{g:02x}{b:02x};");
        assert!(declared.contains(&in_light_mode) || declared.contains(&in_all_modes), "{in_light_mode}");
    }
}

#[test]
fn all_colours_are_in_the_palette() {
    let is_literal = |line: &&str| {
        let mut parts = line.split('#').skip(1);
        parts.any(|part| {
            let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
            (3..=8).contains(&digits) && part[digits..].starts_with([';', ' ', ',', ')'])
        })
    };
    let [before, _, after] = styles();
    let literals: Vec<&str> = before.lines().chain(after.lines()).filter(is_literal).collect();
    assert!(literals.is_empty(), "{literals:?}");
}
