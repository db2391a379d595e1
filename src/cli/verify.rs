//! `continuum verify`

use super::select::whole;
use super::{Failure, Outcome, printed};
use crate::diagnostics::{FileFaults, TextFault, line_and_column, read_json_file, read_text};
use crate::game::{Position, Prepared};
use crate::solve::plane::{Certificate, CheckOptions, Checked, Verdict, check};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A certificate, as `solve --certificate` writes it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of random replies to play in each span, besides the proof
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    samples: u32,
    /// The seed of the random replies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let (text, certificate) = read_certificate(&args.file)?;
    let fault = |fault: TextFault| FileFaults::one(&args.file, fault);
    let position = position(&text, &certificate).map_err(fault)?;
    let Position::Plane(position) = position else {
        let message = "certificates are of positions on the plane, and this variant is played on cells";
        return Err(fault(at_value(&text, |places| places.variant, 0, message)).into());
    };
    let options = CheckOptions { samples: args.samples, seed: args.seed };
    let checked = check(&position, &certificate, options)
        .map_err(|unsolved| fault(at_value(&text, |places| places.position, 0, unsolved.to_string())))?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        let mut json = serde_json::to_value(&checked)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        print(&mut out, &checked)?;
        let Checked { keys, samples, replies, cells, played, .. } = checked;
        let [keys, samples, cells] =
            [(keys, "key"), (samples, "sample"), (cells, "cell")].map(|(n, what)| counted(n, what));
        let replies = counted(replies, "span");
        writeln!(out, "{keys}, {samples}, {replies} of replies, {cells}, {played} played in {seconds:.3} s")?;
    }
    out.flush()?;
    Ok(match checked.verdict {
        Verdict::Proven => Outcome::Fine,
        Verdict::Refuted => Outcome::Unexpected,
        Verdict::Samples | Verdict::Undecided => Outcome::Open,
    })
}

/// Returns the text of a file, and the certificate in it.
pub fn read_certificate(file: &Path) -> Result<(String, Certificate), Failure> {
    let text = read_text(file)?;
    let certificate = read_json_file(&text).map_err(|fault| FileFaults::one(file, fault))?;
    Ok((text, certificate))
}

/// Returns a number with its noun.
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn print(out: &mut impl Write, checked: &Checked) -> std::io::Result<()> {
    let Checked { verdict, keys, whole, refuted, undecided, .. } = checked;
    match (verdict, refuted) {
        (Verdict::Refuted, Some(why)) => writeln!(out, "refuted: {why}")?,
        (Verdict::Refuted, None) | (Verdict::Undecided, _) => writeln!(out, "not proven")?,
        (Verdict::Samples, _) => {
            let open = keys - whole;
            writeln!(out, "proven at samples, and not between them: {open} of {}", counted(*keys, "key"))?;
        }
        (Verdict::Proven, _) => writeln!(out, "proven")?,
    }
    undecided.iter().try_for_each(|cell| writeln!(out, "undecided: {cell}"))
}

/// Returns the position of a certificate.
fn position(text: &str, certificate: &Certificate) -> Result<Position, TextFault> {
    let variant = Prepared::load(&certificate.variant, Path::new(""), &certificate.rules)
        .map_err(|e| at_value(text, |places| places.variant, 0, e.to_string()))?;
    Position::from_text(&variant, &certificate.position)
        // The position text begins behind the quotation mark.
        .map_err(|e| at_value(text, |places| places.position, e.column, e.message))
}

/// The values of the file as they are written.
#[derive(Deserialize)]
struct Places<'a> {
    #[serde(borrow)]
    variant: &'a RawValue,
    #[serde(borrow)]
    position: &'a RawValue,
}

/// Returns a fault at a number of characters behind the beginning of a value.
fn at_value<'a>(
    text: &'a str,
    value: impl Fn(&Places<'a>) -> &'a RawValue,
    behind: usize,
    message: impl Into<String>,
) -> TextFault {
    let places: Option<Places<'a>> = serde_json::from_str(text).ok();
    let byte = places.map_or(0, |places| value(&places).get().as_ptr() as usize - text.as_ptr() as usize);
    let (line, column) = line_and_column(text, byte);
    TextFault { line, column: column + behind, message: message.into() }
}
