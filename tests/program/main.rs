//! The program as a process: documents, `analyze`, pictures, and the server.

mod analyze;
mod documents;
mod endings;
mod long_inputs;
mod manual;
mod marks;
mod matches;
mod pictures;
mod play;
mod printing;
mod schemas;
mod serve;
mod server;
mod sheets;
mod uci;
mod visitor;
