//! The certificate written by `--certificate`.

use super::Args;
use crate::cli::Failure;
use crate::diagnostics::io_message;
use crate::disk::write_whole;
use crate::plane::PlanePosition;
use crate::solve::plane::{Certificate, KeyProof, Proven};

/// Writes the solution as a certificate, if one is asked for.
pub(super) fn write(
    args: &Args,
    position: &PlanePosition,
    proven: Proven,
    keys: &[KeyProof],
) -> Result<(), Failure> {
    let Some(file) = &args.certificate else { return Ok(()) };
    let certificate = Certificate {
        variant: args.variant.clone(),
        rules: args.overrides.iter().cloned().collect(),
        position: position.to_string(),
        stipulation: proven,
        keys: keys.to_vec(),
    };
    let mut text = serde_json::to_string_pretty(&certificate)?;
    text.push('\n');
    write_whole(file, text.as_bytes())
        .map_err(|e| format!("--certificate {}: {}", file.display(), io_message(&e)))?;
    Ok(())
}
