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
    // All that the page loads; the worker is that of the page without a server.
    for file in std::fs::read_dir("web/dist").unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert_eq!(get(&format!("/{name}")), if name == "worker.js" { 404 } else { 200 }, "{name}");
    }
}

#[test]
fn requests_are_bounded() {
    let server = Server::start("size");
    let json = "Content-Type: application/json\r\n";
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(5 << 20));
    assert_eq!(status(&server.ask_with("check", &large, json)), 413);
    let head = |more: &str| {
        let host = format!("Host: 127.0.0.1:{}\r\n{json}", server.port);
        format!("POST /api/check HTTP/1.1\r\n{host}{more}\r\n\r\n")
    };
    let asked = |request: &str| status(&server.raw(request.as_bytes()));
    // Said to be large, without being sent; of no length; of two; endless, in pieces.
    for length in ["100000000000", "99999999999999999999999", "4194305"] {
        assert_eq!(asked(&head(&format!("Content-Length: {length}"))), 413, "{length}");
    }
    for length in ["-1", "1e9", "", "+5", "5\r\nContent-Length: 6"] {
        assert_eq!(asked(&head(&format!("Content-Length: {length}"))), 400, "{length}");
    }
    let piece = format!("100000\r\n{}\r\n", "x".repeat(1 << 20));
    assert_eq!(asked(&format!("{}{}", head("Transfer-Encoding: chunked"), piece.repeat(6))), 411);
    // Heads without end.
    assert_eq!(asked(&head(&format!("X: {}", "y".repeat(1 << 20)))), 431);
    assert_eq!(asked(&head(&"X: y\r\n".repeat(100))), 431);
    assert_eq!(asked(&"y".repeat(1 << 20)), 431);
    assert_eq!(asked("\0\x01 nonsense\r\n\r\n"), 400);
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
fn whoever_sends_nothing_is_in_nobody_s_way() {
    let server = Server::start("idle");
    let begun = format!("POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 100\r\n\r\n", server.port);
    // More than there is room for: silent ones, beginnings of heads, and of bodies.
    let silent: Vec<TcpStream> = (0..600)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
            let _ = stream.write_all(&begun.as_bytes()[..[0, 20, begun.len()][number % 3]]);
            stream
        })
        .collect();
    for _ in 0..5 {
        assert_eq!(server.ask("about", &json!({}))["result"]["files"], true);
    }
    drop(silent);
}

#[test]
fn several_requests_come_over_one_connection() {
    let server = Server::start("stays");
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    let ask = |verb: &str, body: &str, more: &str| {
        let (port, length) = (server.port, body.len());
        format!(
            "POST /api/{verb} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}Content-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
    };
    let think = ask("think", r#"{"game":"tic-tac-toe","depth":2}"#, "");
    let all = format!("{}{think}{}", ask("about", "{}", ""), ask("nothing", "{}", "Connection: close\r\n"));
    // In pieces that end anywhere.
    for piece in all.as_bytes().chunks(37) {
        stream.write_all(piece).expect("it reads");
    }
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers, and closes");
    let answers: Vec<&str> = text.split("HTTP/1.1 200 OK").skip(1).collect();
    assert_eq!(answers.len(), 3, "{text}");
    assert!(
        answers[0].contains("version") && answers[1].contains("\"best\"") && answers[2].contains("no verb"),
        "{text}"
    );
    // As simple programs ask.
    let old =
        server.raw(ask("think", r#"{"game":"tic-tac-toe","depth":2}"#, "").replace("HTTP/1.1", "HTTP/1.0").as_bytes());
    assert!(!old.contains("chunked") && old.trim_end().ends_with('}'), "{old}");
    let head = format!("HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", server.port);
    assert!(server.raw(head.as_bytes()).ends_with("\r\n\r\n"));
}

#[test]
fn rules_that_nest_end_nothing() {
    let server = Server::start("nests");
    for open in ["(", "not ", "-", "if 1 { "] {
        let text = format!("game \"x\"\nboard square 3x3\nlet a = {}", open.repeat(100_000));
        assert_eq!(server.ask("check", &json!({ "text": text }))["result"]["ok"], false);
    }
    assert_eq!(server.ask("about", &json!({}))["result"]["files"], true);
}

/// Whether the server is killed before, while or after it writes: one of the two texts is there, whole.
#[test]
fn a_text_is_whole_after_a_server_is_killed() {
    let texts = ["a", "b"].map(|letter| format!("game \"{letter}\"\n{}", letter.repeat(400_000)));
    for wait in 0..12_u32 {
        let mut server = Server::start("killed");
        let file = server.folder.join("mine.game");
        std::fs::write(&file, &texts[0]).expect("a file");
        let stamp = server.ask("read", &json!({ "path": "mine.game" }))["result"]["stamp"].clone();
        let body = json!({ "path": "mine.game", "text": texts[1], "stamp": stamp }).to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        let head = format!(
            "POST /api/save HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            server.port,
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("it reads");
        // Work of this thread, as long as some of the writing: no two rounds end at the same place.
        let worked: u64 = (0..u64::from(wait) * 200_000).fold(1, |sum, n| sum.wrapping_mul(31).wrapping_add(n));
        assert_ne!(worked, 0);
        server.child.kill().expect("it runs");
        server.child.wait().expect("it ends");
        let known = std::fs::read_to_string(&file).expect("it is there");
        assert!(texts.contains(&known), "{} characters are left", known.len());
        let games = std::fs::read_dir(&server.folder).expect("it is there").flatten();
        assert_eq!(games.filter(|entry| entry.path().extension().is_some_and(|kind| kind == "game")).count(), 1);
    }
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
