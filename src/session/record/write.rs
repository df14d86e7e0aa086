//! Writing games down.

use std::collections::HashMap;
use std::path::Path;

use super::form::Form;
use super::{kinds, own, seen_from};
use crate::game::{Position, Side};
use crate::notation;
use crate::session::error::Error;
use crate::session::{Origin, Session, Verdict};

/// What there is to say of a game besides its rules.
#[derive(Default)]
pub(in crate::session) struct Kept<'k> {
    /// The moves from the session's start on.
    pub moves: &'k [Vec<u64>],
    /// How it ended, if it did.
    pub verdict: Option<&'k Verdict>,
    /// Which game of a match it is, and a note on it.
    pub round: Option<(usize, String)>,
    /// The names of those who played it, the first player's first.
    pub names: Option<[String; 2]>,
}

/// How long lines of moves get.
const WIDTH: usize = 79;

/// A ply as it is written down.
struct Ply {
    /// The number of the move, and whether it is the second player's.
    number: (usize, bool),
    text: String,
}

impl Session {
    /// A game of this session as a record that lies in this folder.
    ///
    /// # Errors
    /// If a game can't be written in this form.
    pub(in crate::session) fn write(
        &self,
        form: Form,
        folder: Option<&Path>,
        kept: &Kept<'_>,
    ) -> Result<String, Error> {
        match form {
            Form::Record => Ok(self.write_own(folder, kept)),
            Form::Pgn => Ok(self.write_pgn(form, folder, kept)),
            Form::Pdn if self.compiled().numbering().is_some() => Ok(self.write_pgn(form, folder, kept)),
            Form::Pdn => Err(Error::request(format!("{} can't be kept as PDN", self.compiled().name()))
                .help("PDN is for games on the cells of one colour: take PGN (`.pgn`)")),
            Form::Sgf => self.write_sgf(folder, kept),
            Form::Kifu => Err(Error::request("KIF, KI2 and CSA are read, and not written")
                .help("take PGN (`.pgn`), or a record of our own (`.record`)")),
        }
    }

    fn no_sgf(&self) -> Error {
        Error::request(format!("this game of {} can't be kept as SGF", self.compiled().name()))
            .help("SGF is for games in which each move puts a piece on a cell of one flat board: take PGN (`.pgn`)")
    }

    /// That any game of a match can be kept in a form, however it goes.
    ///
    /// # Errors
    /// If it can't.
    pub fn keeps_matches_as(&self, form: Form) -> Result<(), Error> {
        match form {
            Form::Sgf if !notation::only_puts(self.compiled().rules()) => Err(self.no_sgf()),
            _ => self.write(form, None, &Kept::default()).map(drop),
        }
    }

    /// The forms that the game so far, and one move more, can be kept in.
    pub fn forms(&self) -> Vec<Form> {
        let next = self.records().ok().and_then(|moves| moves.iter().next().map(<[u64]>::to_vec));
        let moves: Vec<Vec<u64>> = self.played.iter().map(|played| played.record.clone()).chain(next).collect();
        let kept = Kept { moves: &moves, ..Kept::default() };
        let can = |form: &Form| match form {
            Form::Record | Form::Pgn => true,
            Form::Pdn => self.compiled().numbering().is_some(),
            Form::Sgf => self.write_sgf(None, &kept).is_ok(),
            Form::Kifu => false,
        };
        Form::ALL.into_iter().filter(can).collect()
    }

    /// The file of the rules as a record in this folder names it.
    fn rules_name(&self, folder: Option<&Path>) -> String {
        let file = match &self.loaded.origin {
            Origin::File(file) => folder.and_then(|folder| seen_from(folder, file)),
            Origin::Shipped(_) | Origin::Text => None,
        };
        file.unwrap_or_else(|| self.loaded.name().to_string())
    }

    fn write_own(&self, folder: Option<&Path>, kept: &Kept<'_>) -> String {
        let compiled = self.compiled();
        let mut text = format!("{}{}\n", own::HEAD, compiled.name());
        if let Some((_, note)) = &kept.round {
            text += &format!("# {note}\n");
        }
        text += &format!("file {}\nrules {:016x}\n", self.rules_name(folder), compiled.digest());
        for (name, value) in &self.loaded.settings.options {
            text += &format!("set {name} = {value}\n");
        }
        if let Some(name) = &self.loaded.settings.evaluation {
            text += &format!("eval {name}\n");
        }
        if let Some(start) = &self.start.text {
            text += &format!("position {start}\n");
        }
        let moves: Vec<String> =
            self.along(kept.moves.iter().map(Vec::as_slice), &|state, record| compiled.move_text(state, record));
        for line in moves.chunks(10) {
            text += &format!("moves {}\n", line.join(" "));
        }
        match kept.verdict {
            Some(verdict) => text += &format!("# {}\n", verdict.sentence()),
            None if kept.round.is_some() => text += "# no result\n",
            None => {}
        }
        text
    }

    /// A line of moves from here on as players of such games write them; what can't be played is left as it is. `known` remembers
    /// what the last move of each line is called: who is asked of many lines asks of few moves anew.
    pub fn customary_line(&self, line: &[String], known: &mut HashMap<Vec<String>, String>) -> Vec<String> {
        let compiled = self.compiled();
        let mut position = Position::new(compiled.game(), self.position().state());
        let mut made = 0;
        for end in 1..=line.len() {
            if known.contains_key(&line[..end]) {
                continue;
            }
            let mut shown = line[end - 1].clone();
            for (at, text) in line[..end].iter().enumerate().skip(made) {
                let Ok(record) = compiled.parse_move(position.state(), text) else { break };
                if at + 1 == end {
                    shown = compiled.customary_text(position.state(), &record);
                }
                position.make(&record);
                made = at + 1;
            }
            known.insert(line[..end].to_vec(), shown);
        }
        (1..=line.len()).map(|end| known[&line[..end]].clone()).collect()
    }

    /// The moves played so far as players of such games write them, and who made each.
    pub fn customary_moves(&self) -> Vec<(String, Side)> {
        let compiled = self.compiled();
        let moves = self.played.iter().map(|played| played.record.as_slice());
        self.along(moves, &|state, record| (compiled.customary_text(state, record), compiled.mover(state)))
    }

    /// What there is to say of each of some moves from the start on, in the state that it is made in.
    fn along<'m, T>(&self, moves: impl Iterator<Item = &'m [u64]>, each: &dyn Fn(&[u64], &[u64]) -> T) -> Vec<T> {
        let mut position = Position::new(self.compiled().game(), &self.start.state);
        let each = |record: &[u64]| {
            let said = each(position.state(), record);
            position.make(record);
            said
        };
        moves.map(each).collect()
    }

    /// Its moves with their numbers; by the names of cells, `c3-d4`, if that is asked for.
    fn plies(&self, kept: &Kept<'_>, by_cells: bool) -> Vec<Ply> {
        let compiled = self.compiled();
        let mut position = Position::new(compiled.game(), &self.start.state);
        let ply = |record: &Vec<u64>| {
            let at = self.start.ply + position.turns_passed();
            let text = match by_cells {
                true => parted(compiled.topology(), &compiled.move_text(position.state(), record)),
                false => compiled.customary_text(position.state(), record),
            };
            position.make(record);
            Ply { number: (at / 2 + 1, at % 2 == 1), text }
        };
        kept.moves.iter().map(ply).collect()
    }

    /// Whether a record of this form says by its kind or by a name that others know which game it is of: then that name, which
    /// may be empty.
    fn known_as(&self, form: Form) -> Option<String> {
        let Origin::Shipped(stem) = self.loaded.origin else { return None };
        let options: Vec<(&str, &str)> =
            self.loaded.settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        match form {
            Form::Record | Form::Kifu => None,
            Form::Pgn if kinds::by_default(form, 0).is_some_and(|(name, _)| name == stem) && options.is_empty() => {
                Some(String::new())
            }
            Form::Pgn => {
                let name = kinds::variant_of(stem).unwrap_or_else(|| self.compiled().name().to_string());
                (kinds::of_variant(&name) == stem).then_some(name)
            }
            Form::Pdn => kinds::number(form, stem, &options).map(|number| number.to_string()),
            Form::Sgf => kinds::number(form, stem, &[]).map(|number| number.to_string()),
        }
    }

    /// Our own tags: what names the rules, where nothing else does, and what is set.
    fn own_tags(&self, form: Form, folder: Option<&Path>, known: bool) -> Vec<(&'static str, String)> {
        let mut tags = Vec::new();
        if !known {
            tags.push(("Rules", self.rules_name(folder)));
            tags.push(("RulesMark", format!("{:016x}", self.compiled().digest())));
        }
        let options = self.loaded.settings.options.iter();
        let options: Vec<String> = options.map(|(name, value)| format!("{name}={value}")).collect();
        if !(options.is_empty() || known && form == Form::Pdn) {
            tags.push(("Options", options.join(" ")));
        }
        tags.extend(self.loaded.settings.evaluation.clone().map(|name| ("Eval", name)));
        tags
    }

    /// The score of White and Black, or that nothing is known.
    fn score(&self, verdict: Option<&Verdict>) -> &'static str {
        let Some(verdict) = verdict else { return "*" };
        match &verdict.winner {
            None => "1/2-1/2",
            Some(winner) if (*winner == self.player(Side::First)) != self.black_first() => "1-0",
            Some(_) => "0-1",
        }
    }

    fn write_pgn(&self, form: Form, folder: Option<&Path>, kept: &Kept<'_>) -> String {
        let known = self.known_as(form);
        let of = |white: bool| {
            let names = kept.names.as_ref();
            names.map_or("?", |names| names[usize::from(white == self.black_first())].as_str()).to_string()
        };
        let number = known.as_ref().filter(|_| form == Form::Pdn).and_then(|number| number.parse().ok());
        let by_cells = number.is_some_and(kinds::by_cells);
        let round = kept.round.as_ref().map_or("?".to_string(), |(number, _)| number.to_string());
        let score = self.score(kept.verdict);
        let mut tags = vec![
            ("Event", if kept.round.is_some() { "match" } else { "?" }.to_string()),
            ("Site", "?".to_string()),
            ("Date", "????.??.??".to_string()),
            ("Round", round),
            ("White", of(true)),
            ("Black", of(false)),
            ("Result", score.to_string()),
        ];
        match (form, &known) {
            (Form::Pdn, Some(number)) => tags.push(("GameType", number.clone())),
            (_, Some(title)) if title.is_empty() => {}
            (Form::Pgn, Some(title)) => tags.push(("Variant", title.clone())),
            _ => tags.push(("Variant", self.compiled().name().to_string())),
        }
        tags.extend(self.own_tags(form, folder, known.is_some()));
        let start = self.start.text.clone().or_else(|| {
            let shuffled = matches!(self.loaded.origin, Origin::Shipped(name) if kinds::shuffled(name).is_some());
            shuffled.then(|| self.compiled().position_text(&self.start.state, self.start.ply))
        });
        // Where others would have the other player begin, the start is said.
        let begins = known.as_deref().filter(|_| form == Form::Pdn).and_then(kinds::begins);
        let other = begins.is_some_and(|begins| self.pdn_position(false).is_some_and(|text| !text.starts_with(begins)));
        let start = start.or_else(|| other.then(|| self.compiled().position_text(&self.start.state, self.start.ply)));
        if let Some(start) = start {
            tags.push(("SetUp", "1".to_string()));
            if form == Form::Pdn {
                tags.extend(self.pdn_position(by_cells).map(|text| ("FEN", text)));
                tags.push(("Position", start));
            } else {
                tags.push(("FEN", start));
            }
        }
        let mut text: String = tags
            .into_iter()
            .map(|(name, value)| format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"")))
            .collect();
        text.push('\n');
        let mut words: Vec<String> = Vec::new();
        let mut before: Option<(usize, bool)> = None;
        for Ply { number, text } in self.plies(kept, by_cells) {
            // Several plies of one turn stand behind one number.
            match number {
                _ if before == Some(number) => {}
                (n, false) => words.push(format!("{n}.")),
                (n, true) if before.is_none_or(|before| before.0 != n) => words.push(format!("{n}...")),
                _ => {}
            }
            before = Some(number);
            words.push(text);
        }
        if let Some(verdict) = kept.verdict {
            words.push(format!("{{{}}}", verdict.sentence().replace(['{', '}'], "")));
        }
        words.push(score.to_string());
        text += &wrapped(&words);
        text
    }

    /// The position that the session began with, as PDN has it.
    pub(super) fn pdn_position(&self, by_cells: bool) -> Option<String> {
        let (compiled, state) = (self.compiled(), &self.start.state);
        let numbering = compiled.numbering()?;
        let rules = compiled.rules();
        let letter = |player: Side| rules.players[player].chars().next().map(|c| c.to_ascii_uppercase());
        let side = |player: Side| -> Option<String> {
            let pieces = (1..=numbering.greatest()).filter_map(|number| {
                let site = numbering.site_of(number)?;
                let content = compiled.contents(state, site).pop()?;
                let cell = if by_cells { compiled.topology().cells[site].name.clone() } else { number.to_string() };
                let king = content.kind != rules.kinds[0].name;
                (content.side? == player).then(|| format!("{}{cell}", if king { "K" } else { "" }))
            });
            Some(format!("{}{}", letter(player)?, pieces.collect::<Vec<_>>().join(",")))
        };
        let mover = compiled.game().mover(state);
        Some(format!("{}:{}:{}", letter(mover)?, side(Side::First)?, side(Side::Second)?))
    }

    fn write_sgf(&self, folder: Option<&Path>, kept: &Kept<'_>) -> Result<String, Error> {
        let compiled = self.compiled();
        let topology = compiled.topology();
        let cannot = || self.no_sgf();
        // A point has two letters: it can't tell levels apart.
        let flat = topology.cells.iter().all(|cell| cell.z == 0);
        let [board] = &topology.boards[..] else { return Err(cannot()) };
        if !flat {
            return Err(cannot());
        }
        let letter = |value: i32| notation::sgf::letter(value as usize);
        let known = self.known_as(Form::Sgf);
        let rows = kinds::rows(self.loaded.origin.shipped());
        let named = kinds::names_cells(self.loaded.origin.shipped());
        let point = |site: usize| {
            let cell = &topology.cells[site];
            if named {
                return Some(cell.name.clone());
            }
            Some(format!("{}{}", letter(cell.x)?, letter(rows.row(board.height, cell.y))?))
        };
        let colours = super::sgf::colours(self, None);
        let name = |player: Side| colours[player];
        let escaped = |value: &str| value.replace('\\', "\\\\").replace(']', "\\]");
        let mut text = "(;FF[4]CA[UTF-8]".to_string();
        if let Some(number) = &known {
            text += &format!("GM[{number}]");
        }
        // The size that a reader sets, which is not always how wide the board is: that of a hexagon is its side.
        text += &match compiled.options().iter().find(|option| option.name == "size") {
            Some(size) => format!("SZ[{}]", size.value),
            None if board.width == board.height => format!("SZ[{}]", board.width),
            None => format!("SZ[{}:{}]", board.width, board.height),
        };
        if let Some(komi) = compiled.options().iter().find(|option| option.name == "komi") {
            text += &format!("KM[{}]", komi.value);
        }
        if let Some([first, second]) = &kept.names {
            text += &format!("P{}[{}]P{}[{}]", name(Side::First), escaped(first), name(Side::Second), escaped(second));
        }
        if let Some((number, _)) = &kept.round {
            text += &format!("RO[{number}]");
        }
        for (tag, value) in self.own_tags(Form::Sgf, folder, known.is_some()) {
            let tag = if tag == "RulesMark" { "MARK".to_string() } else { tag.to_uppercase() };
            text += &format!("{tag}[{}]", escaped(&value));
        }
        if let Some(verdict) = kept.verdict {
            let by = |score: f64| if score == 0.0 { "R".to_string() } else { score.abs().to_string() };
            text += &match &verdict.winner {
                None => "RE[0]".to_string(),
                Some(winner) => {
                    let player = if *winner == self.player(Side::First) { Side::First } else { Side::Second };
                    format!("RE[{}+{}]", name(player), verdict.score.map_or(String::new(), by))
                }
            };
        }
        if let Some(start) = &self.start.text {
            text += &format!("POSITION[{}]", escaped(start));
            for player in Side::ALL {
                let stones = (0..topology.sites()).filter(|&site| {
                    let contents = compiled.contents(&self.start.state, site);
                    contents.iter().any(|content| content.side == Some(player))
                });
                let stones: Option<Vec<String>> = stones.map(|site| Some(format!("[{}]", point(site)?))).collect();
                let stones = stones.ok_or_else(cannot)?.concat();
                if !stones.is_empty() {
                    text += &format!("A{}{stones}", name(player));
                }
            }
        }
        let mut position = Position::new(compiled.game(), &self.start.state);
        for (index, record) in kept.moves.iter().enumerate() {
            let shown = compiled.move_text(position.state(), record);
            let point = match topology.cell(&shown) {
                Some(site) => point(site).ok_or_else(cannot)?,
                None if shown == "pass" => String::new(),
                None => return Err(cannot()),
            };
            text += if index % 10 == 0 { "\n;" } else { ";" };
            text += &format!("{}[{point}]", name(position.mover()));
            position.make(record);
        }
        Ok(text + ")\n")
    }
}

/// A move of one piece that takes nothing with `-` between its cells: `c3-d4`; others as they are.
fn parted(topology: &crate::board::Topology, text: &str) -> String {
    let cut = (1..text.len()).filter(|&at| text.is_char_boundary(at));
    let ends = cut.map(|at| text.split_at(at)).find(|(a, b)| topology.cell(a).is_some() && topology.cell(b).is_some());
    ends.map_or_else(|| text.to_string(), |(a, b)| format!("{a}-{b}"))
}

/// Words on lines that don't get too long.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in words {
        let next = word.chars().count();
        if length > 0 && length + 1 + next > WIDTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += next;
    }
    text + "\n"
}
