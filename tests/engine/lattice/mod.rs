//! Lattice play: rules sentence by sentence, another library, a second generator, and the contact kernel.

mod boards;
mod circe;
mod kinds;
mod orthodox;
mod replies;
mod rules;
mod seams;
mod second;
mod swept;
