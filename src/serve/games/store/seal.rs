//! The seal of a game: a checksum of its stored data except times, with its moves in order. Damage to the file breaks the seal.

use crate::serve::games::secret::digest;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

/// Writes the seal of a game for its present data.
pub fn seal(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let sum = sum(connection, id)?;
    connection.prepare_cached("UPDATE game SET seal = ?2 WHERE id = ?1")?.execute(params![id, sum])?;
    Ok(())
}

/// Whether a game has the data that were sealed, or none at all.
pub fn holds(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    let mut sealed = connection.prepare_cached("SELECT seal FROM game WHERE id = ?1")?;
    let mut rows = sealed.query([id])?;
    let Some(row) = rows.next()? else {
        // Moves without a game are the remains of a damaged one.
        let mut moves = connection.prepare_cached("SELECT 1 FROM move WHERE game = ?1 LIMIT 1")?;
        return Ok(!moves.exists([id])?);
    };
    Ok(row.get::<_, Option<String>>(0)? == Some(sum(connection, id)?))
}

fn sum(connection: &Connection, id: &str) -> rusqlite::Result<String> {
    let mut sealed = Vec::new();
    for (query, columns) in [
        (
            "SELECT id, title, variant, start, white, black, ended, ply, opponent, clock, next, offer
             FROM game WHERE id = ?1",
            12,
        ),
        ("SELECT ply, text FROM move WHERE game = ?1 ORDER BY ply", 2),
    ] {
        let mut rows = connection.prepare_cached(query)?;
        let mut rows = rows.query([id])?;
        while let Some(row) = rows.next()? {
            (0..columns).try_for_each(|column| write(&mut sealed, row, column))?;
        }
    }
    Ok(digest(&sealed))
}

/// Writes a value with its type and length, so different rows give different bytes.
fn write(sealed: &mut Vec<u8>, row: &Row<'_>, column: usize) -> rusqlite::Result<()> {
    let mut put = |kind: u8, bytes: &[u8]| {
        sealed.push(kind);
        sealed.extend((bytes.len() as u64).to_le_bytes());
        sealed.extend_from_slice(bytes);
    };
    match row.get_ref(column)? {
        ValueRef::Null => put(0, &[]),
        ValueRef::Integer(number) => put(1, &number.to_le_bytes()),
        ValueRef::Real(number) => put(2, &number.to_le_bytes()),
        ValueRef::Text(text) => put(3, text),
        ValueRef::Blob(bytes) => put(4, bytes),
    }
    Ok(())
}
