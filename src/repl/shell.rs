//! The two shells round the conversation: a line editor on a terminal, and a pipe.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use super::Repl;
use super::editor::Assistant;
use crate::cli::args::ReplArgs;
use crate::cli::{complain, interrupt, open_for_repl, print, so_far};
use crate::render::{self, Style};
use crate::session::plain;

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

/// Lines from a pipe: no prompts, no echo.
fn pipe(mut repl: Repl) -> u8 {
    if repl.session.is_some() {
        print(&repl.welcome());
    }
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return 0,
            Ok(_) => {}
            Err(e) => {
                complain(&format!("error: can't read standard input: {}\n", plain(&e)));
                return 2;
            }
        }
        let line = String::from_utf8_lossy(&line);
        let effect = interrupt::stoppable(|stop| repl.step(&line, stop));
        print(&effect.text);
        if effect.quit {
            return 0;
        }
        // Nobody is there to type another line.
        if interrupt::was_asked() {
            return interrupt::INTERRUPTED;
        }
    }
}

/// Lines from a person.
fn converse(mut repl: Repl) -> u8 {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
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
