//! The page: static files inside the program.
//!
//! Files lie in a folder named after a hash of their contents, so browsers may keep them for ever and still get the
//! files of a new program at once.

use crate::serve::error::ApiError;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

const HTML: &str = "text/html; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";

const FILES: &[(&str, &str, &str)] = &[
    ("style.css", CSS, include_str!("../web/style.css")),
    ("icon.svg", SVG, include_str!("../web/icon.svg")),
    ("main.js", JS, include_str!("../web/main.js")),
    ("advice.js", JS, include_str!("../web/advice.js")),
    ("clock.js", JS, include_str!("../web/clock.js")),
    ("net.js", JS, include_str!("../web/net.js")),
    ("board.js", JS, include_str!("../web/board.js")),
    ("outlines.js", JS, include_str!("../web/outlines.js")),
    ("marks.js", JS, include_str!("../web/marks.js")),
    ("surface.js", JS, include_str!("../web/surface.js")),
    ("way.js", JS, include_str!("../web/way.js")),
    ("region.js", JS, include_str!("../web/region.js")),
    ("legal.js", JS, include_str!("../web/legal.js")),
    ("selection.js", JS, include_str!("../web/selection.js")),
    ("keys.js", JS, include_str!("../web/keys.js")),
    ("entry.js", JS, include_str!("../web/entry.js")),
    ("panel.js", JS, include_str!("../web/panel.js")),
    ("dialogs.js", JS, include_str!("../web/dialogs.js")),
    ("newgame.js", JS, include_str!("../web/newgame.js")),
    ("params.js", JS, include_str!("../web/params.js")),
];

/// The caching rule for a file whose name changes with its contents.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// A file in the forms in which it is sent.
struct File {
    kind: &'static str,
    plain: String,
    zipped: Vec<u8>,
}

/// All files of the page.
struct Site {
    /// The name of the folder of the files, and the `ETag` of the pages.
    version: String,
    front: File,
    nothing: File,
    files: HashMap<&'static str, File>,
}

static SITE: LazyLock<Site> = LazyLock::new(|| {
    let pages = [include_str!("../web/index.html"), include_str!("../web/nothing.html")];
    let mut hash = Sha256::new();
    FILES.iter().map(|(.., text)| text).chain(&pages).for_each(|text| hash.update(text));
    let mut version = String::new();
    for byte in &hash.finalize()[..8] {
        // Writing to memory does not fail.
        let _ = write!(version, "{byte:02x}");
    }
    let page = |text: &str| File::new(HTML, text.replace("/web/", &format!("/web/{version}/")));
    let [front, nothing] = pages.map(page);
    let files = FILES.iter().map(|&(name, kind, text)| (name, File::new(kind, text.to_owned()))).collect();
    Site { version, front, nothing, files }
});

impl File {
    fn new(kind: &'static str, plain: String) -> File {
        let mut zip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; an empty result is replaced by the plain text.
        let zipped = zip.write_all(plain.as_bytes()).and_then(|()| zip.finish()).unwrap_or_default();
        File { kind, plain, zipped }
    }

    /// Returns the file, compressed if the request accepts that.
    fn answer(&'static self, asked: &HeaderMap) -> Response {
        let accepted =
            asked.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
        let takes_gzip = accepted.split(',').any(|way| {
            let mut parts = way.split(';').map(str::trim);
            parts.next() == Some("gzip") && parts.all(|quality| !matches!(quality, "q=0" | "q=0.0"))
        });
        let kind = [(CONTENT_TYPE, self.kind), (VARY, "accept-encoding")];
        match takes_gzip && !self.zipped.is_empty() {
            true => (kind, [(CONTENT_ENCODING, "gzip")], self.zipped.as_slice()).into_response(),
            false => (kind, self.plain.as_str()).into_response(),
        }
    }
}

/// Answers with the page for the front and for every game; its script reads the address. A browser that has the page
/// gets "not modified".
pub async fn front(asked: HeaderMap) -> Response {
    let tag = format!("\"{}\"", SITE.version);
    let has_it = asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|known| known.to_str().is_ok_and(|known| known.contains(&tag)));
    match has_it {
        true => (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response(),
        false => ([(ETAG, tag)], SITE.front.answer(&asked)).into_response(),
    }
}

/// Answers an unknown address: with a page for people, with an error as JSON for programs.
pub async fn nothing(uri: Uri, asked: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return ApiError::new("unknown", "there is nothing at this address").into_response();
    }
    (StatusCode::NOT_FOUND, SITE.nothing.answer(&asked)).into_response()
}

/// Answers with one of the page's files. Browsers keep only files of the present version.
///
/// # Errors
/// When there is no file of that name.
pub async fn file(
    Path((version, name)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, ApiError> {
    let found = SITE.files.get(name.as_str());
    let answer = found.ok_or_else(|| ApiError::new("unknown", "there is no such file"))?.answer(&asked);
    match version == SITE.version {
        true => Ok(([(CACHE_CONTROL, FOR_GOOD)], answer).into_response()),
        false => Ok(answer),
    }
}
