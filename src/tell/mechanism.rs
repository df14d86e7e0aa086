//! What a game is made of, as far as its rules show it: what `rulesmith games WORD` looks for.

/// A mechanism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is described in `ALL`")]
pub enum Mechanism {
    Placing,
    Drops,
    Steps,
    Slides,
    Leaps,
    Jumps,
    Sowing,
    Laps,
    Arrival,
    JumpCaptures,
    Custody,
    Flips,
    Chains,
    SeveralSteps,
    ExtraTurns,
    Compulsion,
    Promotion,
    Stacks,
    Counted,
    Neutral,
    Hands,
    Captives,
    SecondBoard,
    Strength,
    Rotation,
    Check,
    Connection,
    Groups,
    Lines,
    Race,
    Score,
    Repetition,
    Passing,
    Unequal,
    Options,
}

use Mechanism as M;

/// Each in words, and the words of the language and of players that find it, too.
const ALL: &[(Mechanism, &str, &str)] = &[
    (M::Placing, "placing", "place put placement"),
    (M::Drops, "drops from a hand", "drop"),
    (M::Steps, "steps", "step"),
    (M::Slides, "slides", "slide"),
    (M::Leaps, "leaps", "leap knight"),
    (M::Jumps, "jumps over pieces", "hop jump"),
    (M::Sowing, "sowing", "sow seeds"),
    (M::Laps, "sowing in laps", "relay laps"),
    (M::Arrival, "captures by arriving", "capture replacement"),
    (M::JumpCaptures, "captures by jumping", "over"),
    (M::Custody, "captures in between", "custody custodian surround"),
    (M::Flips, "flips", "flip reverse"),
    (M::Chains, "moves of several legs", "again chain multi-jump legs"),
    (M::SeveralSteps, "several steps a turn", "costs double-move"),
    (M::ExtraTurns, "extra turns", "extra turn"),
    (M::Compulsion, "compulsory moves", "else longest most forced"),
    (M::Promotion, "promotion", "promote"),
    (M::Stacks, "stacks", "stacked tuck pile height"),
    (M::Counted, "counted pieces", "counted seeds"),
    (M::Neutral, "pieces of nobody", "neutral"),
    (M::Hands, "hands", "hand reserve"),
    (M::Captives, "captives in hand", "captives to hand"),
    (M::SecondBoard, "several boards", "second board"),
    (M::Strength, "strengths", "stronger weaker rank"),
    (M::Rotation, "rotation", "rotate"),
    (M::Check, "attacked cells", "check attack royal"),
    (M::Connection, "connection", "flood liberties join connected"),
    (M::Groups, "groups", "largest unification"),
    (M::Lines, "lines", "line in-a-row row"),
    (M::Race, "a goal to reach", "race reach far rank"),
    (M::Score, "scores", "score points territory"),
    (M::Repetition, "repetition", "repeats superko ko new"),
    (M::Passing, "passing", "pass passed"),
    (M::Unequal, "unequal sides", "asymmetric hunt"),
    (M::Options, "options", "option set"),
];

impl Mechanism {
    /// It in words.
    pub fn text(self) -> &'static str {
        ALL.iter().find(|(m, ..)| *m == self).map_or("", |(_, text, _)| text)
    }

    /// The words that find it.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let found = ALL.iter().find(|(m, ..)| *m == self);
        found.into_iter().flat_map(|(_, text, more)| text.split(' ').chain(more.split(' ')))
    }
}
