//! Writing SVG: elements, attributes, numbers, and what must be escaped.

use super::Point;

/// A text that grows.
#[derive(Default)]
pub(super) struct Svg {
    out: String,
    open: Vec<&'static str>,
}

impl Svg {
    /// An element without content.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.head(name, attributes);
        self.out.push_str("/>\n");
    }

    /// An element with a text in it.
    pub fn text(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.head(name, attributes);
        self.out.push('>');
        self.out.push_str(&escaped(text));
        self.out.push_str(&format!("</{name}>\n"));
    }

    /// Opens an element.
    pub fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.head(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the one that was opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str(&format!("</{name}>\n"));
        }
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn head(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attributes {
            self.out.push_str(&format!(" {key}=\"{}\"", escaped(value)));
        }
    }

    /// A circle.
    pub fn circle(&mut self, class: &str, at: Point, radius: f64) {
        let (x, y, r) = (number(at[0]), number(at[1]), number(radius));
        self.element("circle", &[("class", class), ("cx", &x), ("cy", &y), ("r", &r)]);
    }

    /// A line.
    pub fn line(&mut self, class: &str, from: Point, to: Point) {
        let [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]].map(number);
        self.element("line", &[("class", class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)]);
    }

    /// A closed polygon.
    pub fn polygon(&mut self, class: &str, corners: &[Point]) {
        let points: Vec<String> = corners.iter().map(|p| format!("{},{}", number(p[0]), number(p[1]))).collect();
        self.element("polygon", &[("class", class), ("points", &points.join(" "))]);
    }

    /// A rectangle around a middle.
    pub fn rectangle(&mut self, class: &str, at: Point, half: Point, round: f64) {
        let [x, y, w, h, r] = [at[0] - half[0], at[1] - half[1], 2.0 * half[0], 2.0 * half[1], round].map(number);
        self.element("rect", &[("class", class), ("x", &x), ("y", &y), ("width", &w), ("height", &h), ("rx", &r)]);
    }

    /// A text around its middle.
    pub fn words(&mut self, class: &str, at: Point, size: f64, text: &str) {
        self.anchored(class, at, size, "middle", text);
    }

    /// A text that begins at a place (`start`), or lies around it (`middle`); of capitals the middle is at its height.
    pub fn anchored(&mut self, class: &str, at: Point, size: f64, anchor: &str, text: &str) {
        let [x, y, size] = [at[0], at[1] + 0.36 * size, size].map(number);
        let attributes = [("class", class), ("x", &x), ("y", &y), ("font-size", &size), ("text-anchor", anchor)];
        self.text("text", &attributes, text);
    }
}

/// A number with at most one digit behind the point.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        _ => format!("{:.1}", tenths as f64 / 10.0),
    }
}

/// A text as it may stand in elements and attributes; what XML has no place for is left out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Svg, escaped, number};

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.04, 50.0, 12.34, -0.25].map(number), ["0", "0", "50", "12.3", "-0.3"]);
    }

    #[test]
    fn what_a_user_wrote_stays_text() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}\n"), "a&lt;b&gt; &amp; &quot;c&quot; ");
        let mut svg = Svg::default();
        svg.open("g", &[("class", "x\"y")]);
        svg.text("title", &[], "</title>");
        assert_eq!(svg.finish(), "<g class=\"x&quot;y\">\n<title>&lt;/title&gt;</title>\n</g>\n");
    }
}
