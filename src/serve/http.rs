//! Requests and responses.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::connection::{Connection, NoRequest, Request};
use super::{STACK, Site, assets};
use crate::session::Error;
use crate::wire::{LONG, Lines, error_value};

/// So often something is written while nothing is known: whoever is gone is found out by it.
const PULSE: Duration = Duration::from_millis(500);

/// A thought of which others wait to have their turn ends after this long, with what it has found.
const FAIR: Duration = Duration::from_secs(5);

/// What pages of this server may load: nothing from elsewhere. Styles are written into elements by the editor and by pictures.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const NDJSON: &str = "application/x-ndjson; charset=utf-8";

/// An answer that is known as a whole.
struct Answer<'a> {
    status: u16,
    kind: &'a str,
    bytes: std::borrow::Cow<'a, [u8]>,
}

impl Answer<'_> {
    fn line(line: String) -> Answer<'static> {
        Answer { status: 200, kind: NDJSON, bytes: line.into_bytes().into() }
    }

    fn refusal(status: u16, error: &Error) -> Answer<'static> {
        Answer { status, ..Answer::line(json!({ "error": error_value(error) }).to_string()) }
    }
}

/// What a status is called.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    }
}

/// The beginning of an answer: what every one says, and how its end is known.
fn opening(status: u16, kind: &str, keep: &str, end: &str) -> String {
    format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: {keep}\r\n{end}\r\n",
        reason(status)
    )
}

/// Writes an answer; `stays` where another request may follow.
fn respond(connection: &Connection, answer: &Answer<'_>, stays: bool, bare: bool) -> std::io::Result<()> {
    let close = if stays { "" } else { "Connection: close\r\n" };
    let end = format!("{close}Content-Length: {}\r\n", answer.bytes.len());
    let mut text = opening(answer.status, answer.kind, "no-cache", &end).into_bytes();
    if !bare {
        text.extend_from_slice(&answer.bytes);
    }
    connection.write(&text)
}

/// Answers what is asked over a connection, one request after the other.
pub(super) fn converse(site: &Arc<Site>, mut connection: Connection) {
    loop {
        match connection.request() {
            Ok(request) => {
                let stays = request.stays;
                if answer(site, &connection, request).is_err() || !stays {
                    return;
                }
            }
            Err(NoRequest::Gone) => return,
            Err(NoRequest::Wrong(status, message)) => {
                let _ = respond(&connection, &Answer::refusal(status, &Error::request(message)), false, false);
                return connection.linger();
            }
        }
    }
}

/// Whether a request comes from a page of this server, or from a program on this machine.
fn is_ours(request: &Request, port: u16) -> Result<(), Error> {
    let known = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
    let host = request.value("Host").unwrap_or_default();
    if !known.iter().any(|own| own.eq_ignore_ascii_case(host)) {
        let error = Error::request(format!("this server is not `{host}`"));
        return Err(error.help(format!("open http://127.0.0.1:{port}/")));
    }
    match request.value("Origin") {
        Some(origin) if !known.iter().any(|own| origin.eq_ignore_ascii_case(&format!("http://{own}"))) => {
            Err(Error::request(format!("pages of `{origin}` may not ask this server")))
        }
        _ => Ok(()),
    }
}

/// # Errors
/// If nobody reads the answer.
fn answer(site: &Arc<Site>, connection: &Connection, request: Request) -> std::io::Result<()> {
    let path = request.target.split(['?', '#']).next().unwrap_or_default();
    let known = match (is_ours(&request, site.port), request.method.as_str(), path.strip_prefix("/api/")) {
        (Err(error), ..) => Answer::refusal(403, &error),
        (_, "POST", Some(verb)) => match body(&request) {
            Ok(body) if LONG.contains(&verb) => return stream(site, connection, verb, body, request.pieces),
            Ok(body) => Answer::line(at_once(site, verb, body)),
            Err((status, error)) => Answer::refusal(status, &error),
        },
        (_, _, Some(_)) => Answer::refusal(405, &Error::request("verbs are asked by POST")),
        (_, "GET" | "HEAD", None) => match assets::find(path) {
            Some((kind, bytes)) => Answer { status: 200, kind, bytes: bytes.into() },
            None => Answer::refusal(404, &Error::request(format!("there is no page `{path}`"))),
        },
        (_, _, None) => Answer::refusal(405, &Error::request("pages are asked for by GET")),
    };
    respond(connection, &known, request.stays, request.method == "HEAD")
}

/// The body of a request, if it is JSON.
fn body(request: &Request) -> Result<&str, (u16, Error)> {
    // Forms of other sites can't send this kind without being asked first.
    let kind = request.value("Content-Type").unwrap_or_default();
    if !kind.to_ascii_lowercase().starts_with("application/json") {
        let error = Error::request("the request is not of the kind `application/json`");
        return Err((415, error.help("send the header `Content-Type: application/json`")));
    }
    std::str::from_utf8(&request.body).map_err(|_| (400, Error::request("the request is no text in UTF-8")))
}

/// The answer to a verb that takes no time.
fn at_once(site: &Site, verb: &str, body: &str) -> String {
    if let Some(answer) = site.folder.answer(verb, body) {
        let line = match answer {
            Ok(result) => json!({ "result": result }),
            Err(error) => json!({ "error": error_value(&error) }),
        };
        return line.to_string();
    }
    let mut last = String::new();
    let mut give = |line: &str| last = line.to_string();
    site.desk.answer(verb, body, &mut Lines::new(&mut give, &AtomicBool::new(false)));
    last
}

/// Works, and answers by lines as they come.
///
/// # Errors
/// If nobody reads them any more.
fn stream(site: &Arc<Site>, connection: &Connection, verb: &str, body: &str, pieces: bool) -> std::io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, lines) = channel();
    let began = Arc::new(OnceLock::new());
    let work = {
        let (site, stop, began, verb, body) =
            (site.clone(), stop.clone(), began.clone(), verb.to_string(), body.to_string());
        let worker = thread::Builder::new().name(verb.clone()).stack_size(STACK);
        worker.spawn(move || work(&site, &verb, &body, &began, &stop, &sender))
    };
    let Ok(work) = work else {
        let error = Error::request("there is too much to do at once").help("ask again in a moment");
        respond(connection, &Answer::refusal(503, &error), false, false)?;
        return Err(ErrorKind::OutOfMemory.into());
    };
    let mut pulse = || {
        // A thought is worth something at any time.
        let long = verb == "think" && began.get().is_some_and(|began: &Instant| began.elapsed() > FAIR);
        if long && site.queue.is_waited_for() {
            stop.store(true, Relaxed);
        }
    };
    let written = write_lines(connection, &lines, pieces, &mut pulse);
    // Nothing is left behind: what was stopped ends soon.
    stop.store(true, Relaxed);
    drop(lines);
    let _ = work.join();
    // Without pieces the end of the connection is that of the answer.
    if pieces { written } else { Err(ErrorKind::ConnectionAborted.into()) }
}

/// Does the work when there is a place for it.
fn work(site: &Site, verb: &str, body: &str, began: &OnceLock<Instant>, stop: &AtomicBool, sender: &Sender<String>) {
    let Some(_turn) = site.queue.turn(stop) else { return };
    began.get_or_init(Instant::now);
    let mut give = |line: &str| {
        if sender.send(line.to_string()).is_err() {
            stop.store(true, Relaxed);
        }
    };
    site.desk.answer(verb, body, &mut Lines::new(&mut give, stop));
}

/// Writes lines as they come, each a chunk of its own.
///
/// # Errors
/// If nobody reads them any more.
fn write_lines(
    connection: &Connection,
    lines: &Receiver<String>,
    pieces: bool,
    pulse: &mut dyn FnMut(),
) -> std::io::Result<()> {
    let end = if pieces { "Transfer-Encoding: chunked\r\n" } else { "Connection: close\r\n" };
    connection.write(opening(200, NDJSON, "no-store", end).as_bytes())?;
    loop {
        pulse();
        let text = match lines.recv_timeout(PULSE) {
            Ok(line) => format!("{line}\n"),
            // An empty line, which readers pass over.
            Err(RecvTimeoutError::Timeout) => "\n".to_string(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let piece = if pieces { format!("{:x}\r\n{text}\r\n", text.len()) } else { text };
        connection.write(piece.as_bytes())?;
    }
    if pieces { connection.write(b"0\r\n\r\n") } else { Ok(()) }
}
