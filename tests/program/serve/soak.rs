//! A soak of the server: 200 games by 400 sockets, killed and started again every minute. Not part of the usual run:
//!
//! `SOAK_SECONDS=600 cargo test --release --test program soak -- --ignored --nocapture`

use crate::server::{Folder, Made, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const GAMES: usize = 200;

/// The time between two kills.
const LIFE: Duration = Duration::from_secs(60);

/// What all threads share.
struct Soak {
    address: String,
    over: AtomicBool,
    moves: AtomicU64,
    /// The time from asking to the answer of each move, microseconds.
    latencies: Mutex<Vec<u64>>,
}

/// A repeatable sequence of numbers.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// A legal move by the state of a game, if it has one.
fn choose(state: &Value, seed: &mut u64) -> Option<String> {
    let list = |name: &str| state["legal"][name].as_array().cloned().unwrap_or_default();
    let (spans, targets) = (list("spans"), list("targets"));
    if !spans.is_empty() {
        let span = &spans[next(seed) % spans.len()];
        let (from, to) = (span["from"].as_f64()?, span["to"].as_f64()?);
        let open = span["open_from"] == true || span["open_to"] == true;
        let far = if open { f64::midpoint(from, to) } else { to };
        let promotion = if span["promotes"] == true { " =Q" } else { "" };
        return Some(format!("{} {} {far}{promotion}", span["piece"].as_str()?, span["bearing"]));
    }
    let target = targets.get(next(seed) % targets.len().max(1))?;
    let promotion = target["promotes"][0].as_str().unwrap_or_default().to_lowercase();
    Some(format!("{}{promotion}", target["text"].as_str()?))
}

/// The two sockets of a game, opened again until the server is there.
fn sit_down(soak: &Soak, made: &Made) -> Option<[Visitor; 2]> {
    while !soak.over.load(Ordering::Relaxed) {
        let sides = [&made.white, &made.black].map(|key| Visitor::at(&soak.address, &made.game, &[key]));
        if let [Ok(white), Ok(black)] = sides {
            return Some([white, black]);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    None
}

/// Plays one game after another from a table until the time is over.
fn play(soak: &Soak, mut made: Made, number: usize) {
    let mut seed = number as u64 + 1;
    // The moves that this table knows to be kept.
    let mut kept: Vec<String> = Vec::new();
    'sit: while let Some(mut sides) = sit_down(soak, &made) {
        loop {
            if soak.over.load(Ordering::Relaxed) {
                return;
            }
            let texts = |state: &Value| -> Vec<String> {
                let moves = state["moves"].as_array().cloned().unwrap_or_default();
                moves.iter().filter_map(|m| m["text"].as_str().map(str::to_owned)).collect()
            };
            let state = &sides[kept.len() % 2].state;
            let there = texts(state);
            // No accepted move is lost, and no other game's move is here. The last one may have been in flight.
            assert!(there.len() >= kept.len() && there.len() <= kept.len() + 1, "table {number}");
            assert_eq!(there[..kept.len()], kept[..], "table {number}");
            kept = there;
            let turn = usize::from(state["position"]["turn"] == "black");
            let Some(text) = choose(&sides[turn].state, &mut seed).filter(|_| kept.len() < 150) else {
                break;
            };
            let begin = Instant::now();
            let asked = sides[turn].ask(json!({ "do": "move", "text": text, "ply": kept.len() }));
            if asked.is_err() {
                continue 'sit;
            }
            let took = begin.elapsed().as_micros() as u64;
            soak.latencies.lock().expect("sound").push(took);
            soak.moves.fetch_add(1, Ordering::Relaxed);
            kept.push(text);
            for side in &mut sides {
                while texts(&side.state).len() < kept.len() {
                    if side.read().is_err() {
                        continue 'sit;
                    }
                }
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let Ok((201, body)) = Server::try_ask(&soak.address, "POST", "/api/games", &variant(number)) else {
            continue;
        };
        (made, kept) = (Made::read(&body), Vec::new());
    }
}

fn variant(number: usize) -> String {
    let name = ["continuous", "orthodox", "disc70", "zeno", "circe", "byzantine"][number % 6];
    json!({ "variant": name, "title": format!("table {number}") }).to_string()
}

/// Garbage, half a request, and readers that never read.
fn disturb(soak: &Soak, made: &Made) {
    let mut held: Vec<TcpStream> = Vec::new();
    let mut slow: Vec<Visitor> = Vec::new();
    for n in 0_u64.. {
        if soak.over.load(Ordering::Relaxed) {
            return;
        }
        if let Ok(mut socket) = TcpStream::connect(&soak.address) {
            // The server may be gone just now.
            let _ = match n % 3 {
                0 => socket.write_all(b"\x16\x03\x01 nonsense\r\n\r\n"),
                1 => socket.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n"),
                _ => Ok(()),
            };
            held.push(socket);
        }
        if n % 50 == 0 {
            slow.extend(Visitor::at(&soak.address, &made.game, &[]));
        }
        held.drain(..held.len().saturating_sub(50));
        slow.drain(..slow.len().saturating_sub(10));
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
#[ignore = "it lasts for minutes"]
fn soak() {
    let seconds = std::env::var("SOAK_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let (address, port) = (server.address.clone(), server.port());
    let tables: Vec<Made> =
        (0..GAMES).map(|n| server.make(&serde_json::from_str(&variant(n)).expect("JSON"))).collect();
    let (over, moves, latencies) = (AtomicBool::new(false), AtomicU64::new(0), Mutex::default());
    let soak = Soak { address, over, moves, latencies };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut most = 0;
    std::thread::scope(|scope| {
        let soak = &soak;
        let watched = tables[0].clone();
        scope.spawn(move || disturb(soak, &watched));
        for (number, made) in tables.into_iter().enumerate() {
            scope.spawn(move || play(soak, made, number));
        }
        let mut born = Instant::now();
        while Instant::now() < end {
            std::thread::sleep(Duration::from_secs(1));
            let memory = super::hostile::memory(&server).unwrap_or(0);
            most = most.max(memory);
            if born.elapsed() > LIFE.min(Duration::from_secs(seconds / 3)) {
                println!("{} moves, {memory} KiB; killed", soak.moves.load(Ordering::Relaxed));
                server.kill();
                server = Server::start_at(&folder.0, port);
                born = Instant::now();
            }
        }
        soak.over.store(true, Ordering::Relaxed);
    });
    let mut times = soak.latencies.into_inner().expect("sound");
    times.sort_unstable();
    assert!(!times.is_empty(), "no move was played");
    let share = |part: f64| times[((times.len() - 1) as f64 * part) as usize] as f64 / 1000.0;
    println!(
        "{} moves; a move takes {:.1} ms (median), {:.1} ms (99th percentile); at most {most} KiB",
        times.len(),
        share(0.5),
        share(0.99)
    );
    assert!(most < 400_000, "{most} KiB");
}
