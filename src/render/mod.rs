//! Pictures: a [`Scene`] of neutral marks becomes PNG, SVG or GIF.
//!
//! Start at [`Scene`] and [`Painter`]. Scenes contain no rules of chess: `depict` makes them from games. Each module uses only the
//! modules above it:
//! - `scene`: a board and its marks, in board units;
//! - `canvas`: outlines filled with colours, on a page 600 units wide;
//! - `view`: maps from a board to the page;
//! - `paint`: boards and marks as filled outlines;
//! - `page`: the places of board, insets, legend and texts;
//! - `output`: drawings as files, filled by plotters' bitmap and SVG backends.
//!
//! Text and figures are outlines too. So all formats agree, and no font has to be installed. The same scene always gives the same
//! bytes.
//!
//! ```
//! use continuum::chess::{Color, Role};
//! use continuum::geom::Interval;
//! use continuum::render::{self, DrawnPiece, Ground, LegalSpan, Scene, StopEffect, Track};
//! use glam::DVec2;
//!
//! let at = DVec2::new(4.5, 0.5);
//! let up = Track::line(at, DVec2::new(4.5, 8.0));
//! let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 })
//!     .titled("A rook on an empty board")
//!     .moving(Color::White)
//!     .with([DrawnPiece::disc(at, 0.25, Color::White, Role::Rook).labelled("Ra")])
//!     .with([LegalSpan { track: up, stretch: Interval::closed(0.1, 7.5), effect: StopEffect::Quiet }]);
//! assert!(render::png(&scene, 300)?.starts_with(b"\x89PNG"));
//! assert!(render::svg(&scene, 300)?.contains("<title>A rook on an empty board</title>"));
//! # Ok::<(), render::RenderError>(())
//! ```

mod canvas;
mod error;
mod output;
mod page;
mod paint;
mod scene;
mod view;

pub use crate::variant::Seam;
pub use canvas::font::needs_layout;
#[cfg(all(test, feature = "serve"))]
pub(crate) use canvas::palette;
pub use error::{MAX_HEIGHT, MAX_PIXELS, MAX_SIZE, MIN_SIZE, RenderError};
pub use scene::{
    Area, AreaMeaning, BoardMark, Border, Diagram, DrawnPiece, DrawnShape, GluedBoard, Graph, Ground, Inset,
    LegalDestination, LegalRegion, LegalSpan, MadeTurn, MovePath, Note, Passage, PieceState, Projection,
    RebirthArrow, Rectangle, RoundBoard, RoundCell, Ruler, Scene, Sector, StopEffect, Symbol, Tint,
    TouchingStop, Track, TurnSpan, Wording,
};

use canvas::drawing::Drawing;
use canvas::font::{Fonts, Weight};
use output::{PixelSize, bitmap, gif, png, svg};
use page::Page;
use scene::validate;
use std::collections::BTreeSet;

/// Draws scenes with the built-in fonts, and with a further font if it has one.
#[derive(Debug, Clone, Default)]
pub struct Painter {
    /// The bytes of a font for characters that the built-in fonts lack.
    further_font: Option<Vec<u8>>,
}

impl Painter {
    /// Returns a painter with the built-in fonts, which have Latin, Greek and Cyrillic letters.
    pub fn new() -> Painter {
        Painter::default()
    }

    /// Returns a painter with a further font for characters that the built-in fonts lack. `bytes` are those of a TrueType or
    /// OpenType file.
    ///
    /// # Errors
    /// When the bytes are not a readable font.
    pub fn with_font(bytes: Vec<u8>) -> Result<Painter, RenderError> {
        let painter = Painter { further_font: Some(bytes) };
        painter.fonts()?;
        Ok(painter)
    }

    fn fonts(&self) -> Result<Fonts<'_>, RenderError> {
        Fonts::load(self.further_font.as_deref())
    }

    /// Returns the characters of a scene's title and caption that are drawn as question marks, each once, in rising order. They are
    /// those that no font has, and those whose script [needs layout](needs_layout).
    ///
    /// ```
    /// use continuum::render::{Ground, Painter, Scene};
    /// let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 }).titled("Zug 1 \u{4e00}");
    /// assert_eq!(Painter::new().missing(&scene)?, ['\u{4e00}'], "drawn as a question mark");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a font cannot be read.
    pub fn missing(&self, scene: &Scene) -> Result<Vec<char>, RenderError> {
        let fonts = self.fonts()?;
        let title = fonts.missing(&scene.title, Weight::Bold);
        Ok(sorted_once(title.chain(fonts.missing(&scene.caption, Weight::Regular))))
    }

    /// Returns the characters in the texts of diagrams that are drawn as question marks, as [`Painter::missing`] does.
    ///
    /// # Errors
    /// When a font cannot be read.
    pub fn missing_on_sheet(&self, diagrams: &[Diagram]) -> Result<Vec<char>, RenderError> {
        let fonts = self.fonts()?;
        let texts = diagrams.iter().flat_map(Diagram::texts);
        Ok(sorted_once(texts.flat_map(|text| fonts.missing(text, Weight::Regular))))
    }

    /// Returns a scene as PNG, `size` pixels wide and as tall as the scene needs.
    ///
    /// # Errors
    /// When `size` is out of range, the picture would be too large, a mark holds a number that is not finite, the board
    /// has no surface for the view `solid`, or the font cannot be read.
    pub fn png(&self, scene: &Scene, size: u32) -> Result<Vec<u8>, RenderError> {
        let page = self.page(std::slice::from_ref(scene))?;
        let pixels = pixel_size(size, page.height())?;
        png::encode(&bitmap::draw(&page.draw(scene), pixels)?)
    }

    /// Returns a scene as an SVG document, `size` pixels wide. Text and figures are outlines.
    ///
    /// # Errors
    /// Those of [`Painter::png`].
    pub fn svg(&self, scene: &Scene, size: u32) -> Result<String, RenderError> {
        let page = self.page(std::slice::from_ref(scene))?;
        let pixels = pixel_size(size, page.height())?;
        svg::encode(&page.draw(scene), &scene.title, pixels)
    }

    /// Returns a sheet of diagrams as PNG, `size` pixels wide. Each row has two boards with their texts. The solutions stand below
    /// all boards.
    ///
    /// ```
    /// use continuum::render::{Diagram, Ground, Painter, Scene};
    /// let scene = Scene::new(Ground::Squares { files: 8, ranks: 8 });
    /// let [title, asked, count, conditions] = ["", "#2", "0 + 0", ""].map(str::to_owned);
    /// let empty = Diagram { scene, title, asked, count, conditions, solution: Vec::new() };
    /// assert!(Painter::new().sheet_png(&[empty.clone(), empty], 300)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Painter::png`].
    pub fn sheet_png(&self, diagrams: &[Diagram], size: u32) -> Result<Vec<u8>, RenderError> {
        let drawing = self.draw_sheet(diagrams)?;
        png::encode(&bitmap::draw(&drawing, pixel_size(size, drawing.height)?)?)
    }

    /// Returns a sheet of diagrams as an SVG document, as [`Painter::sheet_png`] draws it.
    ///
    /// # Errors
    /// Those of [`Painter::png`].
    pub fn sheet_svg(&self, diagrams: &[Diagram], size: u32) -> Result<String, RenderError> {
        let drawing = self.draw_sheet(diagrams)?;
        let titles: Vec<&str> = diagrams.iter().map(|diagram| diagram.title.as_str()).collect();
        svg::encode(&drawing, &titles.join(", "), pixel_size(size, drawing.height)?)
    }

    fn draw_sheet(&self, diagrams: &[Diagram]) -> Result<Drawing<'_>, RenderError> {
        diagrams.iter().try_for_each(|diagram| validate::check(&diagram.scene))?;
        Ok(page::sheet::draw(diagrams, self.fonts()?))
    }

    /// Returns scenes as the frames of an animated GIF that repeats for ever. `times` has the time of each frame, in hundredths of a
    /// second. `after_frame` is called after each frame.
    ///
    /// The board keeps its place, and the page is as tall as the tallest scene needs. Insets are drawn if every scene has some.
    ///
    /// # Errors
    /// Those of [`Painter::png`], and if there is not exactly one time for each scene.
    pub fn gif(
        &self,
        scenes: &[Scene],
        size: u32,
        times: &[u16],
        after_frame: impl Fn(),
    ) -> Result<Vec<u8>, RenderError> {
        if scenes.is_empty() || scenes.len() != times.len() {
            return Err(RenderError::Frames { frames: scenes.len(), times: times.len() });
        }
        let page = self.page(scenes)?;
        let pixels = pixel_size(size, page.height())?;
        let frames = scenes.iter().map(|scene| bitmap::draw(&page.draw(scene), pixels));
        gif::encode(frames.inspect(|_| after_frame()), times)
    }

    /// Returns the page of scenes, or an error if one of them cannot be drawn.
    fn page(&self, scenes: &[Scene]) -> Result<Page<'_>, RenderError> {
        scenes.iter().try_for_each(validate::check)?;
        scenes.iter().try_for_each(|scene| view::solid::check(&scene.ground))?;
        Ok(Page::holding(scenes, self.fonts()?))
    }
}

/// Returns the size of a picture, or an error if the picture would be too small or too large.
///
/// `width` is in pixels, and `page_height` in page units.
fn pixel_size(width: u32, page_height: f64) -> Result<PixelSize, RenderError> {
    if !(MIN_SIZE..=MAX_SIZE).contains(&width) {
        return Err(RenderError::Size(width));
    }
    let height = (page_height * f64::from(width) / Drawing::WIDTH).round() as u32;
    if height > MAX_HEIGHT || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(RenderError::Large { width, height });
    }
    Ok(PixelSize { width, height })
}

/// Returns each character once, in rising order.
fn sorted_once(characters: impl Iterator<Item = char>) -> Vec<char> {
    characters.collect::<BTreeSet<char>>().into_iter().collect()
}

/// Returns a scene as PNG, drawn with the built-in fonts.
///
/// # Errors
/// Those of [`Painter::png`].
pub fn png(scene: &Scene, size: u32) -> Result<Vec<u8>, RenderError> {
    Painter::new().png(scene, size)
}

/// Returns a scene as an SVG document, drawn with the built-in fonts.
///
/// # Errors
/// Those of [`Painter::svg`].
pub fn svg(scene: &Scene, size: u32) -> Result<String, RenderError> {
    Painter::new().svg(scene, size)
}

/// Returns scenes as an animated GIF, drawn with the built-in fonts.
///
/// ```
/// use continuum::render::{self, Ground, Scene};
/// let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 });
/// let film = render::gif(&[scene.clone(), scene.titled("The end")], 200, &[50, 100])?;
/// assert!(film.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`Painter::gif`].
pub fn gif(scenes: &[Scene], size: u32, times: &[u16]) -> Result<Vec<u8>, RenderError> {
    Painter::new().gif(scenes, size, times, || ())
}
