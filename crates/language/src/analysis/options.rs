//! Options: defaults, values from outside, ranges.

use super::items::Items;
use super::messages;
use super::scope::{Analyzer, Env, Opt, Place, Thing};
use crate::diag::nearest;
use crate::rules::{Number, OptionRange};
use crate::settings::Settings;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, OptionItem, OptionValue};

/// The greatest number that an option may be.
const LIMIT: i64 = 1_000_000_000;

impl Analyzer<'_> {
    /// Fills in the options.
    pub fn options(&mut self, items: &Items<'_>, settings: &Settings) {
        for &(item, span) in &items.options {
            let Some(default) = self.default_of(item) else {
                self.scope.unread.push(("option".to_string(), item.name.text.clone()));
                continue;
            };
            let range = self.option_range(item, default);
            let mut value = default;
            let mut at = item.default_span;
            let mut from_outside = None;
            if let Some(text) = settings.options.get(&item.name.text) {
                match (read(text), default) {
                    (Some(OptionValue::Truth(t)), OptionValue::Truth(_)) => value = OptionValue::Truth(t),
                    (Some(number @ OptionValue::Number { .. }), OptionValue::Number { .. }) => value = number,
                    _ => self.report(messages::bad_setting(&item.name.text, text, default, span)),
                }
                (at, from_outside) = (span, Some(text.as_str()));
            }
            let value = self.in_range(item, value, range, at, from_outside);
            let name = item.name.text.clone();
            self.scope.options.push(Opt { name, span: item.default_span, value, default, range });
        }
        for name in settings.options.keys() {
            if !items.options.iter().any(|o| &o.0.name.text == name) {
                let names: Vec<String> = items.options.iter().map(|o| o.0.name.text.clone()).collect();
                let near = nearest(name, names.iter().map(String::as_str)).map(str::to_string);
                let span = items.game.map_or(Span::new(0, 0), |g| g.1);
                self.report(messages::unknown_setting(name, near, &names, span));
            }
        }
    }

    /// The default: a value, or what an option above is set to.
    fn default_of(&mut self, item: &OptionItem) -> Option<OptionValue> {
        let Some(other) = &item.like else { return Some(item.default) };
        if let Some(found) = self.scope.options.iter().find(|o| o.name == other.text).map(|o| o.value) {
            self.mark(Thing::Option, &other.text);
            return Some(found);
        }
        let names: Vec<String> = self.scope.options.iter().map(|o| o.name.clone()).collect();
        let near = nearest(&other.text, names.iter().map(String::as_str)).map(str::to_string);
        self.report(messages::unknown_option_above(&other.text, near, other.span));
        None
    }

    fn option_range(&mut self, item: &OptionItem, default: OptionValue) -> Option<OptionRange> {
        let (low, high) = item.range.as_ref()?;
        if matches!(default, OptionValue::Truth(_)) {
            self.report(messages::range_of_truth(&item.name.text, low.span.to(high.span)));
            return None;
        }
        let (least, most) = (self.bound(low), self.bound(high));
        let step = item.step.as_ref().map(|step| (self.bound(step), step.span));
        let (least, most) = (least?, most?);
        if least > most {
            self.report(messages::backward_range(&half_text(least), &half_text(most), low.span.to(high.span)));
            return None;
        }
        let step = match step {
            None => None,
            Some((Some(step), _)) if step > 0 => Some(step),
            Some((Some(step), span)) => {
                self.report(messages::step_of_nothing(&half_text(step), span));
                return None;
            }
            Some((None, _)) => return None,
        };
        Some(OptionRange { least, most, step })
    }

    fn bound(&mut self, expr: &Expr) -> Option<i64> {
        if let ExprKind::Half(halves) = expr.kind {
            return Some(halves);
        }
        let env = Env::new(Place::Constant("an option"));
        match self.within(env, |this| this.number(expr))? {
            Number::Const(n) => match n.checked_mul(2) {
                Some(halves) => Some(halves),
                None => {
                    self.report(messages::number_too_large(expr.span));
                    None
                }
            },
            _ => {
                self.report(messages::number_not_constant("a bound of an option", expr.span));
                None
            }
        }
    }

    fn in_range(
        &mut self,
        item: &OptionItem,
        value: OptionValue,
        range: Option<OptionRange>,
        at: Span,
        from_outside: Option<&str>,
    ) -> OptionValue {
        let OptionValue::Number { halves } = value else { return value };
        let range = range.unwrap_or(OptionRange { least: -2 * LIMIT, most: 2 * LIMIT, step: None });
        if range.contains(halves) {
            return value;
        }
        // What the file makes of it is checked with a value that is allowed.
        let near = range.beside(halves);
        let texts: Vec<String> = near.iter().map(|&halves| half_text(halves)).collect();
        self.report(messages::option_out_of_range(
            &item.name.text,
            &half_text(halves),
            &range,
            &texts,
            at,
            from_outside.is_some(),
        ));
        OptionValue::Number { halves: near.first().copied().unwrap_or(range.least) }
    }
}

/// A value from outside.
fn read(text: &str) -> Option<OptionValue> {
    match text.trim() {
        "yes" | "true" | "on" => return Some(OptionValue::Truth(true)),
        "no" | "false" | "off" => return Some(OptionValue::Truth(false)),
        _ => {}
    }
    let text = text.trim();
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (text, 0),
    };
    let negative = whole.starts_with('-');
    let doubled = whole.parse::<i64>().ok()?.checked_mul(2)?;
    let halves = if negative { doubled.checked_sub(half)? } else { doubled.checked_add(half)? };
    Some(OptionValue::Number { halves })
}

/// A number of halves as people write it.
pub fn half_text(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let size = halves.unsigned_abs();
    if size.is_multiple_of(2) { format!("{sign}{}", size / 2) } else { format!("{sign}{}.5", size / 2) }
}

/// An option's value as people write it.
pub fn value_text(value: OptionValue) -> String {
    match value {
        OptionValue::Truth(true) => "yes".into(),
        OptionValue::Truth(false) => "no".into(),
        OptionValue::Number { halves } => half_text(halves),
    }
}
