// Drives the real page in a real browser: `node tests/page.mjs [ADDRESS|site] [MOVES]`. Without an address (or with `-`) it starts the
// program (RULESMITH, or the one that cargo built last) on a folder of its own; `site` is the page that `node site.mjs` has built.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const axe = readFileSync(join(here, "..", "node_modules", "axe-core", "axe.min.js"), "utf8");
const moves = Number(process.argv[3] ?? 100);
const still = process.argv[2] === "site";
const served = !still && [undefined, "-"].includes(process.argv[2]);
let address = served || still ? null : process.argv[2];
let server;
const folder = mkdtempSync(join(tmpdir(), "rulesmith-"));

async function start() {
  const program = process.env.RULESMITH ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulesmith")).find(existsSync);
  assert(program, "build the program first: cargo build");
  server = spawn(program, ["serve", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((done) => server.stdout.on("data", (data) => { const found = /http:\S+/.exec(String(data)); if (found) done(found[0]); }));
}

/** Serves the files of the site, and nothing else, below a folder: as any server would. */
async function serveFiles() {
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };
  const files = createServer((request, response) => {
    const [, path] = /^\/somewhere\/([\w/.-]*)(\?|$)/.exec(request.url) ?? [];
    const file = join(root, "site", path || "index.html");
    if (path === undefined || path.includes("..") || !existsSync(file)) {
      if (!/favicon/.test(request.url)) troubles.push(`${request.method} ${request.url}: there is no such file`);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": kinds[file.split(".").pop()] }).end(readFileSync(file));
  });
  await new Promise((done) => files.listen(0, "127.0.0.1", done));
  files.unref();
  address = `http://127.0.0.1:${files.address().port}/somewhere/`;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const outside = [];
const troubles = [];
let context;

/** A browser that has never been here: what one journey leaves behind, drafts and open pages, is none of the next one's. */
async function visitor() {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.on("request", (request) => { if (address && !request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) outside.push(request.url()); });
}

async function open(hash, before = async () => undefined) {
  const page = await context.newPage();
  await before(page);
  // Long enough for a machine that does much else.
  page.setDefaultTimeout(120000);
  page.on("pageerror", (error) => troubles.push(`${hash}: ${error.message}`));
  await page.goto(`${address}${hash}`);
  return page;
}

async function game(name, before) {
  const page = await open(`#/game/${name}`, before);
  await page.locator(".picture svg").waitFor();
  for (const select of await page.locator("#panel-game select").all()) {
    if ((await select.inputValue()) === "engine") await select.selectOption("you");
  }
  return page;
}

/** What the page knows of the position, asked of the engine again by the moves that the page shows. */
const shown = (page) => page.evaluate(() => window.rulesmith.table.shown);
const settled = (page, plies) => page.waitForFunction((plies) => window.rulesmith?.table.shown?.played.length === plies, plies);

/** Clicks one step after the other. */
async function enter(page, steps) {
  for (const step of steps) {
    if (step.word !== undefined) await page.locator(".words").getByRole("button", { name: step.word, exact: true }).click();
    else {
      const selector = step.cell !== undefined ? `[data-cell="${step.cell}"]` : `[data-kind="${step.hand}"][data-hand]`;
      const player = (await shown(page)).players[(await shown(page)).to_move];
      const found = step.cell !== undefined ? page.locator(`.picture ${selector}`).first() : page.locator(`.picture [data-hand="${player}"][data-kind="${step.hand}"]`).first();
      const box = await found.boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
  }
}

/** Plays on at random until a position is as it is wanted; the number of plies. */
async function play(page, wanted) {
  for (let plies = 0; plies < 400; plies++) {
    const now = await shown(page);
    if (wanted(now)) return now.played.length;
    if (now.to_move === null) await page.evaluate(() => window.rulesmith.table.begin(null, []));
    else await page.evaluate((text) => window.rulesmith.table.play(text), now.legal[random(now.legal.length)].text);
  }
  throw new Error("there was no such position");
}

let seed = 7;
const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * below); };

/** Random moves entered by clicks; each must be the one that was meant. */
async function clicks(name, number) {
  const page = await game(name);
  let made = 0;
  const used = new Set();
  while (made < number) {
    const now = await shown(page);
    if (now.legal.length === 0) {
      await page.getByRole("button", { name: "New game" }).click();
      await settled(page, 0);
      continue;
    }
    const move = now.legal[random(now.legal.length)];
    await enter(page, move.steps);
    await settled(page, now.played.length + 1).catch(() => { throw new Error(`${name}: ${JSON.stringify(move)} at ${now.position}`); });
    const after = await shown(page);
    assert.equal(after.played.at(-1).text, move.text, `${name}: ${JSON.stringify(move)}`);
    assert.equal(after.lost, null);
    used.add(move.steps.map((step) => Object.keys(step)[0]).join(" "));
    made++;
  }
  await page.close();
  return used.size;
}

const journeys = {
  async "the library is found through"() {
    const page = await open("#/");
    await page.getByRole("link", { name: /Breakthrough/ }).first().waitFor();
    await page.getByLabel("Find a game").fill("hexagon");
    await page.getByRole("link", { name: /Glinski|Gliński|Havannah|hexagon/i }).first().waitFor();
    await page.waitForFunction(() => ![...document.querySelectorAll(".cards strong")].some((title) => title.textContent === "Breakthrough"));
    for (const [word, title] of [["go", "Go"], ["checkers", "Checkers 6x6"], ["reversi", "Othello"], ["hex", "Hex"]]) {
      await page.getByLabel("Find a game").fill(word);
      await page.waitForFunction((title) => document.querySelector(".cards strong")?.textContent === title, title);
    }
    await page.getByLabel("Find a game").fill("draugths");
    await page.getByText("Did you mean draughts?").waitFor();
    // Where nothing fits it is said what may be tried.
    await page.getByLabel("Find a game").fill("go qwqwqw");
    await page.getByText("There are games for").getByRole("button", { name: "go", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".cards strong")?.textContent === "Go");
    await page.getByLabel("Find a game").fill("qwqwqw");
    await page.getByText("Try the English name of a game").waitFor();
    // Back, it is as it was left.
    await page.setViewportSize({ width: 700, height: 500 });
    await page.getByLabel("Find a game").fill("chess");
    const tenth = page.locator(".cards a").nth(20);
    await tenth.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    assert(before > 300);
    await tenth.click();
    await page.locator(".picture svg").waitFor();
    await page.goBack();
    await page.locator(".cards a").nth(20).waitFor();
    assert.equal(await page.getByLabel("Find a game").inputValue(), "chess");
    await page.waitForFunction((before) => Math.abs(scrollY - before) < 300, before);
    await page.close();
  },
  async "a link that is broken is told"() {
    for (const hash of ["#/game/%E0%A4%A", "#/share/%"]) {
      const page = await open(hash);
      await page.getByRole("alert").getByText("this link is broken").waitFor();
      await page.close();
    }
  },
  async "a game is there again after a reload, back and forward"() {
    const page = await game("chess");
    for (const [ply, move] of ["e4", "e5", "Nf3"].entries()) {
      await page.evaluate((move) => window.rulesmith.table.play(move), move);
      await settled(page, ply + 1);
    }
    await page.getByRole("button", { name: "One back" }).click();
    await settled(page, 2);
    const taken = await page.evaluate(() => !document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true })));
    assert.equal(taken, false, "the browser's own keys are the browser's");
    const there = async (plies, length, player) => {
      await settled(page, plies);
      const [moves, players] = await page.evaluate(() => [window.rulesmith.table.moves.length, window.rulesmith.table.players]);
      assert.deepEqual([moves, players[1]], [length, player]);
    };
    await page.reload();
    await there(2, 3, "you");
    await page.evaluate(() => { location.hash = "#/game/hex"; });
    await page.waitForFunction(() => window.rulesmith.table.shown?.title === "Hex");
    assert.equal((await shown(page)).played.length, 0);
    await page.goBack();
    await page.waitForFunction(() => window.rulesmith.table.shown?.title === "Chess");
    await there(2, 3, "you");
    // A link that was made of it is no way back behind what was played since.
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForURL(/#\/share\//);
    await page.evaluate(() => window.rulesmith.table.play("d4"));
    await settled(page, 3);
    await page.reload();
    await there(3, 3, "you");
    assert.equal((await shown(page)).played[2].shown, "d4");
    await page.close();
  },
  async "what a choice does is written on it"() {
    const page = await game("shogi");
    await page.evaluate(() => window.rulesmith.table.begin("4k4/9/9/P8/9/9/9/9/4K4[] b 1", []));
    await page.waitForFunction(() => window.rulesmith.table.shown.position.startsWith("4k4/9/9/P8"));
    await enter(page, [{ cell: "a6" }, { cell: "a7" }]);
    assert.deepEqual(await page.locator(".words button").allTextContents().then((all) => all.sort()), ["Back", "don't promote", "promote"]);
    await page.getByRole("button", { name: "promote", exact: true }).click();
    await settled(page, 1);
    await page.close();
  },
  async "what is typed in the rules takes no move away"() {
    const page = await game("tic-tac-toe");
    for (const [ply, cell] of ["a1", "c3", "b2"].entries()) {
      await enter(page, [{ cell }]);
      await settled(page, ply + 1);
    }
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    const title = page.getByRole("heading", { level: 1 });
    assert.equal(await title.textContent(), "Tic-tac-toe");
    await page.getByText("How it is played").click();
    await page.locator(".about").getByText("3 by 3").first().waitFor();
    const write = (from, to) => page.evaluate(([from, to]) => { window.rulesmith.write(window.rulesmith.table.text.replace(from, to)); }, [from, to]);
    await write("3x3", "3x2");
    await settled(page, 1);
    await page.getByRole("alert").getByText("are kept until you play on").waitFor();
    await title.getByText("rules changed, not saved").waitFor();
    await page.locator(".about").getByText("3 by 2").first().waitFor();
    await write("3x2", "4x4");
    await settled(page, 3);
    assert.equal(await page.getByRole("alert").count(), 0);
    await write("4x4", "3x2");
    await settled(page, 1);
    await page.evaluate(() => window.rulesmith.table.play("b1"));
    await settled(page, 2);
    assert.equal(await page.evaluate(() => window.rulesmith.table.moves.length), 2, "who plays on goes on from there");
    const library = await open("#/");
    await library.locator(".cards a", { hasText: "Tic-tac-toe" }).filter({ hasText: "rules changed, not saved" }).first().waitFor();
    await library.close();
    await page.close();
  },
  async "a piece is dragged by a finger, and the page scrolls elsewhere"() {
    const touch = await browser.newContext({ viewport: { width: 400, height: 500 }, hasTouch: true, isMobile: true });
    const page = await touch.newPage();
    await page.goto(`${address}#/game/breakthrough`);
    await page.waitForFunction(() => window.rulesmith?.table?.shown?.legal.length > 0);
    await page.evaluate(() => window.rulesmith.table.seat(1, "you"));
    const client = await touch.newCDPSession(page);
    const at = async (cell) => { const box = await page.locator(`.picture [data-cell="${cell}"]`).first().boundingBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
    const drag = async (from, to) => {
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
      for (let part = 1; part <= 8; part++) {
        await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from.x + ((to.x - from.x) * part) / 8, y: from.y + ((to.y - from.y) * part) / 8 }] });
      }
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await page.locator(".picture").scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await drag(await at("b2"), await at("b3"));
    await settled(page, 1);
    assert.equal(await page.evaluate(() => scrollY), before);
    const from = await at("d5");
    await drag(from, { x: from.x, y: from.y - 120 });
    await page.waitForFunction((before) => scrollY > before + 40, before);
    // Where a touch is a move, one that scrolls, or zooms by a second finger, is none.
    await page.goto(`${address}#/game/hex`);
    await page.waitForFunction(() => window.rulesmith?.table?.shown?.title === "Hex");
    await page.evaluate(() => window.rulesmith.table.seat(1, "you"));
    await page.locator(".picture").scrollIntoViewIfNeeded();
    const middle = await at("f6");
    await drag(middle, { x: middle.x, y: middle.y - 120 });
    await page.locator(".picture").scrollIntoViewIfNeeded();
    const one = await at("f6");
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ ...one, id: 1 }] });
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ ...one, id: 1 }, { x: one.x + 60, y: one.y, id: 2 }] });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.deepEqual(await page.evaluate(() => window.rulesmith.table.moves), []);
    const { x, y } = await at("f6");
    await page.touchscreen.tap(x, y);
    await settled(page, 1);
    await touch.close();
  },
  async "the board is not larger than the screen"() {
    const page = await game("breakthrough");
    for (const size of [{ width: 640, height: 450 }, { width: 667, height: 375 }, { width: 844, height: 390 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      const box = await page.locator(".picture svg").boundingBox();
      assert(box.width <= size.width && box.height <= size.height, JSON.stringify([size, box]));
    }
    // Nor are the choices below it out of sight, where it stands beside the panels.
    for (const size of [{ width: 1100, height: 800 }, { width: 1280, height: 720 }]) {
      await page.setViewportSize(size);
      const box = await page.locator(".words").boundingBox();
      assert(box.y + box.height <= size.height, JSON.stringify([size, box]));
    }
    await page.close();
  },
  async "a board of many cells is scrolled on a phone, and its cells met by a finger"() {
    for (const name of ["twixt", "alice-chess"]) {
      const page = await game(name);
      await page.setViewportSize({ width: 360, height: 640 });
      const cells = page.locator(".picture [data-cell]:not([data-kind])");
      const size = async () => { const box = await cells.first().boundingBox(); return Math.min(box.width, box.height); };
      await page.waitForFunction(() => document.querySelector(".picture.large"));
      assert((await size()) >= 27.9, `${name}: ${await size()}`);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= 360 && document.querySelector(".picture").clientHeight < 640));
      // All of it can be scrolled to; what the other side has moved is in sight.
      const names = await cells.evaluateAll((all) => all.map((one) => one.dataset.cell));
      await page.locator(`.picture [data-cell="${names.at(-1)}"]`).first().scrollIntoViewIfNeeded();
      assert((await page.locator(".picture").evaluate((box) => box.scrollLeft)) > 0);
      await page.locator(".picture").evaluate((box) => box.scrollTo(0, 0));
      const move = (await shown(page)).legal.at(-1);
      const plies = (await shown(page)).played.length;
      await page.evaluate((text) => window.rulesmith.table.play(text), move.text);
      await settled(page, plies + 1);
      await page.waitForFunction(() => {
        const [last, frame] = [".picture .last-move", ".picture"].map((name) => [...document.querySelectorAll(name)].at(-1)?.getBoundingClientRect());
        if (!last) return false;
        return last.left >= frame.left - 1 && last.right <= frame.right + 1 && last.top >= frame.top - 1 && last.bottom <= frame.bottom + 1;
      });
      await page.getByRole("button", { name: "Whole board" }).click();
      assert(await page.locator(".picture svg").evaluate((svg) => svg.getBoundingClientRect().width <= 360));
      await page.close();
    }
    const page = await game("chess");
    await page.setViewportSize({ width: 360, height: 640 });
    assert.equal(await page.getByRole("button", { name: "Whole board" }).isVisible(), false);
    await page.close();
  },
  async "the board is heard, and one stop for the Tab key"() {
    const page = await game("chess");
    await page.getByRole("img", { name: "a1, White Rook", exact: true }).waitFor();
    await page.getByRole("button", { name: "a2, White Pawn", exact: true }).waitFor();
    for (const name of ["chess", "go", "hex", "nine-mens-morris", "mu-torere", "shogi", "english-draughts"]) {
      const other = await game(name);
      const [stops, all, reached] = await other.evaluate(() => {
        const { board } = window.rulesmith;
        const all = [...document.querySelectorAll(".picture [tabindex]")];
        const reached = new Set(all.slice(0, 1));
        for (const element of reached) for (const way of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
          const found = board.beside(element, way);
          if (found) reached.add(found);
        }
        return [all.filter((element) => element.getAttribute("tabindex") === "0").length, all.length, reached.size];
      });
      assert.deepEqual([stops, reached], [1, all], name);
      if (name === "shogi") await other.getByRole("img", { name: "Black, in hand: 0 Pawn", exact: true }).waitFor();
      await other.close();
    }
    // The frame of the focus is above all else.
    await page.locator('.picture [tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.querySelector(".picture svg").lastElementChild.getAttribute("class")), "focus");
    await page.close();
  },
  async "a click that leads nowhere says why, and a hint is one's own"() {
    const page = await game("chess");
    await enter(page, [{ cell: "a1" }]);
    await page.getByText("White Rook on a1 can't move now.").waitFor();
    await enter(page, [{ cell: "a8" }]);
    await page.getByText("Black Rook on a8 can't move: White is to move.").waitFor();
    await page.evaluate(() => window.rulesmith.table.play("Ke5"));
    await page.getByRole("alert").getByText("Ke5").waitFor();
    await enter(page, [{ cell: "e2" }]);
    assert.equal(await page.getByRole("alert").count(), 0, "what was wrong before is gone");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText(/^Hint: /).waitFor();
    await page.evaluate(() => window.rulesmith.table.play("e4"));
    await settled(page, 1);
    assert.equal(await page.getByText(/^Hint: /).count(), 0);
    await page.getByLabel("level").selectOption("9");
    await page.locator("#panel-game select").nth(1).selectOption("engine");
    assert.equal(await page.getByRole("button", { name: "Hint" }).isDisabled(), true);
    await page.close();
  },
  async "what a player plays with is seen beside the name"() {
    for (const [name, signs] of [["chess", 2], ["go", 2], ["hex", 2], ["oware", 0]]) {
      const page = await game(name);
      const all = page.locator("#panel-game .sign svg");
      if (signs) {
        await all.nth(1).waitFor();
        // Both are other pictures, as large as they should be, with something in them.
        const drawn = await all.evaluateAll((all) => all.map((svg) => [svg.innerHTML, svg.getBBox().width > 10, Number(svg.getAttribute("viewBox").split(" ")[2]) < 200]));
        assert(drawn[0][0] !== drawn[1][0] && drawn.every(([, full, tight]) => full && tight), `${name}: ${JSON.stringify(drawn)}`);
      }
      assert.equal(await all.count(), signs, name);
      await page.close();
    }
  },
  async "a game offers what it can be kept as, and its options"() {
    const page = await game("go");
    const forms = () => page.locator("#panel-game button").filter({ hasText: /^(PGN|PDN|SGF|text)$/ }).allTextContents();
    assert.deepEqual(await forms(), ["PGN", "SGF", "text"]);
    await page.getByText("Options", { exact: true }).click();
    await page.getByRole("spinbutton", { name: "size" }).fill("9");
    await page.getByRole("spinbutton", { name: "size" }).blur();
    await page.waitForFunction(() => window.rulesmith.table.shown.cells.length === 81);
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForURL(/#\/share\//);
    const other = await open(new URL(page.url()).hash);
    await other.waitForFunction(() => window.rulesmith?.table?.shown?.cells.length === 81);
    await other.close();
    await page.close();
    const chess = await game("chess");
    assert.deepEqual(await chess.locator("#panel-game button").filter({ hasText: /^(PGN|PDN|SGF|text)$/ }).allTextContents(), ["PGN", "text"]);
    await chess.getByText("What the rules remember").waitFor();
    assert.equal(await chess.locator(".counters dl").isVisible(), false);
    await chess.close();
  },
  async "answers go when what they are about goes"() {
    const page = await game("tic-tac-toe");
    const answer = page.locator(".answer");
    for (const [ply, cell] of ["a1", "a2", "b1", "b2"].entries()) {
      await enter(page, [{ cell }]);
      await settled(page, ply + 1);
    }
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Solve" }).click();
    await answer.getByText("For X: win").waitFor();
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".terms tbody tr").first().waitFor();
    await page.getByRole("button", { name: "Graph" }).click();
    const ply = page.getByRole("slider", { name: "Ply" });
    await ply.waitFor();
    await page.waitForFunction(() => document.querySelector(".graph input").max === "4" && document.querySelector(".answer").textContent === "");
    await page.locator(".graph text").first().getByText("X").waitFor();
    await ply.focus();
    await page.keyboard.press("Home");
    await settled(page, 0);
    await page.keyboard.press("ArrowRight");
    await settled(page, 1);
    await page.keyboard.press("End");
    await settled(page, 4);
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".terms tbody tr").first().waitFor();
    await enter(page, [{ cell: "c1" }]);
    await settled(page, 5);
    assert.deepEqual([await answer.textContent(), await page.locator(".terms tr").count(), await page.locator(".graph svg").count()], ["", 0, 0]);
    await page.getByRole("button", { name: "Evaluate" }).click();
    await answer.getByText(/for O$/).waitFor();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.getByText("The game is over here").waitFor();
    await page.close();
  },
  async "what was counted stays when counting is stopped"() {
    const page = await game("chess");
    await page.getByRole("tab", { name: "Tools" }).click();
    await page.getByLabel("Depth").fill("99");
    await page.getByRole("button", { name: "Count moves" }).click();
    assert.equal(await page.locator("#panel-tools table").count(), 0, "the field says what it may be");
    await page.getByLabel("Depth").fill("20");
    await page.getByRole("button", { name: "Count moves" }).click();
    await page.getByText("8,902", { exact: true }).waitFor();
    await page.locator("#panel-tools").getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped.", { exact: true }).waitFor();
    assert.equal(await page.getByText("8,902", { exact: true }).count(), 1);
    assert.equal(await page.getByText("first moves").count(), 0);
    await page.close();
  },
  async "a game is played against the engine"() {
    const page = await open("#/");
    await page.getByRole("link", { name: /Breakthrough/ }).first().click();
    await page.locator(".picture svg").waitFor();
    await page.waitForFunction(() => window.rulesmith.table.shown?.legal.length > 0);
    await enter(page, [{ cell: "a2" }, { cell: "a3" }]);
    await settled(page, 2);
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page, 0);
    await page.close();
  },
  async "a piece is dragged"() {
    const page = await game("chess");
    const at = async (cell) => { const box = await page.locator(`.picture [data-cell="${cell}"]`).first().boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    await page.mouse.move(...(await at("g1")));
    await page.mouse.down();
    await page.mouse.move(...(await at("f2")), { steps: 4 });
    await page.mouse.move(...(await at("f3")), { steps: 4 });
    await page.mouse.up();
    await settled(page, 1);
    assert.equal((await shown(page)).played[0].shown, "Nf3");
    // One that is chosen already, too; nothing lies above it. A click lets it go.
    await enter(page, [{ cell: "g8" }]);
    const chosen = () => page.locator(".picture .chosen").count();
    assert.equal(await chosen(), 1);
    await enter(page, [{ cell: "g8" }]);
    assert.equal(await chosen(), 0);
    await enter(page, [{ cell: "g8" }]);
    await page.mouse.move(...(await at("g8")));
    await page.mouse.down();
    await page.mouse.move(...(await at("f7")), { steps: 4 });
    assert(await page.evaluate(() => { const piece = document.querySelector('.picture [data-kind][transform]'); return piece.dataset.cell === "g8" && piece === piece.parentNode.lastElementChild; }));
    await page.mouse.move(...(await at("f6")), { steps: 4 });
    await page.mouse.up();
    await settled(page, 2);
    await page.close();
  },
  async "whose turn it is, and who has won, is told at every tab"() {
    const page = await game("tic-tac-toe");
    await page.setViewportSize({ width: 360, height: 640 });
    for (const tab of ["Analysis", "Rules", "Position", "Tools", "Game"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator(".status").getByText("X to move").boundingBox();
      assert(box.y + box.height < 640, tab);
    }
    await page.getByRole("tab", { name: "Analysis" }).click();
    for (const [ply, cell] of ["a1", "b1", "a2", "b2", "a3"].entries()) {
      await page.evaluate((cell) => window.rulesmith.table.play(cell), cell);
      await settled(page, ply + 1);
    }
    await page.locator(".status.over").getByText(/^X wins/).waitFor();
    await page.close();
  },
  async "castling and promotion"() {
    const page = await game("chess");
    await page.getByRole("tab", { name: "Position" }).click();
    await page.getByLabel("The position as text").fill("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.waitForFunction(() => window.rulesmith.table.shown.position.startsWith("4k3/P7"));
    await page.getByRole("tab", { name: "Game" }).click();
    await enter(page, [{ cell: "a7" }, { cell: "a8" }, { word: "Knight" }]);
    await settled(page, 1);
    assert.equal((await shown(page)).played[0].shown, "a8=N");
    await page.keyboard.press("ArrowLeft");
    await settled(page, 0);
    await enter(page, [{ cell: "e1" }, { cell: "g1" }]);
    await settled(page, 1);
    assert.equal((await shown(page)).played[0].shown, "O-O");
    await page.close();
  },
  async "a chain of captures, leg by leg"() {
    const page = await game("english-draughts");
    // On, until a move goes over two pieces.
    const plies = await play(page, (now) => now.legal.some((move) => move.steps.length > 2));
    const move = (await shown(page)).legal.find((move) => move.steps.length > 2);
    for (const [at, step] of move.steps.entries()) {
      await enter(page, [step]);
      if (at < move.steps.length - 1) assert((await page.locator(".picture .next").count()) > 0, "what may come next is shown");
    }
    await settled(page, plies + 1);
    assert.equal((await shown(page)).played.at(-1).text, move.text);
    await page.close();
  },
  async "the piece of an unfinished move is where it has come to, and is dragged on"() {
    const page = await game("amazons");
    const middle = async (locator) => { const box = await locator.boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const at = (cell) => middle(page.locator(`.picture [data-cell="${cell}"]`).first());
    const near = async (cell) => { const [one, other] = [await at(cell), await middle(page.locator(".picture .ghost"))]; return Math.hypot(one[0] - other[0], one[1] - other[1]) < 6; };
    const drag = async (from, to) => {
      await page.mouse.move(...(await at(from)));
      await page.mouse.down();
      await page.mouse.move(...(await at(to)), { steps: 4 });
      await page.mouse.up();
    };
    await drag("d1", "d7");
    assert(await near("d7"));
    assert.equal(await page.locator('.picture .away[data-cell="d1"]').count(), 1);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    assert.deepEqual([await page.locator(".picture .ghost").count(), await page.locator(".picture .away").count()], [0, 0]);
    await page.evaluate(() => { const { table } = window.rulesmith; table.flip = true; return table.refresh(); });
    await enter(page, [{ cell: "d1" }, { cell: "d6" }]);
    assert(await near("d6"));
    // A click lets it go back, a drag goes on.
    await enter(page, [{ cell: "d6" }]);
    assert.equal(await page.locator(".picture .ghost").count(), 0);
    await enter(page, [{ cell: "d6" }]);
    await drag("d6", "g6");
    await settled(page, 1);
    assert.equal((await shown(page)).played[0].text, "d1d6/g6");
    assert.equal(await page.locator(".picture .ghost").count(), 0);
    await page.close();
    const chess = await game("chess");
    await chess.evaluate(() => window.rulesmith.table.begin("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", []));
    await chess.waitForFunction(() => window.rulesmith.table.shown.position.startsWith("1n2k3/P7"));
    await enter(chess, [{ cell: "a7" }, { cell: "b8" }]);
    assert.equal(await chess.locator('.picture .away[data-cell="b8"]').count(), 1, "what is taken is not above it");
    await chess.close();
  },
  async "three picks, and back"() {
    const page = await game("amazons");
    await enter(page, [{ cell: "d1" }, { cell: "d7" }]);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await enter(page, [{ cell: "d6" }, { cell: "g6" }]);
    await settled(page, 1);
    assert.deepEqual((await shown(page)).legal.length > 0 && (await shown(page)).played.length, 1);
    await page.close();
  },
  async "two passes end a game"() {
    const page = await game("go");
    for (const ply of [1, 2]) {
      await enter(page, [{ word: "pass" }]);
      await settled(page, ply);
    }
    await page.locator(".status.over").waitFor();
    assert.equal(await page.getByLabel("A move").isVisible(), false);
    await page.close();
  },
  async "seeds are sown, pieces stacked, placed and then moved"() {
    const sown = await game("oware");
    await enter(sown, [{ cell: "3" }]);
    await settled(sown, 1);
    await sown.close();
    for (const [name, wanted] of [["nine-mens-morris", (move) => "cell" in move.steps[0] && move.steps.length > 1], ["lasca", (move) => move.steps.length > 1], ["santorini", (move) => move.steps.length > 2]]) {
      const page = await game(name);
      const plies = await play(page, (now) => now.to_move !== null && now.played.length > 3 && now.legal.every(wanted));
      const [move] = (await shown(page)).legal;
      await enter(page, move.steps);
      await settled(page, plies + 1);
      assert.equal((await shown(page)).played.at(-1).text, move.text, name);
      await page.close();
    }
  },
  async "a game is played by the keys alone"() {
    const page = await game("breakthrough");
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await page.locator('.picture [data-cell="a2"]').first().focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focus(), "b2, White Pawn");
    await page.keyboard.press("Enter");
    assert.equal(await focus(), "b2, White Pawn", "what is chosen keeps the focus");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focus(), "b3");
    await page.keyboard.press("Enter");
    await settled(page, 1);
    // On the next picture, also a turned one, one is where one was; what the other side has is reached, and empty cells.
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "b3, White Pawn");
    await page.evaluate(() => { const { table } = window.rulesmith; table.flip = true; return table.refresh(); });
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "b3, White Pawn");
    for (const name of ["b4", "b5", "b6", "b7, Black Pawn"]) {
      await page.keyboard.press("ArrowDown");
      assert.equal(await focus(), name);
    }
    for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await settled(page, 2);
    await page.close();
    // Where words alone go on, one of them has the focus; then the board has it again.
    const chess = await game("chess");
    await chess.evaluate(() => window.rulesmith.table.begin("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", []));
    await chess.waitForFunction(() => window.rulesmith.table.shown.position.startsWith("4k3/P7"));
    await chess.locator('.picture [data-cell="a7"]').first().focus();
    for (const key of ["Enter", "ArrowUp", "Enter"]) await chess.keyboard.press(key);
    await chess.waitForFunction(() => document.activeElement?.matches(".words button"));
    await chess.keyboard.press("Enter");
    await settled(chess, 1);
    await chess.waitForFunction(() => document.activeElement?.getAttribute("data-cell") === "a8");
    await chess.close();
  },
  async "a move is typed, a wrong one is told"() {
    const page = await game("chess");
    await page.getByLabel("A move").fill("Nf3");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await settled(page, 1);
    await page.getByLabel("A move").fill("Nf3");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Nf3" }).waitFor();
    assert.equal((await shown(page)).played.length, 1);
    assert.equal(await page.getByLabel("A move").inputValue(), "Nf3", "it can be mended");
    // Faster than the engine says what the first one was.
    await page.evaluate(() => { const { table } = window.rulesmith; return Promise.all([table.play("e7e5"), table.play("e7e5")]); });
    assert.deepEqual([(await shown(page)).played.length, await page.evaluate(() => window.rulesmith.table.moves.length)], [2, 2]);
    // A position that is none leaves the one that is there.
    await page.getByRole("tab", { name: "Position" }).click();
    await page.getByLabel("The position as text").fill("nonsense");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("alert").filter({ hasText: "this position" }).waitFor();
    assert.equal(await page.getByLabel("The position as text").inputValue(), "nonsense");
    await page.evaluate(() => window.rulesmith.table.play("d2d4"));
    await settled(page, 3);
    await page.close();
  },
  async "a typo is told at its place and mended by a click"() {
    const page = await game("tic-tac-toe");
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".cm-content").waitFor();
    await page.locator(".told .fine").waitFor();
    await page.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("board square", "bord square")); });
    await page.locator(".told .error").getByText("no item begins with bord").waitFor();
    await page.locator(".cm-lintRange-error").first().waitFor();
    assert.equal((await page.locator(".told").textContent()).includes("`"), false);
    await page.getByRole("tab", { name: "Game" }).click();
    await page.getByText(/^The rules have an error in line \d+: played by the last ones that were right\.$/).waitFor();
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fix").first().click();
    await page.locator(".told .fine").waitFor();
    await page.close();
  },
  async "a name in the rules is renamed, and found where it is declared and used"() {
    const page = await game("breakthrough");
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    const word = page.locator(".cm-line", { hasText: "move Pawn {" }).getByText("Pawn");
    const declared = page.locator(".cm-activeLine", { hasText: "piece Pawn" });
    await word.click();
    await page.keyboard.press("F12");
    await declared.waitFor();
    await word.click({ modifiers: ["Control"] });
    await declared.waitFor();
    await word.click();
    await page.keyboard.press("Shift+F12");
    await page.locator(".rules").getByText("Pawn stands in 9 places").waitFor();
    assert((await page.locator(".cm-selectionMatch").count()) > 1);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".cm-selectionMatch"));
    const rename = async (name) => {
      await page.keyboard.press("F2");
      const field = page.getByLabel("New name");
      await field.waitFor();
      await page.waitForFunction(() => document.activeElement?.name === "name");
      assert.equal(await field.inputValue(), "Pawn");
      await field.fill(name);
      await page.keyboard.press("Enter");
    };
    await rename("soldier");
    await page.locator(".rules").getByText("begins with a capital").waitFor();
    await rename("Soldier");
    await page.locator(".rules").getByText("Pawn is Soldier in 9 places now.").waitFor();
    await page.locator(".told .fine").waitFor();
    await page.waitForFunction(() => /Soldier/.test(window.rulesmith.table.good) && !/\bPawn\b/.test(window.rulesmith.table.good.replace(/\/\/.*/g, "")));
    assert(await page.evaluate(() => document.activeElement.matches(".cm-content")), "one writes on");
    await page.close();
  },
  async "rules are changed and played on"() {
    const page = await game("tic-tac-toe");
    await enter(page, [{ cell: "b2" }]);
    await settled(page, 1);
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    await page.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("3x3", "5x5")); });
    await page.waitForFunction(() => window.rulesmith.table.shown.cells.length === 25);
    assert.equal((await shown(page)).played[0].text, "b2");
    // Another page of the same game still has what was written.
    const other = await open("#/game/tic-tac-toe");
    await other.waitForFunction(() => window.rulesmith?.table?.text.includes("5x5"));
    await other.close();
    await page.close();
  },
  async "what is shown anew keeps the focus"() {
    const page = await game("breakthrough");
    const held = (selector, act) => page.evaluate(async ([selector, act]) => {
      const element = document.querySelector(selector);
      element.focus();
      await new Function("table", `return (async () => { ${act} })()`)(window.rulesmith.table);
      return document.activeElement === element;
    }, [selector, act]);
    for (const at of [1, 2, 3, 4]) assert(await held(`#panel-game label:nth-child(${at}) select`, `await table.play(table.shown.legal[0].text)`), `select ${at}`);
    assert(await held(".moves li:nth-child(2) button", `document.activeElement.click(); await table.refresh()`), "a move of the list");
    await settled(page, 2);
    assert(await held("#panel-game input", `table.players = ["engine", "engine"]; table.level = 10; table.reply(); table.stop(); table.players = ["you", "you"]; table.tell()`));
    assert.deepEqual(await page.locator("#panel-game label select").evaluateAll((all) => all.map((one) => one.value)), ["you", "you", "10", ""]);
    await page.getByRole("tab", { name: "Position" }).click();
    assert(await held(".palette button:nth-child(3)", `document.activeElement.click(); await table.refresh()`), "the palette");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".lines button").first().focus();
    const depth = () => page.locator("#panel-analysis .quiet").first().textContent();
    const before = await depth();
    await page.waitForFunction((before) => document.querySelector("#panel-analysis .quiet").textContent !== before, before);
    assert(await page.locator(".lines button").first().evaluate((button) => document.activeElement === button), "a line of the analysis");
    await page.evaluate(() => window.rulesmith.table.fail(new Error("no"), () => undefined));
    assert(await held(".message button", "table.tell()"), "what may be tried again");
    await page.close();
    const shogi = await game("shogi");
    await shogi.evaluate(() => window.rulesmith.table.begin("4k4/9/9/P8/9/9/9/9/4K4[] b 1", []));
    await shogi.waitForFunction(() => window.rulesmith.table.shown.position.startsWith("4k4/9/9/P8"));
    await enter(shogi, [{ cell: "a6" }, { cell: "a7" }]);
    const promote = shogi.getByRole("button", { name: "promote", exact: true });
    await promote.focus();
    assert(await promote.evaluate((button) => { window.rulesmith.table.tell(); return document.activeElement === button; }), "a choice");
    await shogi.close();
  },
  async "two tabs on one text keep both"() {
    const one = await game("tic-tac-toe");
    const two = await game("tic-tac-toe");
    for (const page of [one, two]) {
      await page.getByRole("tab", { name: "Rules" }).click();
      await page.locator(".told .fine").waitFor();
    }
    const write = (page, from, to) => page.evaluate(([from, to]) => { window.rulesmith.write(window.rulesmith.table.text.replace(from, to)); }, [from, to]);
    const has = (page, size) => page.waitForFunction((size) => window.rulesmith?.table?.good.includes(size), size);
    const told = (page) => page.getByRole("alert").filter({ hasText: "changed in another tab" });
    await write(one, "3x3", "4x4");
    await told(two).waitFor();
    // Who has nothing of one's own loses nothing.
    await two.getByRole("button", { name: "Take the other", exact: true }).click();
    await has(two, "4x4");
    assert.equal(await told(two).count(), 0);
    await write(two, "4x4", "5x5");
    await told(one).waitFor();
    // What is written before one has chosen is written over nothing.
    await write(one, "4x4", "6x6");
    await has(one, "6x6");
    const third = await open("#/game/tic-tac-toe");
    await has(third, "5x5");
    await third.close();
    await one.getByRole("button", { name: "Take the other, keep mine as a draft" }).click();
    await has(one, "5x5");
    const former = await open(await one.getByRole("link", { name: "a draft in this browser" }).getAttribute("href"));
    await has(former, "6x6");
    await former.evaluate(() => { location.hash = "#/"; });
    await former.getByText("(the other version)").waitFor();
    assert.equal(await former.getByText("kept in this browser").count(), 1, "and once only");
    await former.close();
    await write(one, "5x5", "7x7");
    await told(two).waitFor();
    await two.getByRole("button", { name: "Keep mine, the other as a draft" }).click();
    const other = await open(await two.getByRole("link", { name: "a draft in this browser" }).getAttribute("href"));
    await has(other, "7x7");
    // The first tab is asked in its turn; when both have the same text there is nothing to ask.
    await told(one).waitFor();
    await write(two, "5x5", "7x7");
    await told(one).waitFor({ state: "hidden" });
    await other.getByRole("tab", { name: "Rules" }).click();
    await other.locator(".told .fine").waitFor();
    // A draft that is as it was is no less a draft; one that is removed elsewhere can be kept.
    await write(other, "7x7", "8x8");
    await has(other, "8x8");
    await write(other, "8x8", "7x7");
    await has(other, "7x7");
    await other.waitForTimeout(200);
    const list = await open("#/");
    await list.getByText("kept in this browser").nth(1).waitFor();
    await list.getByRole("button", { name: /^Remove/ }).first().click();
    await list.getByRole("button", { name: /^Remove/ }).first().click();
    await other.getByRole("alert").getByText("removed in another tab").waitFor();
    await other.getByRole("button", { name: "Keep it" }).click();
    await list.reload();
    await list.getByText("kept in this browser").waitFor();
    for (const page of [list, other, one, two]) await page.close();
  },
  async "a question lights its cells"() {
    const page = await game("chess");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByLabel("A question in the language").fill("own Knight");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.locator(".answer").getByText("b1 g1").waitFor();
    const lit = (number) => page.waitForFunction((number) => document.querySelectorAll(".picture .highlight").length === number, number);
    await lit(2);
    await page.getByRole("tab", { name: "Game" }).click();
    await lit(0);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Ask" }).click();
    await lit(2);
    await page.getByRole("button", { name: "Ask" }).press("Escape");
    await lit(0);
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".answer").getByRole("button", { name: "Stop" }).click();
    await page.locator(".answer").getByText("Stopped.").waitFor();
    await page.getByLabel("A question in the language").fill("own Knigt");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByRole("alert").filter({ hasText: /Knigt\. Did you mean Knight\?/i }).waitFor();
    await page.close();
  },
  async "analysis, terms, threats, tools"() {
    const page = await game("breakthrough");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".lines li").nth(2).waitFor();
    await page.locator("#panel-analysis").getByRole("button", { name: "Stop" }).click();
    await page.getByText(/^Stopped: depth/).waitFor();
    assert.equal(await page.locator(".lines li").count(), 3, "what was found stays");
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".terms tbody tr").first().waitFor();
    await page.getByRole("button", { name: "Threats" }).click();
    await page.locator(".answer").getByText("Nothing is threatened").waitFor();
    await page.getByRole("tab", { name: "Tools" }).click();
    await page.getByLabel("Depth").fill("3");
    await page.getByRole("button", { name: "Count moves" }).click();
    await page.getByText("10,784", { exact: true }).or(page.getByText("depth 3", { exact: true })).first().waitFor();
    await page.close();
  },
  async "what is solved is said beside the analysis"() {
    const page = await game("tic-tac-toe");
    for (const [ply, cell] of ["a1", "b1", "a3"].entries()) {
      await enter(page, [{ cell }]);
      await settled(page, ply + 1);
    }
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".exact").getByText("Solved. For O: loss").waitFor();
    await page.close();
  },
  async "a game is played by clocks"() {
    const page = await game("breakthrough", (page) => page.clock.install());
    const asked = [];
    page.on("request", (request) => { if (request.url().endsWith("/think")) asked.push(request.postDataJSON()); });
    await page.getByLabel("clock").selectOption({ label: "5 min + 3 s" });
    await page.locator(".clocks").getByText("5:00").first().waitFor();
    await enter(page, [{ cell: "a2" }, { cell: "a3" }]);
    await settled(page, 1);
    // Who looks back thinks meanwhile.
    await page.getByRole("button", { name: "One back" }).click();
    await settled(page, 0);
    await page.clock.fastForward(100_000);
    await page.locator(".clocks .running b").getByText(/^3:(20|1\d)$/).waitFor();
    await page.getByRole("button", { name: "One on" }).click();
    await settled(page, 1);
    await page.locator(".clocks .running b").getByText(/^3:(20|1\d)$/).waitFor();
    await page.reload();
    await page.locator(".clocks .running b").getByText(/^3:(20|1\d)$/).waitFor();
    await enter(page, [{ cell: "a7" }, { cell: "a6" }]);
    await settled(page, 2);
    assert.match(await page.locator(".clocks b").nth(1).textContent(), /^3:(23|2\d|1\d)$/);
    // The engine heeds its clock, at the highest level and those below.
    for (const level of ["10", "9"]) {
      const before = (await shown(page)).played.length;
      await page.getByLabel("level").selectOption(level);
      await page.locator("#panel-game select").first().selectOption("engine");
      await settled(page, before + 1);
      await page.locator("#panel-game select").first().selectOption("you");
      const cells = (await shown(page)).legal[0].steps;
      await enter(page, cells);
      await settled(page, before + 2);
    }
    if (served) assert(asked.length === 2 && asked.every((body) => body.clock_ms > 200_000 && body.increment_ms === 3000), JSON.stringify(asked));
    await page.clock.fastForward(310_000);
    await page.locator(".status").getByText("The time of White is over: Black wins").waitFor();
    assert.deepEqual(await page.evaluate(() => window.rulesmith.table.outcome.result), "0-1");
    const { length } = (await shown(page)).played;
    await enter(page, (await shown(page)).legal[0].steps);
    assert.equal((await shown(page)).played.length, length, "nothing is played after that");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".status").getByText("to move").waitFor();
    await page.getByRole("button", { name: "New game" }).click();
    await page.locator(".clocks").getByText("5:00").nth(1).waitFor();
    await enter(page, [{ cell: "a2" }, { cell: "a3" }]);
    await settled(page, 1);
    await page.getByLabel("clock").selectOption({ label: "1 min" });
    await page.locator(".hint-line").getByText("Both clocks begin anew.").waitFor();
    await page.close();
  },
  async "a game ends by resigning and by a draw, and goes on by undo"() {
    const page = await game("chess");
    const status = (text) => page.locator(".status.over").getByText(text, { exact: true }).waitFor();
    const saved = async () => {
      const asked = served && page.waitForRequest((request) => request.url().endsWith("/record"));
      await page.getByRole("button", { name: "PGN" }).click();
      return asked ? (await asked).postDataJSON() : null;
    };
    const ends = async (result, why) => {
      const body = await saved();
      if (body) assert.deepEqual([body.result, body.why], [result, why]);
    };
    await enter(page, [{ cell: "e2" }, { cell: "e4" }]);
    await settled(page, 1);
    await page.getByRole("button", { name: "Resign" }).press("Enter");
    await status("Black resigned: White wins");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "New game");
    await enter(page, [{ cell: "e7" }]);
    await page.getByText("The game is over: Undo goes on with it.", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("A move").isVisible(), false);
    await ends("1-0", "Black resigned");
    await page.reload();
    await status("Black resigned: White wins");
    // Looked back, nobody has resigned; there one may play on.
    await page.getByRole("button", { name: "One back" }).click();
    await page.locator(".status").getByText("White to move").waitFor();
    assert.equal(await page.getByRole("button", { name: "Resign" }).isVisible(), false);
    await page.getByRole("button", { name: "One on" }).click();
    await status("Black resigned: White wins");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".status").getByText("Black to move").waitFor();
    assert.equal((await shown(page)).played.length, 1);
    await enter(page, [{ cell: "e7" }, { cell: "e5" }]);
    await settled(page, 2);
    await page.getByRole("button", { name: "Offer a draw" }).press("Enter");
    await page.getByText("White offers a draw.").waitFor();
    await page.getByRole("button", { name: "Decline" }).press("Enter");
    assert.equal(await page.getByText("White offers a draw.").count(), 0);
    await page.getByRole("button", { name: "Offer a draw" }).press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Accept");
    await page.keyboard.press("Enter");
    await status("A draw was agreed on");
    await ends("1/2-1/2", "A draw was agreed on");
    // A game that is begun has no end; the one before has.
    await page.getByRole("button", { name: "New game" }).click();
    await settled(page, 0);
    assert.equal(await page.locator(".status.over").count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await status("A draw was agreed on");
    // Against the engine one resigns oneself, also while it thinks; it does not move then.
    await page.getByRole("button", { name: "New game" }).click();
    await settled(page, 0);
    await page.getByLabel("level").selectOption("10");
    await page.locator("#panel-game select").nth(1).selectOption("engine");
    assert.equal(await page.getByRole("button", { name: "Offer a draw" }).isVisible(), false);
    await enter(page, [{ cell: "d2" }, { cell: "d4" }]);
    await page.locator(".status").getByText("is thinking").waitFor();
    await page.getByRole("button", { name: "Resign" }).click();
    await status("White resigned: Black wins");
    assert.deepEqual(await page.evaluate(() => [window.rulesmith.table.thinking, window.rulesmith.table.waits]), [null, false]);
    await page.close();
  },
  async "what a record says of players and result is kept"() {
    const page = await game("chess");
    const pgn = '[White "Ann"]\n[Black "Bob"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n';
    await page.locator("input[type=file]").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
    await page.locator(".status.over").getByText("The record says 0-1").waitFor();
    await page.getByLabel("White, Ann").waitFor();
    await page.getByLabel("Black, Bob").waitFor();
    await page.reload();
    await page.locator(".status.over").getByText("The record says 0-1").waitFor();
    if (served) {
      const asked = page.waitForRequest((request) => request.url().endsWith("/record"));
      await page.getByRole("button", { name: "PGN" }).click();
      const { white, black, result } = (await asked).postDataJSON();
      assert.deepEqual([white, black, result], ["Ann", "Bob", "0-1"]);
    }
    // One that tells no result has not ended.
    await page.locator("input[type=file]").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn.replaceAll("0-1", "*")) });
    await page.locator(".status").getByText("White to move").waitFor();
    await page.close();
  },
  async "a game that was left comes back"() {
    const page = await game("go");
    for (const [ply, cell] of ["c3", "e5"].entries()) {
      await enter(page, [{ cell }]);
      await settled(page, ply + 1);
    }
    const back = async (act) => {
      await act();
      await settled(page, 0);
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page, 2);
    };
    await back(async () => {
      await page.getByRole("button", { name: "New game" }).click();
      await page.locator(".hint-line").getByText("Undo brings back").waitFor();
    });
    await page.getByText("Options", { exact: true }).click();
    const size = (await shown(page)).cells.length;
    await back(async () => {
      await page.getByRole("spinbutton", { name: "size" }).fill("7");
      await page.getByRole("spinbutton", { name: "size" }).blur();
    });
    assert.equal((await shown(page)).cells.length, size);
    await page.getByRole("tab", { name: "Position" }).click();
    await back(() => page.getByRole("button", { name: "Empty board" }).click());
    await page.close();
  },
  async "an engine that is stopped waits to be told"() {
    const page = await game("chess");
    await page.getByLabel("level").selectOption("10");
    await page.locator("#panel-game select").first().selectOption("engine");
    await page.getByRole("button", { name: "Stop" }).click();
    assert.equal(await page.locator("#panel-game select").first().inputValue(), "engine");
    await page.getByRole("button", { name: "Flip" }).click();
    assert.equal(await page.getByRole("button", { name: "Stop" }).count(), 0, "nothing but a word makes it go on");
    await page.getByRole("button", { name: "Let the engine move" }).click();
    await settled(page, 1);
    await page.getByRole("button", { name: "One back" }).click();
    await settled(page, 0);
    await page.getByRole("button", { name: "Let the engine move" }).waitFor();
    await page.close();
  },
  async "without a store a game can be begun, and what can't be kept is told"() {
    const page = await open("#/", (page) => page.addInitScript(() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (...given) {
        if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
        set.apply(this, given);
      };
    }));
    await page.getByText("New game").click();
    await page.getByRole("button", { name: /line wins/ }).click();
    await page.locator(".picture svg").waitFor();
    await page.getByRole("alert").getByText("this browser can't keep what you write").waitFor();
    await page.close();
  },
  async "a draft that was removed is brought back"() {
    const page = await open("#/");
    await page.getByText("New game").click();
    await page.getByRole("button", { name: /line wins/ }).click();
    await page.locator(".picture svg").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: /^Remove/ }).press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Bring it back");
    await page.keyboard.press("Enter");
    await page.reload();
    await page.getByRole("button", { name: /^Remove/ }).waitFor();
    await page.close();
  },
  async "drafts of one name are told apart"() {
    const page = await open("#/");
    const places = [];
    for (let at = 0; at < 2; at++) {
      await page.getByText("New game").click();
      await page.getByRole("button", { name: /line wins/ }).click();
      await page.locator(".picture svg").waitFor();
      places.push(new URL(page.url()).hash);
      await page.goBack();
      await page.locator(".own li").nth(at).waitFor();
    }
    const links = await page.locator(".own a").evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("href")]));
    assert.deepEqual(links, [[links[0][0], places[0]], [`${links[0][0]} (2)`, places[1]]]);
    await page.getByText("last changed").nth(1).waitFor();
    await page.getByRole("button", { name: `Remove ${links[0][0]} (2)` }).waitFor();
    await page.close();
  },
  async "a stack says what lies in it"() {
    const page = await game("lasca");
    await page.evaluate(() => window.rulesmith.table.begin("s3(OSss)1s/7/(Osss)1(Ss)4/7/(sS)1(Ss)3(Ss)/1S3S1/2S3S b 15", []));
    await page.locator('.picture [aria-label="a3, Black Soldier on a stack of 2: Black Soldier, White Soldier"]').waitFor();
    await page.close();
  },
  async "what is chosen is seen in forced colours, and long names fit"() {
    const page = await game("tic-tac-toe");
    await page.emulateMedia({ forcedColors: "active" });
    const [first, second] = await page.getByRole("tab").evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).forcedColorAdjust));
    assert.deepEqual([first, second], ["none", "auto"], "the open tab has colours of its own");
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => {
      const { table } = window.rulesmith;
      return table.write(table.text.replace(/game "[^"]*"/, `game "${"Endless".repeat(20)}"`).replace(/\bX\b/g, `X${"x".repeat(60)}`));
    });
    await page.locator("h1").getByText("EndlessEndless").waitFor();
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= 360), await tab.textContent());
    }
    await page.close();
  },
  async "a position is edited by hand"() {
    const page = await game("english-draughts");
    await page.getByRole("tab", { name: "Position" }).click();
    await page.getByRole("button", { name: "Nothing" }).click();
    const before = (await shown(page)).position;
    await enter(page, [{ cell: "a1" }]);
    await page.waitForFunction((before) => window.rulesmith.table.shown.position !== before, before);
    await page.close();
  },
  async "a position is set up by the keys and by dragging"() {
    const page = await game("chess");
    const board = (text) => page.waitForFunction((text) => window.rulesmith.table.shown.position.split(" ")[0] === text, text);
    await page.getByRole("tab", { name: "Position" }).click();
    await page.getByRole("button", { name: "Empty board" }).click();
    await board("8/8/8/8/8/8/8/8");
    await page.getByRole("button", { name: "Q White Queen" }).press("Enter");
    const cell = (name) => page.locator(`.picture [data-cell="${name}"]`).first();
    await cell("e1").focus();
    await page.keyboard.press("Enter");
    await board("8/8/8/8/8/8/8/4Q3");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await board("8/8/8/8/8/8/8/4QQ2");
    await page.keyboard.press("Delete");
    await board("8/8/8/8/8/8/8/4Q3");
    const at = async (name) => { const box = await cell(name).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    };
    await drag(await at("e1"), await at("c3"));
    await board("8/8/8/8/8/2Q5/8/8");
    // One click after the other, faster than they are answered.
    for (const place of [await at("a1"), await at("b1"), await at("d1")]) await page.mouse.click(...place);
    await board("8/8/8/8/8/2Q5/8/QQ1Q4");
    const { x, y } = await page.locator("h1").boundingBox();
    await drag(await at("c3"), [x + 5, y + 5]);
    await board("8/8/8/8/8/8/8/QQ1Q4");
    await page.getByRole("button", { name: "Undo" }).click();
    await board("8/8/8/8/8/2Q5/8/QQ1Q4");
    // What a side may have once is moved, too.
    await page.getByRole("button", { name: "Start of the game" }).click();
    await board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    await drag(await at("e1"), await at("e4"));
    await board("rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR");
    // The engine waits until it is told that the position is the one that is meant.
    await page.evaluate(() => window.rulesmith.table.seat(1, "engine"));
    await page.getByRole("button", { name: "Other side to move" }).click();
    await page.locator(".status").getByText("Black to move").waitFor();
    assert.deepEqual(await page.evaluate(() => [window.rulesmith.table.thinking, window.rulesmith.table.waits]), [null, true]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".status").getByText("White to move").waitFor();
    await page.close();
  },
  async "a link carries the game"() {
    const page = await game("hex");
    await enter(page, [{ cell: "c3" }]);
    await settled(page, 1);
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForURL(/#\/share\//);
    const other = await open(new URL(page.url()).hash);
    await other.waitForFunction(() => window.rulesmith?.table?.shown?.played.length === 1);
    await other.close();
    const broken = await open("#/share/nonsense");
    await broken.getByRole("alert").getByText("this link is broken").waitFor();
    await broken.close();
    await page.close();
  },
  async "a game that is shared is still what it was"() {
    const page = await open("#/");
    await page.getByText("New game").click();
    await page.getByRole("button", { name: /line wins/ }).click();
    await page.locator(".picture svg").waitFor();
    const place = () => page.evaluate(() => window.rulesmith.table.place);
    const before = await place();
    await enter(page, [{ cell: "d4" }]);
    await settled(page, 1);
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForURL(/#\/share\//);
    const link = new URL(page.url()).hash;
    await page.reload();
    await settled(page, 1);
    assert.deepEqual(await place(), before);
    // For others it is a game that is kept when they change it.
    const other = await open("#/");
    await other.evaluate((link) => { location.hash = link; }, link);
    await settled(other, 1);
    const theirs = await other.evaluate(() => window.rulesmith.table.place);
    assert(theirs.kind === "draft" && theirs.name !== before.name);
    await other.reload();
    await settled(other, 1);
    assert.deepEqual(await other.evaluate(() => window.rulesmith.table.place), theirs);
    // What is changed of a shipped game is still that game.
    const shipped = await game("tic-tac-toe");
    await shipped.getByRole("tab", { name: "Rules" }).click();
    await shipped.locator(".told .fine").waitFor();
    await shipped.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("3x3", "4x4")); });
    await shipped.waitForFunction(() => window.rulesmith.table.shown.cells.length === 16);
    await shipped.getByRole("tab", { name: "Game" }).click();
    await shipped.getByRole("button", { name: "Share" }).click();
    await shipped.waitForURL(/#\/share\//);
    await shipped.reload();
    await shipped.waitForFunction(() => window.rulesmith?.table?.shown?.cells.length === 16);
    const { kind, name } = await shipped.evaluate(() => window.rulesmith.table.place);
    assert.deepEqual([kind, name], ["game", "tic-tac-toe"]);
    for (const one of [page, other, shipped]) await one.close();
  },
  async "a new game is begun from a template"() {
    const page = await open("#/");
    await page.getByText("New game").click();
    await page.getByRole("button", { name: /line wins/ }).click();
    await page.locator(".picture svg").waitFor();
    await enter(page, [{ cell: "d4" }]);
    await settled(page, 1);
    await page.close();
  },
  async "a file that is no record leaves the game as it is"() {
    const page = await game("chess");
    await page.evaluate(() => window.rulesmith.table.play("e4"));
    await settled(page, 1);
    const files = page.locator("input[type=file]");
    await files.setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk, eggs, bread\n") });
    await page.getByRole("alert").getByText("list.txt is no game that can be read here").waitFor();
    await files.setInputFiles({ name: "board.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]) });
    await page.getByRole("alert").getByText("board.png is no text").waitFor();
    assert.deepEqual(await page.evaluate(() => window.rulesmith.table.shown.played.map((move) => move.text)), ["e2e4"]);
    await page.close();
  },
  async "a record that the game as it is refuses is opened as what it is"() {
    const page = await game("go");
    const give = (name, text) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await enter(page, [{ cell: "c3" }]);
    await settled(page, 1);
    await give("large.sgf", "(;GM[1]SZ[19];B[pd];W[dp];B[dd])");
    await settled(page, 3);
    assert.equal((await shown(page)).cells.length, 361);
    await page.locator(".hint-line").getByText("Opened with size 19. Undo brings back the game before.").waitFor();
    await page.evaluate(() => window.rulesmith.table.go(0));
    await settled(page, 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page, 1);
    assert.equal((await shown(page)).cells.length, 81);
    // One of another game is opened there.
    await give("x.pgn", '[Event "x"]\n[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n1. e4 e5 *\n');
    await page.waitForFunction(() => window.rulesmith.table.place.name === "chess960" && window.rulesmith.table.shown?.played.length === 2);
    await page.close();
  },
  async "of several games of a file one is chosen"() {
    const page = await game("chess");
    const pgn = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "Cho"]\n[Black "Dee"]\n[Result "0-1"]\n\n1. d4 d5 2. c4 0-1\n';
    const give = () => page.locator("input[type=file]").setInputFiles({ name: "two.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
    await give();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    assert.equal((await shown(page)).played.length, 0);
    await give();
    await page.getByRole("dialog").press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await give();
    await page.getByRole("listbox", { name: "Games of the file" }).selectOption({ label: "2. Cho – Dee, 0-1, 3 plies" });
    await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
    await settled(page, 3);
    await page.close();
  },
  async "moves are listed as players write them, wherever one looks"() {
    const page = await game("chess");
    await page.evaluate(() => window.rulesmith.table.begin(null, ["e2e4", "e7e5", "g1f3"]));
    await settled(page, 3);
    const list = () => page.locator(".moves button").evaluateAll((all) => all.map((one) => `${one.dataset.number}${one.textContent}`));
    assert.deepEqual(await list(), ["1.e4", "e5", "2.Nf3"]);
    await page.getByRole("button", { name: "To the start" }).click();
    await settled(page, 0);
    assert.deepEqual(await list(), ["1.e4", "e5", "2.Nf3"]);
    await page.reload();
    await page.locator(".moves").getByRole("button", { name: "Nf3" }).waitFor();
    assert.deepEqual(await list(), ["1.e4", "e5", "2.Nf3"]);
    await page.getByRole("button", { name: "Hint" }).click();
    const hint = await page.getByText(/^Hint: /).textContent();
    assert((await shown(page)).legal.some((move) => hint.startsWith(`Hint: ${move.shown} (`)), hint);
    // Who begins may be the second player; who moves twice is numbered by moves.
    await page.evaluate(() => window.rulesmith.table.begin("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", ["Kd8", "Kd1"]));
    await settled(page, 2);
    assert.deepEqual(await list(), ["1. …Kd8", "2.Kd1"]);
    await page.close();
    const twice = await game("arimaa");
    for (const ply of [1, 2]) {
      await twice.evaluate(() => window.rulesmith.table.play(window.rulesmith.table.shown.legal[0].text));
      await settled(twice, ply);
    }
    assert.deepEqual(await twice.locator(".moves button").evaluateAll((all) => all.map((one) => one.dataset.number)), ["1.", "2."]);
    await twice.close();
  },
  async "a record is opened"() {
    const page = await open("#/game/chess");
    await page.locator(".picture svg").waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from('[Event "x"]\n\n1. e4 e5 2. Nf3 *\n') });
    await settled(page, 3);
    assert.deepEqual(await page.evaluate(() => window.rulesmith.table.players), ["you", "you"], "nobody plays on in it");
    await page.close();
  },
};

if (served) {
  journeys["files are saved, and what others wrote is not lost"] = async () => {
    const path = join(folder, "mine.game");
    const text = readFileSync(join(root, "games", "lines", "tic-tac-toe.game"), "utf8");
    writeFileSync(path, text);
    const page = await open("#/file/mine.game");
    await page.locator(".picture svg").waitFor();
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    const write = (from, to) => page.evaluate(([from, to]) => { window.rulesmith.write(window.rulesmith.table.text.replace(from, to)); }, [from, to]);
    await write("3x3", "4x4");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as mine.game").first().waitFor();
    assert(readFileSync(path, "utf8").includes("4x4"));
    // What is changed elsewhere is told when one comes back.
    const back = () => page.evaluate(() => { dispatchEvent(new Event("focus")); });
    writeFileSync(path, text.replace("3x3", "4x5"));
    await back();
    await page.getByText("mine.game has been changed by another program: this is what it has now.").waitFor();
    await page.waitForFunction(() => window.rulesmith.table.good.includes("4x5"));
    await write("4x5", "4x6");
    writeFileSync(path, text.replace("3x3", "4x4"));
    await page.waitForFunction(() => window.rulesmith.table.good.includes("4x6"));
    await back();
    await page.getByRole("dialog").getByRole("button", { name: "Take the file's, keep mine as a draft" }).click();
    await page.waitForFunction(() => window.rulesmith.table.good.includes("4x4") && !window.rulesmith.table.unsaved);
    writeFileSync(path, text.replace("3x3", "6x6"));
    await write("4x4", "5x5");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").getByText("changed by another program").waitFor();
    assert(readFileSync(path, "utf8").includes("6x6"));
    assert.equal(await page.locator(".rules").getByText("Saved as").count(), 0);
    await page.getByRole("button", { name: "Keep mine, the file's as a draft", exact: true }).click();
    await page.waitForFunction(() => window.rulesmith.table.saved.includes("5x5"));
    assert(readFileSync(path, "utf8").includes("5x5"));
    const draft = await page.getByRole("link", { name: "a draft in this browser" }).getAttribute("href");
    const former = await open(draft);
    await former.waitForFunction(() => window.rulesmith?.table?.text.includes("6x6"));
    await former.evaluate(() => { location.hash = "#/"; });
    await former.getByText("Tic-tac-toe (as mine.game was)").waitFor();
    await former.close();
    // What was not saved comes back with the file that it was written on: a newer one is not written over.
    await write("5x5", "3x4");
    await page.waitForFunction(() => window.rulesmith.table.good.includes("3x4"));
    writeFileSync(path, text.replace("3x3", "9x9"));
    await page.reload();
    await page.waitForFunction(() => window.rulesmith?.table?.good.includes("3x4"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").getByText("changed by another program").waitFor();
    await page.getByRole("button", { name: "Decide later" }).click();
    // Saved in one tab, told in the other.
    const beside = await open("#/file/mine.game");
    await beside.getByRole("tab", { name: "Rules" }).click();
    await beside.locator(".told .fine").waitFor();
    await beside.getByRole("button", { name: "Save", exact: true }).click();
    await beside.getByRole("dialog").getByRole("button", { name: "Keep mine, the file's as a draft" }).click();
    await beside.getByText("Saved as mine.game").first().waitFor();
    await page.waitForFunction(() => !window.rulesmith.table.unsaved);
    await beside.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("3x4", "4x3")); });
    await page.getByRole("alert").getByText("changed in another tab").waitFor();
    await beside.close();
    await page.close();
  };
  journeys["a name that is taken is told, and another one can be given"] = async () => {
    const text = readFileSync(join(root, "games", "lines", "tic-tac-toe.game"), "utf8");
    writeFileSync(join(folder, "taken.game"), text.replace("3x3", "7x7"));
    const page = await game("tic-tac-toe");
    const names = ["taken", "free"];
    page.on("dialog", (dialog) => dialog.accept(names.shift()));
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    await page.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("3x3", "4x")); });
    await page.locator(".told .error").first().waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").getByText("taken.game exists already.").waitFor();
    await page.getByRole("button", { name: "Another name" }).click();
    const at = (name) => page.waitForFunction((name) => window.rulesmith.table.place.name === name, name);
    await at("free.game");
    assert(readFileSync(join(folder, "free.game"), "utf8").includes("4x\n") && readFileSync(join(folder, "taken.game"), "utf8").includes("7x7"));
    await page.locator(".told .error").first().waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Saved as free\.game, with an error in line \d+\.$/).first().waitFor();
    names.push("taken");
    await page.getByRole("button", { name: "Save as", exact: true }).click();
    await page.getByRole("button", { name: "Replace it, keep what it has as a draft" }).click();
    await at("taken.game");
    assert(readFileSync(join(folder, "taken.game"), "utf8").includes("4x\n"));
    // What was typed a moment ago is there again.
    await page.locator(".told .error").first().waitFor();
    await page.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("4x", "4x8")); location.reload(); });
    await page.waitForFunction(() => window.rulesmith?.table?.good.includes("4x8"));
    await page.close();
  };
  journeys["what was written outlives its file, and belongs to its folder"] = async () => {
    const path = join(folder, "lost.game");
    const text = readFileSync(join(root, "games", "lines", "tic-tac-toe.game"), "utf8");
    writeFileSync(path, text);
    const page = await open("#/");
    await page.evaluate((text) => { for (const name of ["lost.game", "/elsewhere/lost.game"]) localStorage.setItem(`rulesmith:file:${name}`, JSON.stringify({ text })); }, text.replace("3x3", "9x9"));
    await page.goto(`${address}#/file/lost.game`);
    await page.waitForFunction(() => window.rulesmith?.table?.shown?.cells.length === 9);
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    await page.evaluate(() => { window.rulesmith.write(window.rulesmith.table.text.replace("3x3", "4x4")); });
    await page.waitForFunction(() => window.rulesmith.table.shown.cells.length === 16);
    rmSync(path);
    await page.goto(`${address}#/`);
    await page.getByText("kept in this browser, not saved as lost.game").waitFor();
    assert.equal(await page.getByText("kept in this browser").count(), 1, "what another folder has is not here");
    await page.locator('.own a[href="#/file/lost.game"]').click();
    await page.getByRole("alert").getByText("there is no such file").waitFor();
    await page.waitForFunction(() => window.rulesmith?.table?.shown?.cells.length === 16);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as lost.game.").first().waitFor();
    assert(readFileSync(path, "utf8").includes("4x4"));
    await page.close();
  };
}

journeys["a check is told beside the board"] = async () => {
  const page = await game("chess");
  await page.evaluate(() => window.rulesmith.table.begin(null, ["e2e4", "f7f6", "d1h5"]));
  await page.locator(".status").getByText("Black to move, and must answer a threat").waitFor();
  await page.evaluate(() => window.rulesmith.table.play("g7g6"));
  await page.locator(".status").getByText("White to move", { exact: true }).waitFor();
  await page.close();
};

if (served) {
  journeys["what was asked for before takes nothing's place"] = async () => {
    let answer;
    const late = new Promise((done) => { answer = done; });
    const page = await open("#/", (page) => page.route("**/api/games", async (route) => { await late; await route.continue(); }));
    await page.waitForFunction(() => document.getElementById("page").getAttribute("aria-busy") === "true");
    await page.evaluate(() => { location.hash = "#/game/breakthrough"; });
    await page.locator(".picture svg").waitFor();
    const answered = page.waitForResponse("**/api/games");
    answer();
    await (await answered).finished();
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    assert.equal(await page.locator(".cards").count(), 0);
    await page.close();
  };
  journeys["a server that dies takes no game with it"] = async () => {
    const page = await game("breakthrough");
    const alert = page.getByRole("alert").getByText("the program does not answer");
    await page.route("**/api/show", (route) => route.abort());
    await enter(page, [{ cell: "a2" }, { cell: "a3" }]);
    await alert.waitFor();
    assert.deepEqual(await page.evaluate(() => window.rulesmith.table.moves), []);
    await page.unroute("**/api/show");
    await page.getByRole("button", { name: "Try again" }).click();
    await settled(page, 1);
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.route("**/api/think", (route) => route.abort());
    await page.locator("#panel-game select").nth(1).selectOption("engine");
    await alert.waitFor();
    await page.unroute("**/api/think");
    await page.getByRole("button", { name: "Try again" }).click();
    await settled(page, 2);
    // Nothing runs, so there is nothing to stop; what was written meanwhile is checked when it is tried again.
    await page.locator("#panel-game select").nth(1).selectOption("you");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.route("**/api/*", (route) => route.abort());
    await page.getByRole("button", { name: "Analyse" }).click();
    await alert.waitFor();
    assert.equal(await page.locator("#panel-analysis").getByRole("button", { name: "Analyse" }).count(), 1);
    await page.unroute("**/api/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".lines li").nth(2).waitFor();
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".told .fine").waitFor();
    await page.route("**/api/*", (route) => route.abort());
    await page.evaluate(() => { window.rulesmith.write(`${window.rulesmith.table.text}\nbord`); });
    await alert.waitFor();
    await page.unroute("**/api/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".told .error").first().waitFor();
    await page.close();
    const late = await open("#/game/chess", (page) => page.route("**/api/*", (route) => route.abort()));
    await late.getByRole("alert").getByText("the program does not answer").waitFor();
    await late.unroute("**/api/*");
    await late.getByRole("button", { name: "Try again" }).click();
    await late.locator(".picture svg").waitFor();
    await late.close();
  };
  journeys["learning is told while one waits for the engine"] = async () => {
    const page = await game("breakthrough");
    const lines = [{ progress: { learning: [120, 400] } }, { progress: { depth: 1, nodes: 1, seconds: 0, score: 0, line: [], best: null } }];
    let more;
    const told = new Promise((done) => { more = done; });
    // An answer that comes in parts: what is told before the thought, and the thought later.
    await page.exposeFunction("more", () => told);
    await page.evaluate((lines) => {
      const plain = window.fetch;
      window.fetch = (address, given) => {
        if (!String(address).endsWith("/think")) return plain(address, given);
        const bytes = new TextEncoder();
        return Promise.resolve(new Response(new ReadableStream({
          async start(stream) {
            stream.enqueue(bytes.encode(`${JSON.stringify(lines[0])}\n`));
            await window.more();
            stream.enqueue(bytes.encode(`${JSON.stringify(lines[1])}\n`));
          },
        })));
      };
    }, lines);
    await page.locator("#panel-game select").first().selectOption("engine");
    const learning = page.locator("#panel-game").getByText("Learning the game: 120 of 400 games");
    await learning.waitFor();
    more();
    await learning.waitFor({ state: "hidden" });
    await page.locator(".status").getByText("White is thinking").waitFor();
    await page.close();
  };
  journeys["the best line is told first"] = async () => {
    const page = await game("chess");
    const line = (score, move) => ({ score, line: [move, "g8f6"], shown: [move.slice(2), "Nf6"] });
    const thought = { best: "e2e4", depth: 3, nodes: 9, seconds: 1, ...line(10, "e2e4"), lines: [line(10, "e2e4"), line(-5, "a2a3"), line(30, "d2d4")] };
    await page.route("**/api/think", (route) => route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ result: thought })}\n` }));
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".lines li").nth(2).waitFor();
    assert.deepEqual(await page.locator(".lines button").allTextContents(), ["d4", "e4", "a3"]);
    await page.locator(".lines li").first().getByText("Nf6").waitFor();
    await page.getByRole("button", { name: "d4", exact: true }).click();
    await settled(page, 1);
    await page.close();
  };
}

if (still) {
  journeys["the language is read, its examples are tried and asked"] = async () => {
    const page = await open("language.html");
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: /Boards/ }).click();
    const first = page.locator(".example.game").first();
    await first.getByRole("button", { name: "Try it" }).click();
    const inside = first.frameLocator("iframe");
    await inside.locator(".picture svg").waitFor();
    for (const cell of ["a2", "a3"]) await inside.locator(`.picture [data-cell="${cell}"]`).first().press("Enter");
    await inside.locator(".moves li").first().waitFor();
    await first.getByRole("button", { name: "Close" }).click();
    await first.locator("iframe").waitFor({ state: "detached" });
    for (const kind of ["query", "moves", "position"]) {
      const lines = page.locator(`.lines-of[data-kind="${kind}"]`).first();
      await lines.getByRole("button", { name: "Ask the engine" }).click();
      const last = lines.locator("li").last();
      const wanted = (await last.locator("code").last().textContent()).split(" ").filter((word) => word !== "…");
      const told = (await last.locator("output").textContent()).split(" ");
      if (kind !== "query") assert(wanted.every((word) => told.includes(word)), `${wanted} are told as ${told}`);
    }
    await page.close();
  };
  journeys["rules that are wrong open in the editor"] = async () => {
    const page = await open("language.html");
    const href = await page.locator(".example.error a.try").first().getAttribute("href");
    await page.close();
    const wrong = await open(href);
    await wrong.locator(".told .error, .told .warning").first().waitFor();
    await wrong.close();
  };
  journeys["what was learned of a game outlives its worker"] = async () => {
    const told = (page) => page.addInitScript(() => {
      window.told = [];
      const Plain = window.Worker;
      window.Worker = class extends Plain {
        constructor(...given) {
          super(...given);
          this.addEventListener("message", ({ data }) => { if (data.line?.progress?.learning) window.told.push(data.line.progress.learning[0]); });
        }
      };
    });
    const evaluate = async () => {
      const page = await game("clobber", told);
      await page.getByRole("tab", { name: "Analysis" }).click();
      await page.getByRole("button", { name: "Evaluate" }).click();
      await page.locator(".terms tbody tr").first().waitFor();
      const played = await page.evaluate(() => window.told);
      await page.close();
      return played;
    };
    // Each page goes on where the one before was cut, until one has nothing more to learn: how many that takes, the machine says.
    let known = 0;
    for (let pages = 0; ; pages++) {
      const played = await evaluate();
      if (played.length === 0) break;
      assert(played[0] > known && pages < 200, `${played[0]} games after ${known}, page ${pages}`);
      known = played.at(-1);
    }
    assert(known > 0);
  };
  journeys["every game has its picture"] = async () => {
    const page = await open("");
    await page.locator(".cards img").first().waitFor();
    const names = await page.locator(".cards img").evaluateAll((images) => images.map((image) => image.getAttribute("src")));
    assert(names.length > 100);
    for (const name of names) assert(readFileSync(join(root, "site", name), "utf8").startsWith("<svg"), name);
    await page.close();
  };
}

/** Boards of all kinds: chess, draughts chains, three picks, passes, sowing, stacks, a hexagon, a graph, two boards, placing and moving. */
const GAMES = process.env.GAMES ? process.env.GAMES.split(" ") : ["chess", "english-draughts", "amazons", "go", "oware", "lasca", "hex", "mu-torere", "santorini", "nine-mens-morris", "shogi"];

if (served) await start();
if (still) await serveFiles();
let failed = 0;
for (const [name, journey] of Object.entries(journeys)) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
  await visitor();
  try {
    await journey();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n      ${String(error.message).split("\n").slice(0, 6).join("\n      ")}`);
  }
}
const each = Math.ceil(moves / GAMES.length);
for (const name of process.env.ONLY ? [] : GAMES) {
  await visitor();
  try {
    await clicks(name, each);
    console.log(`ok    ${each} random moves of ${name} by clicks`);
  } catch (error) {
    failed++;
    console.log(`FAIL  moves of ${name}\n      ${String(error.message).split("\n").slice(0, 6).join("\n      ")}`);
  }
}
for (const [hash, tab] of process.env.ONLY ? [] : [["#/", ""], ["#/game/chess", "Game"], ["#/game/chess", "Analysis"], ["#/game/chess", "Rules"], ["#/game/go", "Position"], ["#/game/hex", "Tools"], ...(still ? [["language.html", ""]] : [])]) {
  await visitor();
  const page = await open(hash);
  await page.locator(tab ? ".picture svg" : ".cards, article").first().waitFor();
  if (tab) await page.getByRole("tab", { name: tab }).click();
  if (tab === "Rules") await page.locator(".told .fine").waitFor();
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter((found) => ["serious", "critical"].includes(found.impact));
  if (serious.length) failed++;
  console.log(`${serious.length ? "FAIL " : "ok   "} ${hash} ${tab}: nothing serious for those who can't see or point${serious.map((found) => `\n      ${found.id}: ${found.nodes[0].html.slice(0, 200)}`).join("")}`);
  await page.close();
}
for (const [what, list] of [["errors in the page", troubles], ["requests to elsewhere", outside]]) {
  if (list.length) failed++;
  console.log(`${list.length ? "FAIL " : "ok   "} no ${what}${list.slice(0, 3).map((line) => `\n      ${line}`).join("")}`);
}
await browser.close();
server?.kill();
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
