//! Text and chess figures as outlines. The fonts are inside the build, so pictures are the same on a machine without fonts.
//! Characters are set one after another from left to right. Scripts that need layout are drawn as question marks.

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

/// The weight of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The weight of captions, coordinates and labels.
    Regular,
    /// The weight of titles and numbers.
    Bold,
}

/// The weight and size of a text. The size is that of the em, in page units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    pub weight: Weight,
    pub size: f64,
}

/// The fonts inside the build, and perhaps a further one for characters that they lack.
#[derive(Clone)]
pub(crate) struct Fonts<'a> {
    regular: Face<'static>,
    bold: Face<'static>,
    further: Option<Face<'a>>,
}

impl<'a> Fonts<'a> {
    /// Returns the fonts inside the build, and the font of a file if its bytes are given.
    pub fn load(further: Option<&'a [u8]>) -> Result<Fonts<'a>, RenderError> {
        let further = further.map(|data| Face::parse(data, 0)).transpose();
        Ok(Fonts {
            regular: Face::parse(REGULAR, 0).map_err(RenderError::Font)?,
            bold: Face::parse(BOLD, 0).map_err(RenderError::Font)?,
            further: further.map_err(RenderError::FurtherFont)?,
        })
    }

    /// Returns the characters of a text that no font has. White space needs no glyph.
    pub fn missing(&self, text: &str, weight: Weight) -> impl Iterator<Item = char> {
        let characters: Vec<char> = composed(text).chars().collect();
        characters.into_iter().filter(move |c| !c.is_whitespace() && self.find(*c, weight).is_none())
    }

    fn built_in(&self, weight: Weight) -> &Face<'a> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Returns the glyph of a character in the first font that has it, or none. A script that needs layout has no glyphs.
    fn find(&self, c: char, weight: Weight) -> Option<Glyph<'_, 'a>> {
        if needs_layout(c) {
            return None;
        }
        let mut faces = std::iter::once(self.built_in(weight)).chain(&self.further);
        faces.find_map(|face| Some(Glyph { face, id: face.glyph_index(c)? }))
    }

    /// Returns the glyph with which a character is drawn: a question mark if there is none of its own.
    fn glyph_of(&self, c: char, weight: Weight) -> Glyph<'_, 'a> {
        let face = self.built_in(weight);
        let question_mark = || Glyph { face, id: face.glyph_index('?').unwrap_or_default() };
        self.find(c, weight).unwrap_or_else(question_mark)
    }

    /// Returns the advance of one character.
    fn advance(&self, c: char, style: Style) -> f64 {
        let Glyph { face, id } = self.glyph_of(c, style.weight);
        f64::from(face.glyph_hor_advance(id).unwrap_or(0)) * style.size / f64::from(face.units_per_em())
    }

    /// Returns the outline of one character on a baseline.
    fn outline(&self, c: char, style: Style, origin: DVec2) -> Outline {
        let Glyph { face, id } = self.glyph_of(c, style.weight);
        let scale = style.size / f64::from(face.units_per_em());
        let mut pen = Pen { scale, origin, outline: Outline::default(), at: origin };
        // A space has no outline.
        let _bounds = face.outline_glyph(id, &mut pen);
        pen.outline
    }

    /// Returns the width of a line of text.
    pub fn width(&self, text: &str, style: Style) -> f64 {
        text.chars().map(|c| self.advance(c, style)).sum()
    }

    /// Returns the glyphs of a line of text whose baseline begins at `at`, y downwards.
    pub fn line(&self, text: &str, style: Style, at: DVec2) -> Vec<Outline> {
        let mut x = at.x;
        let mut glyphs = Vec::new();
        for c in text.chars() {
            let outline = self.outline(c, style, DVec2::new(x, at.y));
            if !outline.contours.is_empty() {
                glyphs.push(outline);
            }
            x += self.advance(c, style);
        }
        glyphs
    }

    /// Returns the chess figure of a role, centred on `at`: solid for Black, in lines for White. The solid figure covers exactly
    /// the area within the lines.
    pub fn figure(&self, role: Role, color: Color, at: DVec2, size: f64) -> Outline {
        self.centred(figure_char(role, color), at, size, Weight::Regular)
    }

    /// Returns a single character with its outline centred on `at`.
    pub fn centred(&self, c: char, at: DVec2, size: f64, weight: Weight) -> Outline {
        let outline = self.outline(c, Style { weight, size }, at);
        let Some(bounds) = outline.bounds() else { return outline };
        let shift = at - (bounds.low + bounds.high) / 2.0;
        outline.map(|p| p + shift)
    }

    /// Breaks a text into lines of at most `width`, at spaces. A longer word is broken between letters. Line breaks of the text
    /// are kept, and accents are composed with their letters.
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
                    lines.push(std::mem::take(&mut line));
                }
                for c in word.chars() {
                    line.push(c);
                    if self.width(&line, style) > width && line.chars().count() > 1 {
                        line.pop();
                        lines.push(std::mem::replace(&mut line, c.to_string()));
                    }
                }
            }
            lines.push(line);
        }
        lines
    }
}

/// Returns the text with each letter and its accents as one character where Unicode has one (NFC).
fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whether a script is written from right to left, joins its letters, or sets them in another order than they are read.
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
    match (role, color) {
        (Role::King, Color::White) => '♔',
        (Role::Queen, Color::White) => '♕',
        (Role::Rook, Color::White) => '♖',
        (Role::Bishop, Color::White) => '♗',
        (Role::Knight, Color::White) => '♘',
        (Role::Pawn, Color::White) => '♙',
        (Role::King, Color::Black) => '♚',
        (Role::Queen, Color::Black) => '♛',
        (Role::Rook, Color::Black) => '♜',
        (Role::Bishop, Color::Black) => '♝',
        (Role::Knight, Color::Black) => '♞',
        (Role::Pawn, Color::Black) => '♟',
    }
}

/// A glyph of a font.
struct Glyph<'f, 'a> {
    face: &'f Face<'a>,
    id: GlyphId,
}

/// The drawer of a glyph, which flattens its curves. The y of fonts grows upwards. Turning it over reverses all contours of a glyph,
/// so their winding numbers still agree.
struct Pen {
    scale: f64,
    origin: DVec2,
    outline: Outline,
    at: DVec2,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> DVec2 {
        self.origin + DVec2::new(f64::from(x), -f64::from(y)) * self.scale
    }

    fn push(&mut self, point: DVec2) {
        if let Some(contour) = self.outline.contours.last_mut() {
            contour.push(point);
        }
        self.at = point;
    }

    /// Adds a curve as chords. `bend` is half its greatest second derivative: n chords err by at most bend / (4 n²).
    fn curve(&mut self, bend: f64, at: impl Fn(f64) -> DVec2) {
        let steps = (bend / (4.0 * FLATNESS)).sqrt().ceil().clamp(1.0, 64.0) as u32;
        for i in 1..=steps {
            self.push(at(f64::from(i) / f64::from(steps)));
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
        let (a, b, c) = (self.at, self.point(x1, y1), self.point(x, y));
        self.curve((a - 2.0 * b + c).length(), |t| a.lerp(b, t).lerp(b.lerp(c, t), t));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c, d) = (self.at, self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        let bend = 3.0 * (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
        self.curve(bend, |t| {
            let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
            ab.lerp(bc, t).lerp(bc.lerp(cd, t), t)
        });
    }

    fn close(&mut self) {}
}
