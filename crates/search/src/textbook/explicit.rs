//! Trees given as text, so that a figure from a book can be typed in: `(max (min 3 12 8) (B min b1=2 4 6) (min 14 5 2))`.
//!
//! A node is `(name max children …)` or `(name min children …)`, a leaf `name=3` or `3`; names may be left out. An inner
//! node may have a static value, too, for searches that stop there: `(B=4 min 2 4 6)` or `(=4 min 2 4 6)`. A `;` starts
//! a comment that goes to the end of the line.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{TraceError, Tree};
use crate::game::EVAL_LIMIT;
use crate::game::Overflow;

/// What is wrong with a tree's text and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeError {
    /// The byte range in the text.
    pub span: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead, if that can be told.
    pub help: Option<String>,
}

impl TreeError {
    fn new(span: std::ops::Range<usize>, message: impl Into<String>, help: &str) -> Self {
        let help = (!help.is_empty()).then(|| help.to_string());
        TreeError { span, message: message.into(), help }
    }

    /// The message with the line of the text and a mark under the place.
    pub fn render(&self, text: &str) -> String {
        let start = self.span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let line = &text[line_start..line_end];
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count();
        let end = self.span.end.clamp(start, line_end);
        let width = text[start..end].chars().count().max(1);
        let mut out = format!("{number}:{}: {}\n  {line}\n  ", column + 1, self.message);
        out.push_str(&" ".repeat(column));
        out.push_str(&"^".repeat(width));
        if let Some(help) = &self.help {
            out.push_str("\n  help: ");
            out.push_str(help);
        }
        out
    }
}

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TreeError {}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    pub name: String,
    pub max: bool,
    pub value: Option<i32>,
    /// Named moves, or empty names: then successors are numbered.
    pub children: Vec<(String, usize)>,
}

/// A tree in memory; node 0 is the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explicit {
    pub(super) nodes: Vec<Stored>,
}

impl Explicit {
    /// Reads a tree.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn parse(text: &str) -> Result<Explicit, TreeError> {
        let mut parser = Parser { text, tokens: tokens(text), at: 0, nodes: Vec::new() };
        parser.node(true, 0)?;
        if let Some(token) = parser.tokens.get(parser.at) {
            let (what, help) = match &text[token.clone()] {
                ")" => ("this `)` closes nothing", "leave it out, or open a node before: `(max …)`"),
                _ => ("the tree ended before this", "a tree has one root: put both under a node, `(max … …)`"),
            };
            return Err(TreeError::new(token.clone(), what, help));
        }
        Ok(Explicit { nodes: parser.nodes })
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

const SHAPE: &str = "a node is written `(max 3 (min 4 5))`, a leaf `3` or `name=3`";
/// The deepest tree that is read.
const DEEPEST: usize = 200;

fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        match c {
            ';' => while chars.next_if(|&(_, c)| c != '\n').is_some() {},
            '(' | ')' => tokens.push(start..start + 1),
            c if c.is_whitespace() || c == ',' => {}
            _ => {
                let mut end = start + c.len_utf8();
                while let Some((i, c)) = chars.next_if(|&(_, c)| !c.is_whitespace() && !"();,".contains(c)) {
                    end = i + c.len_utf8();
                }
                tokens.push(start..end);
            }
        }
    }
    tokens
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<std::ops::Range<usize>>,
    at: usize,
    nodes: Vec<Stored>,
}

impl Parser<'_> {
    fn here(&self) -> std::ops::Range<usize> {
        self.tokens.get(self.at).cloned().unwrap_or(self.text.len()..self.text.len())
    }

    fn word(&self) -> &str {
        &self.text[self.here()]
    }

    fn node(&mut self, parent_max: bool, depth: usize) -> Result<usize, TreeError> {
        let span = self.here();
        let word = self.word().to_string();
        match word.as_str() {
            "" => Err(TreeError::new(span, "expected a node, but the text ends", SHAPE)),
            ")" => Err(TreeError::new(span, "expected a node before this `)`", SHAPE)),
            "(" if depth >= DEEPEST => Err(TreeError::new(span, format!("the tree is deeper than {DEEPEST}"), "")),
            "(" => self.inner(span, depth),
            _ => {
                self.at += 1;
                let (name, value) = name_and_value(&word, &span)?;
                let Some(value) = value else {
                    if matches!(word.as_str(), "max" | "min" | "MAX" | "MIN") {
                        let help = format!("a node has parentheses around it: `({word} 3 (min 2 4))`");
                        return Err(TreeError::new(span, format!("`{word}` stands outside of parentheses"), &help));
                    }
                    let help = format!("a leaf has a value: `{word}=3`; a node has parentheses: `({word} max …)`");
                    return Err(TreeError::new(span, format!("`{word}` is not a number"), &help));
                };
                // Whose turn it would be at a leaf: the other player's.
                self.nodes.push(Stored { name, max: !parent_max, value: Some(value), children: Vec::new() });
                Ok(self.nodes.len() - 1)
            }
        }
    }

    fn inner(&mut self, open: std::ops::Range<usize>, depth: usize) -> Result<usize, TreeError> {
        self.at += 1;
        let (mut name, mut value, mut named) = (String::new(), None, None);
        if !matches!(self.word(), "max" | "min" | "MAX" | "MIN" | "(" | ")" | "") {
            let span = self.here();
            (name, value) = name_and_value(&self.text[span.clone()], &span)?;
            named = (!self.text[span.clone()].contains('=')).then_some(span);
            self.at += 1;
        }
        let max = match self.word() {
            "max" | "MAX" => true,
            "min" | "MIN" => false,
            _ => {
                let help = "write whose turn it is: `(max …)` or `(min …)`, a name goes before it: `(A max …)`";
                // What was taken for a name was rather meant to say whose turn it is.
                let place = named.unwrap_or_else(|| self.here());
                return Err(TreeError::new(place, "expected `max` or `min`", help));
            }
        };
        let word = self.here();
        self.at += 1;
        let number = self.nodes.len();
        self.nodes.push(Stored { name, max, value, children: Vec::new() });
        while self.word() != ")" {
            if self.word().is_empty() {
                return Err(TreeError::new(open, "this `(` is never closed", "add a `)` after the last child"));
            }
            let child = self.node(max, depth + 1)?;
            self.nodes[number].children.push((String::new(), child));
        }
        if self.nodes[number].children.is_empty() {
            return Err(TreeError::new(word.start..self.here().end, "a node without children", SHAPE));
        }
        self.at += 1;
        Ok(number)
    }
}

fn name_and_value(word: &str, span: &std::ops::Range<usize>) -> Result<(String, Option<i32>), TreeError> {
    let (name, digits) = match word.split_once('=') {
        Some((name, digits)) => (name, digits),
        None if word.starts_with(|c: char| c.is_ascii_digit() || "+-−".contains(c)) => ("", word),
        None => return Ok((word.to_string(), None)),
    };
    let start = span.end - digits.len();
    match digits.replace('−', "-").parse::<i32>() {
        // As static evaluations of games: what lies beyond means wins.
        Ok(value) if (1 - EVAL_LIMIT..EVAL_LIMIT).contains(&value) => Ok((name.to_string(), Some(value))),
        _ => {
            let help = format!("values are whole numbers strictly between -{EVAL_LIMIT} and {EVAL_LIMIT}");
            Err(TreeError::new(start..span.end, format!("`{digits}` is not a value"), &help))
        }
    }
}

impl Tree for Explicit {
    type Node = usize;

    fn root(&self) -> usize {
        0
    }

    fn maximizes(&self, &node: &usize) -> bool {
        self.nodes[node].max
    }

    fn successors(&self, &node: &usize) -> Result<Vec<(String, usize)>, Overflow> {
        let children = self.nodes[node].children.iter().enumerate();
        Ok(children
            .map(|(i, (by, child))| {
                let stored = &self.nodes[*child];
                let name = match (by.as_str(), stored.name.as_str(), stored.value) {
                    ("", "", Some(value)) if stored.children.is_empty() => value.to_string(),
                    ("", "", _) => (i + 1).to_string(),
                    ("", name, _) => name.to_string(),
                    (by, ..) => by.to_string(),
                };
                (name, *child)
            })
            .collect())
    }

    fn static_value(&self, &node: &usize) -> Result<i32, Overflow> {
        Ok(self.nodes[node].value.unwrap_or(0))
    }

    fn name(&self, &node: &usize) -> String {
        self.nodes[node].name.clone()
    }

    fn check_depth(&self, depth: u32) -> Result<(), String> {
        let mut level = vec![0];
        for _ in 0..depth {
            level = level.iter().flat_map(|&node: &usize| self.nodes[node].children.iter().map(|(_, c)| *c)).collect();
        }
        let Some(place) = level.iter().position(|&node| self.nodes[node].value.is_none()) else { return Ok(()) };
        let Stored { name, max, .. } = &self.nodes[level[place]];
        let which = match name.is_empty() {
            true if depth == 0 => "the root".to_string(),
            true => format!("node {} from the left at depth {depth}", place + 1),
            false => format!("node `{name}` at depth {depth}"),
        };
        let kind = if *max { "max" } else { "min" };
        Err(format!("{which} has no static value: write it as `({name}=4 {kind} …)`"))
    }
}

/// The part of a tree down to a depth, held in memory; none if it has more than `cap` nodes.
///
/// # Errors
/// See [`Overflow`].
pub fn materialize<T: Tree>(
    tree: &T,
    depth: u32,
    cap: usize,
    stop: &AtomicBool,
) -> Result<Option<Explicit>, TraceError> {
    let mut out = Explicit { nodes: Vec::new() };
    let root = tree.root();
    let stored =
        |node: &T::Node| Stored { name: tree.name(node), max: tree.maximizes(node), value: None, children: Vec::new() };
    out.nodes.push(stored(&root));
    let mut open = vec![(0, root, 0)];
    while let Some((number, node, ply)) = open.pop() {
        if stop.load(Ordering::Relaxed) {
            return Err(TraceError::Interrupted);
        }
        if ply >= depth {
            out.nodes[number].value = Some(tree.static_value(&node)?);
            continue;
        }
        let successors = tree.successors(&node)?;
        if successors.is_empty() {
            out.nodes[number].value = Some(tree.static_value(&node)?);
        }
        for (name, successor) in successors {
            if out.nodes.len() >= cap {
                return Ok(None);
            }
            let child = out.nodes.len();
            out.nodes.push(stored(&successor));
            out.nodes[number].children.push((name, child));
            open.push((child, successor, ply + 1));
        }
    }
    Ok(Some(out))
}
