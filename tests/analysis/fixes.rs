//! Fixes: every one that is offered removes its message and brings no new error.

use std::fmt::Write as _;

use rulesmith::diag::{Diagnostic, Severity};
use rulesmith::ide;
use rulesmith::session::Files;

use super::messages::{BROKEN, Broken, messages};
use crate::support::side_by_side;

/// So many files of `tests/broken` get a fix: fewer are a step back. A regression signature.
const AT_LEAST: usize = 470;

fn errors(list: &[Diagnostic]) -> Vec<&str> {
    list.iter().filter(|d| d.severity == Severity::Error).map(|d| d.message.as_str()).collect()
}

/// `cargo test --test analysis fixes -- --nocapture` says how many there are.
#[test]
fn every_fix_removes_its_message_and_brings_no_other_error() {
    let tried = side_by_side(&BROKEN, |Broken { path, text, said: before, .. }| {
        let offered = ide::with_fixes(before.clone(), text, "tests/broken/broken.game", &Files);
        let (mut fixes, mut sound, mut wrong) = (0, 0, String::new());
        for (told, fix) in offered.iter().flat_map(|told| told.fixes.iter().map(move |fix| (&told.diagnostic, fix))) {
            fixes += 1;
            let after = messages(&ide::apply(text, &fix.edits));
            let gone = !after.iter().any(|d| d.message == told.message);
            let fresh = errors(&after).into_iter().any(|d| !errors(before).contains(&d));
            sound += usize::from(after.is_empty());
            if !gone || fresh {
                let _ = writeln!(wrong, "{}: {} → {} → {after:?}", path.display(), told.message, fix.title);
            }
        }
        (fixes, sound, wrong)
    });
    let brought: usize = BROKEN.iter().flat_map(|broken| &broken.said).map(|told| told.fixes.len()).sum();
    let mended = tried.iter().filter(|(fixes, ..)| *fixes > 0).count();
    let (fixes, sound) =
        tried.iter().fold((0, 0), |(fixes, sound), (more, more_sound, _)| (fixes + more, sound + more_sound));
    let wrong: String = tried.into_iter().map(|(.., wrong)| wrong).collect();
    println!(
        "{} files, {mended} get a fix; {fixes} of {brought} fixes are offered, {sound} leave nothing to say",
        BROKEN.len()
    );
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(mended >= AT_LEAST, "only {mended} files get a fix");
}
