// The page: what the address says is shown, and the parts are put together.

import { Board } from "./board.ts";
import { elsewhere } from "./elsewhere.ts";
import { button, download, h, modified, prose, say, told } from "./dom.ts";
import { library } from "./library.ts";
import { analysisPanel, gamePanel, positionPanel, statusLine, toolsPanel, type Panel } from "./panels.ts";
import { address, begin, draft, endangered, fresh, keep, remember, remembered, shelve, titleOf, type Place } from "./shelf.ts";
import { unpack, type Shared } from "./share.ts";
import { Table, type Progress } from "./table.ts";
import { Refused, wire } from "./wire.ts";

const page = document.getElementById("page")!;
let leave: () => void = () => undefined;
let files = false;

function complaint(table: Table): HTMLElement {
  const box = h("div", { class: "message", role: "alert", hidden: true });
  let last: unknown[] = [];
  table.listen(() => {
    const { again } = table;
    const [message, help] = table.message || !endangered(table.keeps) ? [table.message, table.help]
      : ["this browser can't keep what you write: its store is full, or forbidden", files ? "save it before you leave" : "download it before you leave"];
    // What is told already stays, with the focus that it may have.
    if ([message, help, again].every((part, at) => part === last[at])) return;
    last = [message, help, again];
    box.hidden = !message;
    box.replaceChildren(...told(message, help), again ? h("div", { class: "row" }, button("Try again", again)) : "");
  });
  return box;
}

/** The rules: the editor is loaded when it is first looked at. */
function rulesPanel(table: Table): Panel & { news: HTMLElement; look(): Promise<void> } {
  const holder = h("div", {});
  const note = h("p", { class: "quiet", role: "status" });
  const bar = h("div", { class: "row" });
  const discard = button("Discard changes", () => table.put(table.saved), { class: "quiet" });
  let editor: import("./editor.ts").Editor | null = null;
  let coming = false;
  const own = () => (table.place.kind === "file" ? table.place.name : null);
  const saveAs = () => {
    const name = prompt("Save as", own() ?? `${titleOf(table.text).toLowerCase().replace(/[^a-z0-9]+/g, "-")}.game`)?.trim();
    if (name) void save(/\.[^./]+$/.test(name) ? name : `${name}.game`);
  };
  /** Saves under a name, over the text that has a stamp; `former` is that text, where it is to be kept. */
  const save = async (name: string, stamp = name === own() ? table.stamp : undefined, former?: string) => {
    note.replaceChildren();
    const { text } = table;
    try {
      const result = await wire.ask("save", { path: name, text, stamp });
      if (result.changed) {
        conflict(name, result.changed);
        return;
      }
      keep(table.keeps, null);
      [table.saved, table.stamp] = [text, result.stamp];
      // What was typed meanwhile is kept, and whether the text is right is known then.
      await table.write(table.text).catch(() => null);
      note.textContent = `Saved as ${name}${table.wrong ? `, with ${table.wrong}` : ""}.`;
      if (former !== undefined) note.append(" What stood in the file before is kept: ", kept(former, `as ${name} was`), ".");
      say(note.textContent);
      if (name === own()) return;
      location.hash = address({ kind: "file", name });
      // The game goes on there.
      table.note();
    } catch (why) {
      table.fail(why);
    }
  };
  /** Keeps a text as a draft that says what it was; the link to it. */
  const kept = (text: string, what: string) => h("a", { href: address(begin(text, `${titleOf(text)} (${what})`)) }, "a draft in this browser");
  const conflict = (name: string, there: { text: string; stamp: string }) => {
    const over = () => void save(name, there.stamp, there.text);
    const [title, told, choices]: [string, string, [string, () => void][]] = name === own()
      ? ["The file has changed", `${name} has been changed by another program since it was read here. Both texts are kept until you choose.`, [
        ["Keep mine, the file's as a draft", over],
        ["Take the file's, keep mine as a draft", () => {
          note.replaceChildren("Your text is kept: ", kept(table.text, `not saved as ${name}`), ".");
          take(there);
        }],
        ["Decide later", () => undefined]]]
      : ["The file is there already", `${name} exists already.`, [
        ["Replace it, keep what it has as a draft", over], ["Another name", saveAs], ["Cancel", () => undefined]]];
    const dialog = h("dialog", { "aria-label": title }, h("p", {}, told), h("div", { class: "row" }, choices.map(([text, act]) => button(text, () => {
      dialog.close();
      act();
    }))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };
  const news = h("p", { class: "quiet", role: "status" });
  let seen: string | undefined;
  /** Looks whether another program has changed the file, once for each change. */
  const look = async () => {
    const name = own();
    const there = name && !document.querySelector("dialog") ? await wire.ask("read", { path: name }).catch(() => null) : null;
    if (!there || [table.stamp, seen].includes(there.stamp)) return;
    seen = there.stamp;
    if (there.text !== table.text && table.unsaved) return conflict(name!, there);
    take(there);
    news.textContent = `${name} has been changed by another program: this is what it has now.`;
  };
  /** Goes on with what the file has. */
  const take = ({ text, stamp }: { text: string; stamp: string }) => {
    [table.saved, table.stamp] = [text, stamp];
    table.put(text);
  };
  const format = async () => {
    try {
      table.put((await wire.ask("format", { text: table.text })).text);
    } catch (why) {
      table.fail(why);
    }
  };
  bar.append(
    files ? button("Save", () => { const name = own(); if (name) void save(name); else saveAs(); }) : button("Download", () => download(`${titleOf(table.text)}.game`, table.text)),
    files && own() ? button("Save as", saveAs) : "",
    button("Tidy", () => void format()), discard);
  table.listen(() => {
    discard.disabled = !table.unsaved || !table.saved;
    if (table.unsaved) news.textContent = "";
  });
  return {
    name: "Rules",
    news,
    look,
    element: h("section", { class: "rules" }, bar, note, holder),
    enter: () => {
      if (editor || coming) return;
      coming = true;
      void import("./editor.ts").then(({ Editor }) => {
        editor = new Editor(table);
        (window as any).rulesmith.write = (text: string) => editor?.set(text);
        holder.replaceChildren(editor.element);
      }, () => {
        holder.replaceChildren(h("p", { role: "alert" }, `The editor could not be loaded${files ? ": is the program still running?" : "."} It is tried again when you come back to this tab.`));
      }).finally(() => { coming = false; });
    },
  };
}

/** The panels behind tabs: the first is open. */
function tabbed(panels: Panel[]): { element: HTMLElement; select(at: number): void; leave(): void } {
  const tabs = h("div", { role: "tablist", "aria-label": "Beside the board" });
  const sheets = h("div", { class: "sheets" });
  let now = 0;
  const select = (at: number) => {
    panels[now].leave?.();
    now = at;
    [...tabs.children].forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === at));
      tab.setAttribute("tabindex", other === at ? "0" : "-1");
      sheets.children[other].toggleAttribute("hidden", other !== at);
    });
    panels[at].enter?.();
  };
  panels.forEach((panel, at) => {
    const id = `panel-${panel.name.toLowerCase()}`;
    tabs.append(h("button", { type: "button", role: "tab", id: `tab-${at}`, "aria-controls": id, onclick: () => select(at) }, panel.name));
    panel.element.id = id;
    panel.element.setAttribute("role", "tabpanel");
    panel.element.setAttribute("aria-labelledby", `tab-${at}`);
    sheets.append(panel.element);
  });
  tabs.addEventListener("keydown", (event) => {
    const step = modified(event) ? 0 : event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? panels.length - 1 : 0;
    if (!step) return;
    select((now + step) % panels.length);
    (tabs.children[now] as HTMLElement).focus();
  });
  select(0);
  return { element: h("div", { class: "side" }, tabs, sheets), select, leave: () => panels[now].leave?.() };
}

/** The name of the game, here and on the browser's tab, and whether there is something to lose. */
function heading(table: Table): HTMLElement {
  const name = h("span", {});
  const unsaved = h("small", { class: "quiet" });
  const stale = h("p", { class: "quiet", hidden: true });
  table.listen(() => {
    name.textContent = table.shown?.title ?? "A game";
    unsaved.textContent = table.unsaved && table.place.kind !== "draft" ? " rules changed, not saved" : "";
    document.title = `${table.unsaved ? "• " : ""}${name.textContent} – Rulesmith`;
    stale.hidden = !table.wrong || table.good === table.text || !table.shown;
    if (!stale.hidden) stale.textContent = `The rules have ${table.wrong}: played by the last ones that were right.`;
  });
  return h("div", {}, h("h1", {}, name, unsaved), stale);
}

/** The rules in words, when they are asked for: those that are played by. */
function about(table: Table): HTMLElement {
  const words = h("div", {});
  const element = h("details", { class: "about" }, h("summary", {}, "How it is played"), words);
  let last: string | null = null;
  const explain = () => {
    if (!element.open || last === table.good) return;
    last = table.good;
    void tell(words, table);
  };
  element.addEventListener("toggle", explain);
  table.listen(explain);
  return element;
}

/** What the rules remember, for those who ask. Hands are in the picture. */
function counters(table: Table): HTMLElement {
  const list = h("dl", {});
  const element = h("details", { class: "counters", hidden: true }, h("summary", {}, "What the rules remember"), list);
  table.listen(() => {
    const all = (table.shown?.counters ?? []).filter(({ name, value }) => value !== "" && value !== "-" && !/ hand /.test(name));
    element.hidden = all.length === 0;
    list.replaceChildren(...all.flatMap(({ name, value }) => [h("dt", {}, name), h("dd", {}, value)]));
  });
  return element;
}

/** Keys of the whole page, and a game that is kept when the page goes; what ends both. */
function whilePlayed(table: Table, board: Board, look: () => void): () => void {
  const keys = (event: KeyboardEvent) => {
    if (modified(event) || (event.target as Element).closest("input,textarea,select,dialog,.cm-editor,[role=tablist]")) return;
    if (event.key === "ArrowLeft") void table.go(table.at - 1);
    else if (event.key === "ArrowRight") void table.go(table.at + 1);
    else if (event.key === "Escape") {
      if (!board.back()) table.rest();
      table.dim();
    }
    else return;
    event.preventDefault();
  };
  // The time since the last move is kept, too, and what was typed a moment ago.
  const note = () => {
    table.note();
    table.hold(true);
  };
  addEventListener("keydown", keys);
  addEventListener("pagehide", note);
  addEventListener("focus", look);
  return () => {
    removeEventListener("keydown", keys);
    removeEventListener("pagehide", note);
    removeEventListener("focus", look);
  };
}

/** Sets the table as it was left here, or for the game that is asked for; what begins the game. */
function lay(table: Table, { start = null, moves = [], options = {}, ending, names }: Shared): () => Promise<void> {
  table.options = options;
  // A shipped game is played against the engine, unless it is a game to look at; one's own is first tried by hand.
  if (table.place.kind === "game" && moves.length === 0) table.players = ["you", "engine"];
  const left = remembered<Partial<Progress>>();
  const before = left?.moves ? (left as Progress) : null;
  if (before) Object.assign(table, { options: before.options, players: before.players, level: before.level, flip: before.flip });
  table.remember = remember;
  return () => (before ? table.begin(before.start, before.moves, before.at, before) : table.begin(start, moves, moves.length, { ending, names }));
}

/** Rules that came with a link are kept as a draft as soon as they are changed. */
function followDraft(table: Table): void {
  let linked = true;
  table.listen(() => {
    if (!linked || !draft(table.place)) return;
    linked = false;
    history.replaceState(history.state, "", address(table.place));
  });
}

async function play(place: Place, shared: Shared, meant: () => boolean, text?: string): Promise<void> {
  const table = await Table.open(place, text);
  if (!meant()) return;
  const kept = place.kind === "draft" ? null : draft(place);
  const begin = lay(table, shared);
  const board = new Board(table);
  // For tests and the curious.
  (window as any).rulesmith = { table, board, write: (text: string) => { table.text = text; } };
  const other = elsewhere(table);
  const title = heading(table);
  const rules = rulesPanel(table);
  const side = tabbed([gamePanel(table), analysisPanel(table), rules, positionPanel(table, board), toolsPanel(table)]);
  page.replaceChildren(h("div", { class: "table" },
    h("div", { class: "middle" }, title, complaint(table), other.element, rules.news, statusLine(table), board.element, counters(table), about(table)), side.element));
  const unlisten = whilePlayed(table, board, () => void rules.look());
  leave = () => {
    unlisten();
    other.leave();
    side.leave();
    table.leave();
  };
  if (kept) {
    // What was written here and not saved comes back, with the file that it was written on.
    [table.text, table.stamp] = [kept.text, kept.stamp ?? table.stamp];
    side.select(2);
  }
  if (text !== undefined) followDraft(table);
  await begin();
  if (!meant()) return;
  if (table.gone && !table.message) table.fail(new Refused({ message: (table.gone as Error).message, help: "what you wrote and did not save is here: save it" }));
  // Rules that are wrong are mended before anything else.
  if (!table.shown) side.select(2);
}

async function tell(box: HTMLElement, table: Table): Promise<void> {
  const rules = table.good;
  try {
    const { head, paragraphs } = await wire.ask("tell", table.rules());
    if (rules !== table.good) return;
    box.replaceChildren(h("p", {}, head.about), ...paragraphs.map((part: any) => h("section", {}, h("h2", {}, part.title),
      h("ul", {}, part.lines.map((line: any) => h("li", { class: `deep-${Math.min(3, line.depth)}` }, prose(line.text)))))), head.source ? h("p", { class: "quiet" }, `Source: ${head.source}`) : h("p", {}));
  } catch (why) {
    table.fail(why);
  }
}

/** What an address says behind its kind. */
function named(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused({ message: "this link is broken", help: "it has a `%` that stands for nothing" });
  }
}

let visits = 0;

async function route(): Promise<void> {
  leave();
  leave = () => undefined;
  const visit = ++visits;
  // What is loaded for an address that has been left takes no other one's place.
  const meant = () => visit === visits;
  const [, kind = "", ...rest] = location.hash.split("/");
  page.setAttribute("aria-busy", "true");
  try {
    const name = named(rest.join("/"));
    if (kind === "game" || kind === "file" || kind === "draft") await play({ kind, name }, {}, meant);
    else if (kind === "share") {
      const shared = await unpack(name).catch(() => { throw new Refused({ message: "this link is broken", help: "ask for it again, whole" }); });
      if (!meant()) return;
      // A link that was made here leads back to the text that it was made of.
      const place: Place = remembered<Partial<Progress>>()?.place ?? (shared.game ? { kind: "game", name: shared.game } : fresh());
      await play(place, shared, meant, place.kind === "draft" && !draft(place) ? (shared.text ?? "") : undefined);
    } else {
      const { element, shown } = await library(files);
      if (!meant()) return;
      page.replaceChildren(element);
      document.title = "Rulesmith";
      shown();
    }
  } catch (why) {
    if (!meant()) return;
    const fault = why instanceof Refused ? why.fault : { message: String(why) };
    page.replaceChildren(h("div", { class: "message", role: "alert" }, told(fault.message, fault.help), h("div", { class: "row" }, button("Try again", () => void enter()))), h("p", {}, h("a", { href: "#/" }, "All games")));
  }
  if (meant()) page.removeAttribute("aria-busy");
}

/** Learns whether there is a folder, and shows what the address says. */
async function enter(): Promise<void> {
  try {
    files = (await wire.ask("about", {})).files;
    if (files) {
      const { folder, first } = await wire.ask("files", {});
      shelve(folder);
      if (first && !location.hash) history.replaceState(null, "", address({ kind: "file", name: first }));
    }
  } catch {
    // What is shown asks again, and tells.
  }
  await route();
}

addEventListener("hashchange", () => void route());
void enter();
