//! Files as they are sent: compressed, without comments and indentation.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// The headers of a request on which an answer depends, besides its address.
pub const VARIES: &str = "accept-encoding, accept-language, cookie";

/// A file, plain and compressed.
pub struct File {
    media_type: &'static str,
    pub plain: String,
    zipped: Vec<u8>,
}

/// Returns a script or a style without indentation, empty lines, and lines that are comments.
pub fn minified(text: &str) -> String {
    let mut is_comment = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        if !(is_comment || begins || line.starts_with("//") || line.is_empty()) {
            kept.push_str(line);
            kept.push('\n');
        }
        is_comment = (is_comment || begins) && !line.ends_with("*/");
    }
    kept
}

/// Returns a text compressed by gzip.
pub fn zipped(text: &str, level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    // Writing to memory does not fail. If it did, the plain text would be sent in place of the empty result.
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// Whether a request accepts answers that are compressed by gzip.
pub fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted =
        request.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        parts.next() == Some("gzip") && parts.all(|quality| !matches!(quality, "q=0" | "q=0.0"))
    })
}

impl File {
    /// Returns a file of a media type.
    pub fn new(media_type: &'static str, plain: String) -> File {
        let zipped = zipped(&plain, Compression::best());
        File { media_type, plain, zipped }
    }

    /// Returns the file as an answer, compressed if the request accepts that.
    pub fn answer(&'static self, request: &HeaderMap) -> Response {
        let headers = [(CONTENT_TYPE, self.media_type), (VARY, VARIES)];
        if accepts_gzip(request) && !self.zipped.is_empty() {
            (headers, [(CONTENT_ENCODING, "gzip")], self.zipped.as_slice()).into_response()
        } else {
            (headers, self.plain.as_str()).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sent_without_comments() {
        let text = "// one\n  a(); // stays\n/** two */\n/* three\n * four\n */\n\n  b();\n";
        assert_eq!(minified(text), "a(); // stays\nb();\n");
    }
}
