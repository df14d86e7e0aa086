//! The page's server: who may ask, what may be asked, and files that are never lost.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A server on a folder of its own; it ends with the value.
struct Server {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("rulesmith-serve-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulesmith"))
            .args(["serve", "--port", "0"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says its address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        Server { child, port: port.expect("a port"), folder }
    }

    /// Sends a request as it is, and reads the answer until the server has no more to say.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        // Who is refused early may find the line closed.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask_with(&self, verb: &str, body: &str, headers: &str) -> String {
        let host = format!("Host: 127.0.0.1:{}\r\n", self.port);
        let host = if headers.contains("Host:") { "" } else { host.as_str() };
        let length = body.len();
        self.raw(
            format!("POST /api/{verb} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}")
                .as_bytes(),
        )
    }

    fn ask(&self, verb: &str, body: &Value) -> Value {
        let answer = self.ask_with(verb, &body.to_string(), "Content-Type: application/json\r\n");
        let line = answer.lines().rfind(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{verb}: {answer}"));
        serde_json::from_str(line).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer:?}"))
}

#[test]
fn only_its_own_pages_and_programs_here_may_ask() {
    let server = Server::start("who");
    let (json, own) = ("Content-Type: application/json\r\n", format!("http://127.0.0.1:{}", server.port));
    let asked = |headers: &str| status(&server.ask_with("about", "{}", headers));
    assert_eq!(asked(json), 200);
    assert_eq!(asked(&format!("{json}Origin: {own}\r\n")), 200);
    assert_eq!(asked(&format!("{json}Host: localhost:{}\r\n", server.port)), 200);
    assert_eq!(asked(&format!("{json}Origin: http://elsewhere.example\r\n")), 403);
    assert_eq!(asked(&format!("{json}Origin: null\r\n")), 403);
    assert_eq!(asked(&format!("{json}Host: elsewhere.example\r\n")), 403);
    assert_eq!(asked(&format!("{json}Host: 127.0.0.1:1\r\n")), 403);
    // A form of another site could send this.
    assert_eq!(asked("Content-Type: text/plain\r\n"), 415);
    let get = |path: &str| {
        let host = format!("Host: 127.0.0.1:{}", server.port);
        status(&server.raw(format!("GET {path} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n").as_bytes()))
    };
    assert_eq!(
        (get("/"), get("/page.js"), get("/api/about"), get("/../Cargo.toml"), get("/x")),
        (200, 200, 405, 404, 404)
    );
}

#[test]
fn requests_are_bounded() {
    let server = Server::start("size");
    let json = "Content-Type: application/json\r\n";
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(5 << 20));
    assert_eq!(status(&server.ask_with("check", &large, json)), 413);
    // Said to be large, without being sent.
    let head = format!(
        "POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{json}Connection: close\r\nContent-Length: 100000000000\r\n\r\n",
        server.port
    );
    for _ in 0..3 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        stream.write_all(head.as_bytes()).expect("it reads");
    }
    // Endless, in pieces.
    let pieces = format!(
        "POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{json}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.port
    );
    let piece = format!("100000\r\n{}\r\n", "x".repeat(1 << 20));
    assert_eq!(status(&server.raw(format!("{pieces}{}0\r\n\r\n", piece.repeat(6)).as_bytes())), 413);
    // It goes on.
    for _ in 0..5 {
        assert_eq!(server.ask("about", &json!({}))["result"]["native"], cfg!(feature = "jit"));
    }
    assert_eq!(server.ask("about", &json!({}))["result"]["files"], true);
    assert!(
        server.ask("nothing", &json!({}))["error"]["message"].as_str().is_some_and(|text| text.contains("no verb"))
    );
}

#[test]
fn files_stay_in_the_folder() {
    let server = Server::start("paths");
    let outside = server.folder.with_extension("game");
    std::fs::write(&outside, "game \"Secret\"").expect("a file");
    std::fs::create_dir_all(server.folder.join("inner")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, server.folder.join("link.game")).expect("a link");
    let name = outside.file_name().expect("a name").to_string_lossy().into_owned();
    let mut paths = vec![format!("../{name}"), outside.display().to_string(), "x.txt".to_string(), String::new()];
    paths.extend(["inner/../../x.game", "./x.game", "a\\..\\x.game", "nowhere/x.game", "x.game\0"].map(str::to_string));
    if cfg!(unix) {
        paths.push("link.game".to_string());
    }
    for path in paths {
        for body in [json!({ "path": path }), json!({ "path": path, "text": "game \"Mine\"" })] {
            let verb = if body.get("text").is_some() { "save" } else { "read" };
            let answer = server.ask(verb, &body);
            assert!(answer.get("error").is_some(), "{verb} {path}: {answer}");
        }
        let extends = json!({ "text": format!("extends {path:?}\n"), "path": "mine.game" });
        assert!(!server.ask("check", &extends).to_string().contains("Secret"), "{path}");
    }
    assert_eq!(std::fs::read_to_string(&outside).expect("it is there"), "game \"Secret\"");
    std::fs::remove_file(outside).expect("it is there");
}

#[test]
fn what_others_wrote_is_not_written_over() {
    let server = Server::start("save");
    let file = server.folder.join("a.game");
    let fresh = server.ask("save", &json!({ "path": "a.game", "text": "one" }));
    let stamp = fresh["result"]["stamp"].clone();
    assert_eq!(server.ask("read", &json!({ "path": "a.game" }))["result"], json!({ "text": "one", "stamp": stamp }));
    // Without a stamp the file must not be there yet.
    assert_eq!(server.ask("save", &json!({ "path": "a.game", "text": "two" }))["result"]["changed"]["text"], "one");
    std::fs::write(&file, "theirs").expect("it is writable");
    let refused = server.ask("save", &json!({ "path": "a.game", "text": "two", "stamp": stamp }));
    assert_eq!(refused["result"]["changed"]["text"], "theirs");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "theirs");
    let known = refused["result"]["changed"]["stamp"].clone();
    assert!(
        server.ask("save", &json!({ "path": "a.game", "text": "two", "stamp": known }))["result"]["stamp"].is_string()
    );
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "two");
    let files = server.ask("files", &json!({}))["result"]["files"].clone();
    assert_eq!(files, json!([{ "path": "a.game", "title": null }]));
}

#[test]
fn long_work_ends_with_the_connection() {
    let server = Server::start("stop");
    let body = json!({ "game": "go", "time_ms": 600_000, "eval": "guessed" }).to_string();
    let request = format!(
        "POST /api/think HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.port,
        body.len()
    );
    // More than there are places for: if those that are left were not given up, the last would wait for ten minutes.
    for _ in 0..20 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line).expect("it answers");
        assert_eq!(status(&line), 200);
    }
    let last = server.ask("think", &json!({ "game": "tic-tac-toe", "depth": 2 }));
    assert_eq!(last["result"]["depth"], 2);
}
