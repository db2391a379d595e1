//! The seal of a game: a checksum of its stored data and moves, without times. If the file is damaged, the seal does not fit.

use crate::serve::games::secret::digest;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

/// Stores the seal for the present data of a game.
pub fn seal(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let checksum = checksum(connection, id)?;
    connection.prepare_cached("UPDATE game SET seal = ?2 WHERE id = ?1")?.execute(params![id, checksum])?;
    Ok(())
}

/// Whether the data of a game fit its seal, or there are no data of the game.
pub fn is_intact(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    let mut sealed = connection.prepare_cached("SELECT seal FROM game WHERE id = ?1")?;
    let mut rows = sealed.query([id])?;
    let Some(row) = rows.next()? else {
        // Moves without a game are the remains of a damaged one.
        let mut moves = connection.prepare_cached("SELECT 1 FROM move WHERE game = ?1 LIMIT 1")?;
        return Ok(!moves.exists([id])?);
    };
    Ok(row.get::<_, Option<String>>(0)? == Some(checksum(connection, id)?))
}

fn checksum(connection: &Connection, id: &str) -> rusqlite::Result<String> {
    let mut sealed = Vec::new();
    for query in [
        "SELECT id, title, variant, start, white, black, ended, ply, opponent, clock, next, offer
         FROM game WHERE id = ?1",
        "SELECT ply, text FROM move WHERE game = ?1 ORDER BY ply",
    ] {
        let mut statement = connection.prepare_cached(query)?;
        let column_count = statement.column_count();
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            for column in 0..column_count {
                append(&mut sealed, row, column)?;
            }
        }
    }
    Ok(digest(&sealed))
}

/// Appends the value of a column with its type and length, so that different rows give different bytes.
fn append(sealed: &mut Vec<u8>, row: &Row<'_>, column: usize) -> rusqlite::Result<()> {
    let mut append_typed = |value_type: u8, bytes: &[u8]| {
        sealed.push(value_type);
        sealed.extend((bytes.len() as u64).to_le_bytes());
        sealed.extend_from_slice(bytes);
    };
    match row.get_ref(column)? {
        ValueRef::Null => append_typed(0, &[]),
        ValueRef::Integer(number) => append_typed(1, &number.to_le_bytes()),
        ValueRef::Real(number) => append_typed(2, &number.to_le_bytes()),
        ValueRef::Text(text) => append_typed(3, text),
        ValueRef::Blob(bytes) => append_typed(4, bytes),
    }
    Ok(())
}
