//! Words in columns.

/// Words laid out in as many columns as fit, row by row; each line ends with a line break.
pub fn columns<S: AsRef<str>>(words: &[S], width: usize) -> String {
    let widest = words.iter().map(|w| w.as_ref().chars().count()).max().unwrap_or(0);
    let per_line = ((width.saturating_sub(2) + 2) / (widest + 2)).max(1);
    let mut text = String::new();
    for line in words.chunks(per_line) {
        let padded: Vec<String> = line.iter().map(|w| format!("{:widest$}", w.as_ref())).collect();
        text += &format!("  {}\n", padded.join("  ").trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn as_many_as_fit() {
        assert_eq!(columns(&["a", "bb", "c"], 10), "  a   bb\n  c\n");
        assert_eq!(columns(&["a long word"], 5), "  a long word\n");
        assert_eq!(columns::<&str>(&[], 80), "");
    }
}
