//! The rules as pages, from the Markdown of `docs/rules`.

use super::scenarios;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Name and Markdown of each file in the folder `docs/rules`.
const RULES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

pub struct RulesPage {
    /// The address below `/rules/`.
    pub name: String,
    pub title: String,
    /// The body as HTML.
    pub body: String,
}

/// Returns name and Markdown of every document.
pub fn documents() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rules = RULES.iter().filter_map(|&(file, text)| Some((file.strip_suffix(".md")?, text)));
    rules.chain([
        ("reference", include_str!("../../../docs/reference.md")),
        ("server", include_str!("../../../docs/server.md")),
    ])
}

/// Returns every page except those of scenarios.
pub fn pages() -> impl Iterator<Item = RulesPage> {
    documents().map(|(name, text)| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
        let back = if name == "README" { "" } else { "<p><a href=\"/rules/README\">All rules</a></p>" };
        let body = format!("<main class=\"prose\" lang=\"en\">{back}{}</main>", as_html(text));
        RulesPage { name: name.to_owned(), title, body }
    })
}

/// Returns the address on this site to which a link of a document leads; `None` if this site lacks the target.
fn address(link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    let file = path.rsplit('/').next().unwrap_or_default();
    match file.rsplit_once('.')? {
        (name, "toml") if path.contains("scenarios/") => Some(format!("/rules/scenario/{name}")),
        (name, "png") if path.contains("plots/") && scenarios::has(name) => {
            Some(format!("/web/pictures/scenario-{name}.png"))
        }
        (name, "md") if documents().any(|(known, _)| known == name) => Some(format!("/rules/{name}{anchor}")),
        _ => None,
    }
}

/// Returns the anchor by which links name a heading.
fn anchor_of(heading: &str) -> String {
    let dashed = heading.to_lowercase().replace(' ', "-");
    dashed.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Returns a document as HTML. If this site lacks the target of a link, only the words remain; a picture that is lacking is left out.
fn as_html(text: &str) -> String {
    let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    add_anchors(&mut events);
    let (mut keeps_link, mut keeps_picture) = (true, true);
    events.retain_mut(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            keeps_link = redirect(dest_url);
            keeps_link
        }
        Event::End(TagEnd::Link) => keeps_link,
        Event::Start(Tag::Image { dest_url, .. }) => {
            keeps_picture = redirect(dest_url);
            keeps_picture
        }
        Event::End(TagEnd::Image) => std::mem::replace(&mut keeps_picture, true),
        // Between the start and the end of a picture stands its description.
        _ => keeps_picture,
    });
    let mut page = String::new();
    html::push_html(&mut page, events.into_iter());
    page
}

/// Gives each heading an anchor of its words. They follow the start of the heading, so the events are read backwards.
fn add_anchors(events: &mut [Event<'_>]) {
    let mut words = String::new();
    for event in events.iter_mut().rev() {
        match event {
            Event::End(TagEnd::Heading(_)) => words.clear(),
            Event::Text(part) | Event::Code(part) => words.insert_str(0, part),
            Event::Start(Tag::Heading { id, .. }) => *id = Some(anchor_of(&words).into()),
            _ => {}
        }
    }
}

/// Replaces a link by its address on this site, and returns whether this site has the target.
fn redirect(link: &mut CowStr<'_>) -> bool {
    let Some(address) = address(link) else { return false };
    *link = address.into();
    true
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
    fn every_anchor_that_a_page_names_is_there() {
        let pages: Vec<_> = pages().collect();
        for RulesPage { name, body, .. } in &pages {
            for link in body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let Some((path, anchor)) = link.split_once('#') else { continue };
                let to = path.strip_prefix("/rules/").unwrap_or(name);
                let target = pages.iter().find(|page| page.name == to).expect("a page");
                assert!(target.body.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
            }
        }
    }
}
