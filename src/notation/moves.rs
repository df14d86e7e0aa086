//! Moves as text: cells of a displacement joined (`e2e4`), `x` before a landing after a hop, `/` before each further
//! choice or label, `=` before a new kind, `Kind@` before a drop, `,` between legs that don't continue.

use crate::diag::nearest;
use crate::exec::{Event, Executor};
use crate::game::MoveList;
use crate::ir::Show;
use crate::rules::Rules;
use crate::source::Span;

/// A text that is not a legal move, a position or a value, with what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The offending part of the text, in bytes.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl TextError {
    /// An error at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        TextError { span, message: message.into(), help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The text of a move's visible parts.
pub fn text(rules: &Rules, labels: &[String], events: &[Event]) -> String {
    let mut out = String::new();
    // Names such as `e4` can stand side by side; others are joined by a hyphen.
    let plain = rules.topology.cells.iter().all(|c| is_plain(&c.name));
    // Whether the next cell of arrival continues a displacement that is open, and whether a word stands before it.
    let (mut open, mut word) = (false, false);
    for (index, event) in events.iter().enumerate() {
        match *event {
            Event::Pass => out.push_str("pass"),
            Event::Label(label) if labels[label].starts_with('+') => out.push_str(&labels[label]),
            Event::Label(label) => {
                out.push('/');
                out.push_str(&labels[label]);
            }
            Event::Promotion(kind) => {
                out.push('=');
                out.push_str(&rules.kinds[kind].name);
            }
            Event::Dropped(kind) => {
                // A drop among the effects is a further choice, a drop by itself a leg.
                let further = matches!(events.get(index + 1), Some(Event::Site(Show::Extra, _)));
                if !out.is_empty() {
                    out.push(if further { '/' } else { ',' });
                }
                out.push_str(&rules.kinds[kind].name);
                out.push('@');
                open = false;
            }
            Event::Site(show, site) => {
                let name = &rules.topology.cells[site].name;
                let show = show.stands(out.is_empty());
                match show {
                    Show::Origin if !out.is_empty() => out.push(','),
                    Show::Hop => out.push_str(if word { "-x" } else { "x" }),
                    Show::Arrival if open && (word || !plain) => out.push('-'),
                    Show::Extra if !out.is_empty() && !out.ends_with('@') => out.push('/'),
                    Show::Origin | Show::Arrival | Show::Extra => {}
                }
                out.push_str(name);
                open |= matches!(show, Show::Origin | Show::Hop | Show::Arrival);
            }
        }
        word = match *event {
            Event::Label(label) => !labels[label].starts_with('+'),
            Event::Promotion(_) => true,
            _ => false,
        };
    }
    if out.is_empty() { "pass".to_string() } else { out }
}

fn is_plain(name: &str) -> bool {
    let letters = name.chars().take_while(char::is_ascii_lowercase).count();
    letters > 0 && letters < name.len() && name[letters..].chars().all(|c| c.is_ascii_digit())
}

/// The text of a legal move.
pub fn move_text(rules: &Rules, game: &dyn Executor, state: &[u64], record: &[u64]) -> String {
    text(rules, &game.program().labels, &game.events(state, record))
}

/// A text without what may be left out or written otherwise: separators, case, and kinds by their letters.
fn loose(rules: &Rules, text: &str) -> String {
    let lower = text.to_lowercase();
    let mut out = String::new();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        // A kind stands behind its sign; elsewhere such letters may be those of a cell or a label.
        let kind = |name: &str| name.eq_ignore_ascii_case(&rest[..length]) && out.ends_with('=');
        match rules.kinds.iter().find(|k| kind(&k.name)) {
            Some(kind) => {
                out.push(kind.letters[0].to_ascii_lowercase());
                rest = &rest[length..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    let chars: Vec<char> = out.chars().collect();
    // `x` and `-` between cells only join them; a file `x` stands before a digit.
    let is_digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    let joins = |i: usize| match chars[i] {
        'x' => i > 0 && is_digit(i - 1) && chars.get(i + 1).is_some_and(char::is_ascii_lowercase),
        '-' | '=' | ' ' | '(' | ')' => true,
        _ => false,
    };
    let mut kept = String::new();
    let mut joined = false;
    for (i, &c) in chars.iter().enumerate() {
        if joins(i) {
            joined = true;
            continue;
        }
        // What parts two numbers is no less than they are: `1-2` is not `12`.
        if std::mem::take(&mut joined) && is_digit(i) && kept.ends_with(|c: char| c.is_ascii_digit()) {
            kept.push('-');
        }
        kept.push(c);
    }
    kept
}

/// The cells of a text, for what a move is recognised by when intermediate cells are left out.
fn ends_of(events: &[Event]) -> Option<(usize, usize)> {
    let cells: Vec<usize> = events
        .iter()
        .filter_map(|e| match e {
            Event::Site(Show::Origin | Show::Arrival | Show::Hop, site) => Some(*site),
            _ => None,
        })
        .collect();
    Some((*cells.first()?, *cells.last()?))
}

/// A legal move with its text.
struct Candidate<'l> {
    text: String,
    events: Vec<Event>,
    record: &'l [u64],
}

/// The legal move of a text: as [`move_text`] gives it, any other way to play it, or a looser form that only one legal
/// move has.
///
/// # Errors
/// What is wrong with it, with the legal moves that come near.
pub fn parse_move(rules: &Rules, game: &dyn Executor, state: &[u64], wanted: &str) -> Result<Vec<u64>, TextError> {
    let wanted = wanted.trim();
    let span = Span::new(0, wanted.len());
    let labels = &game.program().labels;
    let overflow = |o: crate::game::Overflow| TextError::new(span, o.to_string()).help(o.advice());
    let mut list = MoveList::new(game.move_words());
    game.generate(state, &mut list).map_err(overflow)?;
    let candidate = |record| {
        let events = game.events(state, record);
        Candidate { text: text(rules, labels, &events), events, record }
    };
    let legal: Vec<Candidate<'_>> = list.iter().map(candidate).collect();
    if let Some(found) = legal.iter().find(|m| m.text == wanted) {
        return Ok(found.record.to_vec());
    }
    if game.program().facts.merge_results {
        for way in game.ways(state).map_err(overflow)? {
            if text(rules, labels, &way.events) == wanted
                && let Some(record) = game.find(state, &way.events).map_err(overflow)?
            {
                return Ok(record);
            }
        }
    }
    let short = loose(rules, wanted);
    let near = |test: &dyn Fn(&Candidate<'_>) -> bool| legal.iter().filter(|m| test(m)).collect::<Vec<_>>();
    for matches in [
        near(&|m| loose(rules, &m.text) == short),
        near(&|m| {
            let cell = |s: usize| rules.topology.cells[s].name.as_str();
            ends_of(&m.events)
                .is_some_and(|(a, b)| a != b && loose(rules, &format!("{}-{}", cell(a), cell(b))) == short)
        }),
    ] {
        match &matches[..] {
            [] => {}
            [one] => return Ok(one.record.to_vec()),
            several => {
                let texts: Vec<&str> = several.iter().map(|m| m.text.as_str()).collect();
                return Err(TextError::new(span, format!("`{wanted}` may be several moves"))
                    .help(format!("write one of {}", suggestions(wanted, &texts).join(", "))));
            }
        }
    }
    Err(refusal(rules, game, state, wanted, &legal))
}

/// What to say of a text that is no legal move.
fn refusal(rules: &Rules, game: &dyn Executor, state: &[u64], wanted: &str, legal: &[Candidate<'_>]) -> TextError {
    let error = TextError::new(Span::new(0, wanted.len()), format!("`{wanted}` is not a legal move here"));
    let texts: Vec<&str> = legal.iter().map(|m| m.text.as_str()).collect();
    let first = wanted.split_whitespace().next().unwrap_or_default();
    if texts.is_empty() {
        return error.help("there is no legal move in this position");
    }
    if wanted.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.') {
        return error.help("leave the numbers of the moves out");
    }
    if first != wanted && texts.contains(&first) {
        return error.help("type one move at a time");
    }
    if wanted.contains([',', ';']) && !texts.iter().any(|text| text.contains(',')) {
        return error.help("part moves by spaces alone");
    }
    if let Some(error) = misnamed(wanted, &texts) {
        return error;
    }
    // What begins with a cell or a piece is written as moves are.
    let short = loose(rules, wanted);
    let begins = |name: &str| short.starts_with(&name.to_lowercase());
    let native = begins("pass")
        || rules.topology.cells.iter().any(|cell| begins(&cell.name))
        || rules.kinds.iter().any(|kind| begins(&kind.name));
    let meant = meant(rules, game, state, wanted, legal);
    let native = native && meant.is_none();
    let meant = meant.filter(|meant| !meant.is_empty()).unwrap_or(texts);
    let near = suggestions(wanted, &meant).join(", ");
    error.help(match native {
        true => format!("legal moves are {near}"),
        false => {
            format!("write a move by its cells, such as {near}: `help notation` (or `rulesmith moves --help`) says how")
        }
    })
}

/// `a7a8=Qeen`: the kind of a promotion is none that can be chosen.
fn misnamed(wanted: &str, legal: &[&str]) -> Option<TextError> {
    let (cells, kind) = wanted.split_once('=')?;
    let kinds: Vec<&str> = legal.iter().filter_map(|text| text.strip_prefix(cells)?.strip_prefix('=')).collect();
    let written = |kind: &str| format!("`{cells}={kind}`");
    let help = match (nearest(kind, kinds.iter().copied()), &kinds[..]) {
        (_, []) => return None,
        (Some(near), _) => format!("did you mean {}?", written(near)),
        (None, [one]) => format!("write {}", written(one)),
        (None, several) => {
            format!("write one of {}", several.iter().map(|kind| written(kind)).collect::<Vec<_>>().join(", "))
        }
    };
    let message = format!("`{cells}` is no promotion to `{kind}`");
    Some(TextError::new(Span::new(0, wanted.len()), message).help(help))
}

/// The letter of a piece and the cell it goes to, of a text in the notation of chess books: `e4`, `Nf3`, `Nbxd7+`, `exd5`,
/// `e8=Q`; of `O-O` the king's. A drop (`N@e4`) is none.
fn by_letters(text: &str) -> Option<(Option<char>, Option<&str>)> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.split_once('=').map_or(text, |(text, _)| text);
    if matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o") {
        return Some((Some('K'), None));
    }
    let piece = text.chars().next().filter(char::is_ascii_uppercase);
    let cells = if piece.is_some() { &text[1..] } else { text };
    let letters = cells.trim_end_matches(|c: char| c.is_ascii_digit());
    let file = letters.chars().next_back().filter(char::is_ascii_lowercase)?;
    let (before, cell) = cells.split_at(letters.len() - file.len_utf8());
    // Something of the cell it comes from may stand before; all of it, without a piece, is no other notation.
    let from = before.trim_end_matches('x');
    (letters.len() < cells.len() && from.len() <= 1 + usize::from(piece.is_some()) && from != "@")
        .then_some((piece, Some(cell)))
}

/// The legal moves that a text may mean if it is in the notation of chess books, and the game's is another.
fn meant<'l>(
    rules: &Rules,
    game: &dyn Executor,
    state: &[u64],
    wanted: &str,
    legal: &'l [Candidate<'_>],
) -> Option<Vec<&'l str>> {
    let (piece, cell) = by_letters(wanted)?;
    // Where moves are written so themselves, or there are none, it is nothing foreign.
    if legal.is_empty() || piece.is_none() && legal.iter().any(|m| is_plain(&m.text)) {
        return None;
    }
    let by = |m: &Candidate<'_>, letter: char| {
        let origin = m.events.iter().find_map(|e| if let Event::Site(Show::Origin, s) = *e { Some(s) } else { None });
        let content = origin.and_then(|site| super::contents(rules, game, state, site).pop());
        content.is_some_and(|c| c.letter.eq_ignore_ascii_case(&letter))
    };
    let to = |m: &Candidate<'_>, cell: &str| {
        ends_of(&m.events).is_some_and(|(from, to)| from != to && rules.topology.cells[to].name == cell)
    };
    let fits = |piece: Option<char>, cell: Option<&str>| -> Vec<&'l str> {
        let fits = |m: &&Candidate<'_>| piece.is_none_or(|p| by(m, p)) && cell.is_none_or(|c| to(m, c));
        legal.iter().filter(fits).map(|m| m.text.as_str()).collect()
    };
    let exactly = fits(piece, cell);
    Some(if exactly.is_empty() && cell.is_some() { fits(None, cell) } else { exactly })
}

/// The legal moves that come nearest to a text, at most eight, in backticks; `…` where there are more.
pub fn suggestions(wanted: &str, legal: &[&str]) -> Vec<String> {
    let shared = |text: &str| text.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    let mut order: Vec<&str> = legal.to_vec();
    order.sort_by_key(|text| std::cmp::Reverse(shared(text)));
    let mut out: Vec<String> = order.iter().take(8).map(|t| format!("`{t}`")).collect();
    if legal.len() > 8 {
        out.push("…".to_string());
    }
    out
}
