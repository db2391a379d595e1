//! Text and chess figures as outlines. The fonts are built in, so pictures do not depend on the fonts of a machine.
//!
//! Characters are set one after another from left to right. A character whose script needs layout is drawn as a question mark.

use super::outline::Outline;
use crate::chess::{Color, Role};
use crate::render::error::RenderError;
use glam::DVec2;
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_normalization::UnicodeNormalization;

/// DejaVu Sans: Latin, Greek and Cyrillic letters, signs, and the twelve chess figures.
const REGULAR: &[u8] = include_bytes!("../assets/figures-and-text.ttf");
/// DejaVu Sans Bold: Latin, Greek and Cyrillic letters, and signs.
const BOLD: &[u8] = include_bytes!("../assets/text-bold.ttf");
/// The greatest error of a flattened curve, in page units.
const FLATNESS: f64 = 0.03;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The weight of captions, coordinates and labels.
    Regular,
    /// The weight of titles and numbers.
    Bold,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    pub weight: Weight,
    /// The size of the em in page units.
    pub size: f64,
}

impl Style {
    /// Returns half the height of a capital letter. Text is centred on a place if its baseline lies this far below the place.
    pub fn half_capital(self) -> f64 {
        self.size * 0.36
    }
}

/// The built-in fonts, and an optional further font for characters that they lack.
#[derive(Clone)]
pub(crate) struct Fonts<'a> {
    regular: Face<'static>,
    bold: Face<'static>,
    further: Option<Face<'a>>,
}

impl<'a> Fonts<'a> {
    /// Returns the built-in fonts, and a further font that is read from the bytes of its file.
    pub fn load(further: Option<&'a [u8]>) -> Result<Fonts<'a>, RenderError> {
        let parsed = further.map(|bytes| Face::parse(bytes, 0)).transpose();
        Ok(Fonts {
            regular: Face::parse(REGULAR, 0).map_err(RenderError::Font)?,
            bold: Face::parse(BOLD, 0).map_err(RenderError::Font)?,
            further: parsed.map_err(RenderError::FurtherFont)?,
        })
    }

    /// Returns the characters of a text that have no glyph, except white space, which needs none.
    pub fn missing(&self, text: &str, weight: Weight) -> impl Iterator<Item = char> {
        let characters: Vec<char> = composed(text).chars().collect();
        characters.into_iter().filter(move |c| !c.is_whitespace() && self.find_glyph(*c, weight).is_none())
    }

    fn built_in(&self, weight: Weight) -> &Face<'a> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Returns the glyph of a character in the first font that has the character. A script that needs layout has no glyphs.
    fn find_glyph(&self, c: char, weight: Weight) -> Option<Glyph<'_, 'a>> {
        if needs_layout(c) {
            return None;
        }
        let mut faces = std::iter::once(self.built_in(weight)).chain(&self.further);
        faces.find_map(|face| Some(Glyph { face, id: face.glyph_index(c)? }))
    }

    /// Returns the glyph with which a character is drawn. It is a question mark if the character has no glyph.
    fn drawn_glyph(&self, c: char, weight: Weight) -> Glyph<'_, 'a> {
        let face = self.built_in(weight);
        let question_mark = || Glyph { face, id: face.glyph_index('?').unwrap_or_default() };
        self.find_glyph(c, weight).unwrap_or_else(question_mark)
    }

    /// Returns the distance from the origin of a character to the origin of the next, in page units.
    fn advance(&self, c: char, style: Style) -> f64 {
        let Glyph { face, id } = self.drawn_glyph(c, style.weight);
        f64::from(face.glyph_hor_advance(id).unwrap_or(0)) * style.size / f64::from(face.units_per_em())
    }

    /// Returns the outline of a character whose origin on the baseline is `origin`.
    fn outline(&self, c: char, style: Style, origin: DVec2) -> Outline {
        let Glyph { face, id } = self.drawn_glyph(c, style.weight);
        let scale = style.size / f64::from(face.units_per_em());
        let mut pen = Pen { scale, origin, outline: Outline::default(), end: origin };
        // A glyph without outline, such as a space, has no bounds.
        let _bounds = face.outline_glyph(id, &mut pen);
        pen.outline
    }

    /// Returns the width of a line of text, in page units.
    pub fn width(&self, text: &str, style: Style) -> f64 {
        text.chars().map(|c| self.advance(c, style)).sum()
    }

    /// Returns the outlines of the characters of a line of text. Its baseline begins at `start`.
    pub fn line(&self, text: &str, style: Style, start: DVec2) -> Vec<Outline> {
        let mut x = start.x;
        let mut outlines = Vec::new();
        for c in text.chars() {
            let outline = self.outline(c, style, DVec2::new(x, start.y));
            if !outline.contours.is_empty() {
                outlines.push(outline);
            }
            x += self.advance(c, style);
        }
        outlines
    }

    /// Returns the chess figure of a role, centred on `at`. The figure of Black is solid, and that of White consists of lines. The
    /// solid figure covers exactly the area within the lines.
    pub fn figure(&self, role: Role, color: Color, at: DVec2, size: f64) -> Outline {
        self.centred(figure_char(role, color), at, size, Weight::Regular)
    }

    pub fn centred(&self, c: char, at: DVec2, size: f64, weight: Weight) -> Outline {
        let outline = self.outline(c, Style { weight, size }, at);
        let Some(bounds) = outline.bounds() else { return outline };
        let shift = at - (bounds.low + bounds.high) / 2.0;
        outline.map(|p| p + shift)
    }

    /// Returns a text as lines of at most `width`, in page units. Lines are broken at spaces, and between the letters of a word
    /// that is longer than a line. Line breaks of the text are kept, and accents are composed with their letters.
    pub fn wrap(&self, text: &str, style: Style, width: f64) -> Vec<String> {
        let mut lines = Vec::new();
        let text = composed(text);
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if self.width(&longer, style) <= width {
                    line = longer;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(line);
                }
                let mut parts = self.parts_of_word(word, style, width);
                line = parts.pop().unwrap_or_default();
                lines.extend(parts);
            }
            lines.push(line);
        }
        lines
    }

    /// Returns a word as parts of at most `width`, but of at least one letter each.
    fn parts_of_word(&self, word: &str, style: Style, width: f64) -> Vec<String> {
        let mut parts = vec![String::new()];
        for c in word.chars() {
            match parts.last_mut() {
                Some(part) if part.is_empty() || self.width(&format!("{part}{c}"), style) <= width => {
                    part.push(c);
                }
                _ => parts.push(c.to_string()),
            }
        }
        parts
    }
}

/// Returns a text in which a letter with its accents is one character, if Unicode has such a character (NFC).
fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whether a character belongs to a script that runs from right to left, joins its letters, or reorders them.
pub fn needs_layout(c: char) -> bool {
    matches!(c,
        // Hebrew and Arabic to Myanmar; Tagalog to Mongolian; Limbu to Ol Chiki; Vedic signs.
        '\u{590}'..='\u{109F}' | '\u{1700}'..='\u{18AF}' | '\u{1900}'..='\u{1C7F}' | '\u{1CC0}'..='\u{1CFF}'
        // Syloti Nagri to Meetei Mayek; forms of Hebrew and Arabic letters.
        | '\u{A800}'..='\u{AAFF}' | '\u{ABC0}'..='\u{ABFF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
        // Beyond the basic plane: from right to left, Brahmi and its kin, Mende to Arabic signs.
        | '\u{10800}'..='\u{11FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

fn figure_char(role: Role, color: Color) -> char {
    let of_both_sides = match role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    of_both_sides[color.index()]
}

struct Glyph<'f, 'a> {
    face: &'f Face<'a>,
    id: GlyphId,
}

/// The receiver of a glyph's outline, which flattens the curves.
///
/// In fonts y grows upwards, on the page downwards. The mirroring reverses all contours of a glyph, so holes stay holes.
struct Pen {
    /// The number of page units in a unit of the font.
    scale: f64,
    origin: DVec2,
    outline: Outline,
    /// The end of the outline so far.
    end: DVec2,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> DVec2 {
        self.origin + DVec2::new(f64::from(x), -f64::from(y)) * self.scale
    }

    fn push(&mut self, point: DVec2) {
        if let Some(contour) = self.outline.contours.last_mut() {
            contour.push(point);
        }
        self.end = point;
    }

    /// Adds the chords of a curve, given by its points for parameters from 0 to 1.
    ///
    /// `bend` is half the greatest second derivative. So `n` chords differ from the curve by at most `bend / (4 n²)`.
    fn curve(&mut self, bend: f64, point: impl Fn(f64) -> DVec2) {
        let chords = (bend / (4.0 * FLATNESS)).sqrt().ceil().clamp(1.0, 64.0) as u32;
        for i in 1..=chords {
            self.push(point(f64::from(i) / f64::from(chords)));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.contours.push(Vec::new());
        self.push(self.point(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(self.point(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, b, c) = (self.end, self.point(x1, y1), self.point(x, y));
        self.curve((a - 2.0 * b + c).length(), |t| a.lerp(b, t).lerp(b.lerp(c, t), t));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c, d) = (self.end, self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        let bend = 3.0 * (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
        self.curve(bend, |t| {
            let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
            ab.lerp(bc, t).lerp(bc.lerp(cd, t), t)
        });
    }

    fn close(&mut self) {}
}
