//! The commands on files: fmt, dump, games.

use std::path::Path;

use serde_json::{Value, json};

use super::args::{BackendArg, DumpArgs, FmtArgs, GamesArgs, StageArg};
use super::output::Output;
use super::settings;
use crate::library;
use crate::render;
use crate::session::{self, Error, Fault, Origin, Session};

/// What became of one file.
enum Formatted {
    Same,
    Changed(String),
}

pub(super) fn fmt(args: &FmtArgs, output: Output) -> Result<u8, Error> {
    let mut status = 0;
    let mut files = Vec::new();
    let mut text = String::new();
    for name in &args.files {
        let shown = if name == "-" { "standard input" } else { name.as_str() };
        match fmt_one(name, args) {
            Ok(formatted) => {
                let changed = matches!(formatted, Formatted::Changed(_));
                if args.check && changed {
                    status = status.max(1);
                    text += &format!("{shown} is not in canonical form\n");
                }
                let mut object = json!({ "file": shown, "changed": changed });
                if let Formatted::Changed(result) = formatted
                    && !args.check
                    && (args.stdout || name == "-")
                {
                    text += &result;
                    object["text"] = json!(result);
                }
                files.push(object);
            }
            Err(error) => {
                status = status.max(error.status());
                if output.format == super::Format::Text {
                    output.error(&error);
                }
                let mut object = render_error(&error);
                object["file"] = json!(shown);
                files.push(object);
            }
        }
    }
    output.answer(|_| text, || json!({ "files": files }));
    Ok(status)
}

fn render_error(error: &Error) -> Value {
    let mut object = crate::render::json::error(error);
    // The messages of a file are its own here.
    if let Some(diagnostics) = object.pointer_mut("/files/0/diagnostics").map(Value::take)
        && let Some(fields) = object.as_object_mut()
    {
        fields.shift_remove("files");
        fields.insert("diagnostics".to_string(), diagnostics);
    }
    object
}

/// Formats a file and writes it, if it is to be written and changed.
fn fmt_one(name: &str, args: &FmtArgs) -> Result<Formatted, Error> {
    let (source, origin) = session::open(name)?;
    let result = source.in_its_line_ends(&session::format(&source)?);
    let to_stdout = args.stdout || origin == Origin::Text;
    if to_stdout && !args.check {
        return Ok(Formatted::Changed(result));
    }
    if source.says(&result) {
        return Ok(Formatted::Same);
    }
    if !args.check {
        let Origin::File(path) = &origin else {
            return Err(Error::Request(
                Fault::new(format!("`{name}` is a shipped game: there is no file to write"))
                    .help("`--stdout` prints it in canonical form"),
            ));
        };
        session::write_whole(Path::new(path), &result)?;
    }
    Ok(Formatted::Changed(result))
}

pub(super) fn dump(args: &DumpArgs, output: Output) -> Result<u8, Error> {
    if args.stage == StageArg::Ast && (args.eval.is_some() || !args.rules.set.is_empty()) {
        return Err(Error::request(
            "`--set` and `--eval` have no effect on the syntax tree, which is that of the text",
        )
        .help("leave them out, or take `--stage rules`"));
    }
    if args.rules.backend != BackendArg::Native {
        return Err(
            Error::request("`--backend` has no effect: what is printed is the same for all").help("leave it out")
        );
    }
    let session = Session::open(&args.file, &settings(&args.rules, args.eval.as_deref())?)?;
    let text = session.compiled().dump(args.stage.into());
    let name = format!("{:?}", args.stage).to_lowercase();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    output.answer(|_| format!("{text}{newline}"), || json!({ "stage": name, "text": text }));
    Ok(0)
}

/// Lists shipped games, or tells one: a name, or a file.
pub(super) fn games(args: &GamesArgs, output: Output) -> Result<u8, Error> {
    if let [name] = &args.words[..]
        && (library::find(name).is_some() || name == "-" || name.ends_with(".game") || Path::new(name).is_file())
    {
        let told = session::tell_game(name)?;
        // What the name is a part of, and the family that is called so.
        let akin =
            library::GAMES.iter().filter(|game| game.name != name && (game.name.contains(name) || game.family == name));
        let akin: Vec<&str> = akin.map(|game| game.name).collect();
        output.answer(|style| render::telling(&told, &akin, style.width), || render::telling_json(&told));
        return Ok(0);
    }
    // Alone it reads nothing but what stands at the top of the files.
    if args.words.is_empty() && output.format == super::Format::Text {
        output.answer(|style| render::games(&library::GAMES.iter().collect::<Vec<_>>(), style.width), || Value::Null);
        return Ok(0);
    }
    let all = session::all_games();
    let found = match args.words.is_empty() {
        true => all.iter().collect(),
        false => session::find_games(&all, &args.words)?,
    };
    output.answer(
        |style| render::games(&found.iter().map(|entry| entry.game).collect::<Vec<_>>(), style.width),
        || json!({ "games": found.iter().map(|entry| render::entry_json(entry)).collect::<Vec<_>>() }),
    );
    Ok(0)
}
