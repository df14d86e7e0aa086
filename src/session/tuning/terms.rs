//! What an evaluation may count, said in the language, and evaluations made of it.

use serde::{Deserialize, Serialize};

use crate::compile::{Compiled, Settings};
use crate::game::Side;
use crate::rules::{By, Number, Region, Term, Who, phrase_of_region};
use crate::source::{Source, Span};

/// So many kinds of pieces get tables of cells.
const MOST_TABLES: usize = 12;
/// So many candidates are looked at.
const MOST: usize = 160;

/// Where a candidate comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// The file's own evaluation: it stays, whatever it tells.
    File,
    /// The rules suggest it.
    Rules,
    /// A class of cells of a table: which table, and for each place of it whether it belongs to the class.
    Class(usize, Vec<bool>),
}

/// A number that may tell who wins.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// In the language; a class of cells has a name of its own.
    pub text: String,
    /// The number.
    pub number: Number,
    /// Whence.
    pub origin: Origin,
    /// About how many operations it takes.
    pub cost: u64,
}

/// A table that may be made: of a kind of pieces.
#[derive(Debug, Clone)]
pub struct Places {
    /// The name of the table.
    pub name: String,
    /// The pieces, in the language.
    pub pieces: String,
    region: Region,
}

/// A table that the rules give: of how near each cell is to somewhere.
#[derive(Debug, Clone)]
pub struct Given {
    name: String,
    /// The candidate that names it.
    text: String,
    values: Vec<i64>,
}

/// What the tables of a game look like.
struct Grid {
    /// Which cell each place is.
    at: Vec<usize>,
    /// How many places stand in each row.
    rows: Vec<usize>,
    /// Whether they are turned round for the second player.
    turned: bool,
}

/// All that is looked at.
pub struct Candidates {
    /// The numbers.
    pub all: Vec<Candidate>,
    /// The tables that classes of cells belong to.
    pub tables: Vec<Places>,
    /// Those whose values are known.
    pub given: Vec<Given>,
    /// How many places each row of a table has.
    pub rows: Vec<usize>,
}

/// An evaluation in whole numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Made {
    /// Weights with what they weigh, in the language.
    pub terms: Vec<(i64, String)>,
    /// Tables that these terms name, with their values.
    pub tables: Vec<(String, Vec<i64>)>,
}

impl Candidates {
    /// What the file counts and what its rules suggest.
    pub fn of(compiled: &Compiled, source: &Source, settings: &Settings) -> Candidates {
        let mut found = Candidates { all: Vec::new(), tables: Vec::new(), given: Vec::new(), rows: Vec::new() };
        let written = compiled.written_evaluation();
        for (term, span) in written.iter().flat_map(|written| &written.1) {
            found.add(compiled, &one_line(source, *span), Some(&term.number), Origin::File);
        }
        let grid = Grid::of(compiled).filter(|_| compiled.has_one_size(source, settings));
        for term in compiled.candidates() {
            found.add(compiled, &term.text, Some(&term.number), Origin::Rules);
            if let Some(grid) = &grid {
                found.add_given(compiled, grid, &term);
            }
        }
        let rules = compiled.rules();
        let kinds: Vec<usize> =
            (0..rules.kinds.len()).filter(|&k| !rules.kinds[k].neutral && !rules.kinds[k].counted).collect();
        let few = kinds.len() <= MOST_TABLES;
        for &kind in &kinds {
            let own = format!("own {}", rules.kinds[kind].name);
            let mut texts = vec![
                format!("count {own}"),
                format!("count {own} on attacked by enemy"),
                format!("count {own} on attacked by own"),
            ];
            // What each player has one of, as a king, may be guarded and besieged.
            let of = |side| rules.setup.number(side, kind);
            if of(Side::First) == 1 && of(Side::Second) == 1 {
                texts.push(format!("count attacked by own on (any of enemy {})", rules.kinds[kind].name));
                texts.push(format!("count own on (any of {own})"));
            }
            texts.iter().for_each(|text| found.add(compiled, text, None, Origin::Rules));
            if let Some(grid) = grid.as_ref().filter(|_| few) {
                found.add_places(compiled, grid, kind, own);
            }
        }
        found.rows = grid.map_or(Vec::new(), |grid| grid.rows);
        found.all.truncate(MOST);
        let terms: Vec<Term> = found.all.iter().map(|candidate| term(1, candidate)).collect();
        let costs = crate::learn::costs_of(compiled, &terms);
        found.all.iter_mut().zip(costs).for_each(|(candidate, cost)| candidate.cost = cost);
        found
    }

    fn add(&mut self, compiled: &Compiled, text: &str, meant: Option<&Number>, origin: Origin) {
        let Some(number) = compiled.number(text) else { return };
        // The words of a derived term may only be near to what it counts.
        if origin != Origin::File && meant.is_some_and(|meant| *meant != number) {
            return;
        }
        if self.all.iter().any(|known| known.number == number) {
            return;
        }
        self.all.push(Candidate { text: text.to_string(), number, origin, cost: 0 });
    }

    /// A sum by cells that the language has no word for, such as how near they are to a goal by the moves of a kind: by a table.
    fn add_given(&mut self, compiled: &Compiled, grid: &Grid, term: &Term) {
        let Number::Sum(of, By::Table(table)) = &term.number else { return };
        if self.all.iter().any(|known| known.number == term.number) {
            return;
        }
        let pieces = phrase_of_region(compiled.rules(), of);
        let said = compiled.number(&format!("count {pieces}")) == Some(Number::Count(of.clone()));
        let values: Vec<i64> = grid.at.iter().map(|&site| table[Side::First][site]).collect();
        if !said || compiled.table(&values).as_ref() != Some(&**table) {
            return;
        }
        let by = term.text.rsplit_once(" by ").and_then(|(_, by)| by.split(' ').next()).unwrap_or("places");
        let kind = pieces.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let name = self.free_name(compiled, &format!("{kind}-{by}"), &pieces);
        let text = format!("sum {pieces} by {name}");
        self.all.push(Candidate { text: text.clone(), number: term.number.clone(), origin: Origin::Rules, cost: 0 });
        self.given.push(Given { name, text, values });
    }

    /// A name that nothing has yet.
    fn free_name(&self, compiled: &Compiled, name: &str, pieces: &str) -> String {
        let known = compiled.names();
        let taken = |name: &String| {
            known.contains(name)
                || self.given.iter().any(|given| given.name == *name)
                || compiled.number(&format!("sum {pieces} by {name}")).is_some()
        };
        let mut name = name.to_string();
        while taken(&name) {
            name = format!("tuned-{name}");
        }
        name
    }

    /// Classes of cells for a kind of pieces: ranks as the player faces and files from the edge, or rings.
    fn add_places(&mut self, compiled: &Compiled, grid: &Grid, kind: usize, own: String) {
        let rules = compiled.rules();
        let region = Region::Pieces { who: Some(Who::Own), kinds: Some(vec![kind]) };
        let stands = |number: &Number| match number {
            Number::Sum(of, By::Table(table)) => {
                matches!(&**of, Region::Pieces { who: Some(Who::Own), kinds } if kinds.as_ref().is_none_or(|k| k.contains(&kind)))
                    && **table != rules.advance
            }
            _ => false,
        };
        // A file that has a table already has it in its hands.
        if self.all.iter().any(|known| known.origin == Origin::File && stands(&known.number)) {
            return;
        }
        let t = compiled.topology();
        let cells = grid.at.len();
        if t.hexagonal || t.boards[0].depth > 1 || !(9..=400).contains(&cells) {
            return;
        }
        let [wide, high] = [t.boards[0].width, t.boards[0].height];
        let faces = grid.turned && !rules.advance.alike();
        let table = self.tables.len();
        let mut classes: Vec<(String, Vec<bool>)> = Vec::new();
        let mut class = |name: String, place: usize| {
            let index = classes.iter().position(|c| c.0 == name).unwrap_or_else(|| {
                classes.push((name, vec![false; cells]));
                classes.len() - 1
            });
            classes[index].1[place] = true;
        };
        for (place, &site) in grid.at.iter().enumerate() {
            let cell = &t.cells[site];
            let (x, y) = (cell.x.min(wide - 1 - cell.x), cell.y.min(high - 1 - cell.y));
            if faces {
                let sideways = rules.advance[Side::First][site] == i64::from(cell.y);
                class(format!("{own} rank {}", rules.advance[Side::First][site] + 1), place);
                class(format!("{own} file {}", 1 + if sideways { x } else { y }), place);
            } else {
                class(format!("{own} ring {} {}", x.min(y), x.max(y)), place);
            }
        }
        for (text, members) in classes {
            let values: Vec<i64> = members.iter().map(|&is| i64::from(is)).collect();
            let Some(values) = compiled.table(&values) else { continue };
            let number = Number::Sum(Box::new(region.clone()), By::Table(Box::new(values)));
            self.all.push(Candidate { text, number, origin: Origin::Class(table, members), cost: 0 });
        }
        let name = self.free_name(compiled, &format!("{}-places", rules.kinds[kind].name.to_lowercase()), &own);
        self.tables.push(Places { name, pieces: own, region });
    }

    /// The weights of an evaluation as far as they are those of candidates.
    pub fn weights_of(&self, terms: &[Term]) -> Vec<f64> {
        let mut weights = vec![0.0; self.all.len()];
        for term in terms {
            if let Some(at) = self.all.iter().position(|candidate| candidate.number == term.number) {
                weights[at] += term.weight as f64;
            }
        }
        weights
    }

    /// Whole numbers for weights: classes of cells become tables, whose mean goes to the count of the pieces.
    pub fn made(&self, weights: &[f64]) -> Made {
        let mut weights = weights.to_vec();
        let mut tables = Vec::new();
        for (number, places) in self.tables.iter().enumerate() {
            let mut values = vec![0.0; self.rows.iter().sum()];
            for (candidate, weight) in self.all.iter().zip(&weights) {
                if let Origin::Class(of, members) = &candidate.origin
                    && *of == number
                {
                    values.iter_mut().zip(members).filter(|(_, is)| **is).for_each(|(value, _)| *value += weight);
                }
            }
            if values.iter().all(|value: &f64| value.abs() < 0.5) {
                continue;
            }
            let count = format!("count {}", places.pieces);
            if let Some(at) = self.all.iter().position(|candidate| candidate.text == count) {
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                weights[at] += mean;
                values.iter_mut().for_each(|value| *value -= mean);
            }
            let values: Vec<i64> = values.into_iter().map(|value| value.round() as i64).collect();
            if values.iter().any(|&value| value != 0) {
                tables.push((number, values));
            }
        }
        let scalar = |(candidate, weight): (&Candidate, &f64)| {
            let weight = weight.round() as i64;
            let counts = weight != 0 && !matches!(candidate.origin, Origin::Class(..));
            counts.then(|| (weight, candidate.text.clone()))
        };
        let mut terms: Vec<(i64, String)> = self.all.iter().zip(&weights).filter_map(scalar).collect();
        for (number, _) in &tables {
            let places = &self.tables[*number];
            terms.push((1, format!("sum {} by {}", places.pieces, places.name)));
        }
        let named = |given: &&Given| terms.iter().any(|term| term.1 == given.text);
        let given = self.given.iter().filter(named).map(|given| (given.name.clone(), given.values.clone()));
        let tables = tables.into_iter().map(|(number, values)| (self.tables[number].name.clone(), values));
        let tables = given.chain(tables).collect();
        Made { terms, tables }
    }

    /// The terms of an evaluation that was made.
    pub fn terms(&self, compiled: &Compiled, made: &Made) -> Option<Vec<Term>> {
        let each = |(weight, text): &(i64, String)| {
            let table = self.tables.iter().find(|p| format!("sum {} by {}", p.pieces, p.name) == *text);
            let values = table.and_then(|p| made.tables.iter().find(|(name, _)| *name == p.name));
            let number = match (table, values) {
                (Some(places), Some((_, values))) => {
                    Number::Sum(Box::new(places.region.clone()), By::Table(Box::new(compiled.table(values)?)))
                }
                _ => self.all.iter().find(|c| c.text == *text).map(|c| c.number.clone())?,
            };
            Some(Term { weight: *weight, number, text: text.clone(), span: Span::default() })
        };
        made.terms.iter().map(each).collect()
    }
}

impl Grid {
    /// That of the first board; none where there are no tables.
    fn of(compiled: &Compiled) -> Option<Grid> {
        let t = compiled.topology();
        let cells = t.cells.iter().filter(|c| c.board == 0).count();
        let tables = compiled.table(&(0..cells as i64).collect::<Vec<_>>())?;
        let mut at = vec![0; cells];
        for (site, &place) in tables[Side::First].iter().enumerate().filter(|(s, _)| t.cells[*s].board == 0) {
            at[place as usize] = site;
        }
        let rank = |site: &usize| compiled.rules().advance[Side::First][*site];
        let rows = at.chunk_by(|a, b| rank(a) == rank(b)).map(<[usize]>::len).collect();
        Some(Grid { rows, turned: !tables.alike(), at })
    }
}

#[cfg(test)]
impl Candidates {
    /// A table alone.
    pub fn of_table(name: &str, rows: Vec<usize>) -> Candidates {
        let places = Places { name: name.to_string(), pieces: String::new(), region: Region::Empty };
        Candidates { all: Vec::new(), tables: vec![places], given: Vec::new(), rows }
    }
}

/// A candidate as a term.
pub fn term(weight: i64, candidate: &Candidate) -> Term {
    Term { weight, number: candidate.number.clone(), text: candidate.text.clone(), span: Span::default() }
}

/// What a file says, in one line and without notes.
fn one_line(source: &Source, span: Span) -> String {
    let lines = source.part(span).lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diagnostics;

    fn of(text: &str) -> Candidates {
        let source = Source::new("a.game", text);
        let settings = Settings::default();
        let compiled = crate::compile::compile(&source, &settings, &mut Diagnostics::new()).expect("it has no errors");
        Candidates::of(&compiled, &source, &settings)
    }

    /// How near a king is to a goal by its moves has no word in the language: a table says it.
    #[test]
    fn ways_to_a_goal_are_told_by_a_table() {
        let rules = "players White, Black\nboard square 5x4\nfacing White north, Black north\npiece King, Man\n\
                     setup { White King on a1  White Man on b1  Black King on e1  Black Man on d1 }\n\
                     move King, Man { step any to empty }\nend { win when own King on rank 4  draw when enemy stuck }\n";
        let found = of(rules);
        let way = found.given.iter().find(|given| given.name == "king-nearness").expect("there is a way");
        assert_eq!(found.rows, [5, 5, 5, 5]);
        assert!(way.values[0] > way.values[10] && way.values[10] > way.values[15], "{:?}", way.values);
        let weights: Vec<f64> = found.all.iter().map(|c| if c.text == way.text { 2.0 } else { 0.0 }).collect();
        let made = found.made(&weights);
        assert_eq!(made.terms, [(2, "sum own King by king-nearness".to_string())]);
        assert_eq!(made.tables, [("king-nearness".to_string(), way.values.clone())]);
        // None where it is of no size, or is not said.
        assert!(of(&format!("option size = 5 in 5..6\n{}", rules.replace("5x4", "size x size"))).given.is_empty());
        assert!(found.made(&vec![0.0; found.all.len()]).tables.is_empty());
    }

    #[test]
    fn tables_are_proposed_where_they_fit_with_every_option() {
        let rules = "players X, O\nboard square size x size\npiece Stone \"XO\"\nmove { place Stone on empty }\n\
                     end { win when line 3 of own  draw when no empty }\n";
        assert_eq!(of(&format!("option size = 5\n{rules}")).tables.len(), 1);
        assert_eq!(of(&format!("option size = 5 in 4..6\n{rules}")).tables.len(), 0);
    }
}
