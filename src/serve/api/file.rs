//! Files as they are sent: compressed, without comments and indentation.

use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// The headers of a request on which an answer depends, besides its address.
const VARIES: &str = "accept-encoding, accept-language, cookie";

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

pub fn zipped(text: &str, level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("memory takes every byte")
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    let Some(Ok(accepted)) = request.get(ACCEPT_ENCODING).map(HeaderValue::to_str) else { return false };
    accepted.split(',').any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        parts.next() == Some("gzip") && parts.all(|quality| !matches!(quality, "q=0" | "q=0.0"))
    })
}

/// Returns an answer that is compressed if the request accepts that.
pub fn answer<B: Into<Body>>(
    media_type: &'static str,
    request: &HeaderMap,
    plain: impl Into<Body>,
    zipped: impl FnOnce() -> B,
) -> Response {
    let headers = [(CONTENT_TYPE, media_type), (VARY, VARIES)];
    if accepts_gzip(request) {
        (headers, [(CONTENT_ENCODING, "gzip")], zipped().into()).into_response()
    } else {
        (headers, plain.into()).into_response()
    }
}

impl File {
    pub fn new(media_type: &'static str, plain: String) -> File {
        let zipped = zipped(&plain, Compression::best());
        File { media_type, plain, zipped }
    }

    pub fn answer(&'static self, request: &HeaderMap) -> Response {
        answer(self.media_type, request, self.plain.as_str(), || self.zipped.as_slice())
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
