//! The two shells round the conversation: a line editor on a terminal, and a pipe.

use std::io::IsTerminal;
use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::Repl;
use super::editor::Assistant;
use crate::cli::args::ReplArgs;
use crate::cli::{complain, interrupt, open_for_repl, print, so_far};
use crate::render::{self, Style};
use crate::session::Lines;

/// Holds a conversation until `quit` or the end of input; gives the exit status.
pub fn run(args: Option<ReplArgs>) -> u8 {
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let style = if on_terminal { Style::terminal() } else { Style::PLAIN };
    if on_terminal {
        interrupt::never_leave();
    }
    let mut repl = Repl::new(None, style);
    repl.live = on_terminal;
    if let Some(args) = args {
        match open_for_repl(&args) {
            Ok(Some((session, wrong))) => {
                if let Some(error) = wrong {
                    complain(&so_far(&session, &error, style));
                }
                repl.session = Some(session);
            }
            Ok(None) => {}
            Err(error) => {
                complain(&render::error(&error, style));
                if !on_terminal {
                    return error.status();
                }
                // A person will mend the file and `reload`.
                repl.wanted = args.file;
            }
        }
    }
    if on_terminal { converse(repl) } else { pipe(repl) }
}

/// Lines from a pipe: no prompts, no echo, and what is wrong goes to standard error.
fn pipe(mut repl: Repl) -> u8 {
    if repl.session.is_some() {
        print(&repl.welcome());
    }
    let mut status = 0;
    for line in Lines::new(std::io::stdin().lock()) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                complain(&render::error(&error, repl.style));
                return error.status();
            }
        };
        let effect = interrupt::stoppable(|stop| repl.step(&line, stop));
        let (complaint, answer) = effect.parts();
        complain(complaint);
        print(answer);
        // Whoever wrote the lines learns at the end that one of them was wrong; the others were obeyed.
        status = status.max(u8::from(effect.failed));
        if effect.quit {
            break;
        }
        // Nobody is there to type another line.
        if interrupt::was_asked() {
            return interrupt::INTERRUPTED;
        }
    }
    status
}

/// Lines from a person.
fn converse(mut repl: Repl) -> u8 {
    let colors = if repl.style.color { ColorMode::Enabled } else { ColorMode::Disabled };
    let config =
        Config::builder().completion_type(CompletionType::List).auto_add_history(true).color_mode(colors).build();
    let mut editor = match Editor::<Assistant, DefaultHistory>::with_config(config) {
        Ok(editor) => editor,
        Err(_) => return pipe(repl),
    };
    editor.set_helper(Some(Assistant::default()));
    let history = history_file();
    if let Some(path) = &history {
        let _ = editor.load_history(path);
    }
    print("rulesmith: `help` lists the commands, `quit` leaves\n");
    if repl.session.is_some() {
        print(&repl.welcome());
    }
    loop {
        if let Some(assistant) = editor.helper_mut() {
            assistant.learn(&repl);
        }
        let line = match editor.readline(&prompt(&repl)) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(e) => {
                complain(&format!("error: can't read a line: {e}\n"));
                return 2;
            }
        };
        let effect = interrupt::stoppable(|stop| repl.step(&line, stop));
        print(&effect.text);
        // Saved after every line: a terminal may be closed at any time.
        if let Some(path) = &history {
            let _ = editor.save_history(path);
        }
        if effect.quit {
            break;
        }
    }
    0
}

fn prompt(repl: &Repl) -> String {
    match repl.session() {
        Some(session) => format!("{}> ", session.to_move()),
        None => "> ".to_string(),
    }
}

/// Where the lines typed are kept: in the user's folder for data. Without one they are forgotten.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data =
        folder("XDG_DATA_HOME").or_else(|| folder("APPDATA")).or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    let own = data.join("rulesmith");
    std::fs::create_dir_all(&own).ok()?;
    Some(own.join("history"))
}
