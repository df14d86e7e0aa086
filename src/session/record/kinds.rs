//! How files of other programs call games, and what they are here: names of shipped games, or of files beside the record.

use super::form::Form;
use super::sgf::Rows;
use crate::library;

/// A game and the options that make it another one.
pub(super) type Known = (&'static str, &'static [(&'static str, &'static str)]);

/// Names of the tag `Variant` that are not those of the games, in small letters; the first is the one that is written.
const VARIANTS: &[(&str, &[&str])] = &[
    ("chess", &["standard", "classical", "normal", "from position", "illegal"]),
    ("chess960", &["chess960", "fischerandom", "fischer random", "fischer random chess", "960", "wild/fr", "frc"]),
    ("antichess", &["antichess", "anti chess", "anti", "giveaway", "giveaway chess", "give away"]),
    // As FICS plays it: stalemate is told otherwise.
    ("suicide-chess", &["suicide", "suicide chess"]),
    ("atomic", &["atomic", "atom"]),
    ("crazyhouse", &["crazyhouse", "crazy house", "house", "zh"]),
    ("horde", &["horde", "horde chess"]),
    ("king-of-the-hill", &["king of the hill", "koth", "kingofthehill"]),
    ("racing-kings", &["racing kings", "racingkings", "racing", "race"]),
    ("three-check", &["three-check", "three check", "threecheck", "three check chess", "3-check", "3 check", "3check"]),
    ("seirawan-chess", &["seirawan", "s-chess", "schess"]),
    ("othello", &["othello", "reversi"]),
    ("xiangqi", &["xiangqi", "chinese chess"]),
    ("go", &["go", "weiqi", "baduk", "igo"]),
    ("english-draughts", &["english draughts", "checkers", "american checkers", "english checkers"]),
    ("lines-of-action", &["lines of action", "loa"]),
    ("connect-four", &["connect four", "connect4", "connect 4", "four in a row"]),
    ("kalah", &["kalah", "kalaha"]),
];

/// Tags by which a record that names no game is known.
const TAGGED: &[(&[&str], &str)] = &[(&["size", "player1"], "tak")];

/// The game of a record that names none, by its tags.
pub(super) fn of_tags(tags: &[String]) -> Option<&'static str> {
    let has = |name: &&str| tags.iter().any(|tag| tag == name);
    TAGGED.iter().find(|(names, _)| names.iter().all(has)).map(|(_, game)| *game)
}

/// Games of which other programs don't know the start if a record does not give it.
const SHUFFLED: &[&str] = &["chess960", "atomic960", "extinction960"];

/// The array that is meant where nobody has shuffled.
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The numbers of the tag `GameType`. Source: PDN 3.0.
const GAME_TYPES: &[(u32, Known)] = &[
    (0, ("chess", &[])),
    (1, ("xiangqi", &[])),
    (20, ("international-draughts", &[])),
    (21, ("english-draughts", &[])),
    (22, ("italian-draughts", &[])),
    (23, ("pool-draughts", &[])),
    (24, ("spanish-draughts", &[])),
    (25, ("russian-draughts", &[])),
    (26, ("international-draughts", &[("size", "8")])),
    (27, ("international-draughts", &[("size", "12")])),
    (28, ("portuguese-draughts", &[])),
    (29, ("czech-draughts", &[])),
    (30, ("turkish-draughts", &[])),
    (31, ("thai-draughts", &[])),
    (40, ("frisian-draughts", &[])),
];

/// The types in which Black begins; in all other ones of draughts White does. Source: PDN 3.0.
const BLACK_BEGINS: &[u32] = &[21, 23, 31];

/// The types in which nobody is said to begin.
const NOT_DRAUGHTS: std::ops::Range<u32> = 0..20;

/// The types of which moves are written by the names of cells (`A0` in the tag), not by numbers. Source: PDN 3.0.
const BY_CELLS: &[u32] = &[25, 26, 29, 30, 41];

/// Whether a type of draughts is written by the names of cells.
pub(super) fn by_cells(number: u32) -> bool {
    BY_CELLS.contains(&number)
}

/// The numbers of the property `GM`, and the size where `SZ` says none. Source: SGF FF[4].
const SGF_GAMES: &[(u32, Known)] = &[
    (1, ("go", &[("size", "19")])),
    (2, ("othello", &[])),
    (3, ("chess", &[])),
    (4, ("gomoku", &[])),
    (5, ("nine-mens-morris", &[])),
    (7, ("xiangqi", &[])),
    (8, ("shogi", &[])),
    (9, ("lines-of-action", &[])),
    (10, ("ataxx", &[])),
    (11, ("hex", &[])),
    (18, ("amazons", &[])),
    (21, ("twixt", &[])),
    (37, ("dvonn", &[])),
];

/// Those of them whose players have the first row at the top, so that the points of SGF, which are counted from there, count as
/// the names of cells do.
const ROWS_DOWN: &[&str] = &["othello", "hex"];

/// Those of whose points other programs write the names of cells. Source: SGF FF[4], Hex.
const NAMED: &[&str] = &["hex"];

/// The array of a shipped game whose start is one of many.
pub(super) fn shuffled(game: &str) -> Option<&'static str> {
    SHUFFLED.contains(&game).then_some(ARRAY)
}

/// A name as files are called: in small letters, with hyphens.
pub(super) fn stem(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    // `men's` is one word.
    let joined = words.collect::<Vec<_>>().join("-").to_lowercase();
    joined.replace("-s-", "s-")
}

/// A name without what parts its words, in small letters.
fn run_together(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The shipped game of a name, however its words are parted. Many leave the word `chess` or `shogi` out, or say it besides.
fn shipped(name: &str) -> Option<&'static str> {
    let name = Some(run_together(name)).filter(|name| !name.is_empty())?;
    let whole = ["chess", "shogi"].map(|word| format!("{name}{word}"));
    let short = name.strip_suffix("chess").unwrap_or_default().to_string();
    let names = [vec![name], whole.to_vec(), vec![short]].concat();
    names.iter().find_map(|name| library::names().find(|known| run_together(known) == *name))
}

/// Whether a value says that nothing is known.
pub(super) fn says_nothing(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "-")
}

/// The shipped game that other programs call so.
pub(super) fn known(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.trim().to_lowercase().replace(['-', '_'], " ");
    let small = plain(name);
    let known = VARIANTS.iter().find(|(_, names)| names.iter().any(|known| plain(known) == small));
    known.map(|(game, _)| *game).or_else(|| shipped(name))
}

/// Whether a tag `Variant` or `GameType` names the game of this title.
pub(in crate::session) fn names_game(title: &str, tag: &str, value: &str) -> bool {
    let named = match tag.eq_ignore_ascii_case("gametype") {
        true => of_game_type(value).filter(|(_, options)| options.is_empty()).map(|(game, _)| game),
        false => known(value),
    };
    named.is_some() && named == known(title)
}

/// The game that a server names at the beginning of an event, `hex.mc.2010.oct.1.11`, perhaps with a size: `hex13.ch.30`.
pub(super) fn of_event(event: &str) -> Option<&'static str> {
    let name = event.split('.').next().unwrap_or_default();
    known(name).or_else(|| known(name.trim_end_matches(|c: char| c.is_ascii_digit())))
}

/// The game other than chess that a server of chess names in an event, `FICS rated crazyhouse game`.
pub(super) fn of_rated(event: &str) -> Option<&'static str> {
    let small = event.to_lowercase();
    let (_, named) = small.split_once("rated ")?;
    known(named.split_once(" game")?.0).filter(|game| *game != "chess")
}

/// The game that the tag `Variant` names.
pub(super) fn of_variant(name: &str) -> String {
    known(name).map_or_else(|| stem(name), str::to_string)
}

/// The game that the address of a page names among the parts of its path; `standard` is that of each site.
pub(in crate::session) fn game_of_address(text: &str) -> Option<&'static str> {
    let path = text.trim().split_once("://").map_or(text.trim(), |(_, path)| path).split_once('/')?.1;
    let mut parts = path.split(['/', '?', '&', '=']).filter(|part| part.len() > 4 && *part != "standard");
    parts.find_map(known)
}

/// The name by which other programs know a shipped game, in the tag `Variant`.
pub(super) fn variant_of(game: &str) -> Option<String> {
    let (_, names) = VARIANTS.iter().find(|(known, _)| *known == game)?;
    let mut name = names[0].to_string();
    name[..1].make_ascii_uppercase();
    Some(name)
}

/// The game of a tag `GameType`, such as `20` or `21,B,8,8,N1,0`.
pub(super) fn of_game_type(value: &str) -> Option<Known> {
    let number: u32 = value.split(',').next()?.trim().parse().ok()?;
    GAME_TYPES.iter().find(|(known, _)| *known == number).map(|(_, game)| *game)
}

/// Who begins by a tag `GameType`, `W` or `B`: as it says itself (`23,W,8,8,A0,0`), else by its number.
pub(super) fn begins(value: &str) -> Option<char> {
    let mut parts = value.split(',').map(str::trim);
    let number: u32 = parts.next()?.parse().ok().filter(|number| !NOT_DRAUGHTS.contains(number))?;
    match parts.next() {
        Some("W") => Some('W'),
        Some("B") => Some('B'),
        _ => of_game_type(value).map(|_| if BLACK_BEGINS.contains(&number) { 'B' } else { 'W' }),
    }
}

/// The game of a property `GM`, and its options where nothing else is said; some servers name it (GGF).
pub(super) fn of_sgf(value: &str) -> Option<Known> {
    match value.trim().parse::<u32>() {
        Ok(number) => SGF_GAMES.iter().find(|(known, _)| *known == number).map(|(_, game)| *game),
        Err(_) => {
            let name = known(value)?;
            let listed = SGF_GAMES.iter().find(|(_, (known, _))| *known == name).map(|(_, game)| *game);
            listed.or(Some((name, &[])))
        }
    }
}

/// From where other programs count the rows of a shipped game in SGF.
pub(super) fn rows(shipped: Option<&str>) -> Rows {
    if shipped.is_some_and(|name| ROWS_DOWN.contains(&name)) { Rows::Up } else { Rows::Down }
}

/// Whether other programs write the cells of a shipped game by their names in SGF: `B[a3]`.
pub(super) fn names_cells(shipped: Option<&str>) -> bool {
    shipped.is_some_and(|name| NAMED.contains(&name))
}

/// The number that a game with these options has in a form of record, if it has one.
pub(super) fn number(form: Form, name: &str, options: &[(&str, &str)]) -> Option<u32> {
    match form {
        Form::Pdn => GAME_TYPES.iter().find(|(_, (known, set))| *known == name && *set == options).map(|(n, _)| *n),
        Form::Sgf => SGF_GAMES.iter().find(|(_, (known, _))| *known == name).map(|(n, _)| *n),
        Form::Record | Form::Pgn | Form::Kifu => None,
    }
}

/// The game of a record that names none, where its kind alone says what it is. Of draughts the numbers tell: those of a board
/// of 8 by 8 end with 32, and English draughts is what a record without a type is of. Without greater numbers than ranks have,
/// cells are called by their names, as Russian draughts has them.
pub(super) fn by_default(form: Form, greatest: usize) -> Option<Known> {
    let of_type = |number: u32| GAME_TYPES.iter().find(|(known, _)| *known == number).map(|(_, game)| *game);
    match form {
        Form::Record => None,
        Form::Pgn => of_type(0),
        Form::Pdn => of_type(match greatest {
            1..=8 => 25,
            0..=32 => 21,
            33..=50 => 20,
            _ => 27,
        }),
        Form::Sgf => of_sgf("1"),
        Form::Kifu => Some(("shogi", &[])),
    }
}
