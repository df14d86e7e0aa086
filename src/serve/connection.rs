//! Connections: requests are read from them, bounded in size and in time, and answers written.
//!
//! Whoever sends slowly, nothing, or without end holds one connection for a while, and no more: there are so many connections at
//! most, and where one too many comes, the one that has been silent for longest is closed.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The largest request.
pub(super) const MOST_BYTES: usize = 4 << 20;
/// The largest head of one, and its headers.
const MOST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;

/// A connection over which nothing is asked is closed after a while: a browser opens another one.
const IDLE: Duration = Duration::from_secs(60);
/// A request that has begun must be there.
const WHOLE_WITHIN: Duration = Duration::from_secs(20);
/// An answer that nobody reads is given up.
const READ_WITHIN: Duration = Duration::from_secs(30);
/// So long what comes after a refused request is passed over, so that the answer is not lost with it.
const LINGER: Duration = Duration::from_secs(2);

/// So many connections are open; systems allow at least 256 files.
const MOST_CONNECTIONS: usize = 200;

/// The open connections, the oldest first.
#[derive(Default)]
pub(super) struct Open(Mutex<VecDeque<Arc<Line>>>);

/// What is known of an open connection.
struct Line {
    stream: TcpStream,
    /// A request that was read is being answered.
    answering: AtomicBool,
}

impl Open {
    /// Keeps a connection; one that is silent makes room for it.
    pub(super) fn keep(self: &Arc<Self>, stream: TcpStream) -> Option<Connection> {
        stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(READ_WITHIN))).ok()?;
        let line = Arc::new(Line { stream, answering: AtomicBool::new(false) });
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= MOST_CONNECTIONS {
            let silent = lines.iter().position(|line| !line.answering.load(Relaxed))?;
            hang_up(lines.remove(silent));
        }
        lines.push_back(line.clone());
        drop(lines);
        Some(Connection { open: self.clone(), line, read: Vec::new() })
    }

    /// Closes a connection that is silent: files have run out.
    pub(super) fn make_room(&self) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(silent) = lines.iter().position(|line| !line.answering.load(Relaxed)) {
            hang_up(lines.remove(silent));
        }
    }
}

/// Whoever reads from the connection sees its end.
fn hang_up(line: Option<Arc<Line>>) {
    if let Some(line) = line {
        let _ = line.stream.shutdown(Shutdown::Both);
    }
}

/// A connection; what it reads beyond a request is the beginning of the next.
pub(super) struct Connection {
    open: Arc<Open>,
    line: Arc<Line>,
    read: Vec<u8>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut lines = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.retain(|line| !Arc::ptr_eq(line, &self.line));
    }
}

/// A request, read whole.
pub(super) struct Request {
    pub method: String,
    /// As it was written, with what follows a `?`.
    pub target: String,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Whether another request may follow.
    pub stays: bool,
    /// Whether answers may come in pieces (HTTP/1.1).
    pub pieces: bool,
}

impl Request {
    /// The value of a header.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// Why there is no request.
pub(super) enum NoRequest {
    /// The connection has ended, or nothing came.
    Gone,
    /// Something came that is answered by a status and a message, and then the connection is closed.
    Wrong(u16, &'static str),
}

impl From<std::io::Error> for NoRequest {
    fn from(why: std::io::Error) -> NoRequest {
        match why.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                NoRequest::Wrong(408, "the request did not come whole in time")
            }
            _ => NoRequest::Gone,
        }
    }
}

impl Connection {
    /// The next request.
    ///
    /// # Errors
    /// If none comes, or what comes is none.
    pub(super) fn request(&mut self) -> Result<Request, NoRequest> {
        self.line.answering.store(false, Relaxed);
        if self.read.is_empty() && !self.more(Instant::now() + IDLE).is_ok_and(|length| length > 0) {
            return Err(NoRequest::Gone);
        }
        let until = Instant::now() + WHOLE_WITHIN;
        let (mut request, head) = loop {
            if let Some(found) = head(&self.read)? {
                break found;
            }
            if self.read.len() > MOST_HEAD {
                return Err(NoRequest::Wrong(431, "the head of the request is too long"));
            }
            self.some(until)?;
        };
        let length = length(&request)?;
        if request.value("Expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
            self.write(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        while self.read.len() < head + length {
            self.some(until)?;
        }
        request.body = self.read[head..head + length].to_vec();
        self.read.drain(..head + length);
        self.line.answering.store(true, Relaxed);
        Ok(request)
    }

    /// Reads what is there, waiting for it until then; nothing at the end.
    fn more(&mut self, until: Instant) -> std::io::Result<usize> {
        let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        self.line.stream.set_read_timeout(Some(left))?;
        let mut piece = [0; 16 << 10];
        let length = (&self.line.stream).read(&mut piece)?;
        self.read.extend_from_slice(&piece[..length]);
        Ok(length)
    }

    /// As [`Self::more`], where there must be something, and in time.
    fn some(&mut self, until: Instant) -> Result<(), NoRequest> {
        if Instant::now() > until {
            return Err(std::io::Error::from(ErrorKind::TimedOut).into());
        }
        if self.more(until)? == 0 { Err(NoRequest::Gone) } else { Ok(()) }
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// If nobody reads.
    pub(super) fn write(&self, bytes: &[u8]) -> std::io::Result<()> {
        (&self.line.stream).write_all(bytes)
    }

    /// Ends it after an answer to what was not read to its end: what still comes is passed over for a moment.
    pub(super) fn linger(&mut self) {
        let until = Instant::now() + LINGER;
        let _ = self.line.stream.shutdown(Shutdown::Write);
        while Instant::now() < until && self.more(until).is_ok_and(|length| length > 0) {
            self.read.clear();
        }
    }
}

/// The head of a request and its length, if all of it is there.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize)>, NoRequest> {
    let wrong = |message| NoRequest::Wrong(400, message);
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(NoRequest::Wrong(431, "the request has too many headers")),
        Err(_) => return Err(wrong("this is no request of HTTP")),
    };
    let mut known: Vec<(String, String)> = Vec::new();
    for header in parsed.headers.iter() {
        let value = std::str::from_utf8(header.value).map_err(|_| wrong("a header of the request is no text"))?;
        known.push((header.name.to_string(), value.trim().to_string()));
    }
    // Two of them could be understood in two ways.
    let twice = |name: &str| known.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name)).count() > 1;
    if ["Host", "Origin", "Content-Length", "Content-Type", "Transfer-Encoding"].into_iter().any(twice) {
        return Err(wrong("a header of the request stands there twice"));
    }
    let pieces = parsed.version == Some(1);
    let mut request = Request {
        method: parsed.method.unwrap_or_default().to_string(),
        target: parsed.path.unwrap_or_default().to_string(),
        headers: known,
        body: Vec::new(),
        stays: false,
        pieces,
    };
    request.stays = pieces && !request.value("Connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
    Ok(Some((request, length)))
}

/// How long the body is.
fn length(request: &Request) -> Result<usize, NoRequest> {
    if request.value("Transfer-Encoding").is_some() {
        return Err(NoRequest::Wrong(411, "the request does not say how long it is: send `Content-Length`"));
    }
    let Some(text) = request.value("Content-Length") else { return Ok(0) };
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NoRequest::Wrong(400, "the length of the request is no number"));
    }
    match text.parse::<usize>() {
        Ok(length) if length <= MOST_BYTES => Ok(length),
        _ => Err(NoRequest::Wrong(413, "the request is longer than 4 MB: send less at once")),
    }
}
