//! The page: static files inside the program.

use crate::serve::error::ApiError;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

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

/// The page itself, for the front and for every game; the page reads its address.
pub async fn front() -> Response {
    ([(CONTENT_TYPE, HTML)], include_str!("../web/index.html")).into_response()
}

/// The answer at an unknown address: a page with a way on for people, an error as JSON for programs.
pub async fn nothing(uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        return ApiError::new("unknown", "there is nothing at this address").into_response();
    }
    let page = include_str!("../web/nothing.html");
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], page).into_response()
}

/// One of the page's files.
///
/// # Errors
/// When there is none of that name.
pub async fn file(Path(name): Path<String>) -> Result<Response, ApiError> {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    let (_, kind, body) = found.ok_or_else(|| ApiError::new("unknown", "there is no such file"))?;
    Ok(([(CONTENT_TYPE, *kind)], *body).into_response())
}
