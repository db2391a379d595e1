//! The limits of pictures, and their errors.

/// The least width of a picture in pixels.
pub const MIN_SIZE: u32 = 64;
/// The greatest width of a picture in pixels.
pub const MAX_SIZE: u32 = 8192;
/// The greatest height of a picture in pixels.
pub const MAX_HEIGHT: u32 = 16_384;
/// The greatest number of pixels of a picture. A picture of an ordinary board of the greatest width has three quarters of them.
pub const MAX_PIXELS: u64 = 100_000_000;

/// The reason why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The width is outside [`MIN_SIZE`] to [`MAX_SIZE`].
    #[error("a picture {0} px wide cannot be drawn: use {min} to {max}", min = MIN_SIZE, max = MAX_SIZE)]
    Size(u32),
    /// A mark or board has a number that is not finite, or a size that is not positive.
    #[error("{0} holds a number that is not finite or not positive: give it a place on the board")]
    Number(&'static str),
    /// The view `solid` has no surface for the board.
    #[error("the view `solid` has no surface for this board, which is shown only flat: use `chart`")]
    NoSurface,
    /// The animation has no frames, or the numbers of frames and times differ.
    #[error("{frames} frames with {times} frame times: give each frame one time")]
    Frames {
        /// The number of frames.
        frames: usize,
        /// The number of times.
        times: usize,
    },
    /// The picture would be taller than [`MAX_HEIGHT`], or have more pixels than [`MAX_PIXELS`].
    #[error(
        "the picture would be {width} x {height} px, and may be {MAX_HEIGHT} px tall and have {MAX_PIXELS} pixels: \
         make it narrower or shorten its texts"
    )]
    Large {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A built-in font could not be read.
    #[error("the built-in font cannot be read")]
    Font(#[source] ttf_parser::FaceParsingError),
    /// The further font could not be read.
    #[error("this is no font that can be read: give a TrueType or OpenType file")]
    FurtherFont(#[source] ttf_parser::FaceParsingError),
    /// A backend of plotters reported an error.
    #[error("the drawing library refused: {0}")]
    Backend(String),
    /// The picture could not be written as PNG.
    #[error("the picture cannot be written as PNG")]
    Png(#[from] png::EncodingError),
    /// The frames could not be written as GIF.
    #[error("the pictures cannot be written as GIF")]
    Gif(#[from] gif::EncodingError),
}
