//! Damaged files of endings: all commands refuse them, and tables that contradict themselves hold nobody up.

use super::{WON, assert_refused, continuum, folder, saved, text};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The length of the hash at the end of the content.
const HASH: usize = 32;

/// No command takes so long, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn unpacked(file: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    GzDecoder::new(file).read_to_end(&mut content).expect("a sound stream");
    content
}

fn packed(content: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(content).expect("memory");
    out.finish().expect("memory")
}

/// The place where the tables begin, behind the two lines of text.
fn body(content: &[u8]) -> usize {
    let breaks = content.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    breaks.map(|(at, _)| at + 1).nth(1).expect("two lines")
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[at] ^= 1 << (at % 8);
    changed
}

/// Bytes without any order, by a generator of Lehmer's kind.
fn noise(len: usize) -> Vec<u8> {
    let next = |state: &u64| Some(state * 48_271 % 0x7fff_ffff);
    std::iter::successors(Some(7_u64), next).map(|state| (state >> 11) as u8).take(len).collect()
}

/// Runs the program, which has to end.
fn ended(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    if let Err(fault) = child.stdin.take().expect("piped").write_all(input.as_bytes()) {
        // A program that refuses its tables may end before it reads anything.
        assert_eq!(fault.kind(), ErrorKind::BrokenPipe, "{fault}");
    }
    let begun = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("killed");
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

fn assert_all_refuse(folder: &Path, why: &str) {
    let endings = ["--endings", text(folder)];
    assert_refused(&[&["uci"], &endings[..]].concat(), why);
    assert_refused(&[&["best", "--variant", "ring64", "--nodes", "1"], &endings[..]].concat(), why);
    let position = ["endings", "KQk", "--variant", "ring64", "--position", WON];
    assert_refused(&[&position, &endings[..]].concat(), why);
}

#[test]
fn each_kind_of_damage_is_refused() {
    let folder = folder("damaged");
    let file = saved(&folder);
    let sound = fs::read(&file).expect("written");
    let content = unpacked(&sound);
    let body = body(&content);
    let end = content.len() - HASH;
    let with_body = |bytes: &[u8]| packed(&[&content[..body], bytes, &content[end..]].concat());
    let first_form = [b"continuum endings 1\n", &content[b"continuum endings 1\n".len()..]].concat();
    let hash = "is not what was written, by its SHA-256";
    let after = "there is data after its end";
    let damaged = "it is damaged";
    let kinds = [
        ("a body of 0xff", with_body(&vec![0xff; end - body]), hash),
        ("a body of noise", with_body(&noise(end - body)), hash),
        ("a bit of the body", packed(&flipped(&content, (body + end) / 2)), hash),
        ("a bit of the hash", packed(&flipped(&content, end + 5)), hash),
        (
            "two tables exchanged",
            with_body(&[&content[body + 2..end], &content[body..body + 2]].concat()),
            hash,
        ),
        ("a part of the body", with_body(&content[body..end - 2]), damaged),
        ("a longer body", with_body(&[&content[body..end], b"??"].concat()), hash),
        ("content twice", packed(&content.repeat(2)), after),
        ("the file twice", sound.repeat(2), after),
        ("a byte after the file", [&sound[..], b"\n"].concat(), after),
        ("zeros after the file", [&sound[..], &[0; 512]].concat(), after),
        ("an empty stream after the file", [&sound[..], &packed(b"")].concat(), after),
        ("half of the file", sound[..sound.len() / 2].to_vec(), damaged),
        ("a bit of the stream", flipped(&sound, sound.len() / 2), ""),
        ("a bit of the checksum", flipped(&sound, sound.len() - 6), damaged),
        ("another file", b"no table".to_vec(), damaged),
        ("nothing", Vec::new(), damaged),
        ("an older form", packed(&first_form), "of this version"),
    ];
    for (kind, bytes, why) in kinds {
        println!("{kind}");
        fs::write(&file, bytes).expect("written");
        assert_all_refuse(&folder, why);
    }
    fs::remove_file(&file).expect("removed");
    assert_all_refuse(&folder, "no file in this folder ends with .endings");
    fs::write(&file, sound).expect("written");
    assert!(
        continuum(&["best", "--variant", "ring64", "--nodes", "1", "--endings", text(&folder)])
            .status
            .success()
    );
    fs::remove_dir_all(&folder).expect("removed");
}

/// A flip in the stream may leave a sound stream of other content, and one in the head another sound head.
#[test]
fn each_flipped_bit_is_refused() {
    let folder = folder("flipped");
    let file = saved(&folder);
    let sound = fs::read(&file).expect("written");
    let content = unpacked(&sound);
    let ask = ["uci", "--endings", text(&folder)];
    let refused = |bytes: Vec<u8>, at: usize| {
        fs::write(&file, bytes).expect("written");
        let output = ended(&ask, "quit\n");
        assert_eq!(output.status.code(), Some(2), "a bit of byte {at}");
        assert_eq!(output.stderr.iter().filter(|byte| **byte == b'\n').count(), 1, "one line");
    };
    let cases = if cfg!(debug_assertions) { 20 } else { 400 };
    // The head of the stream, ten bytes, has the time of its making and such.
    for at in (10..sound.len()).step_by(sound.len() / cases) {
        refused(flipped(&sound, at), at);
    }
    for at in (0..body(&content)).step_by(body(&content) / cases + 1) {
        refused(packed(&flipped(&content, at)), at);
    }
    fs::remove_dir_all(&folder).expect("removed");
}

/// Such a file cannot come from a damaged disk. All positions are won in as many plies as a table can say.
#[test]
fn tables_that_contradict_themselves_hold_nobody_up() {
    let folder = folder("contradicts");
    let file = saved(&folder);
    let content = unpacked(&fs::read(&file).expect("written"));
    let (body, end) = (body(&content), content.len() - HASH);
    for codes in [vec![0xff; end - body], noise(end - body)] {
        let mut forged = [&content[..body], &codes].concat();
        forged.extend_from_slice(&Sha256::digest(&forged));
        fs::write(&file, packed(&forged)).expect("written");
        let endings = ["--endings", text(&folder)];
        let position = ["endings", "KQk", "--variant", "ring64", "--position", WON];
        assert_refused(
            &[&position, &endings[..]].concat(),
            "their best play does not: work the ending out again",
        );
        let best = ["best", "--variant", "ring64", "--depth", "1", "--position", WON];
        let output = ended(&[&best, &endings[..]].concat(), "");
        assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
        let said = format!("setoption name UCI_Variant value ring64\nposition fen {WON}\ngo depth 1\nquit\n");
        let output = ended(&[&["uci"], &endings[..]].concat(), &said);
        assert!(output.status.success(), "{output:?}");
    }
    fs::remove_dir_all(&folder).expect("removed");
}
