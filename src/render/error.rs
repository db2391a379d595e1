//! Errors of pictures.

/// The least width of a picture in pixels.
pub const MIN_SIZE: u32 = 64;
/// The greatest width of a picture in pixels.
pub const MAX_SIZE: u32 = 8192;
/// The greatest height of a picture in pixels.
pub const MAX_HEIGHT: u32 = 16_384;
/// The greatest number of pixels of a picture. An ordinary board at the greatest width has three quarters of them.
pub const MAX_PIXELS: u64 = 100_000_000;

/// The reason why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The width is outside [`MIN_SIZE`] to [`MAX_SIZE`].
    #[error("a picture {0} px wide cannot be drawn: use {min} to {max}", min = MIN_SIZE, max = MAX_SIZE)]
    Size(u32),
    /// A mark or board has a number that is not finite, or an extent that is not positive.
    #[error("{0} holds a number that is not finite or not positive: give it a place on the board")]
    Number(&'static str),
    /// The view `solid` has no surface for the board.
    #[error("the view `solid` has no surface for this board, which is shown only flat: use `chart`")]
    NoSurface,
    /// The animation has no frames, or not one time for each frame.
    #[error("{frames} frames with {times} frame times: give each frame one time")]
    Frames {
        /// The number of scenes.
        frames: usize,
        /// The number of times.
        times: usize,
    },
    /// The picture would be taller than [`MAX_HEIGHT`] or have more than [`MAX_PIXELS`].
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
    /// The font inside the program could not be read.
    #[error("the built-in font cannot be read")]
    Font(#[source] ttf_parser::FaceParsingError),
    /// The font that was given for characters that the built-in one lacks could not be read.
    #[error("this is no font that can be read: give a TrueType or OpenType file")]
    FurtherFont(#[source] ttf_parser::FaceParsingError),
    /// The drawing library reported an error.
    #[error("the drawing library refused: {0}")]
    Backend(String),
    /// Writing the PNG stream failed.
    #[error("the picture cannot be written as PNG")]
    Png(#[from] png::EncodingError),
    /// Writing the GIF stream failed.
    #[error("the pictures cannot be written as GIF")]
    Gif(#[from] gif::EncodingError),
}
