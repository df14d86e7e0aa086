//! Reading games of shogi as Japanese programs keep them: KIF (a move on each line), KI2 (moves as books print them), CSA (both cells
//! and the piece). The moves themselves are read where all moves are.
//!
//! Sources: the KIF format as Kifu for Windows writes it; the CSA standard for records, version 2.2.

use super::form::Form;
use super::paper::{Moves, Paper};
use crate::session::error::{Error, Fault};
use crate::source::{Source, Span, lines};

/// What lines of such files begin with, before their moves; those of CSA are told by [`is_head_of_csa`].
const HEADS: &[&str] = &["#KIF", "手合割", "手数--", "先手：", "後手：", "開始日時", "棋戦："];

/// How games end, in the words of both: whether who is to move has lost, or nobody has; none if it was only left.
const ENDS: &[(&str, Option<bool>)] = &[
    ("投了", Some(true)),
    ("詰み", Some(true)),
    ("切れ負け", Some(true)),
    ("千日手", Some(false)),
    ("持将棋", Some(false)),
    ("中断", None),
    ("%TORYO", Some(true)),
    ("%TSUMI", Some(true)),
    ("%TIME_UP", Some(true)),
    ("%SENNICHITE", Some(false)),
    ("%JISHOGI", Some(false)),
    ("%HIKIWAKE", Some(false)),
    ("%CHUDAN", None),
];

/// Starts at which the second player, who then begins, gives pieces away: the rows of that player.
const HANDICAPS: &[(&str, &str)] = &[
    ("香落ち", "lnsgkgsn1/1r5b1"),
    ("右香落ち", "1nsgkgsnl/1r5b1"),
    ("角落ち", "lnsgkgsnl/1r7"),
    ("飛車落ち", "lnsgkgsnl/7b1"),
    ("飛香落ち", "lnsgkgsn1/7b1"),
    ("二枚落ち", "lnsgkgsnl/9"),
    ("四枚落ち", "1nsgkgsn1/9"),
    ("六枚落ち", "2sgkgs2/9"),
    ("八枚落ち", "3gkg3/9"),
    ("十枚落ち", "4k4/9"),
];

/// The rows of the usual start in CSA.
const ROWS: [&str; 9] = [
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY",
    "P2 * -HI *  *  *  *  * -KA * ",
    "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU",
    "P4 *  *  *  *  *  *  *  *  * ",
    "P5 *  *  *  *  *  *  *  *  * ",
    "P6 *  *  *  *  *  *  *  *  * ",
    "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU",
    "P8 * +KA *  *  *  *  * +HI * ",
    "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY",
];

/// Whether a text is such a file, by its first lines.
pub(super) fn is_kifu(text: &str) -> bool {
    let mut lines = text.lines().take(20).map(|line| line.trim_start_matches('\u{feff}').trim());
    lines.any(|line| HEADS.iter().any(|head| line.starts_with(head)) || is_head_of_csa(line))
}

/// `V2.2`, `N+Name`, `PI`, `P1-KY-KE…`: rules may have players who are called `V2`, `PI` or `P1`.
fn is_head_of_csa(line: &str) -> bool {
    let behind = |head: &str, next: fn(char) -> bool| {
        line.strip_prefix(head).is_some_and(|rest| rest.chars().next().is_none_or(next))
    };
    let version = |c| c == '.';
    let piece = |c: char| matches!(c, '+' | '-');
    behind("V2", version)
        || behind("V3", version)
        || line.starts_with("N+")
        || line.starts_with("N-")
        || behind("PI", |c| c.is_ascii_digit())
        || line.strip_prefix("P1").is_some_and(|rest| rest.starts_with(piece) || rest.starts_with(" * "))
}

/// The game of a file; of one of CSA that holds several, the first.
pub(super) fn games(source: &Source) -> impl Iterator<Item = Result<Paper<'_>, Error>> {
    std::iter::once(game(source))
}

fn game(source: &Source) -> Result<Paper<'_>, Error> {
    let mut paper = Paper::new(source, Form::Kifu);
    let mut moves = Vec::new();
    let mut second_begins = false;
    // The lines of a start that is given, where they are, and whether it is another one than the usual.
    let (mut start, mut begins_start, mut drawn) = (Vec::new(), None, false);
    for span in lines(&source.text) {
        let line = &source.text[span.start..span.end];
        let begins = span.start + line.len() - line.trim_start().len();
        let line = line.trim();
        let place = Span::new(begins, begins + line.len());
        let said = |key: &str| line.strip_prefix(key).map(|value| value.trim().to_string());
        let refused = |message: &str, help: &str| {
            Err(Error::in_file(source, "bad-record", place, Fault::new(message).help(help.to_string())))
        };
        // Other ways to go on stand behind the game.
        if line.starts_with("変化") || line == "/" {
            break;
        }
        if let Some(name) = said("先手：").or_else(|| said("下手：")).or_else(|| said("N+")) {
            paper.names[1] = Some(name).filter(|name| !name.is_empty());
        } else if let Some(name) = said("後手：").or_else(|| said("上手：")).or_else(|| said("N-")) {
            paper.names[0] = Some(name).filter(|name| !name.is_empty());
        } else if let Some(handicap) = said("手合割：") {
            match HANDICAPS.iter().find(|(name, _)| *name == handicap) {
                Some((_, rows)) => {
                    second_begins = true;
                    let start = format!("{rows}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w 1");
                    paper.only.insert("position", (start, place));
                }
                // The board follows.
                None if handicap.starts_with("平手") || source.text.contains("\n|") => {}
                None => {
                    return refused(
                        "this start is not known",
                        "give the position and its moves: `--position`, `--moves`",
                    );
                }
            }
        } else if let Some(says) = of_start(line) {
            drawn |= says;
            second_begins |= SECOND.contains(&line);
            start.push(line);
            begins_start = Some(begins_start.map_or(place, |first: Span| first.to(place)));
        } else if let Some((_, lost)) = ENDS
            .iter()
            .find(|(word, _)| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with(word))
        {
            let first_moves = (moves.len() % 2 == 0) != second_begins;
            paper.ended = Some(line.to_string());
            // White's half points and Black's, who begins.
            paper.result = lost.map(|lost| match (lost, first_moves) {
                (false, _) => [1, 1],
                (true, true) => [2, 0],
                (true, false) => [0, 2],
            });
            break;
        } else if let Some(at) = of_kif(line) {
            moves.push(Span::new(begins + at, place.end));
        } else if is_csa(line) {
            moves.push(Span::new(begins, begins + 7));
        } else if line.starts_with(['▲', '△', '☗', '☖', '▼', '▽']) {
            moves.push(place);
        }
    }
    if let Some(place) = begins_start.filter(|_| drawn) {
        // Who is not said to begin does not give anything away.
        if !start.iter().any(|line| FIRST.contains(line) || SECOND.contains(line)) {
            start.push(FIRST[0]);
        }
        paper.only.insert("position", (start.join("\n"), place));
    }
    paper.head = moves.first().copied().unwrap_or_default();
    paper.moves = Moves::Text(moves);
    Ok(paper)
}

/// Lines that say that the first player begins.
const FIRST: [&str; 3] = ["先手番", "下手番", "+"];

/// Lines that say that the second one does.
const SECOND: [&str; 3] = ["後手番", "上手番", "-"];

/// Whether a line says how the board stands at the start, and then whether that is another start than the usual one.
fn of_start(line: &str) -> Option<bool> {
    let usual = |line: &str| line == "PI" || ROWS.iter().any(|row| row.trim_end() == line);
    match () {
        () if FIRST.contains(&line) || SECOND.contains(&line) => Some(false),
        () if line.starts_with('|') || line.contains("の持駒：") || line.contains("の持ち駒：") => {
            Some(line.starts_with('|'))
        }
        () if line.starts_with('P') && line.len() > 1 => Some(!usual(line)),
        () => None,
    }
}

/// Where the move of a line of KIF begins, behind its number.
fn of_kif(line: &str) -> Option<usize> {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = behind.trim_start();
    let cell = |c: char| matches!(c, '１'..='９' | '1'..='9' | '同');
    (behind.len() < line.len() && text.len() < behind.len() && text.starts_with(cell)).then(|| line.len() - text.len())
}

/// Whether a line of CSA is a move: `+7776FU`.
fn is_csa(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is = |range: std::ops::Range<usize>, test: fn(&u8) -> bool| {
        bytes.get(range).is_some_and(|part| part.iter().all(test))
    };
    matches!(bytes.first(), Some(b'+' | b'-')) && is(1..5, u8::is_ascii_digit) && is(5..7, u8::is_ascii_uppercase)
}
