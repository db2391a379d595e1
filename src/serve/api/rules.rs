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
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    let file = path.rsplit('/').next().unwrap_or_default();
    if let Some(name) = file.strip_suffix(".toml").filter(|_| path.contains("scenarios/")) {
        return Some(format!("/rules/scenario/{name}"));
    }
    if let Some(name) = file.strip_suffix(".png").filter(|_| path.contains("plots/")) {
        return scenarios::has(name).then(|| format!("/web/pictures/scenario-{name}.png"));
    }
    let name = file.strip_suffix(".md").filter(|name| documents().any(|(known, _)| known == *name))?;
    Some(format!("/rules/{name}{anchor}"))
}

/// Returns the anchor by which links name a heading.
fn anchor_of(heading: &str) -> String {
    let lower_case = heading.to_lowercase();
    let kept = lower_case.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns a document as HTML. If this site lacks the target of a link, only the words remain; a picture that is lacking is left out.
fn as_html(text: &str) -> String {
    let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut words = String::new();
    // The anchor of a heading is made of its words, which follow its start. So the events are read backwards.
    for event in events.iter_mut().rev() {
        match event {
            Event::End(TagEnd::Heading(_)) => words.clear(),
            Event::Text(part) | Event::Code(part) => words.insert_str(0, part),
            Event::Start(Tag::Heading { id, .. }) => *id = Some(anchor_of(&words).into()),
            _ => {}
        }
    }
    let (mut keeps_link, mut keeps_picture) = (true, true);
    let mut kept = Vec::with_capacity(events.len());
    for mut event in events {
        let is_kept = match &mut event {
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
        };
        if is_kept {
            kept.push(event);
        }
    }
    let mut page = String::new();
    html::push_html(&mut page, kept.into_iter());
    page
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
