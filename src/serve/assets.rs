//! The page's own files, built by `web/` and carried by the program.

/// Path, kind and content.
const FILES: &[(&str, &str, &[u8])] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("../../web/dist/index.html")),
    ("/page.js", "text/javascript; charset=utf-8", include_bytes!("../../web/dist/page.js")),
    ("/editor.js", "text/javascript; charset=utf-8", include_bytes!("../../web/dist/editor.js")),
    ("/chunk.js", "text/javascript; charset=utf-8", include_bytes!("../../web/dist/chunk.js")),
    ("/page.css", "text/css; charset=utf-8", include_bytes!("../../web/dist/page.css")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../../web/dist/icon.svg")),
];

/// The file at a path, with its kind.
pub(super) fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = match path {
        "/index.html" => "/",
        "/favicon.ico" => "/icon.svg",
        path => path,
    };
    FILES.iter().find(|(known, _, _)| *known == path).map(|(_, kind, bytes)| (*kind, *bytes))
}
