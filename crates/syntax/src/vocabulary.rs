//! The words of the language: one table, from which every list of words derives.
//!
//! The parser's recovery, the search for the nearest word, the formatter, completion, hover, highlighting and the list in
//! `docs/language.md` read it, and tests hold the grammar to it. A new word is a rule in `grammar/game.pest`, a line here,
//! and its meaning in the analysis.

/// What a word does; a word may have several roles.
pub mod role {
    /// Opens an item.
    pub const ITEM: u32 = 1;
    /// Opens a clause.
    pub const VERB: u32 = 1 << 1;
    /// Opens an effect.
    pub const EFFECT: u32 = 1 << 2;
    /// Opens a verdict.
    pub const VERDICT: u32 = 1 << 3;
    /// A shape of boards.
    pub const SHAPE: u32 = 1 << 4;
    /// Stands alone as a region, a number or a condition.
    pub const VALUE: u32 = 1 << 5;
    /// A direction other than those of the compass.
    pub const DIRECTION: u32 = 1 << 6;
    /// A direction of the compass.
    pub const COMPASS: u32 = 1 << 7;
    /// Opens an expression, and something follows: misspelt, it is taken for a name.
    pub const PREFIX: u32 = 1 << 8;
    /// May follow the sizes of a board.
    pub const OF_BOARD: u32 = 1 << 9;
    /// May follow a kind of piece.
    pub const OF_PIECE: u32 = 1 << 10;
    /// A function of numbers.
    pub const FUNCTION: u32 = 1 << 11;
    /// May be a name where an operand stands, in a file that declares it: elsewhere it opens something.
    pub const OPENER: u32 = 1 << 12;
    /// A name follows, which it gives to something.
    pub const NAMES: u32 = 1 << 13;
    /// An operand follows.
    pub const OPERAND_FOLLOWS: u32 = 1 << 14;
    /// A direction follows.
    pub const DIRECTION_FOLLOWS: u32 = 1 << 15;
    /// An operand may follow; the word may as well be one.
    pub const OPERAND_MAY_FOLLOW: u32 = 1 << 16;
    /// Stands behind an operand.
    pub const BEHIND_OPERAND: u32 = 1 << 17;
    /// Stands between operands, or before one, and is forgotten there.
    pub const JOINS: u32 = 1 << 18;
    /// Its operand may begin with such a word again: how deep a text is nested.
    pub const NESTS: u32 = 1 << 19;
    /// Ends every operand before it.
    pub const ENDS: u32 = 1 << 20;
    /// Stands in a subtraction where it stands beside a hyphen.
    pub const IN_MINUS: u32 = 1 << 21;
    /// Opens an expression, and can't be taken for a name.
    pub const PHRASE: u32 = 1 << 22;
    /// Makes a direction of something.
    pub const TURNS: u32 = 1 << 23;
}

use role::{
    BEHIND_OPERAND as BEHIND, COMPASS, DIRECTION, DIRECTION_FOLLOWS as WAY, EFFECT, ENDS, FUNCTION, IN_MINUS, ITEM,
    JOINS, NAMES, NESTS, OF_BOARD, OF_PIECE, OPENER, OPERAND_FOLLOWS as THEN, OPERAND_MAY_FOLLOW as EITHER, PHRASE,
    PREFIX, SHAPE, TURNS, VALUE, VERB, VERDICT,
};

/// Where a word can't be a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserved {
    /// Nowhere is it one (but see [`role::OPENER`]).
    Everywhere,
    /// It is a word only where the grammar expects it.
    InPlace,
    /// To the grammar it is a name; its meaning is given by the analysis.
    ByMeaning,
}

/// A word of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: &'static str,
    /// What it does: bits of [`role`].
    pub roles: u32,
    /// Where it can't be a name.
    pub reserved: Reserved,
    /// How it is written: what may follow stands in capitals.
    pub form: &'static str,
    /// A part of a file with it.
    pub example: &'static str,
    /// What it means, in a sentence.
    pub says: &'static str,
}

impl Word {
    /// Whether it has one of these roles.
    pub const fn is(&self, roles: u32) -> bool {
        self.roles & roles != 0
    }
}

/// How many words have one of these roles.
pub const fn number(roles: u32) -> usize {
    let (mut at, mut number) = (0, 0);
    while at < WORDS.len() {
        number += WORDS[at].is(roles) as usize;
        at += 1;
    }
    number
}

/// The words that have one of these roles, in the order of the table; there are [`number`] of them.
pub const fn with<const N: usize>(roles: u32) -> [&'static str; N] {
    let mut found = [""; N];
    let (mut at, mut next) = (0, 0);
    while at < WORDS.len() {
        if WORDS[at].is(roles) {
            found[next] = WORDS[at].text;
            next += 1;
        }
        at += 1;
    }
    found
}

/// A word of the language.
pub fn word(text: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.text == text)
}

const fn fixed(text: &'static str, roles: u32, form: &'static str, example: &'static str, says: &'static str) -> Word {
    Word { text, roles, reserved: Reserved::Everywhere, form, example, says }
}

const fn here(text: &'static str, roles: u32, form: &'static str, example: &'static str, says: &'static str) -> Word {
    Word { text, roles, reserved: Reserved::InPlace, form, example, says }
}

const fn meant(text: &'static str, roles: u32, example: &'static str, says: &'static str) -> Word {
    Word { text, roles, reserved: Reserved::ByMeaning, form: text, example, says }
}

/// All words. The order is that in which messages list the words of a role.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    // Items.
    fixed("game", ITEM | OPENER, "game TEXT", "game \"Race\"", "The name of the game."),
    fixed("extends", ITEM | OPENER, "extends TEXT without ITEM, …", "extends \"chess\" without end", "Takes over the items of another file, but for those left out and those written anew."),
    fixed("players", ITEM | OPENER, "players PLAYER, PLAYER", "players White, Black", "The two players; the first one moves first."),
    fixed("option", ITEM | OPENER | NAMES, "option NAME = VALUE in LEAST..MOST", "option size = 8 in 4..12", "A number or a truth value that may be set when the game is opened."),
    fixed("board", ITEM | NAMES | PHRASE, "board SHAPE SIZES", "board square 8x8", "A board; a further one has its name before its shape. As a region: the cells of the main board."),
    fixed("link", ITEM | OPENER | NAMES, "link NAME (i) -> CELL", "link next (i) -> i mod 14 + 1", "A direction of the file's own: from cells to cells, by a formula or by pairs."),
    fixed("facing", ITEM | OPENER, "facing PLAYER DIRECTION, PLAYER DIRECTION", "facing White north, Black south", "What `forward` is for each player."),
    fixed("region", ITEM | OPENER | NAMES, "region NAME = CELLS", "region goal = rank 8", "A name for cells that stay the same."),
    fixed("piece", ITEM | OPENER, "piece KIND, KIND", "piece Pawn, King \"K\"", "The kinds of pieces, with letters for positions and strengths if they need any."),
    fixed("hand", ITEM | IN_MINUS, "hand NUMBER KIND each", "hand 9 Man each", "Pieces that players hold at the start. As a number or condition: what a player still holds, `own hand Man`."),
    fixed("captives", ITEM | OPENER, "captives to hand", "captives to hand", "What is taken goes to the hand of who took it."),
    fixed("setup", ITEM | OPENER, "setup { LINES }", "setup { White Pawn on rank 2 }", "What stands where at the start."),
    fixed("state", ITEM | OPENER | NAMES, "state NAME: cells|number", "state passed: cells for one ply", "Cells or a number that the game remembers."),
    fixed("clock", ITEM | OPENER | NAMES, "clock NAME", "clock quiet", "Counts plies since it was last reset."),
    fixed("table", ITEM | OPENER | NAMES, "table NAME { NUMBERS }", "table worth { 1 2 3 4 }", "A number for each cell, the far rank first: `sum own by worth`."),
    fixed("define", ITEM | OPENER | NAMES, "define NAME = VALUE", "define goal = own on far rank", "A name for a value, or for effects in braces; both may have parameters."),
    fixed("move", ITEM | EFFECT | OPENER | NAMES, "move LABEL KINDS { CLAUSES }", "move Pawn { step forward to empty }", "How pieces move. As an effect: `move CELL onto CELL`."),
    fixed("turn", ITEM | OPENER, "turn { LABELS }", "turn { capture else quiet }", "Which groups of moves make up a turn."),
    fixed("legal", ITEM | OPENER, "legal when CONDITION", "legal when no own King on attacked by enemy", "What must hold after a ply; all others are forbidden."),
    fixed("end", ITEM | OPENER, "end { VERDICTS }", "end { win when no enemy }", "When the game is over, and how; `own` is who has just moved."),
    fixed("eval", ITEM | OPENER, "eval { TERMS }", "eval { 3 * count own }", "What a position is worth to the player to move."),
    fixed("look", ITEM | OPENER, "look LOOKS", "look checkered, King \"♔\" \"♚\"", "How the game is drawn; no rule asks for it."),
    // Clauses.
    fixed("step", VERB | OPENER | WAY, "step DIRECTIONS to REGION", "step forward to empty", "Goes one cell in one of the directions."),
    fixed("slide", VERB | OPENER | WAY, "slide DIRECTIONS to REGION", "slide orthogonal to empty or enemy", "Goes any number of cells in one direction, over empty ones, or as many as are given."),
    fixed("leap", VERB | TURNS, "leap DISTANCE,DISTANCE to REGION", "leap 1,2 to empty or enemy", "Goes straight to a cell so far away, in all its turns and mirrorings."),
    fixed("hop", VERB | OPENER | WAY, "hop DIRECTIONS over REGION to REGION", "hop any over enemy to empty", "Passes over a cell to the next one."),
    fixed("place", VERB | OPENER, "place KIND on REGION", "place Stone on empty", "Puts a new piece on the board."),
    fixed("drop", VERB | EFFECT | OPENER, "drop KIND on REGION", "drop any on empty", "Puts a piece from the hand on the board."),
    fixed("fly", VERB | OPENER, "fly to REGION", "fly to empty", "Goes to any cell of a region."),
    fixed("sow", VERB | EFFECT | OPENER, "sow REGION along LINK", "sow own row along next", "Spreads the pieces of a cell along a link, one on each cell."),
    fixed("pass", VERB, "pass", "pass", "Does nothing."),
    fixed("pick", VERB | EFFECT | NAMES, "pick NAME in REGION", "pick victim in enemy", "Lets the player choose a cell."),
    fixed("for", VERB | EFFECT, "for each NAME in DIRECTIONS { … }", "for each d in orthogonal { step d to empty }", "Written once, done for each direction. In `state`: how long it lasts."),
    // Effects.
    fixed("take", EFFECT | OPENER | THEN, "take REGION", "take over", "Takes pieces off the board."),
    fixed("put", EFFECT | OPENER, "put KIND on REGION", "put own Man on to", "Puts new pieces on the board."),
    fixed("flip", EFFECT | OPENER | THEN, "flip REGION", "flip over", "Gives pieces to the other player."),
    fixed("swap", EFFECT | OPENER | THEN, "swap CELL with CELL", "swap from with to", "Exchanges what stands on two cells."),
    fixed("promote", EFFECT | OPENER | THEN, "promote REGION as KIND", "promote to as King", "Makes pieces another kind."),
    fixed("set", EFFECT | OPENER | THEN, "set STATE = VALUE", "set given = to", "Gives a state a new value."),
    fixed("reset", EFFECT | OPENER | THEN, "reset STATE", "reset quiet", "Sets a state or clock back to what it was at the start."),
    fixed("tuck", EFFECT | OPENER | THEN, "tuck CELL under CELL", "tuck over under to", "Puts a piece under a stack."),
    here("pile", EFFECT | THEN, "pile CELL onto CELL", "pile from onto to", "Puts a stack, or its upper pieces, onto another."),
    fixed("rotate", EFFECT | OPENER | THEN, "rotate REGION left|right", "rotate board left", "Turns a part of the board."),
    fixed("if", EFFECT | THEN, "if CONDITION { EFFECTS } else { EFFECTS }", "if to on far rank { promote to }", "Decides about effects."),
    fixed("may", EFFECT | NESTS, "may EFFECT", "may again", "The player may leave the effect out."),
    fixed("either", EFFECT, "either { EFFECTS } or { EFFECTS }", "either { take over } or { flip over }", "The player chooses between effects."),
    fixed("do", EFFECT | THEN, "do DEFINITION", "do crown", "Does effects that have a name."),
    fixed("again", EFFECT, "again in DIRECTIONS", "again", "The same piece makes a further leg."),
    fixed("extra", EFFECT | OPENER, "extra turn", "extra turn", "The same player moves once more."),
    fixed("require", EFFECT | THEN, "require CONDITION", "require no enemy", "A ply after which this does not hold is none."),
    fixed("while", EFFECT | THEN, "while CONDITION { EFFECTS }", "while hot { flip hot }", "Does effects again as long as it holds."),
    here("relay", EFFECT, "relay CELL along LINK", "relay", "Sows on from where the last piece fell."),
    // Verdicts.
    fixed("win", VERDICT | OPENER, "win when CONDITION", "win when no enemy", "Who has just moved wins."),
    fixed("lose", VERDICT | OPENER, "lose when CONDITION", "lose when no own", "Who has just moved loses."),
    fixed("draw", VERDICT | OPENER, "draw when CONDITION", "draw when repeats 3", "Nobody wins."),
    fixed("score", VERDICT | OPENER, "score NUMBER when CONDITION", "score count own - count enemy when both passed", "By how much who has just moved is ahead."),
    fixed("wins", OPENER, "PLAYER wins when CONDITION", "White wins when no Black", "This player wins."),
    fixed("loses", OPENER, "PLAYER loses when CONDITION", "White loses when no White", "This player loses."),
    // Shapes of boards.
    here("square", SHAPE, "board square COLUMNSxROWS", "board square 8x8", "A board of rows and columns; with three sizes, one of levels."),
    here("rhombus", SHAPE, "board rhombus COLUMNSxROWS", "board rhombus 11x11", "Hexagonal cells in rows and columns, as for Hex."),
    here("hexagon", SHAPE, "board hexagon SIDE", "board hexagon 5", "Hexagonal cells, so many to a side."),
    here("triangle", SHAPE, "board triangle SIDE", "board triangle 5", "Cells in a triangle, so many to a side."),
    here("morris", SHAPE, "board morris RINGS", "board morris 3", "Squares within each other, joined in the middle of their sides."),
    here("alquerque", SHAPE, "board alquerque COLUMNSxROWS", "board alquerque 5x5", "Points of which every other one has diagonals."),
    here("track", SHAPE, "board track COLUMNSxROWS", "board track 7x2", "Cells in a circle along two rows."),
    here("row", SHAPE, "board row CELLS", "board row 16", "Cells side by side."),
    here("graph", SHAPE, "board graph { JOINED CELLS }", "board graph { a1-b1-c1 }", "Cells joined as the file says."),
    // Words between operands, and before them.
    fixed("on", JOINS | THEN | BEHIND, "REGION on REGION", "on far rank", "The cells that are in both."),
    fixed("of", JOINS | THEN | BEHIND | NESTS, "DIRECTION of REGION", "of own", "The cells to which a direction leads from a region."),
    fixed("or", JOINS | THEN | BEHIND | ENDS, "A or B", "own or enemy", "Either; of regions, the cells of both."),
    fixed("from", VALUE | EITHER, "from", "count from", "The cell of departure."),
    fixed("to", JOINS | VALUE | EITHER | BEHIND, "to REGION", "to empty or enemy", "Where a move may end; as a region the cell where it does."),
    fixed("and", JOINS | THEN | BEHIND | ENDS, "CONDITION and CONDITION", "no own and no enemy", "Both hold."),
    fixed("in", JOINS | THEN | BEHIND | OF_PIECE, "in REGION", "flood a1 in own", "Within what: choices, floods, ranges; what a state may hold, where a piece may stand."),
    fixed("over", JOINS | VALUE | EITHER, "over REGION", "over enemy", "What a `hop` passes over; as a region the cell itself."),
    fixed("by", JOINS | THEN | BEHIND, "sum REGION by …", "attacked by enemy", "What is added up, or who attacks."),
    fixed("through", JOINS | THEN | BEHIND, "through REGION", "through empty", "Which cells are passed."),
    fixed("with", JOINS | THEN | BEHIND, "with …", "lines 3 with 2 own, 1 empty", "What lines hold; with what a cell is swapped."),
    fixed("onto", JOINS | THEN | BEHIND, "onto CELL", "onto to", "The cell that something goes to."),
    fixed("as", JOINS | BEHIND, "as KIND", "promote to as King", "What a piece becomes; the label of a clause; what players call a verdict."),
    fixed("except", JOINS | THEN | BEHIND, "REGION except REGION", "except own", "The cells of the first that are not in the second."),
    fixed("when", JOINS | THEN | BEHIND, "when CONDITION", "when no enemy", "Where a clause, a group or a verdict holds."),
    fixed("else", THEN | BEHIND, "A else B", "capture else quiet", "The second where the first is not possible, or empty."),
    fixed("until", THEN | BEHIND, "until REGION", "ray any of to through enemy until own", "Where a ray ends."),
    fixed("under", THEN | BEHIND, "under CELL", "tuck over under to", "Below which stack."),
    fixed("along", THEN, "along LINK", "sow own row along next", "The link or direction of a sowing."),
    fixed("than", THEN | NESTS, "stronger than CELL", "stronger than from", "What strengths are compared with."),
    fixed("div", THEN | BEHIND | ENDS, "NUMBER div NUMBER", "count own div 2", "Division, rounded down."),
    fixed("mod", THEN | BEHIND | ENDS, "NUMBER mod NUMBER", "count own mod 2", "What is left by a division."),
    fixed("each", OPENER, "each", "hand 9 Man each", "For both players; for all directions; one of every kind."),
    fixed("finally", OPENER, "finally { EFFECTS }", "turn { any finally { reset quiet } }", "What is done at the end of every ply."),
    fixed("longest", OPENER | NESTS, "longest LABEL", "longest capture", "Only the plies of the most legs."),
    fixed("most", THEN | NESTS, "most NUMBER of LABEL", "most (count touched) of capture", "Only the plies for which a number is greatest."),
    fixed("costs", 0, "costs NUMBER", "move Man costs 2 { step any to empty }", "How many of the steps of a turn a move takes."),
    fixed("without", 0, "without REGION", "board square 7x7 without corners", "What is left out."),
    here("also", 0, "eval also { TERMS }", "eval also { 5 * count own King on center }", "The terms come on top of those of the file that is extended."),
    here("itself", 0, "from itself", "sow own row along next from itself", "The sowing begins on its own cell."),
    here("top", 0, "pile top NUMBER of CELL onto CELL", "pile top 2 of from onto to", "Only the upper pieces of a stack."),
    // Words that open expressions.
    fixed("no", VALUE | THEN | NESTS | PHRASE, "no REGION", "no enemy", "A region has no cell. As a value of an option: false."),
    fixed("not", THEN | NESTS | PHRASE, "not CONDITION", "not own stuck", "A condition does not hold."),
    fixed("count", PREFIX | THEN | NESTS | IN_MINUS, "count REGION", "count own", "How many cells a region has."),
    fixed("was", THEN | NESTS | PHRASE, "was REGION", "was enemy", "The region as it was before the ply."),
    fixed("sum", PREFIX | THEN | NESTS | IN_MINUS, "sum REGION by …", "sum own by advance", "Adds up a number over the cells of a region."),
    fixed("rank", PREFIX | THEN, "rank NUMBER", "rank 1", "A rank of the board; `rank of R`: the number of R's rank."),
    fixed("ranks", PREFIX | THEN, "ranks NUMBER..NUMBER", "ranks 1..2", "Several ranks of the board."),
    fixed("file", PREFIX, "file LETTER", "file a", "A file of the board."),
    fixed("files", PREFIX, "files LETTER..LETTER", "files a..c", "Several files of the board."),
    fixed("far", PHRASE, "far rank", "far rank", "The rank that is farthest from a player's side."),
    fixed("line", PREFIX | THEN | NESTS, "line NUMBER of REGION", "line 3 of own", "The cells of lines of so many, all in a region."),
    fixed("lines", PREFIX | THEN | NESTS | IN_MINUS, "lines NUMBER with …", "lines 3 with 2 own, 1 empty", "How many lines hold so much."),
    fixed("ray", PREFIX | WAY | NESTS, "ray DIRECTIONS of REGION through REGION", "ray any of to through enemy until own", "The cells passed in a direction, as far as they are in a region."),
    here("beyond", PREFIX | WAY | NESTS, "beyond DIRECTIONS of REGION through REGION", "beyond any of to through enemy", "The cells behind a ray."),
    fixed("flood", PREFIX | THEN | NESTS, "flood REGION in REGION", "flood a1 in own", "All cells joined to a region within another."),
    fixed("groups", PREFIX | THEN | NESTS, "groups REGION", "groups own", "How many parts a region has that are not joined."),
    fixed("largest", PREFIX | THEN | NESTS, "largest REGION", "largest own", "How many cells the largest part of a region has."),
    fixed("fewest", PREFIX | NESTS, "fewest REGION from REGION to REGION", "fewest empty from file a to file h through own", "How many cells are needed to join two regions."),
    fixed("holding", PREFIX | THEN, "holding NUMBER", "holding 3..4", "The cells with so many pieces."),
    fixed("attacked", PREFIX, "attacked by PLAYER [KIND]", "attacked by enemy", "The cells on which a player could take."),
    fixed("repeats", PREFIX | THEN, "repeats NUMBER", "repeats 3", "The position has come so many times."),
    fixed("stronger", PREFIX, "stronger than CELL", "stronger than from", "The pieces of greater strength."),
    fixed("weaker", PREFIX, "weaker than CELL", "weaker than from", "The pieces of less strength."),
    fixed("mobility", IN_MINUS | PHRASE, "mobility KINDS", "mobility", "How many moves a player has; in `eval`."),
    fixed("new", PHRASE, "new board|position", "new position", "The position has not been there before."),
    fixed("both", PHRASE, "both passed", "both passed", "Both players have passed."),
    fixed("always", NESTS, "PLAYER always CONDITION", "own always no enemy", "It held after every ply of a player since the position first stood."),
    fixed("stuck", 0, "PLAYER stuck", "enemy stuck", "A player has no move."),
    // Words that stand alone.
    meant("all", VALUE, "all", "All cells."),
    meant("none", VALUE, "none", "No cells."),
    meant("empty", VALUE, "empty", "The cells without a piece."),
    meant("occupied", VALUE, "occupied", "The cells with a piece."),
    fixed("own", VALUE | EITHER | IN_MINUS, "own KIND", "own Pawn", "The pieces of the player to move; in `end` of who has just moved."),
    fixed("enemy", VALUE | EITHER | IN_MINUS, "enemy KIND", "enemy King", "The pieces of the other player."),
    here("neutral", VALUE | OF_PIECE, "neutral", "piece Arrow neutral", "Nobody's; as a region the cells with such pieces."),
    meant("corners", VALUE, "corners", "The corners of the board."),
    meant("edge", VALUE, "edge", "The cells at the edge of the board."),
    meant("center", VALUE, "center", "The cells in the middle of the board."),
    here("dark", VALUE | OF_BOARD, "dark", "board square 8x8 dark", "The dark cells; of a board, only these."),
    here("light", VALUE | OF_BOARD, "light", "board square 8x8 light", "The light cells; of a board, only these."),
    here("numbered-up", OF_BOARD, "numbered-up", "board square 8x8 dark numbered-up", "The cells are numbered from the first rank up."),
    here("wrapped", OF_BOARD, "wrapped", "board square 8x8 wrapped", "All edges are joined."),
    here("wrapped-files", OF_BOARD, "wrapped-files", "board square 8x8 wrapped-files", "The left and the right edge are joined."),
    here("wrapped-ranks", OF_BOARD, "wrapped-ranks", "board square 8x8 wrapped-ranks", "The first and the last rank are joined."),
    here("counted", OF_PIECE, "counted", "piece Seed counted", "So many stand on a cell; they belong to nobody."),
    here("stacked", OF_PIECE, "stacked", "piece Man stacked", "The pieces stand on each other."),
    meant("touched", VALUE, "touched", "The cells that the ply has touched."),
    meant("legs", VALUE, "legs", "How many legs the ply has."),
    here("yes", VALUE, "yes", "option suicide = yes", "True."),
    meant("min", FUNCTION, "min(1, count own)", "The lesser of two numbers."),
    meant("max", FUNCTION, "max(1, count own)", "The greater of two numbers."),
    // Directions.
    fixed("any", DIRECTION, "any", "step any to empty", "All directions of the board; in `turn` and `drop`, whatever there is."),
    meant("orthogonal", DIRECTION, "step orthogonal to empty", "The directions along ranks and files."),
    meant("diagonal", DIRECTION, "step diagonal to empty", "The directions across."),
    meant("neighbours", DIRECTION, "neighbours of own", "The directions to the cells that share a side."),
    meant("forward", DIRECTION, "step forward to empty", "Where the player faces."),
    meant("backward", DIRECTION, "step backward to empty", "Away from where the player faces."),
    here("left", DIRECTION, "left", "step left to empty", "To the left of where the player faces; how far a board is turned."),
    here("right", DIRECTION, "right", "step right to empty", "To the right of where the player faces; how far a board is turned."),
    meant("sideways", DIRECTION, "step sideways to empty", "To the left and the right."),
    meant("forward-left", DIRECTION, "step forward-left to empty", "Forward and left at once."),
    meant("forward-right", DIRECTION, "step forward-right to empty", "Forward and right at once."),
    meant("backward-left", DIRECTION, "step backward-left to empty", "Backward and left at once."),
    meant("backward-right", DIRECTION, "step backward-right to empty", "Backward and right at once."),
    meant("forward-diagonal", DIRECTION, "step forward-diagonal to enemy", "Forward and to either side."),
    meant("backward-diagonal", DIRECTION, "step backward-diagonal to enemy", "Backward and to either side."),
    fixed("dir", DIRECTION, "dir", "again in dir", "The direction of the move."),
    fixed("reverse", WAY | NESTS | TURNS, "reverse DIRECTION", "again in any except reverse dir", "The opposite direction."),
    fixed("axis", WAY | NESTS | TURNS, "axis DIRECTION", "again in axis dir", "A direction and its opposite."),
    fixed("inverse", THEN | TURNS, "inverse LINK", "step inverse next to empty", "A link the other way."),
    meant("north", COMPASS, "facing White north, Black south", "Up, as the board is printed."),
    meant("northeast", COMPASS, "step northeast to empty", "Up and to the right."),
    meant("east", COMPASS, "step east to empty", "To the right, as the board is printed."),
    meant("southeast", COMPASS, "step southeast to empty", "Down and to the right."),
    meant("south", COMPASS, "step south to empty", "Down, as the board is printed."),
    meant("southwest", COMPASS, "step southwest to empty", "Down and to the left."),
    meant("west", COMPASS, "step west to empty", "To the left, as the board is printed."),
    meant("northwest", COMPASS, "step northwest to empty", "Up and to the left."),
    meant("up", COMPASS, "step up to empty", "A level up, on a board of several; before another one `up-north`."),
    meant("down", COMPASS, "step down to empty", "A level down, on a board of several; before another one `down-north`."),
    // Words in one place.
    here("advance", 0, "sum REGION by advance", "sum own by advance", "How far a piece has come from its own side."),
    here("height", 0, "sum REGION by height", "sum from by height", "How many pieces a stack has."),
    here("distance", 0, "sum REGION by distance to REGION", "sum own by distance to edge", "How many steps it is to a region."),
    here("cells", 0, "state NAME: cells", "state passed: cells", "The state is a region. In `look`: where cells stand."),
    here("number", 0, "state NAME: number", "state tempo: number = 0", "The state is a number."),
    here("one", 0, "for one ply", "state passed: cells for one ply", "What one ply sets, the next one reads."),
    here("ply", 0, "for one ply", "state passed: cells for one ply", "What one ply sets, the next one reads."),
    here("this", 0, "for this turn", "state moved: number for this turn", "It lasts as long as the turn."),
    here("fen", 0, "setup fen TEXT", "setup fen \"k7/8/8/8/8/8/8/K7\"", "The position at the start, as a text."),
    here("passed", 0, "both passed", "both passed", "Both players have passed."),
    here("position", 0, "new position", "new position", "The position, with whose ply it is."),
    here("x", 0, "COLUMNS x ROWS", "board square 8 x 8", "Between the sizes of a board."),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use pest::Parser as _;
    use pest::error::InputLocation;
    use rulesmith_grammar::{GameParser, Rule};

    use super::{Reserved, WORDS, role};
    use crate::parser::is_reserved;

    /// The words that the grammar spells.
    fn spelt() -> BTreeSet<&'static str> {
        let lines = include_str!("../../../grammar/game.pest").lines();
        let code = lines.map(|line| line.split("//").next().unwrap_or_default());
        let quoted = code.flat_map(|line| line.split('"').skip(1).step_by(2));
        quoted.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect()
    }

    #[test]
    fn the_grammar_has_just_these_words() {
        let ours: BTreeSet<&str> =
            WORDS.iter().filter(|w| w.reserved != Reserved::ByMeaning).map(|word| word.text).collect();
        let mut grammar = spelt();
        // No label, so that `capture then quiet` is told of; and no word of the language.
        assert!(grammar.remove("then"));
        assert_eq!(ours, grammar);
        assert_eq!(WORDS.len(), WORDS.iter().map(|w| w.text).collect::<BTreeSet<_>>().len(), "a word stands twice");
    }

    #[test]
    fn what_is_reserved_is_reserved_in_the_grammar() {
        for word in WORDS {
            assert_eq!(is_reserved(word.text), word.reserved == Reserved::Everywhere, "{}", word.text);
        }
    }

    /// Where a part of a file that is an example may stand.
    const FRAMES: &[(Rule, &str)] = &[
        (Rule::only_item, "…"),
        (Rule::only_expr, "…"),
        (Rule::only_item, "move Man { … }"),
        (Rule::only_item, "move Man { step any to empty { … } }"),
        (Rule::only_item, "move Man { step any to empty … }"),
        (Rule::only_item, "move Man { step any … }"),
        (Rule::only_item, "move Man { hop any … to empty }"),
        (Rule::only_item, "move Man { slide any … to empty }"),
        (Rule::only_item, "move Man { step any to empty { move from … } }"),
        (Rule::only_item, "end { … }"),
        (Rule::only_item, "turn { … }"),
        (Rule::only_expr, "all …"),
        (Rule::only_expr, "north …"),
    ];

    #[test]
    fn examples_are_read_and_hold_their_word() {
        for word in WORDS {
            let part = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
            assert!(word.example.split(part).any(|w| w == word.text), "`{}` is not in its example", word.text);
            let fits =
                |(rule, frame): &(Rule, &str)| GameParser::parse(*rule, &frame.replace('…', word.example)).is_ok();
            assert!(FRAMES.iter().any(fits), "the example of `{}` is not read: {}", word.text, word.example);
            assert!(word.says.ends_with('.') && word.says.len() < 160, "{}", word.text);
        }
    }

    #[test]
    fn words_open_what_their_roles_say() {
        let before = [
            (role::ITEM, ""),
            (role::VERB, "move Man { "),
            (role::EFFECT, "move Man { pass { "),
            (role::VERDICT, "end { "),
            (role::SHAPE, "board "),
            (role::OF_BOARD, "board square 8x8 "),
            (role::OF_PIECE, "piece Man "),
        ];
        for (word, (role, before)) in WORDS.iter().flat_map(|word| before.map(|at| (word, at))) {
            let failed = GameParser::parse(Rule::only_item, &format!("{before}{} §", word.text)).unwrap_err();
            let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = failed.location;
            let opens = at > before.len();
            let alone = !matches!(role, role::SHAPE | role::OF_BOARD | role::OF_PIECE);
            assert!(opens || !word.is(role), "`{before}{}` opens nothing", word.text);
            assert!(!opens || !alone || word.is(role), "`{before}{}` opens something", word.text);
        }
    }
}
