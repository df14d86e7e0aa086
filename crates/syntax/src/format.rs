//! Text → canonical text, comments kept.
//!
//! Works on tokens: nothing is lost that the tree does not hold, and what it prints parses to the same tree. The
//! grammar only says where clauses begin and where brackets help. A block stays on one line if it was on one line and
//! fits; otherwise each of its clauses has its own.

use std::collections::{HashMap, HashSet};

use super::parser::{is_reserved, outline, parse};
use super::tokens::{TokenKind, Tokens, tokens};
use super::words::OPENERS;
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::Source;

/// Longer lines are broken.
const WIDTH: usize = 100;

/// The canonical text of a file, or the mistakes in it.
///
/// # Errors
///
/// Returns the messages if the text does not parse.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let lexed = tokens(&source.text);
    let mistakes = |known: &HashSet<&'static str>| {
        let mut diagnostics = Diagnostics::new();
        parse(&source.text, 0, known, &mut diagnostics);
        if diagnostics.has_errors() { Some(diagnostics.finish()) } else { None }
    };
    let mut known = HashSet::new();
    if let Some(found) = mistakes(&known) {
        // The files that it extends, which are not read here, may have made a word of the language a name.
        known = OPENERS.iter().copied().collect();
        if mistakes(&known).is_some() {
            return Err(found);
        }
    }
    let outline = outline(&lexed, &known);
    let mut marks: HashMap<usize, (usize, usize)> = HashMap::new();
    for &(open, close) in &outline.brackets {
        let first = lexed.list.partition_point(|token| token.span.start < open);
        let last = lexed.list.partition_point(|token| token.span.end <= close) - 1;
        marks.entry(first).or_default().0 += 1;
        marks.entry(last).or_default().1 += 1;
    }
    let mut writer = Writer {
        text: &source.text,
        lexed: &lexed,
        starts: &outline.starts,
        names: &outline.names,
        marks,
        comment: 0,
        lines: Vec::new(),
        line: String::new(),
    };
    for &(first, end) in &outline.items {
        let (statement, _) = tree(&lexed, &outline.starts, first, end, true);
        writer.statement(&statement, 0);
    }
    writer.comments_before(lexed.list.len(), 0, true);
    Ok(writer.finish())
}

/// A piece of a statement.
enum Node {
    /// A token.
    Token(usize),
    /// A block.
    Block(Block),
}

/// `{ … }`: its braces, and its statements.
struct Block {
    open: usize,
    close: usize,
    statements: Vec<Vec<Node>>,
}

/// The nodes from one token on, up to a closing brace or, within a block, the start of the next statement.
fn tree(lexed: &Tokens, starts: &HashSet<usize>, first: usize, end: usize, item: bool) -> (Vec<Node>, usize) {
    let word = |i: usize| &lexed.clean[lexed.list[i].span.start..lexed.list[i].span.end];
    let mut nodes = Vec::new();
    let mut at = first;
    while at < end {
        let begins = starts.contains(&lexed.list[at].span.start) && word(at.saturating_sub(1)) != "may";
        if word(at) == "}" || (!item && at > first && begins) {
            break;
        }
        if word(at) != "{" {
            nodes.push(Node::Token(at));
            at += 1;
            continue;
        }
        let open = at;
        let mut statements = Vec::new();
        at += 1;
        while at < end && word(at) != "}" {
            let (statement, next) = tree(lexed, starts, at, end, false);
            statements.push(statement);
            at = next;
        }
        nodes.push(Node::Block(Block { open, close: at, statements }));
        at += 1;
    }
    (nodes, at)
}

struct Writer<'a> {
    text: &'a str,
    lexed: &'a Tokens,
    names: &'a [usize],
    /// The places where statements begin.
    starts: &'a HashSet<usize>,
    /// How many brackets to set before and after a token.
    marks: HashMap<usize, (usize, usize)>,
    /// The next comment to write.
    comment: usize,
    lines: Vec<String>,
    line: String,
}

impl Writer<'_> {
    fn word(&self, token: usize) -> &str {
        self.lexed.list.get(token).map_or("", |token| &self.text[token.span.start..token.span.end])
    }

    fn kind(&self, token: usize) -> Option<TokenKind> {
        self.lexed.list.get(token).map(|token| token.kind)
    }

    /// The text of a token with the brackets that help at it.
    fn token(&self, token: usize) -> String {
        let (open, close) = self.marks.get(&token).copied().unwrap_or_default();
        format!("{}{}{}", "(".repeat(open), self.word(token), ")".repeat(close))
    }

    fn new_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.lines.push(line.trim_end().to_string());
    }

    /// A statement, on lines of its own.
    fn statement(&mut self, nodes: &[Node], indent: usize) {
        let Some(first) = nodes.first().map(first_token) else { return };
        self.comments_before(first, indent, true);
        self.line = " ".repeat(indent);
        if self.fits_on_line(nodes, indent) {
            let text = self.inline(nodes);
            self.line.push_str(&text);
            return self.new_line();
        }
        let head: Vec<usize> =
            nodes.iter().map_while(|node| if let Node::Token(i) = node { Some(*i) } else { None }).collect();
        let last = nodes.last().map_or(first, last_token);
        // What is left of a row of numbers is a row like it: it will be read as one.
        let numbers = |&i: &usize| self.kind(i) == Some(TokenKind::Number) || self.word(i) == "-";
        let hang = if head.len() == nodes.len() && head.iter().all(numbers) { indent } else { indent + 4 };
        let head_width: usize = head.iter().map(|&i| self.token(i).len() + usize::from(self.space(i))).sum();
        let long = indent + head_width > WIDTH;
        // Where parts meet on this line, and how far inside: see `joint`.
        let (mut joints, mut depth): (Vec<(usize, usize)>, usize) = (Vec::new(), 0);
        for (number, node) in nodes.iter().enumerate() {
            match node {
                Node::Token(token) => {
                    if *token != first && self.comments_before(*token, hang, false) {
                        self.line = " ".repeat(hang);
                        joints.clear();
                    }
                    depth -= usize::from(self.word(*token) == ")").min(depth);
                    let joint = self.joint(*token, depth);
                    let text = self.token(*token);
                    let fresh = self.line.trim().is_empty();
                    let space = !fresh && self.space(*token);
                    // A long head is broken where its parts begin first.
                    let guard = long
                        && match self.word(*token) {
                            "when" => head.get(1) != Some(token),
                            "pick" => true,
                            "in" => depth == 0 && self.word(first) == "state",
                            _ => false,
                        };
                    // The brace behind the head stands on its line.
                    let opens = matches!(nodes.get(number + 1), Some(Node::Block(_)));
                    let more = 1 + self.unbroken(*token, last) + if opens { " {".len() } else { 0 };
                    let mut full = space && self.line.len() + more > WIDTH;
                    // Rather at the outermost joint, the last of them, than in the middle of a part.
                    joints.extend(joint.filter(|_| !fresh).map(|inside| (self.line.len(), inside)));
                    let (earlier, here) = joints.split_at(joints.partition_point(|j| j.0 < self.line.len()));
                    let inside = here.iter().map(|j| j.1).min().unwrap_or(2 * depth + 2);
                    let outer = earlier.iter().map(|j| j.1).min().filter(|&outer| outer < inside);
                    if let (true, false, Some(outer)) = (full, guard, outer) {
                        let at = earlier.iter().rposition(|j| j.1 == outer).unwrap_or_default();
                        let place = joints[at].0;
                        let rest = self.line.split_off(place);
                        self.new_line();
                        self.line = " ".repeat(hang) + rest.trim_start();
                        let shift = |from: usize| from - place + hang - 1;
                        joints = joints[at + 1..].iter().map(|j| (shift(j.0), j.1)).collect();
                        full = self.line.len() + more > WIDTH;
                    }
                    if !fresh && (full || guard) {
                        self.new_line();
                        self.line = " ".repeat(hang);
                        joints.clear();
                    } else if space {
                        self.line.push(' ');
                    }
                    self.line.push_str(&text);
                    // Of these each entry is some words.
                    if depth == 0 && self.word(*token) == "," && matches!(self.word(first), "piece" | "look") {
                        joints.push((self.line.len(), 2 * depth + 1));
                    }
                    depth += usize::from(self.word(*token) == "(");
                }
                Node::Block(block) => {
                    self.block(block, indent);
                    joints.clear();
                }
            }
        }
        self.new_line();
    }

    /// How far inside it is that parts meet before a token, if they do: two for each bracket around, one more where what is
    /// added up binds more closely than a condition.
    fn joint(&self, token: usize, depth: usize) -> Option<usize> {
        match self.word(token) {
            "and" | "or" => Some(2 * depth),
            "+" => Some(2 * depth + 1),
            "-" => (!self.is_sign_of(token, token + 1)).then_some(2 * depth + 1),
            _ => None,
        }
    }

    fn block(&mut self, block: &Block, indent: usize) {
        if self.comments_before(block.open, indent + 4, false) {
            self.line = " ".repeat(indent);
        }
        if !self.line.trim().is_empty() && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
        if self.on_one_line(block) {
            let text = self.inline_block(block);
            if self.line.len() + text.len() <= WIDTH {
                return self.line.push_str(&text);
            }
        }
        self.line.push('{');
        self.new_line();
        let rows: Option<Vec<Vec<String>>> = block.statements.iter().map(|row| self.row_of_numbers(row)).collect();
        let wide = rows.iter().flatten().flatten().map(String::len).max().unwrap_or_default();
        let most = WIDTH.saturating_sub(indent + 1) / (wide + 1);
        for (at, statement) in block.statements.iter().enumerate() {
            match &rows {
                // The numbers of a table stand below one another.
                Some(rows) if most > 0 => {
                    self.comments_before(first_token(&statement[0]), indent + 2, true);
                    for part in rows[at].chunks(most) {
                        let padded: Vec<String> = part.iter().map(|number| format!("{number:>wide$}")).collect();
                        self.line = format!("{}{}", " ".repeat(indent + 2), padded.join(" "));
                        self.new_line();
                    }
                }
                _ => self.statement(statement, indent + 2),
            }
        }
        self.comments_before(block.close, indent + 2, true);
        self.line = format!("{}}}", " ".repeat(indent));
    }

    /// The numbers of a statement that consists of them, with no comment between them.
    fn row_of_numbers(&self, nodes: &[Node]) -> Option<Vec<String>> {
        let (first, last) = (nodes.first().map(first_token)?, nodes.last().map(last_token)?);
        if self.comment_between(first, last) {
            return None;
        }
        let mut row: Vec<String> = Vec::new();
        for node in nodes {
            let Node::Token(token) = node else { return None };
            match self.kind(*token) {
                Some(TokenKind::Number) if row.last().is_some_and(|sign| sign == "-") => {
                    row.last_mut()?.push_str(self.word(*token));
                }
                Some(TokenKind::Number) => row.push(self.word(*token).to_string()),
                _ if self.word(*token) == "-" => row.push("-".to_string()),
                _ => return None,
            }
        }
        Some(row)
    }

    fn fits_on_line(&self, nodes: &[Node], indent: usize) -> bool {
        let blocks =
            nodes.iter().all(|node| if let Node::Block(block) = node { self.on_one_line(block) } else { true });
        let (first, last) = (nodes.first().map(first_token), nodes.last().map(last_token));
        let (Some(first), Some(last)) = (first, last) else { return true };
        blocks && !self.comment_between(first, last) && indent + self.inline(nodes).len() <= WIDTH
    }

    /// Whether a block was on one line, without comments.
    fn on_one_line(&self, block: &Block) -> bool {
        let (open, close) = (self.lexed.list[block.open].span.end, self.lexed.list[block.close].span.start);
        !self.text[open..close].contains('\n') && !self.comment_between(block.open, block.close)
    }

    fn comment_between(&self, first: usize, last: usize) -> bool {
        let (start, end) = (self.lexed.list[first].span.start, self.lexed.list[last].span.start);
        let next = self.lexed.comments.partition_point(|comment| comment.start < start);
        self.lexed.comments.get(next).is_some_and(|comment| comment.start < end)
    }

    fn inline(&self, nodes: &[Node]) -> String {
        let mut text = String::new();
        for node in nodes {
            match node {
                Node::Token(token) => {
                    if !text.is_empty() && self.space(*token) {
                        // The picks of a clause stand apart like clauses.
                        text.push_str(if self.word(*token) == "pick" { "  " } else { " " });
                    }
                    text.push_str(&self.token(*token));
                }
                Node::Block(block) => {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&self.inline_block(block));
                }
            }
        }
        text
    }

    fn inline_block(&self, block: &Block) -> String {
        let statements: Vec<String> = block.statements.iter().map(|statement| self.inline(statement)).collect();
        if statements.is_empty() { "{ }".to_string() } else { format!("{{ {} }}", statements.join("  ")) }
    }

    /// Writes the comments before a token; says whether the line was ended by one.
    fn comments_before(&mut self, token: usize, indent: usize, fresh: bool) -> bool {
        let start = self.lexed.list.get(token).map_or(self.text.len(), |token| token.span.start);
        let mut from = token.checked_sub(1).map_or(0, |i| self.lexed.list[i].span.end);
        let mut ended = false;
        while let Some(&comment) = self.lexed.comments.get(self.comment).filter(|comment| comment.start < start) {
            self.comment += 1;
            let gap = &self.text[from..comment.start];
            let text = &self.text[comment.start..comment.end];
            let breaks = gap.matches('\n').count();
            if breaks == 0 && from > 0 {
                // Behind what it speaks of.
                if fresh && !ended {
                    if let Some(last) = self.lines.last_mut() {
                        last.push_str("  ");
                        last.push_str(text);
                    }
                } else {
                    self.line.push_str("  ");
                    self.line.push_str(text);
                    self.new_line();
                    ended = true;
                }
            } else {
                if !fresh && !ended {
                    self.new_line();
                }
                if fresh && breaks > 1 {
                    self.blank_line();
                }
                self.line = format!("{}{text}", " ".repeat(indent));
                self.new_line();
                ended = true;
            }
            from = comment.end;
        }
        if fresh && token < self.lexed.list.len() && self.text[from..start].matches('\n').count() > 1 {
            self.blank_line();
        }
        ended
    }

    /// One empty line, between lines of the same block.
    fn blank_line(&mut self) {
        let opens = |line: &String| {
            let code = line.split("//").next().unwrap_or_default();
            code.trim_end().ends_with('{')
        };
        if self.lines.last().is_some_and(|last| !last.is_empty() && !opens(last)) {
            self.lines.push(String::new());
        }
    }

    /// Whether a space stands before a token.
    fn space(&self, token: usize) -> bool {
        let Some(before) = token.checked_sub(1) else { return false };
        let (word, last) = (self.word(token), self.word(before));
        match word {
            "," | ")" | ":" | ".." => return false,
            "(" if self.kind(before) == Some(TokenKind::Word)
                && (!is_reserved(last) || self.names.contains(&before)) =>
            {
                let adjacent = self.lexed.list[before].span.end == self.lexed.list[token].span.start;
                // Only calls care; the parameters of a link stand apart, those of a definition do not.
                return match before.checked_sub(1).map_or("", |i| self.word(i)) {
                    "define" | "do" => false,
                    "link" => true,
                    _ => !adjacent,
                };
            }
            _ => {}
        }
        match last {
            "(" | ".." => false,
            "-" => !self.is_sign_of(before, token),
            "," => !self.is_offset(before),
            _ => true,
        }
    }

    /// The width of a token with all that stays on its line: what follows it without a space, and what belongs to it.
    fn unbroken(&self, token: usize, last: usize) -> usize {
        let more = (token + 1..=last).take_while(|&next| !self.space(next) || self.belongs_to_the_last(next));
        let width = |next: usize| self.token(next).len() + usize::from(self.space(next));
        self.token(token).len() + more.map(width).sum::<usize>()
    }

    /// Whether no line begins with a token: `of` behind its direction, and the number between them.
    fn belongs_to_the_last(&self, token: usize) -> bool {
        self.word(token) == "of" || self.kind(token) == Some(TokenKind::Number) && self.word(token + 1) == "of"
    }

    /// Whether a minus belongs to the number or operand behind it.
    fn is_sign_of(&self, minus: usize, operand: usize) -> bool {
        let Some(before) = minus.checked_sub(1) else { return true };
        if self.starts.contains(&self.lexed.list[minus].span.start) {
            return true;
        }
        let word = self.word(before);
        match self.kind(before) {
            Some(TokenKind::Sign) => !matches!(word, ")" | "}"),
            Some(TokenKind::Word) => matches!(
                word,
                "and"
                    | "or"
                    | "else"
                    | "not"
                    | "always"
                    | "no"
                    | "count"
                    | "on"
                    | "except"
                    | "was"
                    | "div"
                    | "mod"
                    | "when"
                    | "if"
                    | "in"
                    | "of"
                    | "by"
                    | "score"
            ),
            // In a table `1 -2` is two numbers.
            _ => {
                self.kind(operand) == Some(TokenKind::Number)
                    && self.lexed.list[minus].span.end == self.lexed.list[operand].span.start
                    && self.lexed.list[before].span.end < self.lexed.list[minus].span.start
            }
        }
    }

    /// Whether a comma stands within `leap 1,2`.
    fn is_offset(&self, comma: usize) -> bool {
        let back = |n: usize| comma.checked_sub(n).map_or("", |i| self.word(i));
        back(2) == "leap" || (comma > 3 && back(3) == "," && self.is_offset(comma - 3))
    }

    fn finish(mut self) -> String {
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        let mut text = self.lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

fn first_token(node: &Node) -> usize {
    match node {
        Node::Token(token) => *token,
        Node::Block(block) => block.open,
    }
}

fn last_token(node: &Node) -> usize {
    match node {
        Node::Token(token) => *token,
        Node::Block(block) => block.close,
    }
}
