//! Many pictures on one sheet.

use super::svg::{escaped, number};

/// A picture with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The name below it.
    pub name: String,
    /// The group it belongs to.
    pub group: String,
    /// The picture: SVG with a `viewBox`.
    pub svg: String,
}

/// How wide and high a picture is on a sheet, and the line for its name.
const SIDE: f64 = 300.0;
const NAME: f64 = 34.0;
const GAP: f64 = 24.0;
const COLUMNS: usize = 6;

/// All pictures as one SVG, in rows.
pub fn sheet(cards: &[Card]) -> String {
    let columns = COLUMNS.min(cards.len()).max(1);
    let (across, down) = (SIDE + GAP, SIDE + NAME + GAP);
    let rows = cards.len().div_ceil(columns);
    let (width, height) = (across * columns as f64 + GAP, down * rows as f64 + GAP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">\n\
         <title>Games</title>\n<style>.sheet{{fill:#fff}}.caption{{fill:#26241f}}\
         @media (prefers-color-scheme:dark){{.sheet{{fill:#1c1b19}}.caption{{fill:#ece8df}}}}</style>\n\
         <rect class=\"sheet\" width=\"100%\" height=\"100%\"/>\n",
        w = number(width),
        h = number(height)
    );
    for (index, card) in cards.iter().enumerate() {
        let (x, y) = ((index % columns) as f64 * across + GAP, (index / columns) as f64 * down + GAP);
        out += &placed(&card.svg, x, y);
        out += &format!(
            "<text class=\"caption\" x=\"{}\" y=\"{}\" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"22\" \
             text-anchor=\"middle\">{}</text>\n",
            number(x + SIDE / 2.0),
            number(y + SIDE + 24.0),
            escaped(&card.name)
        );
    }
    out + "</svg>\n"
}

/// A picture at a place of a sheet: its size is given anew.
fn placed(svg: &str, x: f64, y: f64) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return String::new() };
    let kept: Vec<&str> = head.split_inclusive('"').collect();
    // Attributes are pairs: ` name="`, `value"`.
    let mut new = String::new();
    for pair in kept.chunks(2) {
        let name = pair[0].trim_start_matches("<svg").trim();
        if !(name.starts_with("width=") || name.starts_with("height=")) {
            new.extend(pair.iter().copied());
        }
    }
    let place = [x, y, SIDE, SIDE].map(number);
    let [x, y, w, h] = &place;
    format!("{new} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\">{rest}")
}

/// All pictures as a page, by groups; in each they keep their order.
pub fn page(cards: &[Card], title: &str) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n\
         :root {{ color-scheme: light dark }}\nbody {{ font-family: system-ui, sans-serif; margin: 1.5rem; overflow-wrap: anywhere }}\n\
         section {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr)); gap: 1.2rem }}\n\
         figure {{ margin: 0 }}\nfigure svg {{ display: block; width: 100%; height: auto; max-height: 260px }}\n\
         figcaption {{ text-align: center }}\n</style>\n<h1>{title}</h1>\n",
        title = escaped(title)
    );
    let mut group: Option<&str> = None;
    let mut cards: Vec<&Card> = cards.iter().collect();
    cards.sort_by_key(|card| &card.group);
    for card in cards {
        if group != Some(card.group.as_str()) {
            out += if group.is_some() { "</section>\n" } else { "" };
            out += &format!("<h2>{}</h2>\n<section>\n", escaped(&card.group));
            group = Some(&card.group);
        }
        out += &format!("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", card.svg, escaped(&card.name));
    }
    out + if group.is_some() { "</section>\n" } else { "" } + "</html>\n"
}
