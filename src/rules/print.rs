//! stub
use super::Rules;
/// Prints.
pub fn print(rules: &Rules) -> String {
    format!("{rules:#?}")
}
