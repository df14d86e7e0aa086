//! The style sheet that each picture carries. All selectors stand below `.rulesmith`, so that several pictures in one page
//! don't disturb each other or the page. No `var()`: programs that turn SVG into pixels don't know it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::picture::Theme;

/// A colour as it is painted, and whether what is written on it is dark.
fn tone(name: &str) -> (&'static str, bool) {
    match name {
        "white" => ("#fffdf7", true),
        "black" => ("#2b2b30", false),
        "silver" => ("#c9ced6", true),
        "red" => ("#c23b35", false),
        "orange" => ("#e8933a", true),
        "gold" => ("#dcb02f", true),
        "yellow" => ("#f0da62", true),
        "green" => ("#39874a", false),
        "teal" => ("#23827d", false),
        "blue" => ("#3565c4", false),
        "purple" => ("#7548b3", false),
        "pink" => ("#e79abd", true),
        "brown" => ("#7a4f31", false),
        _ => ("#a3a9b0", true),
    }
}

/// Whether what is written on a colour is dark.
pub(super) fn dark_ink(colour: &str) -> bool {
    tone(colour).1
}

const LIGHT: &[(&str, &str)] = &[
    (".paper", "fill:#fff"),
    ("text", "font-family:'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#26241f"),
    (".back", "fill:#f1e4ca;stroke:#7c6843;stroke-width:4"),
    ("&.one-colour .back", "fill:#f7efdf"),
    (".cell .form", "fill:#f1e4ca;stroke:#7c6843;stroke-width:2.5;stroke-linejoin:round"),
    ("&.checkered .dark .form", "fill:#d2b48a"),
    ("&.one-colour .cell .form", "fill:#d2b48a"),
    (".cell .spot", "fill:#5f4f33"),
    (".cell .touch", "fill:#fff;fill-opacity:0"),
    (".edge", "stroke:#5f4f33;stroke-width:4;stroke-linecap:round"),
    (".joined", "stroke:#5f4f33;stroke-width:4;stroke-linecap:round"),
    (".paint", "fill-opacity:.42;stroke:none"),
    (".paint.owned", "fill-opacity:.5"),
    (".strip", "opacity:.5"),
    (".strip .paint", "fill-opacity:1"),
    (".hollow", "fill:#f1e4ca;stroke:none"),
    (".inner", "fill:none;stroke:#26241f;stroke-opacity:.6;stroke-width:3;stroke-linejoin:round"),
    (".link", "stroke:#1b1b1e;stroke-width:2.5;stroke-linejoin:round"),
    (".core", "fill:#fffdf7;stroke:none"),
    (".last-move", "fill:#f2c230;fill-opacity:.5;stroke:#9a7400;stroke-width:4;stroke-linejoin:round"),
    (".highlight", "fill:#2f7fd6;fill-opacity:.22;stroke:#155aa5;stroke-width:6;stroke-dasharray:14 8"),
    (".arrow", "fill:#14692f;fill-opacity:.82;stroke:#fff;stroke-width:2.5;stroke-linejoin:round"),
    (".mark", "fill:#8e1f6f;stroke:#fff;stroke-width:2"),
    (".label.edge-name", "fill:#6b6353"),
    (".label.cell-name", "fill:#6b6353;stroke:#fff;stroke-opacity:.65;stroke-width:3;paint-order:stroke"),
    (".label.board-name", "fill:#6b6353;font-style:italic"),
    (".body", "stroke:#1b1b1e;stroke-width:3.2;stroke-linejoin:round"),
    (".ring", "fill:none;stroke-width:3.2;stroke-linejoin:round"),
    (".ring.on-dark", "stroke:#fffdf7"),
    (".ring.on-light", "stroke:#26241f"),
    (".sign", "font-weight:bold"),
    (".sign.on-dark", "fill:#fffdf7"),
    (".sign.on-light", "fill:#1b1b1e"),
    (".symbol", "font-family:'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols2','Apple Symbols',sans-serif"),
    (".symbol.first", "fill:#1b1b1e;stroke:#fffdf7;stroke-width:11;stroke-linejoin:round;paint-order:stroke"),
    (".symbol.second", "fill:#1b1b1e;stroke:#fffdf7;stroke-width:3;stroke-linejoin:round;paint-order:stroke"),
    (".symbol.neutral", "fill:#4d5560;stroke:#fffdf7;stroke-width:3;paint-order:stroke"),
    (".seed", "fill:#7a4f31;stroke:#3d2513;stroke-width:1.5"),
    (".number", "font-weight:bold;stroke:#f1e4ca;stroke-width:5;paint-order:stroke"),
    (".badge", "fill:#fff;stroke:#1b1b1e;stroke-width:2"),
    (".badge-number", "font-weight:bold;fill:#1b1b1e"),
    (".slot", "fill:none;stroke:#b6ab95;stroke-width:1.5;stroke-dasharray:5 5"),
    (".none", "opacity:.28"),
];

const DARK: &[(&str, &str)] = &[
    (".paper", "fill:#1c1b19"),
    ("text", "fill:#ece8df"),
    (".back", "fill:#857762;stroke:#c2b393"),
    ("&.one-colour .back", "fill:#93866f"),
    (".cell .form", "fill:#857762;stroke:#c2b393"),
    ("&.checkered .dark .form", "fill:#62563f"),
    ("&.one-colour .cell .form", "fill:#62563f"),
    (".cell .spot", "fill:#2d271d"),
    (".edge", "stroke:#2d271d"),
    (".joined", "stroke:#d4c7ac"),
    (".hollow", "fill:#857762"),
    (".inner", "stroke:#fffdf7"),
    (".last-move", "stroke:#f2c230;fill-opacity:.38"),
    (".highlight", "stroke:#8ec2ff"),
    (".arrow", "fill:#58c77c;stroke:#10240f"),
    (".mark", "fill:#f08ad2;stroke:#1c1b19"),
    (".label.edge-name", "fill:#b9b0a0"),
    (".label.cell-name", "fill:#cfc6b5;stroke:#1c1b19"),
    (".label.board-name", "fill:#b9b0a0"),
    (".body.on-dark", "stroke:#f4f1ea"),
    (".sign.on-light", "fill:#1b1b1e"),
    (".sign.on-dark", "fill:#fffdf7"),
    (".seed", "fill:#d9a877;stroke:#2a1a0d"),
    (".number", "stroke:#4b4030"),
    (".badge-number", "fill:#1b1b1e"),
    (".slot", "stroke:#6e6656"),
];

/// The style sheet, with the colours that a picture uses.
pub(super) fn sheet(theme: Theme, colours: &BTreeSet<String>) -> String {
    let mut out = String::new();
    let rules = |list: &[(&str, &str)]| {
        let mut text = String::new();
        for (selector, style) in list {
            // `&` stands for the picture itself.
            let _ = match selector.strip_prefix('&') {
                Some(own) => writeln!(text, ".rulesmith{own}{{{style}}}"),
                None => writeln!(text, ".rulesmith {selector}{{{style}}}"),
            };
        }
        text
    };
    out += &rules(LIGHT);
    for colour in colours {
        let _ = writeln!(out, ".rulesmith .tone-{colour}{{fill:{}}}", tone(colour).0);
    }
    match theme {
        Theme::Light => {}
        Theme::Dark => out += &rules(DARK),
        Theme::Auto => {
            let _ = writeln!(out, "@media (prefers-color-scheme:dark){{\n{}}}", rules(DARK));
        }
    }
    out
}
