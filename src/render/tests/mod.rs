//! The renderer as a whole: laws over the demonstration scenes, and probes of single pixels.

mod demo;

use super::*;

/// Writes the demonstration pictures for the eye: `RENDER_DEMO=DIR cargo test --lib demo -- --ignored`.
#[test]
#[ignore = "writes pictures for people to look at, into the folder that RENDER_DEMO names"]
fn write_demo() {
    let folder =
        std::path::PathBuf::from(std::env::var_os("RENDER_DEMO").expect("RENDER_DEMO names a folder"));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, scene) in demo::all() {
        for size in [600, 1200] {
            let bytes = png(&scene, size).expect(name);
            std::fs::write(folder.join(format!("{name}-{size}.png")), bytes).expect("written");
        }
        std::fs::write(folder.join(format!("{name}.svg")), svg(&scene, 600).expect(name)).expect("written");
    }
    let frames = demo::frames();
    let bytes = gif(&frames, 600, &vec![100; frames.len()]).expect("a gif");
    std::fs::write(folder.join("game.gif"), bytes).expect("written");
}
