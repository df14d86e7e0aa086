//! The page, served to a browser on this machine: `rulesmith serve`.
//!
//! Only the loopback is listened to; what comes with another `Host` or `Origin` is refused, so that no page of another site gets in.
//! Requests are bounded: their size, the work that they ask for, and how much of it goes on at once. What they mean is the
//! business of [`crate::wire`]; here are connections, the page's own files, and the folder of games.

mod assets;
mod connection;
mod folder;
mod http;
mod queue;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::compile::Backend;
use crate::session::{Error, Fault};
use crate::wire::Desk;
use connection::Open;
use folder::Folder;
use queue::Queue;

/// The port that is tried first: a page that is opened again finds what it kept in the browser.
const PORT: u16 = 8457;

/// Rules may nest and searches go deep: as much room as those have that the program itself looks at. What is not used costs nothing.
const STACK: usize = 64 << 20;

/// What is served.
pub struct Site {
    desk: Desk,
    folder: Arc<Folder>,
    queue: Queue,
    port: u16,
}

/// A server that listens.
pub struct Serving {
    listener: TcpListener,
    site: Arc<Site>,
}

/// Listens for a browser. `what` is a file or a folder of games; without it the current folder. `port` 0 takes any that is free.
///
/// # Errors
/// If there is no such file or folder, or the port is taken.
pub fn listen(what: Option<&Path>, port: Option<u16>, backend: Backend) -> Result<Serving, Error> {
    let folder = Arc::new(Folder::open(what)?);
    let at = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let listener = match port {
        Some(port) => at(port),
        None => at(PORT).or_else(|_| at(0)),
    };
    let listener = listener.map_err(|why| {
        let port = port.unwrap_or(0);
        Error::Environment(
            Fault::new(format!("can't listen on port {port}: {why}"))
                .help("take another one, or leave `--port` out: one that is free is found"),
        )
    })?;
    let port = listener.local_addr().map_or(0, |address| address.port());
    let bases = Box::new(folder::Beside(folder.clone()));
    let site = Site { desk: Desk::new(bases, backend, true), folder, queue: Queue::new(), port };
    Ok(Serving { listener, site: Arc::new(site) })
}

impl Serving {
    /// The address to open.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.site.port)
    }

    /// Answers until it is stopped.
    pub fn run(self, stop: &AtomicBool) {
        let over = Arc::new(AtomicBool::new(false));
        let address = (Ipv4Addr::LOCALHOST, self.site.port);
        let listening = {
            let over = over.clone();
            thread::Builder::new().name("listening".to_string()).spawn(move || self.accept(&over))
        };
        while !stop.load(Relaxed) && listening.as_ref().is_ok_and(|listening| !listening.is_finished()) {
            thread::sleep(Duration::from_millis(100));
        }
        // It looks up when somebody comes.
        over.store(true, Relaxed);
        let _ = TcpStream::connect(address);
        if let Ok(listening) = listening {
            let _ = listening.join();
        }
    }

    /// Each connection has a thread.
    fn accept(&self, over: &AtomicBool) {
        let open = Arc::new(Open::default());
        while !over.load(Relaxed) {
            let Ok((stream, _)) = self.listener.accept() else {
                // Files have run out, or whoever came is gone.
                open.make_room();
                thread::sleep(Duration::from_millis(10));
                continue;
            };
            let Some(connection) = open.keep(stream) else { continue };
            let site = self.site.clone();
            let work = move || http::converse(&site, connection);
            // Where the system has no more threads the connection is closed.
            let _ = thread::Builder::new().name("request".to_string()).stack_size(STACK).spawn(work);
        }
    }
}
