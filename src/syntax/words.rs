//! The words that open things.

/// The words that open items.
pub const ITEMS: &[&str] = &[
    "game", "players", "option", "board", "link", "facing", "region", "piece", "hand", "captives", "setup", "state",
    "clock", "table", "define", "move", "turn", "legal", "end", "eval",
];

/// The words that open clauses.
pub const VERBS: &[&str] = &["step", "slide", "leap", "hop", "place", "drop", "fly", "sow", "pass", "pick"];

/// The words that open effects.
pub const EFFECTS: &[&str] = &[
    "take", "put", "flip", "move", "swap", "promote", "set", "reset", "tuck", "rotate", "if", "may", "either", "pick",
    "do", "again", "extra",
];

/// The words that open verdicts, beside the names of players.
pub const VERDICTS: &[&str] = &["win", "lose", "draw", "score"];

/// The words for the shapes of boards.
pub const SHAPES: &[&str] =
    &["square", "rhombus", "hexagon", "triangle", "morris", "alquerque", "track", "row", "graph"];
