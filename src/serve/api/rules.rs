//! The rules as pages, from the Markdown of `docs/rules`.

use super::scenarios;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

const TEXTS: &[(&str, &str)] = &[
    ("README", include_str!("../../../docs/rules/README.md")),
    ("continuous", include_str!("../../../docs/rules/continuous.md")),
    ("zeno-and-discrete", include_str!("../../../docs/rules/zeno-and-discrete.md")),
    ("pieces", include_str!("../../../docs/rules/pieces.md")),
    ("shatranj", include_str!("../../../docs/rules/shatranj.md")),
    ("ring", include_str!("../../../docs/rules/ring.md")),
    ("byzantine", include_str!("../../../docs/rules/byzantine.md")),
    ("reynolds", include_str!("../../../docs/rules/reynolds.md")),
    ("ring64", include_str!("../../../docs/rules/ring64.md")),
    ("disc", include_str!("../../../docs/rules/disc.md")),
    ("seams", include_str!("../../../docs/rules/seams.md")),
    ("cells", include_str!("../../../docs/rules/cells.md")),
    ("closed", include_str!("../../../docs/rules/closed.md")),
    ("circe", include_str!("../../../docs/rules/circe.md")),
    ("progressive", include_str!("../../../docs/rules/progressive.md")),
    ("reference", include_str!("../../../docs/reference.md")),
    ("server", include_str!("../../../docs/server.md")),
];

/// Returns the text of every page.
pub fn texts() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|&(_, text)| text)
}

/// Returns every page: its name in the address, its title, its body as HTML.
pub fn pages() -> impl Iterator<Item = (&'static str, String, String)> {
    TEXTS.iter().map(|&(name, text)| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let back = if name == "README" { "" } else { "<p><a href=\"/rules/README\">All rules</a></p>" };
        (name, title.to_owned(), format!("<main class=\"prose\" lang=\"en\">{back}{}</main>", as_html(text)))
    })
}

/// Returns where a link of the documents leads on this site; `None` when its target is not here.
fn address(link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    let file = path.rsplit('/').next().unwrap_or_default();
    if let Some(name) = file.strip_suffix(".toml").filter(|_| path.contains("scenarios/")) {
        return Some(format!("/rules/scenario/{name}"));
    }
    if let Some(name) = file.strip_suffix(".png").filter(|_| path.contains("plots/")) {
        return scenarios::has(name).then(|| format!("/web/pictures/scenario-{name}.png"));
    }
    let name = file.strip_suffix(".md").filter(|name| TEXTS.iter().any(|(known, _)| known == name))?;
    Some(format!("/rules/{name}{anchor}"))
}

/// Returns the anchor by which links name a heading.
fn anchor_of(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns a document as HTML. Links lead to pages of this site. A link without a target on this site becomes plain text.
fn as_html(text: &str) -> String {
    let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    for i in 0..events.len() {
        if let Event::Start(Tag::Heading { level, .. }) = &events[i] {
            let level = *level;
            let words: String = events[i..]
                .iter()
                .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                .filter_map(|event| match event {
                    Event::Text(words) | Event::Code(words) => Some(words.as_ref()),
                    _ => None,
                })
                .collect();
            events[i] = heading(level, &anchor_of(&words));
        }
    }
    // If the target of a link is not on this site, only its words remain. A picture that is not on this site is left out.
    let (mut has_link, mut has_picture) = (true, true);
    let events = events.into_iter().filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let leads = address(&dest_url);
            has_link = leads.is_some();
            leads.map(|leads| Event::Start(Tag::Link { link_type, dest_url: leads.into(), title, id }))
        }
        Event::End(TagEnd::Link) => has_link.then_some(Event::End(TagEnd::Link)),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let leads = address(&dest_url);
            has_picture = leads.is_some();
            leads.map(|leads| Event::Start(Tag::Image { link_type, dest_url: leads.into(), title, id }))
        }
        Event::End(TagEnd::Image) => {
            std::mem::replace(&mut has_picture, true).then_some(Event::End(TagEnd::Image))
        }
        other => has_picture.then_some(other),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

fn heading(level: HeadingLevel, id: &str) -> Event<'static> {
    let id = Some(id.to_owned().into());
    Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_scenarios_and_pictures() {
        let page = as_html(
            "# A b\n[one](ring.md#4-pairs) [two](../../scenarios/min-move.toml) [three](../mates.md)\n\n![p](../../plots/min-move.png)",
        );
        for part in [
            "<h1 id=\"a-b\">A b</h1>",
            "<a href=\"/rules/ring#4-pairs\">one</a>",
            "<a href=\"/rules/scenario/min-move\">two</a> three",
            "<img src=\"/web/pictures/scenario-min-move.png\"",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn every_scenario_that_a_page_names_is_there() {
        for (name, _, body) in pages() {
            for rest in body.split("href=\"/rules/scenario/").skip(1) {
                let scenario = rest.split('"').next().unwrap_or_default();
                assert!(scenarios::has(scenario), "{name}: {scenario}");
            }
        }
    }

    #[test]
    fn every_anchor_that_a_page_names_is_there() {
        let pages: Vec<_> = pages().collect();
        for (name, _, body) in &pages {
            for link in body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let Some((path, anchor)) = link.split_once('#') else { continue };
                let to = path.strip_prefix("/rules/").unwrap_or(name);
                let there = pages.iter().find(|(known, ..)| *known == to).expect("a page");
                assert!(there.2.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
            }
        }
    }
}
