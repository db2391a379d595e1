//! Variants: the presets, and what is refused of the parameters.

use continuum::endings::{Endings, Tables};
use continuum::engine::players::PlayerSpec;
use continuum::variant::{Variant, VariantError, VariantFaults, VariantSpec, preset, preset_names};
use continuum::{Game, Position, Prepared};
use toml::Table;

#[test]
fn every_preset_is_sound() {
    assert_eq!(preset_names().count(), 31);
    for name in preset_names() {
        Variant::named(name, &Table::new()).expect(name);
    }
}

#[test]
fn a_preset_written_as_toml_reads_back() {
    for name in preset_names() {
        let spec = preset(name).expect(name);
        let text = toml::to_string(spec).expect("specs are plain tables");
        assert_eq!(&toml::from_str::<VariantSpec>(&text).expect("reads back"), spec);
    }
}

#[test]
fn a_file_of_a_preset_with_a_description_of_several_lines_reads_back() {
    let about = "Lines of a description\n[or none]\nzeno = true\n\"quoted\"";
    for name in preset_names() {
        let spec = VariantSpec { about: about.to_owned(), ..preset(name).expect(name).clone() };
        let file = spec.to_file();
        let variant = Variant::read(&file, &Table::new()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((variant.spec().about.as_str(), variant.spec().to_file()), (about, file), "{name}");
    }
}

#[test]
fn all_faults_come_at_once() {
    let overrides: Table = "min_mov = 1\nzeno = 3\npiece_radius = 0.3".parse().expect("toml");
    let Err(VariantError::Faults(VariantFaults(faults))) = Variant::named("continuous", &overrides) else {
        panic!("two of the three are wrong");
    };
    assert_eq!(faults.iter().map(|f| f.parameter.as_str()).collect::<Vec<_>>(), ["min_mov", "zeno"]);
    let overrides: Table = "board_size = -1\nepsilon = nan\npawn_pairs = true".parse().expect("toml");
    let Err(VariantError::Faults(VariantFaults(faults))) = Variant::named("continuous", &overrides) else {
        panic!("three are wrong");
    };
    assert_eq!(faults.len(), 3);
}

/// What a variant of a preset is refused for, by parameter.
fn refused(name: &str, overrides: &str) -> Vec<String> {
    match Variant::named(name, &overrides.parse().expect("toml")) {
        Err(VariantError::Faults(VariantFaults(faults))) => faults.into_iter().map(|f| f.parameter).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn boards_with_seams_refuse_what_does_not_fit_them_all_at_once() {
    let lopsided = "[[kind]]\nname = 'fin'\nletter = 'X'\nextent = { shape = 'polygon', points = [[-0.5, -0.2], [0.5, 0], \
                    [-0.5, 0.4]] }\n[[kind.move]]\ngo = 'ride'\nheadings = [0]";
    for (name, overrides, parameters) in [
        ("mobius", "board_width = 1.5\nturns = 'italian'", vec!["turns", "board_width"]),
        // A Sword reaches 0.51 from its centre, and four times that is more than 2.
        ("cylinder", "board_width = 2", vec!["board_width"]),
        ("torus", "board_height = 2\npromotion_line = 7", vec!["promotion_line", "board_height"]),
        ("disc", "board_width = 10\nvoids = 69", vec!["board_width", "voids"]),
        ("klein", lopsided, vec!["fin, extent"]),
        ("spherical", lopsided, vec!["fin, extent"]),
        ("projective", lopsided, vec!["fin, extent"]),
        ("projective", "promotion_line = 3", vec!["promotion_line"]),
        ("pillow64", "castling = true\npromotion_line = 9", vec!["promotion_line", "castling"]),
        ("spherical64", "board_width = 7", vec!["board_width"]),
        // What means nothing here hides nothing.
        (
            "disc",
            "board_width = 1.5\nvoids = 69\nnames = 'lincoln'\npromotion_line = 3\nturns = 'italian'",
            vec!["board_width", "names", "promotion_line", "voids", "turns"],
        ),
        (
            "klein96",
            "board_width = 3\ncastling = true\npromotion_line = 2.5",
            vec!["board_width", "promotion_line", "castling"],
        ),
        ("reynolds", "promotion = 'zone'", vec!["promotion"]),
    ] {
        assert_eq!(refused(name, overrides), parameters, "{name} {overrides}");
    }
    // Half a turn does not mirror.
    for preset in ["cylinder", "torus", "pillow"] {
        assert_eq!(refused(preset, lopsided), Vec::<String>::new(), "{preset}");
    }
}

#[test]
fn a_fault_of_an_extent_has_the_place_of_its_kind_among_too_many_kinds() {
    let text = include_str!("../data/lopsided-on-a-disc.toml");
    let mut spec: VariantSpec = toml::from_str(text).expect("a variant");
    spec.kinds = vec![spec.kinds[0].clone(); 28];
    let faults = Variant::new(spec).expect_err("faults").0;
    let fault = faults.iter().find(|fault| fault.parameter == "fin, extent").expect("a fault");
    assert_eq!(fault.place.map(|place| place.kind), Some(0));
}

#[test]
fn a_fault_of_a_move_has_its_own_field_and_hides_no_other() {
    for (extent, fields, expected) in [
        ("", "go = 'ride'\ntoward = [[0, 1], [0, 2]]", vec!["toward"]),
        ("", "go = 'ride'\nbearings = [90, 450]", vec!["bearings"]),
        ("", "go = 'ride'\nheadings = [0, 360]", vec!["headings"]),
        ("extent = { shape = 'capsule', length = 0.2, radius = 0.1 }\n", "go = 'area'", vec!["range", "go"]),
    ] {
        let text = format!("[[kind]]\nname = 'fin'\nletter = 'X'\n{extent}[[kind.move]]\n{fields}");
        let overrides: Table = text.parse().expect("TOML");
        let Err(VariantError::Faults(VariantFaults(faults))) = Variant::named("continuous", &overrides)
        else {
            panic!("{fields} has a fault");
        };
        let parameters: Vec<&str> = faults.iter().map(|fault| fault.parameter.as_str()).collect();
        let expected: Vec<String> =
            expected.iter().map(|field| format!("kind 1 `fin`, move 1, {field}")).collect();
        assert_eq!(parameters, expected, "{fields}");
    }
}

#[test]
fn whole_numbers_do_for_real_ones() {
    let overrides: Table = "board_size = 10".parse().expect("toml");
    let variant = Variant::named("continuous", &overrides).expect("sound");
    assert_eq!(variant.spec().board_size, 10.0);
}

fn told(variant: &str, parameter: &str) -> Option<String> {
    let overrides: Table = parameter.parse().expect("TOML");
    match Variant::named(variant, &overrides) {
        Ok(_) => None,
        Err(VariantError::Faults(faults)) => Some(faults.to_string()),
        Err(e) => Some(e.to_string()),
    }
}

#[test]
fn a_parameter_without_a_meaning_is_refused() {
    for (variant, parameter, scope) in [
        ("orthodox", "zeno = true", "the plane"),
        ("disc70", "min_move = 0.2", "the plane"),
        ("continuous", "castling = false", "lattices"),
        ("orthodox", "names = 'lincoln'", "the ring of cells"),
        ("ring", "names = 'lincoln'", "the ring of cells"),
        ("disc", "board_size = 6", "boards of any size"),
        ("ring64", "board_size = 6", "boards of any size"),
        ("disc66", "array = 'rotated'", "the ring"),
        ("byzantine", "disc_cells = 66", "discs of cells"),
        ("cylinder", "promotion_line = 6", "boards whose bottom and top are glued"),
        ("disc70", "voids = 66", "the disc of the plane"),
    ] {
        let told = told(variant, parameter).expect("refused");
        assert!(told.contains(&format!("this is for {scope} and means nothing on ")), "{told}");
    }
}

#[test]
fn what_is_inherited_or_usual_is_not_refused() {
    for (variant, parameter) in [
        ("orthodox", "zeno = false"),
        ("zeno", "motion = 'lattice'"),
        ("disc66", "board = 'ring'"),
        ("continuous", "motion = 'lattice'\narmy = 'shatranj'"),
        ("reynolds", "draw_rules = false"),
    ] {
        assert_eq!(told(variant, parameter), None, "{variant} {parameter}");
    }
}

/// All positions of a game share rules, board and tables.
#[test]
fn what_positions_share_is_printed_in_a_short_line() {
    for name in preset_names() {
        let prepared = Prepared::preset(name).expect("a preset");
        let start = Position::from_text(&prepared, "start").expect("an array");
        let printed = [format!("{prepared:?}"), format!("{:?}", prepared.variant())];
        assert!(printed.iter().all(|line| line.len() < 60 && line.contains(name)), "{printed:?}");
        let line = format!("{start:?}");
        assert!(line.contains(&start.to_string()) && line.len() < start.to_string().len() + 40, "{line}");
        if let Prepared::Lattice(rules) = &prepared
            && let Ok(tables) = Tables::new(rules)
        {
            assert_eq!(format!("{tables:?}"), format!("Tables({name:?}: )"));
        }
        let random: PlayerSpec = "random".parse().expect("a player");
        let mut player = random.start(&prepared, 1, &Endings::default()).expect("it needs nothing");
        let mut game = Game::new(start);
        for _ in 0..6 {
            let chosen = player.choose(&game).expect("a move");
            let printed = format!("{:?}", game.play(chosen));
            assert!(printed.starts_with("Ok(") && printed.len() < 4000, "{name}: {printed}");
        }
    }
}
