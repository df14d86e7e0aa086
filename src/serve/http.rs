//! Requests and responses.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::json;
use tiny_http::{Header, Method, Request, Response};

use super::{Site, assets};
use crate::session::Error;
use crate::wire::{LONG, Lines, error_value};

/// The largest request.
const MOST_BYTES: usize = 4 << 20;

/// No body is so large: who says so means no good.
const NEVER_SENT: usize = 1 << 30;

/// So often something is written while nothing is known: whoever is gone is found out by it.
const PULSE: Duration = Duration::from_millis(500);

/// What pages of this server may load: nothing from elsewhere. Styles are written into elements by the editor and by pictures.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// A header; the texts are ours.
fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).unwrap_or_else(|()| unreachable!("{name}: {value} is a header"))
}

/// The value of a header of a request.
fn value<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
}

/// A text with what every answer says.
fn respond(request: Request, status: u16, kind: &str, bytes: &[u8]) {
    let response = Response::from_data(bytes)
        .with_status_code(status)
        .with_header(header("Content-Type", kind))
        .with_header(header("Content-Security-Policy", POLICY))
        .with_header(header("X-Content-Type-Options", "nosniff"))
        .with_header(header("Cache-Control", "no-cache"));
    // Who does not wait for the answer misses nothing.
    let _ = request.respond(response);
}

fn refuse(request: Request, status: u16, error: &Error) {
    let line = json!({ "error": error_value(error) }).to_string();
    respond(request, status, "application/x-ndjson; charset=utf-8", line.as_bytes());
}

/// There is too much to do.
pub(super) fn refuse_busy(request: Request) {
    refuse(request, 503, &Error::request("there are too many requests at once").help("ask again in a moment"));
}

/// Whether a request comes from a page of this server, or from a program on this machine.
fn is_ours(request: &Request, port: u16) -> Result<(), Error> {
    let known = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
    let host = value(request, "Host").unwrap_or_default();
    if !known.iter().any(|own| own.eq_ignore_ascii_case(host)) {
        let error = Error::request(format!("this server is not `{host}`"));
        return Err(error.help(format!("open http://127.0.0.1:{port}/")));
    }
    match value(request, "Origin") {
        Some(origin) if !known.iter().any(|own| origin.eq_ignore_ascii_case(&format!("http://{own}"))) => {
            Err(Error::request(format!("pages of `{origin}` may not ask this server")))
        }
        _ => Ok(()),
    }
}

/// Reads a body that nobody wants, so that the library has nothing left to read: it would in one piece.
fn drain(request: &mut Request) {
    let mut piece = [0; 1 << 16];
    while request.as_reader().read(&mut piece).is_ok_and(|length| length > 0) {}
}

pub(super) fn answer(site: &Arc<Site>, mut request: Request) {
    match request.body_length() {
        Some(length) if length > NEVER_SENT => {
            // When it is dropped the library makes room for all of the body, for which there is none: the program would end.
            std::mem::forget(request);
            return;
        }
        Some(length) if length > MOST_BYTES => {
            drain(&mut request);
            let (status, error) = too_large();
            return refuse(request, status, &error);
        }
        _ => {}
    }
    if let Err(error) = is_ours(&request, site.port) {
        return refuse(request, 403, &error);
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default().to_string();
    let verb = path.strip_prefix("/api/").map(str::to_string);
    match (request.method(), verb) {
        (Method::Post, Some(verb)) => answer_verb(site, request, &verb),
        (_, Some(_)) => refuse(request, 405, &Error::request("verbs are asked by POST")),
        (Method::Get | Method::Head, None) => match assets::find(&path) {
            Some((kind, bytes)) => respond(request, 200, kind, bytes),
            None => refuse(request, 404, &Error::request(format!("there is no page `{path}`"))),
        },
        (_, None) => refuse(request, 405, &Error::request("pages are asked for by GET")),
    }
}

fn too_large() -> (u16, Error) {
    let error = Error::request(format!("the request is longer than {} MB", MOST_BYTES >> 20));
    (413, error.help("send less at once"))
}

/// Reads the body, if it is JSON and not too large.
fn body(request: &mut Request) -> Result<String, (u16, Error)> {
    // Forms of other sites can't send this kind without being asked first.
    let kind = value(request, "Content-Type").unwrap_or_default();
    if !kind.trim().to_ascii_lowercase().starts_with("application/json") {
        let error = Error::request("the request is not of the kind `application/json`");
        return Err((415, error.help("send the header `Content-Type: application/json`")));
    }
    let mut bytes = Vec::new();
    let mut reader = request.as_reader().take(MOST_BYTES as u64 + 1);
    reader.read_to_end(&mut bytes).map_err(|_| (400, Error::request("the request was broken off")))?;
    if bytes.len() > MOST_BYTES {
        drain(request);
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| (400, Error::request("the request is no text in UTF-8")))
}

fn answer_verb(site: &Arc<Site>, mut request: Request, verb: &str) {
    let body = match body(&mut request) {
        Ok(body) => body,
        Err((status, error)) => return refuse(request, status, &error),
    };
    if let Some(answer) = site.folder.answer(verb, &body) {
        let line = match answer {
            Ok(result) => json!({ "result": result }),
            Err(error) => json!({ "error": error_value(&error) }),
        };
        return respond(request, 200, "application/x-ndjson; charset=utf-8", line.to_string().as_bytes());
    }
    if !LONG.contains(&verb) {
        let mut last = String::new();
        let mut give = |line: &str| last = line.to_string();
        site.desk.answer(verb, &body, &mut Lines::new(&mut give, &AtomicBool::new(false)));
        return respond(request, 200, "application/x-ndjson; charset=utf-8", last.as_bytes());
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, lines) = channel();
    let worker = {
        let (site, stop, verb) = (site.clone(), stop.clone(), verb.to_string());
        thread::Builder::new().name(verb.clone()).spawn(move || work(&site, &verb, &body, &stop, &sender))
    };
    match worker {
        Ok(worker) => {
            if stream(request, &lines).is_err() {
                stop.store(true, Relaxed);
            }
            // Nothing is left behind: what was stopped ends soon.
            drop(lines);
            let _ = worker.join();
        }
        Err(_) => refuse_busy(request),
    }
}

/// Does the work when there is a place for it.
fn work(site: &Site, verb: &str, body: &str, stop: &AtomicBool, sender: &Sender<String>) {
    let Some(_turn) = site.queue.turn(stop) else { return };
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
fn stream(request: Request, lines: &Receiver<String>) -> std::io::Result<()> {
    let mut out = request.into_writer();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson; charset=utf-8\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    out.write_all(head.as_bytes())?;
    out.flush()?;
    loop {
        let text = match lines.recv_timeout(PULSE) {
            Ok(line) => format!("{line}\n"),
            // An empty line, which readers pass over.
            Err(RecvTimeoutError::Timeout) => "\n".to_string(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        write!(out, "{:x}\r\n{text}\r\n", text.len())?;
        out.flush()?;
    }
    out.write_all(b"0\r\n\r\n")?;
    out.flush()
}
