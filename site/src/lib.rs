//! What the page asks, answered inside the browser: bytes in, bytes out. Nothing is imported.
//!
//! There are two libraries. The one with the feature `pictures` draws and does nothing else. A page loads it when it shows or saves a
//! picture, so that the first move does not wait for what draws.
//!
//! A page asks for room by [`question`], writes the name of its question there and the body after it, calls [`answer`], and reads
//! [`length`] bytes at [`answered`]. `library.js` does that.
//!
//! Panics do not unwind here. A question that would exceed its work ends the instance, and so does a panic. The page reads the error
//! all the same, and takes another instance.

#![allow(unsafe_code, reason = "the page finds the functions by their names")]

use continuum::answers::{self, ApiError};
use std::cell::RefCell;
use std::panic;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The kind of an answer, by its number.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Json,
    Error,
    Png,
    Svg,
    Gif,
}

/// Returns room for a question of so many bytes. It holds until the question is answered.
#[unsafe(no_mangle)]
pub extern "C" fn question(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question whose name has so many bytes, and returns the kind of the answer. The other bytes are the body, if there is
/// one.
#[unsafe(no_mangle)]
pub extern "C" fn answer(name: usize, has_body: u32) -> u32 {
    let question = QUESTION.take();
    let (name, body) = question.split_at(name.min(question.len()));
    let name = String::from_utf8_lossy(name);
    // What the page reads if nothing else takes its place.
    ANSWER.set(ApiError::heavy().to_json());
    panic::set_hook(Box::new(|panic| ANSWER.set(ApiError::server(panic).to_json())));
    let answered = if cfg!(feature = "pictures") {
        answers::picture_of(body)
    } else {
        answers::answer_in_words(&name, (has_body != 0).then_some(body))
    };
    let (kind, bytes) = match answered {
        Ok(answer) => (kind_of(answer.media_type), answer.bytes),
        Err(error) => (Kind::Error, error.to_json()),
    };
    ANSWER.set(bytes);
    kind as u32
}

/// Returns where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

fn kind_of(media_type: &str) -> Kind {
    match media_type {
        "image/png" => Kind::Png,
        "image/svg+xml" => Kind::Svg,
        "image/gif" => Kind::Gif,
        _ => Kind::Json,
    }
}
