//! What readers of screens and weak eyes need: names of controls, contrast of texts.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Server};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("every_control_has_a_name", named),
    ("every_page_has_its_landmarks_and_parts_that_scroll_take_keys", structure),
    ("links_and_buttons_stand_out_from_their_ground", contrast),
    ("a_press_skips_to_the_board", skip),
];

/// The controls without a name, and those whose name leaves out what they show.
const NAMELESS: &str = r"[...document.querySelectorAll('button, select, input, textarea, a[href]')].filter(one => one.checkVisibility())
    .filter(one => {
        const label = one.getAttribute('aria-label') ?? '';
        const shown = one.matches('select, input, textarea') ? '' : one.innerText.trim();
        const name = label || shown || [...one.labels ?? []].map(l => l.innerText).join('') || one.title;
        return !name.trim() || (label && /[\p{L}\d]/u.test(shown) && !label.toLowerCase().includes(shown.toLowerCase()));
    }).map(one => one.outerHTML.slice(0, 120)).join('\n')";

fn start() -> (Browser, Server, Folder) {
    let data = Folder::new();
    let server = Server::start(&data.0);
    (Browser::start(Screen::Desktop), server, data)
}

fn named() {
    let (mut b, server, _data) = start();
    for (page, ready) in [
        ("", "document.querySelector('#board svg')"),
        ("learn", "document.querySelectorAll('#steps button').length > 5"),
        ("puzzles", "document.body?.dataset.stage === 'open'"),
        ("analysis", "document.body?.dataset.depth === '0'"),
        ("editor", "document.body?.dataset.judged === 'right'"),
        ("rules/continuous", "document.querySelector('main h2')"),
    ] {
        b.open(&format!("http://{}/{page}", server.address));
        b.until(ready);
        assert_eq!(b.text(NAMELESS), "", "{page}");
    }
    b.is_quiet();
}

/// What a reader of screens would miss: content outside the landmarks, pictures without a name, parts that scroll and take no keys.
const AMISS: &str = r"[
    ...(document.querySelectorAll('main').length === 1 ? [] : ['not one main']),
    ...[...document.querySelectorAll('body > :not(header, main, section[aria-label], script, dialog, .unseen, .skip, .toast, .line)')].filter(one => one.checkVisibility()),
    ...[...document.querySelectorAll('[role=img]')].filter(one => one.checkVisibility() && !one.getAttribute('aria-label')),
    ...[...document.querySelectorAll('pre')].filter(one => one.scrollWidth > one.clientWidth && one.tabIndex < 0),
].map(one => one.outerHTML?.slice(0, 120) ?? one).join('\n')";

fn structure() {
    let (mut b, server, _data) = start();
    let made = server.make(&serde_json::json!({}));
    let game = format!("game/{}#w={}&b={}", made.game, made.white, made.black);
    for (page, ready) in [
        ("", "document.querySelector('#board svg')"),
        (game.as_str(), "document.querySelector('#board svg.mine')"),
        ("learn", "document.querySelectorAll('#steps button').length > 5"),
        ("puzzles", "document.body?.dataset.stage === 'open'"),
        ("analysis", "document.body?.dataset.depth === '0'"),
        ("editor", "document.body?.dataset.judged === 'right'"),
        ("rules/continuous", "document.querySelector('main h2')"),
        ("rules/scenario/ride-takes-three", "document.querySelector('pre')"),
        ("nothing-here", "document.querySelector('.welcome')"),
    ] {
        b.open(&format!("http://{}/{page}", server.address));
        b.until(ready);
        assert_eq!(b.text(AMISS), "", "{page}");
    }
    b.is_quiet();
}

/// The first stop of the keyboard leads past the header: to the board, or to the content where nothing is played.
fn skip() {
    let (mut b, server, _data) = start();
    // Only a page that has the focus shows what is focused in it.
    b.call("Emulation.setFocusEmulationEnabled", serde_json::json!({ "enabled": true }));
    let made = server.make(&serde_json::json!({}));
    let game = format!("game/{}#w={}&b={}", made.game, made.white, made.black);
    for (page, ready, there) in [
        (game.as_str(), "document.querySelector('#board svg.mine')", "#board svg"),
        ("learn", "document.querySelectorAll('#steps button').length > 5", "#board svg"),
        ("puzzles", "document.body?.dataset.stage === 'open'", "#board svg"),
        ("analysis", "document.body?.dataset.depth === '0'", "#board svg"),
        ("editor", "document.body?.dataset.judged === 'right'", "main"),
        ("", "document.querySelector('#board svg')", "main"),
        ("rules/continuous", "document.querySelector('main h2')", "main"),
        ("nothing-here", "document.querySelector('.welcome')", "main"),
    ] {
        b.open(&format!("http://{}/{page}", server.address));
        b.until(ready);
        // The board takes keys once its page has laid it.
        b.until(&format!("document.querySelector('{there}:is([tabindex], main)')"));
        let address = b.text("location.href");
        let first = b.text("document.querySelector('a[href], button, input, select, [tabindex]').id");
        assert_eq!(first, "skip", "{page}");
        b.value("document.getElementById('skip').focus()");
        b.until("document.getElementById('skip').getBoundingClientRect().top >= 0");
        b.key("Enter");
        b.until(&format!("document.activeElement.matches('{there}')"));
        assert_eq!(b.text("location.href"), address, "{page}");
    }
    b.is_quiet();
}

/// The contrast of an element's text with its ground, by the formula of WCAG 2.
fn ratio(b: &mut Browser, selector: &str) -> f64 {
    let script = format!(
        r"(() => {{
            const numbers = text => text.match(/[\d.]+/g).map(Number);
            const grounds = [];
            let opacity = 1;
            for (let one = document.querySelector('{selector}'); one; one = one.parentElement) {{
                const style = getComputedStyle(one);
                const [r, g, b, a = 1] = numbers(style.backgroundColor);
                if (!grounds.length) opacity *= Number(style.opacity);
                if (a > 0) grounds.push([r, g, b]);
            }}
            const ground = grounds[0];
            const ink = numbers(getComputedStyle(document.querySelector('{selector}')).color).slice(0, 3)
                .map((c, i) => c * opacity + ground[i] * (1 - opacity));
            const light = rgb => rgb.map(c => c / 255).map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
                .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
            const [low, high] = [light(ink), light(ground)].sort((x, y) => x - y);
            return (high + 0.05) / (low + 0.05);
        }})()"
    );
    b.value(&script).as_f64().expect("a number")
}

fn contrast() {
    let (mut b, server, _data) = start();
    for scheme in ["light", "dark"] {
        let features = serde_json::json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        b.call("Emulation.setEmulatedMedia", serde_json::json!({ "features": features }));
        for (page, texts) in [
            ("", &["#way-program", "#way-program small"][..]),
            ("rules/continuous", &["main li a", "main p"]),
        ] {
            b.open(&format!("http://{}/{page}", server.address));
            for text in texts {
                b.until(&format!("document.querySelector('{text}')"));
                let found = ratio(&mut b, text);
                assert!(found >= 4.5, "{scheme} {page} {text}: {found}");
            }
        }
    }
    b.is_quiet();
}
