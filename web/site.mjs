// Builds the page that needs no server, as plain files in site/: `npm ci && node site.mjs`. Any server of files will do, in any
// folder. It is the page of `rulesmith serve` with the program as WebAssembly beside it, pictures of all games, and the documents
// with every example to be tried.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { Marked } from "marked";
import { bundle, page } from "./build.mjs";
import { blockOf, wrapped } from "./examples.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "site");
/** What a first visit may load, compressed: in bytes. */
const MOST = 1_500_000;

/** The program as WebAssembly, by cargo. */
function program() {
  const target = "wasm32-unknown-unknown";
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
  const build = ["build", "--locked", "--package", "rulesmith-playground", "--profile", "playground", "--target", target];
  // A fault in the program is told by its text; where it stands in the sources would be 27 kB more to load.
  const env = { ...process.env, CARGO_INCREMENTAL: "0", RUSTC_BOOTSTRAP: "1", RUSTFLAGS: "-Zlocation-detail=none" };
  if (!existsSync(join(sysroot, "lib", "rustlib", target)) || process.env.DEBIAN_RUSTC) {
    if (!existsSync("/usr/lib/rustlib/src")) throw new Error(`no standard library for ${target}: rustup target add ${target}`);
    // Debian's compiler has the sources of the library, the toolchain in use the linker.
    const host = /host: (\S+)/.exec(execFileSync("rustc", ["-vV"], { cwd: root, encoding: "utf8" }))[1];
    Object.assign(env, { RUSTC: "/usr/bin/rustc", CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(sysroot, "lib", "rustlib", host, "bin", "rust-lld") });
    build.push("-Zbuild-std=std,panic_abort");
  }
  execFileSync("cargo", build, { cwd: root, env, stdio: "inherit" });
  const { target_directory } = JSON.parse(execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }));
  return join(target_directory, target, "playground", "rulesmith_playground.wasm");
}

/** The program, asked here as the page's worker asks it. */
async function engine(bytes) {
  let exports;
  let lines = [];
  const text = (at, length) => Buffer.from(exports.memory.buffer, at, length).toString();
  const env = {
    line: (at, length) => lines.push(JSON.parse(text(at, length))),
    complain: (at, length) => { throw new Error(text(at, length)); },
    now: () => performance.now(),
    keep: () => undefined,
    recall: () => 0n,
  };
  exports = (await WebAssembly.instantiate(bytes, { env })).instance.exports;
  const put = (text) => {
    const bytes = Buffer.from(text);
    const at = exports.alloc(bytes.length);
    Buffer.from(exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  };
  return (verb, body) => {
    lines = [];
    exports.answer(...put(verb), ...put(JSON.stringify(body)));
    const { result, error } = lines.at(-1);
    if (error) throw new Error(`${verb}: ${error.message} (${error.help ?? ""})`);
    return result;
  };
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
/** The address of a game that a link carries, as `src/share.ts` reads it. */
const link = (shared) => `index.html#/share/${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;

/** Names of headings as GitHub has them: our documents link to those. */
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

const PAGES = { index: "Games", language: "The language", pictures: "Pictures", search: "How it searches" };
const navigation = (here) => `<nav aria-label="Main">${Object.entries(PAGES).map(([name, title]) => `<a href="${name}.html"${name === here ? ' aria-current="page"' : ""}>${title}</a>`).join(" ")}</nav>`;

/** What the page without a server has besides: where it is, and that it loads nothing from elsewhere. */
const head = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'">`;
const dressed = (html, here) => html
  .replace('<html lang="en">', '<html lang="en" data-site="">')
  .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n${head}`)
  .replace(/<nav.*<\/nav>/, navigation(here));

/** A text of rules in the editor's colours: those of `text` from some place on. */
function coloured(ask, text, from) {
  let [html, at] = ["", from];
  for (const [start, end, kind] of ask("check", { text }).tokens) {
    if (start < at) continue;
    html += `${escaped(text.slice(at, start))}<span class="tok-${kind}">${escaped(text.slice(start, end))}</span>`;
    at = end;
  }
  return html + escaped(text.slice(at));
}

/** A block of a document. */
function block(ask, { kind, words, text }, where) {
  if (kind === "game" || kind === "item" || kind === "error") {
    const whole = kind === "game" ? text : wrapped(text);
    const { diagnostics } = ask("check", { text: whole });
    const wrong = kind === "error" ? !diagnostics.some((told) => told.code === words[0]) : diagnostics.some((told) => told.severity === "error");
    if (wrong) throw new Error(`${where}: this example is not what it says it is:\n${whole}\n${diagnostics.map((told) => told.message).join("\n")}`);
    const options = Object.fromEntries(words.filter((word) => word.startsWith("set=")).map((word) => word.slice(4).split("=")));
    const says = kind === "error" ? `<p class="says">${escaped(diagnostics.find((told) => told.code === words[0]).message)}</p>` : "";
    return `<div class="example ${kind}" data-options="${escaped(JSON.stringify(options))}"><pre tabindex="0"><code>${coloured(ask, whole, whole.length - text.length)}</code></pre>${says}<a class="try" href="${link({ text: whole })}">Try it</a></div>\n`;
  }
  if (kind === "query" || kind === "moves" || kind === "position") {
    const lines = text.split("\n").filter((line) => line.trim()).map((line) => {
      const [left, right] = line.split("=>").map((part) => part.trim());
      return `<li data-left="${escaped(left)}"><code>${escaped(left || "(at the start)")}</code> <span aria-label="gives">⇒</span> <code>${escaped(right)}</code></li>`;
    });
    return `<div class="lines-of" data-kind="${kind}"><ul>${lines.join("")}</ul></div>\n`;
  }
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
}

/** A document as a page. */
function documented(ask, name) {
  const markdown = readFileSync(join(root, "docs", `${name}.md`), "utf8");
  const contents = [];
  const renderer = {
    code({ text, lang }) {
      return block(ask, { ...blockOf(lang ?? ""), text: `${text}\n` }, `${name}.md`);
    },
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens);
      const plain = inner.replace(/<[^>]*>/g, "").replace(/&\w+;|&#\d+;/g, "");
      if (depth === 2) contents.push(`<li><a href="#${slug(plain)}">${inner}</a></li>`);
      return `<h${depth} id="${slug(plain)}">${inner}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const [, page, place = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
      if (page) return page in PAGES ? `<a href="${page}.html${place}">${inner}</a>` : inner;
      // What is in the repository alone is not here.
      return /^(#|https?:|mailto:)/.test(href) ? `<a href="${escaped(href)}">${inner}</a>` : inner;
    },
    table({ header, rows }) {
      const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      // A head without words is none.
      const head = header.some((cell) => cell.text) ? `<thead>${row(header, "th")}</thead>` : "";
      return `<div class="wide" tabindex="0" role="region" aria-label="A table"><table>${head}<tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`;
    },
  };
  const html = new Marked({ renderer }).parse(markdown);
  const list = contents.length > 3 ? `<nav class="contents" aria-label="On this page"><ol>${contents.join("")}</ol></nav>` : "";
  return dressed(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${PAGES[name]} – Rulesmith</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="document.css">
<script type="module" src="document.js"></script>
</head>
<body>
<header><a href="index.html" class="brand">Rulesmith</a><nav aria-label="Main"></nav></header>
<main class="document">${list}<article>${html}</article></main>
</body>
</html>
`, name);
}

/** What Rust's compiler takes for granted of WebAssembly. */
const FEATURES = ["bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "multivalue", "reference-types"];

/** The same program in fewer bytes: what is set twice is set once, what can only have one value is that value, functions that differ in constants alone are one, those that are called most get the shortest numbers, and what is left to tidy is tidied. */
function smaller(program) {
  const [tool, made] = [join(root, "web", "node_modules", "binaryen", "bin", "wasm-opt"), `${program}.opt`];
  execFileSync(process.execPath, [tool, "-O1", "--rse", "--vacuum", "--gufa", "--dae-optimizing", "--merge-similar-functions", "--dae-optimizing", "--remove-unused-brs", "--merge-blocks", "--coalesce-locals", "--vacuum", "--reorder-locals", "--reorder-functions", ...FEATURES.map((name) => `--enable-${name}`), program, "-o", made], { stdio: "inherit" });
  return made;
}

const wasm = readFileSync(smaller(program()));
const ask = await engine(wasm);
rmSync(out, { recursive: true, force: true });
await page(out);
await bundle("document.ts", out);
await bundle("document.css", out);
writeFileSync(join(out, "rulesmith.wasm"), wasm);
writeFileSync(join(out, "index.html"), dressed(readFileSync(join(out, "index.html"), "utf8"), "index"));
const known = Object.fromEntries(["about", "games", "templates"].map((verb) => [verb, ask(verb, {})]));
writeFileSync(join(out, "known.json"), JSON.stringify(known));
for (const folder of ["boards", "pictures"]) mkdirSync(join(out, folder));
for (const { name } of known.games.games) writeFileSync(join(out, "boards", `${name}.svg`), ask("show", { game: name, bare: true, coordinates: "none" }).svg);
for (const name of readdirSync(join(root, "docs", "pictures"))) copyFileSync(join(root, "docs", "pictures", name), join(out, "pictures", name));
for (const name of Object.keys(PAGES).filter((name) => name !== "index")) writeFileSync(join(out, `${name}.html`), documented(ask, name));

const loaded = ["index.html", "page.js", "chunk.js", "page.css", "worker.js", "rulesmith.wasm", "known.json", "icon.svg"];
const sum = (measure) => loaded.map((name) => measure(readFileSync(join(out, name)))).reduce((a, b) => a + b);
const [plain, gzip, brotli] = [sum((file) => file.length), sum((file) => gzipSync(file, { level: 9 }).length), sum((file) => brotliCompressSync(file).length)];
const files = readdirSync(out, { recursive: true }).filter((name) => statSync(join(out, name)).isFile());
const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`${files.length} files in ${out}; a first visit loads ${kB(plain)}, ${kB(gzip)} with gzip, ${kB(brotli)} with brotli`);
if (gzip > MOST) throw new Error(`a first visit loads more than ${MOST / 1000} kB`);
