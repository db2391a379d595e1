//! Text and chess figures as outlines, from fonts inside the build: pictures look the same on a
//! machine without any font. Characters stand one after another, from left to right: what needs more is a question mark.

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

/// What a curve may err by when it is flattened, on the page.
const FLATNESS: f64 = 0.03;

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// For captions, coordinates and labels.
    Regular,
    /// For titles and numbers.
    Bold,
}

/// A way of setting text: weight and size (the em, on the page).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    pub weight: Weight,
    pub size: f64,
}

/// The fonts inside the build, and one more for characters that they lack.
#[derive(Clone)]
pub(crate) struct Fonts<'a> {
    regular: Face<'static>,
    bold: Face<'static>,
    further: Option<Face<'a>>,
}

impl<'a> Fonts<'a> {
    /// Reads the fonts inside the build and, if there are any, the bytes of a further font.
    pub fn load(further: Option<&'a [u8]>) -> Result<Fonts<'a>, RenderError> {
        let built_in = |data| Face::parse(data, 0).map_err(RenderError::Font);
        Ok(Fonts {
            regular: built_in(REGULAR)?,
            bold: built_in(BOLD)?,
            further: further
                .map(|data| Face::parse(data, 0))
                .transpose()
                .map_err(RenderError::FurtherFont)?,
        })
    }

    /// Whether a character can be drawn. Spaces need no glyph.
    pub fn has(&self, c: char, weight: Weight) -> bool {
        c.is_whitespace() || self.find(c, weight).is_some()
    }

    fn own(&self, weight: Weight) -> &Face<'a> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// The face and glyph of a character: of the font inside the build if it has it, else of the further one; nothing
    /// if both lack it, or its script needs layout.
    fn find(&self, c: char, weight: Weight) -> Option<(&Face<'a>, GlyphId)> {
        let faces = [Some(self.own(weight)), self.further.as_ref()].into_iter().filter(|_| !needs_layout(c));
        faces.flatten().find_map(|face| Some((face, face.glyph_index(c)?)))
    }

    /// The face and glyph by which a character is drawn: those of a question mark where there is none.
    fn glyph_of(&self, c: char, weight: Weight) -> (&Face<'a>, GlyphId) {
        let own = self.own(weight);
        self.find(c, weight).unwrap_or_else(|| (own, own.glyph_index('?').unwrap_or_default()))
    }

    /// How far one character advances, at a size.
    fn advance(&self, c: char, style: Style) -> f64 {
        let (face, glyph) = self.glyph_of(c, style.weight);
        f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * style.size / f64::from(face.units_per_em())
    }

    fn outline(&self, c: char, style: Style, origin: DVec2) -> Outline {
        let (face, glyph) = self.glyph_of(c, style.weight);
        let scale = style.size / f64::from(face.units_per_em());
        let mut pen = Pen { scale, origin, outline: Outline::default(), at: origin };
        // No outline means a space.
        let _ink = face.outline_glyph(glyph, &mut pen);
        pen.outline
    }

    /// How far a line of text reaches.
    pub fn width(&self, text: &str, style: Style) -> f64 {
        text.chars().map(|c| self.advance(c, style)).sum()
    }

    /// The glyphs of a line whose baseline begins at `at`, y downwards.
    pub fn line(&self, text: &str, style: Style, at: DVec2) -> Vec<Outline> {
        let mut x = at.x;
        let mut glyphs = Vec::new();
        for c in text.chars() {
            let outline = self.outline(c, style, DVec2::new(x, at.y));
            if !outline.0.is_empty() {
                glyphs.push(outline);
            }
            x += self.advance(c, style);
        }
        glyphs
    }

    /// The chess figure of a role, centred on `at`: solid for Black, in lines for White. A solid
    /// figure of the same role covers exactly what lies within the lines.
    pub fn figure(&self, role: Role, drawn_as: Color, at: DVec2, size: f64) -> Outline {
        self.centred(figure_char(role, drawn_as), at, size, Weight::Regular)
    }

    /// A single character, its ink centred on `at`.
    pub fn centred(&self, c: char, at: DVec2, size: f64, weight: Weight) -> Outline {
        let outline = self.outline(c, Style { weight, size }, at);
        let Some((low, high)) = outline.bounds() else { return outline };
        let shift = at - (low + high) / 2.0;
        outline.map(|p| p + shift)
    }

    /// Breaks text into lines no wider than `width`, at spaces; a word wider than that is broken
    /// where it must be. Line breaks in the text are kept, and letters composed with their accents.
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

/// A text with letters and their accents in one character where there is one.
pub(crate) fn composed(text: &str) -> String {
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

fn figure_char(role: Role, drawn_as: Color) -> char {
    match (role, drawn_as) {
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

/// Flattens what the font gives. Turning y over turns every contour the other way, which nonzero
/// winding does not mind as long as all of them turn.
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
        if let Some(contour) = self.outline.0.last_mut() {
            contour.push(point);
        }
        self.at = point;
    }

    fn curve(&mut self, bend: f64, f: impl Fn(f64) -> DVec2) {
        let steps = (bend / (4.0 * FLATNESS)).sqrt().ceil().clamp(1.0, 64.0) as u32;
        for i in 1..=steps {
            self.push(f(f64::from(i) / f64::from(steps)));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.0.push(Vec::new());
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
