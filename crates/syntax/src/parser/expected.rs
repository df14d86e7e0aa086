//! What a person calls each rule of the grammar.

use rulesmith_grammar::Rule;

/// How a rule is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    /// A word of the language: its own name.
    Word,
    /// A sign.
    Sign(&'static str),
    /// Some kind of thing.
    Thing(&'static str),
    /// A region, a number or a condition.
    Operand,
    /// Nothing that is ever expected.
    Hidden,
}

/// What a rule is called.
pub(super) fn called(rule: Rule) -> Called {
    match rule {
        Rule::paren_open => Called::Sign("("),
        Rule::paren_close => Called::Sign(")"),
        Rule::brace_open => Called::Sign("{"),
        Rule::brace_close => Called::Sign("}"),
        Rule::comma => Called::Sign(","),
        Rule::colon => Called::Sign(":"),
        Rule::bar => Called::Sign("|"),
        Rule::dots => Called::Sign(".."),
        Rule::arrow => Called::Sign("->"),
        Rule::op_eq => Called::Sign("="),
        Rule::op_ne => Called::Sign("!="),
        Rule::op_lt => Called::Sign("<"),
        Rule::op_le => Called::Sign("<="),
        Rule::op_gt => Called::Sign(">"),
        Rule::op_ge => Called::Sign(">="),
        Rule::op_plus => Called::Sign("+"),
        Rule::op_minus => Called::Sign("-"),
        Rule::op_times => Called::Sign("*"),
        Rule::expr
        | Rule::both_true
        | Rule::comparison
        | Rule::total
        | Rule::product
        | Rule::chain
        | Rule::operand
        | Rule::not_empty
        | Rule::negation
        | Rule::count
        | Rule::was
        | Rule::minus
        | Rule::sum
        | Rule::primary
        | Rule::numbers
        | Rule::number_item
        | Rule::half
        | Rule::cells
        | Rule::cell_item
        | Rule::dirs_step
        | Rule::paren
        | Rule::line
        | Rule::lines
        | Rule::flood
        | Rule::groups
        | Rule::fewest
        | Rule::ray
        | Rule::beyond
        | Rule::attacked
        | Rule::repeats
        | Rule::new_board
        | Rule::both_passed
        | Rule::stronger
        | Rule::weaker
        | Rule::holding
        | Rule::mobility
        | Rule::owned
        | Rule::call
        | Rule::step
        | Rule::place_word
        | Rule::plain_name
        | Rule::ranks
        | Rule::files
        | Rule::far_rank
        | Rule::most_value
        | Rule::most_chain
        | Rule::most_operand
        | Rule::most_count
        | Rule::cell
        | Rule::arg
        | Rule::dirs_arg
        | Rule::call_name => Called::Operand,
        Rule::text => Called::Thing("a text in quotes"),
        Rule::name | Rule::label | Rule::group_label | Rule::pick_name => Called::Thing("a name"),
        Rule::capital | Rule::kind_here | Rule::owner => Called::Thing("the name of a player or kind"),
        Rule::kinds => Called::Thing("a kind"),
        Rule::int
        | Rule::signed
        | Rule::signed_int
        | Rule::amount
        | Rule::range_end
        | Rule::rank_item
        | Rule::rank_more
        | Rule::step_count
        | Rule::placed_count
        | Rule::strength
        | Rule::offset_part
        | Rule::option_bound
        | Rule::weight => Called::Thing("a number"),
        Rule::file_item | Rule::file_more | Rule::file_end | Rule::file_name => Called::Thing("a file such as `a`"),
        Rule::offset => Called::Thing("two distances such as `1,2`"),
        Rule::dir
        | Rule::dirs
        | Rule::dir_list
        | Rule::dir_word
        | Rule::dir_reverse
        | Rule::dir_axis
        | Rule::dir_inverse
        | Rule::dir_leap
        | Rule::dir_given
        | Rule::flood_dirs => Called::Thing("a direction"),
        Rule::board_sizes | Rule::dimensions | Rule::board_size => {
            Called::Thing("the size of the board, such as `8x8`")
        }
        Rule::shape | Rule::shape_as_name | Rule::board_shape => Called::Thing("`square` or another shape of board"),
        Rule::option_value => Called::Thing("a number, `yes` or `no`"),
        Rule::item | Rule::only_item => Called::Thing("an item"),
        Rule::graph_line | Rule::graph_cell => {
            Called::Thing("joined cells, each a letter or two and a number, such as `a1-b1`")
        }
        Rule::link_formula | Rule::link_pair | Rule::link_tuple | Rule::params => {
            Called::Thing("a formula `(i) -> …` or a pair `a1 -> b1`")
        }
        Rule::facing_part => Called::Thing("a player and a direction"),
        Rule::region_part => Called::Thing("a player and a region"),
        Rule::piece_def | Rule::piece_names => Called::Thing("a kind of piece"),
        Rule::hand_part => Called::Thing("a number and a kind"),
        Rule::hand_owner => Called::Thing("`each` or `for` and a player"),
        Rule::placement => Called::Thing("a line of `setup`, such as `White Pawn on rank 2`"),
        Rule::clause
        | Rule::each_clause
        | Rule::verb
        | Rule::verb_step
        | Rule::verb_slide
        | Rule::verb_leap
        | Rule::verb_hop
        | Rule::verb_place
        | Rule::verb_drop
        | Rule::verb_fly
        | Rule::verb_sow
        | Rule::verb_pass
        | Rule::verb_picks => Called::Thing("a clause"),
        Rule::pick => Called::Thing("`pick`"),
        Rule::effect
        | Rule::take
        | Rule::put
        | Rule::flip
        | Rule::move_onto
        | Rule::swap
        | Rule::promote
        | Rule::set
        | Rule::reset
        | Rule::tuck
        | Rule::pile
        | Rule::topmost
        | Rule::rotate
        | Rule::if_else
        | Rule::may
        | Rule::either
        | Rule::do_it
        | Rule::again
        | Rule::extra_turn
        | Rule::each_effect
        | Rule::require
        | Rule::sow_effect
        | Rule::relay
        | Rule::while_holds => Called::Thing("an effect"),
        Rule::verdict | Rule::verdict_kind | Rule::verdict_named | Rule::verdict_score => {
            Called::Thing("a verdict such as `win`")
        }
        Rule::eval_term => Called::Thing("a term such as `3 * count own`"),
        Rule::turn_expr
        | Rule::turn_member
        | Rule::turn_longest
        | Rule::turn_most
        | Rule::turn_repeat
        | Rule::turn_atom => Called::Thing("a label, `any` or `pass`"),
        Rule::state_value | Rule::promotes_to => Called::Thing("`=` and a value"),
        Rule::effects | Rule::branch | Rule::graph_block => Called::Thing("a block `{ … }`"),
        Rule::turn_finally => Called::Thing("`finally`"),
        Rule::guard => Called::Thing("`when`"),
        Rule::costs => Called::Thing("`costs`"),
        Rule::state_as | Rule::clause_label | Rule::verdict_name => Called::Thing("`as`"),
        Rule::only_in => Called::Thing("`in`"),
        Rule::state_on => Called::Thing("`on`"),
        Rule::state_life | Rule::each_way => Called::Thing("`for`"),
        Rule::slot_to => Called::Thing("`to`"),
        Rule::slot_over => Called::Thing("`over`"),
        Rule::slot_through | Rule::ray_through => Called::Thing("`through`"),
        Rule::slot_on => Called::Thing("`on`"),
        Rule::sown => Called::Thing("`along`"),
        Rule::sow_itself | Rule::sow_from => Called::Thing("`from`"),
        Rule::sow_each => Called::Thing("`each`"),
        Rule::ray_until => Called::Thing("`until`"),
        Rule::held => Called::Thing("a number of a kind of cell"),
        Rule::sum_distance => Called::Thing("`distance`"),
        Rule::fewest_ends => Called::Thing("`from`"),
        Rule::args => Called::Thing("`(`"),
        Rule::rank_list => Called::Thing("a rank"),
        Rule::file_list => Called::Thing("a file"),
        Rule::board_modifier => Called::Thing("`dark`, `light` or `wrapped`"),
        Rule::piece_modifier => Called::Thing("`neutral`, `counted` or `stacked`"),
        Rule::game_item
        | Rule::extends_item
        | Rule::players_item
        | Rule::option_item
        | Rule::option_range
        | Rule::board_item
        | Rule::link_item
        | Rule::facing_item
        | Rule::region_item
        | Rule::piece_item
        | Rule::hand_item
        | Rule::captives_item
        | Rule::setup_item
        | Rule::state_item
        | Rule::clock_item
        | Rule::table_item
        | Rule::define_item
        | Rule::move_item
        | Rule::turn_item
        | Rule::legal_item
        | Rule::end_item
        | Rule::eval_item
        | Rule::look_item => Called::Thing("an item of this kind"),
        Rule::look_part | Rule::look_piece | Rule::look_area | Rule::look_title | Rule::look_word => {
            Called::Thing("a look, such as `King \"♔\" \"♚\"`")
        }
        Rule::look_cells => Called::Thing("`cells`"),
        Rule::left_out | Rule::item_word => Called::Thing("the word of an item, such as `end` or `move King`"),
        Rule::EOI | Rule::only_expr => Called::Thing("the end"),
        Rule::compare => Called::Thing("a comparison"),
        Rule::WHITESPACE
        | Rule::COMMENT
        | Rule::balanced
        | Rule::count_ahead
        | Rule::starts_more
        | Rule::edge
        | Rule::word_rest
        | Rule::edge_of_number
        | Rule::not_a_label
        | Rule::blank
        | Rule::reserved => Called::Hidden,
        // All others are words: a test holds that.
        _ => Called::Word,
    }
}

/// The word of a keyword's rule.
pub(super) fn word(rule: Rule) -> String {
    format!("{rule:?}").trim_start_matches("kw_").replace('_', "-")
}

/// How a rule is written in a message: what may stand there by it.
pub(super) fn describe(rule: Rule) -> Vec<String> {
    match called(rule) {
        Called::Word => vec![format!("`{}`", word(rule))],
        Called::Sign(sign) => vec![format!("`{sign}`")],
        Called::Thing(thing) => vec![thing.to_string()],
        Called::Operand => ["a region", "a number", "a condition"].map(String::from).to_vec(),
        Called::Hidden => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Called, Rule, called, word};
    use crate::vocabulary;

    /// A rule that is not told above would be taken for a word.
    #[test]
    fn words_and_no_other_rules_are_called_words() {
        for &rule in Rule::all_rules() {
            let is_word = format!("{rule:?}").starts_with("kw_");
            assert_eq!(called(rule) == Called::Word, is_word, "{rule:?}");
            assert!(!is_word || vocabulary::word(&word(rule)).is_some(), "{rule:?}");
        }
    }
}
