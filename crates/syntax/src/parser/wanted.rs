//! What may stand at a place of a text: the grammar's own answer, for whoever completes what is being typed.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use rulesmith_grammar::{GameParser, Rule};

use super::expected::{Called, called, word};
use super::{depth, named, split};
use crate::tokens::{Tokens, tokens};
use crate::vocabulary::{self, WORDS, Word, role};

/// A sign that the grammar takes nowhere: it fails there at the latest, and says what would have fitted.
const NOTHING: &str = " \u{A7}";

/// A longer beginning of an item is not read.
const LONGEST: usize = 20_000;

/// What may stand at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// These words of the language.
    pub words: Vec<&'static Word>,
    /// A region, a number or a condition.
    pub operand: bool,
    /// A direction or a link.
    pub direction: bool,
    /// A name with a small letter, new or of this sort of things: the word before tells which.
    pub name: bool,
    /// The label of a group of moves.
    pub label: bool,
    /// A player.
    pub player: bool,
    /// A kind of piece.
    pub kind: bool,
    /// What a look may be, or be of.
    pub look: bool,
    /// The last word before the place; empty at the start of a text.
    pub before: String,
}

impl Wanted {
    fn add(&mut self, roles: u32) {
        self.words.extend(WORDS.iter().filter(|word| word.is(roles)));
    }

    fn word(&mut self, text: &str) {
        self.words.extend(vocabulary::word(text));
    }

    fn rule(&mut self, rule: Rule) {
        match rule {
            Rule::item | Rule::only_item | Rule::EOI | Rule::item_word | Rule::left_out => self.add(role::ITEM),
            Rule::clause | Rule::each_clause | Rule::verb => self.add(role::VERB),
            Rule::effect => self.add(role::EFFECT),
            Rule::verdict | Rule::verdict_kind => {
                self.add(role::VERDICT);
                self.player = true;
            }
            Rule::shape | Rule::board_shape | Rule::shape_as_name => self.add(role::SHAPE),
            Rule::board_modifier => self.add(role::OF_BOARD),
            Rule::piece_modifier => self.add(role::OF_PIECE),
            Rule::placement => {
                self.word("each");
                (self.player, self.kind) = (true, true);
            }
            Rule::turn_expr | Rule::turn_member | Rule::turn_atom => {
                ["any", "pass", "longest", "most"].iter().for_each(|text| self.word(text));
                self.label = true;
            }
            Rule::turn_finally => self.word("finally"),
            Rule::guard => self.word("when"),
            Rule::effects | Rule::branch => {}
            Rule::option_value => ["yes", "no"].iter().for_each(|text| self.word(text)),
            Rule::eval_term => self.operand = true,
            Rule::rank_list | Rule::ranks => ["rank", "ranks"].iter().for_each(|text| self.word(text)),
            Rule::file_list | Rule::files => ["file", "files"].iter().for_each(|text| self.word(text)),
            Rule::look_part
            | Rule::look_piece
            | Rule::look_area
            | Rule::look_title
            | Rule::look_word
            | Rule::look_cells => {
                self.word("cells");
                (self.player, self.kind, self.look) = (true, true, true);
            }
            Rule::label | Rule::group_label => self.label = true,
            Rule::pick_name => {
                ["to", "from", "over"].iter().for_each(|text| self.word(text));
            }
            Rule::name | Rule::board_sizes | Rule::amount | Rule::range_end | Rule::board_size => self.name = true,
            Rule::kinds | Rule::kind_here | Rule::hand_part | Rule::piece_def => self.kind = true,
            Rule::capital | Rule::owner => {
                if rule == Rule::owner {
                    ["own", "enemy"].iter().for_each(|text| self.word(text));
                }
                (self.player, self.kind) = (true, true);
            }
            Rule::facing_part | Rule::region_part => self.player = true,
            Rule::dir | Rule::dirs | Rule::dir_list | Rule::dir_word | Rule::flood_dirs => self.direction = true,
            _ => match called(rule) {
                Called::Word => self.word(&word(rule)),
                Called::Operand => self.operand = true,
                // `to`, `through`: a slot is called by the word that opens it.
                Called::Thing(thing) => {
                    thing.split('`').skip(1).step_by(2).for_each(|text| self.word(text));
                }
                Called::Sign(_) | Called::Hidden => {}
            },
        }
    }
}

/// What may stand at a place of a text that may be wrong anywhere: only its item is looked at, up to the place. Nothing
/// stands in a comment and in a text in quotes.
pub fn wanted(text: &str, at: usize) -> Wanted {
    let mut wanted = Wanted::default();
    let Some(before) = text.get(..at) else { return wanted };
    let mut lexed = tokens(before);
    let within_comment = lexed.comments.last().is_some_and(|comment| !before[comment.start..].contains('\n'));
    let within_text =
        lexed.mistakes.last().is_some_and(|m| m.code == "unclosed-text" && m.span.end == before.trim_end().len());
    if within_comment || within_text {
        return wanted;
    }
    let names = named::names(&lexed, &Default::default());
    named::respell(&mut lexed, &names);
    let word_at = |lexed: &Tokens, i: usize| {
        lexed.list.get(i).map_or(String::new(), |token| before[token.span.start..token.span.end].to_string())
    };
    wanted.before = lexed.list.len().checked_sub(1).map_or(String::new(), |last| word_at(&lexed, last));
    let (ranges, _) = split::split(&lexed, &mut Vec::new());
    let Some(range) = ranges.last().filter(|range| range.known) else {
        wanted.add(role::ITEM);
        return wanted;
    };
    let first = lexed.list[range.first].span.start;
    let item = &lexed.clean[first..];
    let view = split::View { text: &lexed.clean, list: &lexed.list[range.first..] };
    if item.len() > LONGEST || depth::too_deep(view).is_some() {
        return wanted;
    }
    if let Err(error) = GameParser::parse(Rule::only_item, &format!("{item}{NOTHING}")) {
        let (InputLocation::Pos(place) | InputLocation::Span((place, _))) = error.location;
        if let (ErrorVariant::ParsingError { positives, .. }, true) = (&error.variant, place >= item.trim_end().len()) {
            positives.iter().for_each(|&rule| wanted.rule(rule));
        } else {
            // Something before is wrong already, or belongs to what may follow: `north 2 of …`.
            wanted.operand = true;
            wanted.word("of");
        }
    }
    wanted.direction |= wanted.name && word_at(&lexed, range.first) == "facing";
    wanted.words.sort_by_key(|word| word.text);
    wanted.words.dedup();
    wanted
}

#[cfg(test)]
mod tests {
    use super::wanted;

    /// The words that may stand at the end of a text.
    fn words(text: &str) -> Vec<&'static str> {
        wanted(text, text.len()).words.iter().map(|word| word.text).collect()
    }

    #[test]
    fn the_grammar_says_what_may_follow() {
        assert!(words("").contains(&"players") && !words("").contains(&"step"));
        assert!(words("move Man { ").contains(&"slide"));
        assert!(words("move Man { step any to empty { ").contains(&"take"));
        assert!(words("move Man { step any ").contains(&"to"));
        assert!(words("end { ").contains(&"draw"));
        assert!(words("board ").contains(&"hexagon"));
        assert!(words("board square 8x8 ").contains(&"wrapped"));
        assert!(wanted("move Man { step ", 16).direction && wanted("end { win when ", 15).operand);
        assert!(words("game \"X").is_empty() && words("// a ").is_empty());
    }
}
