//! Perft tables as data: each file under `tests/perft` is one test. Depths of more than 5 000 000 nodes
//! are left to release builds.

use continuum::lattice::{LatticePosition, LatticeRules};
use continuum::variant::Variant;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("tests/perft").map(|f| f.expect("a file").path()).collect();
    files.sort();
    let trials = files.into_iter().map(|file| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        Trial::test(format!("perft::{name}"), move || check(&std::fs::read_to_string(&file)?))
    });
    trials.collect()
}

fn check(table: &str) -> Result<(), Failed> {
    let mut variant = "";
    let mut overrides = toml::Table::new();
    let mut position = None;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "variant" => variant = rest,
            "set" => overrides.extend(rest.parse::<toml::Table>()?),
            "start" => position = Some(LatticePosition::from_text(&rules(variant, &overrides)?, "start")?),
            "position" => position = Some(LatticePosition::from_text(&rules(variant, &overrides)?, rest)?),
            "fen" => position = Some(LatticePosition::from_fen(&rules(variant, &overrides)?, rest)?),
            depth => {
                let (depth, expected): (u32, u64) = (depth.parse()?, rest.parse()?);
                if cfg!(debug_assertions) && expected > 5_000_000 {
                    continue;
                }
                let counted = position.as_ref().ok_or("counts before a position")?.perft(depth);
                if counted != expected {
                    return Err(format!("depth {depth}: {counted} instead of {expected}").into());
                }
            }
        }
    }
    Ok(())
}

fn rules(variant: &str, overrides: &toml::Table) -> Result<std::sync::Arc<LatticeRules>, Failed> {
    Ok(LatticeRules::new(&Variant::named(variant, overrides)?)?)
}
