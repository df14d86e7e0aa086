//! The page, served to a browser on this machine: `rulesmith serve`.
//!
//! Only the loopback is listened to; what comes with another `Host` or `Origin` is refused, so that no page of another site gets in.
//! Requests are bounded: their size, the work that they ask for, and how much of it goes on at once. What they mean is the
//! business of [`crate::wire`]; here are connections, the page's own files, and the folder of games.

mod assets;
mod folder;
mod http;
mod queue;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use tiny_http::Server;

use crate::compile::Backend;
use crate::session::{Error, Fault};
use crate::wire::Desk;
use folder::Folder;
use queue::Queue;

/// The port that is tried first: a page that is opened again finds what it kept in the browser.
const PORT: u16 = 8457;

/// So many requests are looked at side by side; others are told to come again.
const MOST_AT_ONCE: usize = 128;

/// What is served.
pub struct Site {
    desk: Desk,
    folder: Arc<Folder>,
    queue: Queue,
    port: u16,
}

/// A server that listens.
pub struct Serving {
    server: Server,
    site: Arc<Site>,
}

/// Listens for a browser. `what` is a file or a folder of games; without it the current folder. `port` 0 takes any that is free.
///
/// # Errors
/// If there is no such file or folder, or the port is taken.
pub fn listen(what: Option<&Path>, port: Option<u16>, backend: Backend) -> Result<Serving, Error> {
    let folder = Arc::new(Folder::open(what)?);
    let at = |port| Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let server = match port {
        Some(port) => at(port),
        None => at(PORT).or_else(|_| at(0)),
    };
    let server = server.map_err(|why| {
        let port = port.unwrap_or(0);
        Error::Environment(
            Fault::new(format!("can't listen on port {port}: {why}"))
                .help("take another one, or leave `--port` out: one that is free is found"),
        )
    })?;
    let port = server.server_addr().to_ip().map_or(0, |address| address.port());
    let bases = Box::new(folder::Beside(folder.clone()));
    let site = Site { desk: Desk::new(bases, backend, true), folder, queue: Queue::new(), port };
    Ok(Serving { server, site: Arc::new(site) })
}

impl Serving {
    /// The address to open.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.site.port)
    }

    /// Answers until it is stopped.
    pub fn run(&self, stop: &AtomicBool) {
        let working = Arc::new(());
        while !stop.load(Relaxed) {
            let Ok(Some(request)) = self.server.recv_timeout(Duration::from_millis(100)) else { continue };
            if Arc::strong_count(&working) > MOST_AT_ONCE {
                http::refuse_busy(request);
                continue;
            }
            let (site, token) = (self.site.clone(), working.clone());
            let work = move || {
                http::answer(&site, request);
                drop(token);
            };
            // Where the system has no more threads the request is dropped, and its connection closed.
            let _ = thread::Builder::new().name("request".to_string()).spawn(work);
        }
    }
}
