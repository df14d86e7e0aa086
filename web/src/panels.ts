// What stands beside the board: the game, the analysis, the position, the tools.

import { Board, type Setup } from "./board.ts";
import { face } from "./clock.ts";
import { button, choice, download, h, parts, type Part, prose, say, sentence, told } from "./dom.ts";
import { pack } from "./share.ts";
import { learns, type Table } from "./table.ts";
import { Refused, wire, type Line, type Shown, type Thought } from "./wire.ts";

/** A panel: its element, and what it does when it is looked at or left. */
export interface Panel { name: string; element: HTMLElement; enter?(): void; leave?(): void }

function outcome(table: Table, line: Line): string {
  const players = table.shown?.players ?? ["", ""];
  const mover = table.shown?.mover ?? 0;
  const within = line.plies_to_end ? ` in ${line.plies_to_end} ${line.plies_to_end === 1 ? "ply" : "plies"}` : "";
  if (line.outcome === "win") return `${players[mover]} wins${within}`;
  if (line.outcome === "loss") return `${players[1 - mover]} wins${within}`;
  if (line.outcome === "draw") return "a draw";
  const lead = line.score === 0 ? "even" : `${line.score > 0 ? players[mover] : players[1 - mover]} +${Math.abs(line.score)}`;
  return lead;
}

/** Clocks to choose from: what both begin with, and what each move adds, in seconds. */
const CONTROLS: [number, number][] = [[60, 0], [180, 2], [300, 3], [600, 5], [900, 10], [1800, 0]];

/** Whose turn it is, or how the game ended. */
export function statusLine(table: Table): HTMLElement {
  const status = h("p", { class: "status", "aria-live": "polite" });
  table.listen(() => {
    const { shown, ended } = table;
    if (!shown) return;
    const mover = shown.players[shown.to_move ?? 0];
    const turn = `${mover} to move${shown.threatened ? ", and must answer a threat" : ""}`;
    const text = shown.verdict ? sentence(shown.verdict.text) : ended ? ended.told : table.thinking ? `${mover} is thinking …` : turn;
    // What is told already is not told again.
    if (status.textContent !== text) status.textContent = text;
    status.classList.toggle("over", shown.verdict !== null || ended !== null);
  });
  return status;
}

/** Moves, players, records. */
export function gamePanel(table: Table): Panel {
  const moves = h("ol", { class: "moves", "aria-label": "Moves" });
  const list = h("datalist", { id: "legal" });
  const input = h("input", { type: "text", list: "legal", "aria-label": "A move", placeholder: "a move", autocomplete: "off", spellcheck: "false" });
  const enter = h("form", { class: "row", onsubmit: (event: Event) => {
    event.preventDefault();
    const move = input.value.trim();
    input.value = "";
    // One that is none comes back, to be mended.
    if (move) void table.play(move).then(() => { if (table.message && !input.value) input.value = move; });
  } }, input, h("button", { type: "submit" }, "Play"), list);
  const seats = [0, 1].map((side) => choice([["you", "you"], ["engine", "engine"]], (value) => table.seat(side, value as "you" | "engine")));
  const signs = seats.map(({ element }) => {
    const sign = h("span", { class: "sign", "aria-hidden": "true" });
    element.prepend(sign);
    return sign;
  });
  /** The rules whose pieces are beside the players' names. */
  let signed = "";
  const level = choice(Array.from({ length: 10 }, (_, at) => [`${at + 1}`, `${at + 1}`]), (value) => { table.level = Number(value); table.note(); });
  const clock = choice([["", "none"], ...CONTROLS.map(([base, more]): [string, string] => [`${base} ${more}`, `${base / 60} min${more ? ` + ${more} s` : ""}`])], (value) => {
    const [base, more] = value.split(" ").map((seconds) => Number(seconds) * 1000);
    if (table.at > 0 && value) note("Both clocks begin anew.");
    table.time(value ? { base, more } : null);
  });
  const stop: HTMLElement = button("Stop", () => {
    table.rest();
    onward.focus();
  });
  const onward = button("Let the engine move", () => {
    table.reply(true);
    stop.focus();
  });
  // It changes often: who hears the page hears that the engine thinks.
  const learning = h("span", { class: "quiet" });
  const who = h("div", { class: "row" }, ...[...seats, level, clock].map((one) => one.element), stop, onward, learning);
  const clocks = h("div", { class: "clocks", role: "timer", "aria-label": "Time left", hidden: true });
  table.listenToTime(() => {
    const now = performance.now();
    clocks.hidden = !table.clock.control;
    if (clocks.hidden) return;
    clocks.replaceChildren(...(table.shown?.players ?? []).map((name, side) => h("span", {
      class: `${(table.clock.running ?? table.shown?.to_move) === side ? "running" : ""} ${table.clock.left(side, now) < 10_000 ? "short" : ""}` }, `${name} `, h("b", {}, face(table.clock.left(side, now))))));
  });
  const hints = h("p", { class: "hint-line" });
  /** What the hint is a hint for. */
  let hinted = "";
  const hint = async () => {
    const key = (hinted = table.key());
    hints.textContent = "…";
    table.hush();
    try {
      const thought: Thought = await wire.ask("think", { ...table.here(), time_ms: 700 }, (now) => { if (key === table.key()) hints.textContent = learns(now) || "…"; });
      if (key !== table.key()) return;
      const legal = table.shown?.legal.find((move) => move.text === thought.best);
      hints.textContent = thought.best ? `Hint: ${legal?.shown ?? thought.best} (${outcome(table, thought)})` : "There is no move.";
      table.highlight = legal ? legal.steps.flatMap((step) => ("cell" in step ? [step.cell] : [])) : [];
      void table.refresh();
    } catch (why) {
      hints.textContent = "";
      table.fail(why);
    }
  };
  const save = async (form: string) => {
    try {
      const { result, why } = table.outcome ?? {};
      const kept = await wire.ask("record", { ...table.whole(), form, ...table.names, result, why });
      download(kept.name, kept.text);
    } catch (why) {
      table.fail(why);
    }
  };
  const share = async () => {
    // The address changes without the page being built anew.
    const { ending, names } = table.beside();
    history.replaceState(history.state, "", `#/share/${await pack({ ...table.whole(), ending, names })}`);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    const text = `The address of this page is now a link to this game${copied ? ", and copied" : ""}. Nothing was sent.`;
    note(text);
  };
  const note = (text: string) => {
    say(text);
    hinted = table.key();
    hints.textContent = text;
  };
  const hinter = button("Hint", () => void hint());
  const walk = h("div", { class: "row walk", role: "group", "aria-label": "Walk through the game" },
    button("|◀", () => void table.go(0), { "aria-label": "To the start" }),
    button("◀", () => void table.go(table.at - 1), { "aria-label": "One back" }),
    button("▶", () => void table.go(table.at + 1), { "aria-label": "One on" }),
    button("▶|", () => void table.go(table.moves.length), { "aria-label": "To the end" }),
    button("Undo", () => void table.undo()), hinter,
    button("Flip", () => { table.flip = !table.flip; void table.refresh(); }));
  /** For whom a draw is offered, and in which position. */
  let proposed: { side: number; key: string } | null = null;
  const finish = (winner: number | null, why: string) => {
    table.finish(winner, why);
    note("Undo takes that back.");
    fresh.focus();
  };
  const fresh = button("New game", () => void anew());
  const resign = button("Resign", () => {
    const side = table.players.includes("engine") ? table.players.indexOf("you") : (table.shown?.to_move ?? 0);
    finish(1 - side, `${table.shown?.players[side]} resigned`);
  });
  const propose: HTMLElement = button("Offer a draw", () => {
    proposed = { side: table.shown?.to_move ?? 0, key: table.key() };
    draw();
    accept.focus();
  });
  const accept = button("Accept", () => finish(null, "A draw was agreed on"));
  const decline = button("Decline", () => {
    proposed = null;
    draw();
    propose.focus();
  });
  const offering = h("span", { role: "status" });
  const forms = h("span", { class: "row" });
  const settings = h("details", { class: "settings", hidden: true });
  const element = h("section", {}, clocks, who, enter, walk, hints, moves,
    h("div", { class: "row" }, fresh, button("Share", () => void share()), resign, propose, offering, accept, decline),
    h("div", { class: "row" }, forms,
      h("label", { class: "filebutton" }, "Open", h("input", { type: "file", class: "unseen", onchange: (event: any) => void open(event.target) }))),
    settings);
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    table.hush();
    try {
      const games = await recorded(table.rules(), await file.text(), file.name);
      if (games.length === 0) throw new Refused({ message: `there is no game in \`${file.name}\`` });
      const game = games.length === 1 ? games[0] : await chosen(file.name, games);
      if (game) await lay(game, file.name);
    } catch (why) {
      table.fail(why);
    }
    input.value = "";
  };
  /** Puts a game of a record on the board; one whose first move can't be read is none, and what is there stays. */
  const lay = async (game: Recorded, name: string) => {
    const wrong = game.message ? new Refused({ message: game.message, help: game.help }) : null;
    if (wrong && game.moves.length === 0) {
      throw new Refused({ message: `\`${name}\` is no game that can be read here: ${wrong.message}`, help: `${wrong.fault.help ? `${wrong.fault.help}. ` : ""}The game on the board stays.` });
    }
    const { white, black, result } = game;
    const ending = !wrong && result && RESULT.test(result) ? { result, told: `The record says ${result}` } : null;
    if (game.game && !(table.place.kind === "game" && table.place.name === game.game)) {
      location.hash = `#/share/${await pack({ game: game.game, start: game.start, moves: game.moves, options: game.options, ending, names: { white, black } })}`;
      return;
    }
    const set = Object.entries(game.options ?? {}).filter(([name, value]) => table.options[name] !== value);
    table.options = game.options ?? {};
    // What was played is to be seen: nobody plays on by oneself.
    table.players = ["you", "you"];
    await table.begin(game.start ?? null, game.moves, game.moves.length, { ending, names: { white, black } });
    if (set.length > 0 && !table.message) note(`Opened with ${set.map(([name, value]) => `${name} ${value}`).join(", ")}. Undo brings back the game before.`);
    if (wrong) table.fail(wrong);
  };
  const anew = async () => {
    const left = table.moves.length > 0;
    await table.begin(null, []);
    if (left) note("Undo brings back the game before.");
  };
  const played = parts(moves, (): Part<{ text: string; number: string }> => {
    let ply = 0;
    const move = button("", () => void table.go(ply));
    return {
      element: h("li", {}, move),
      show({ text, number }, at) {
        ply = at + 1;
        move.textContent = text;
        move.dataset.number = number;
        move.classList.toggle("later", ply > table.at);
        if (ply === table.at) move.setAttribute("aria-current", "step");
        else move.removeAttribute("aria-current");
      },
    };
  });
  /** Moves are numbered two by two where the players alternate, as records have it; else one by one. */
  const listMoves = () => {
    const first = table.played[0]?.by ?? 0;
    const alternate = table.played.every((move, ply) => move.by === (first + ply) % 2);
    moves.classList.toggle("pairs", alternate);
    moves.classList.toggle("second", alternate && first === 1);
    played(table.moves.map((move, ply) => ({
      text: table.played[ply]?.shown ?? move,
      number: !alternate ? `${ply + 1}.` : (first + ply) % 2 === 0 ? `${(first + ply) / 2 + 1}.` : ply === 0 ? "1. …" : "",
    })));
  };
  let offered = "";
  /** What the moves are listed for. */
  let listed: Shown | null = null;
  const draw = () => {
    const shown = table.shown;
    if (!shown) return;
    if (hinted !== table.key()) hints.textContent = "";
    // A hint for the engine's move would be the engine's.
    hinter.disabled = shown.to_move === null || table.thinking !== null;
    // What stays as it is keeps the focus.
    const offer = JSON.stringify([shown.forms, shown.options]);
    if (offer !== offered) {
      offered = offer;
      forms.replaceChildren("Save as", ...shown.forms.map((form) => button(form === "record" ? "text" : form.toUpperCase(), () => void save(form), { class: "quiet" })));
      const focus = settings.contains(document.activeElement) ? (document.activeElement as HTMLInputElement).name : "";
      settings.hidden = shown.options.length === 0;
      settings.replaceChildren(h("summary", {}, "Options"), ...shown.options.map((option) => setting(option, (value) => void table.set(option.name, value).then(() => {
        // One that can't be is as it was.
        if (!table.message) return;
        offered = "";
        draw();
      }))), h("p", { class: "quiet" }, "Each change begins a new game; Undo brings back the one before."));
      if (focus) settings.querySelector<HTMLInputElement>(`input[name="${focus}"]`)?.focus();
    }
    if (listed !== shown) list.replaceChildren(...shown.legal.slice(0, 400).map((move) => h("option", { value: move.shown })));
    listed = shown;
    enter.hidden = shown.to_move === null || table.ended !== null;
    resign.hidden = enter.hidden || table.at < table.moves.length || !table.players.includes("you");
    if (proposed?.key !== table.key() || resign.hidden) proposed = null;
    propose.hidden = resign.hidden || proposed !== null || table.players.includes("engine");
    accept.hidden = decline.hidden = proposed === null;
    offering.textContent = proposed ? `${shown.players[proposed.side]} offers a draw.` : "";
    seats.forEach((seat, side) => seat.show([shown.players[side], table.named(side)].filter(Boolean).join(", "), table.players[side]));
    if (signed !== table.good) {
      signed = table.good;
      signs.forEach((box, side) => void sign(table, side).then((picture) => { if (signed === table.good) box.innerHTML = picture; }));
    }
    level.show("level", `${table.level}`);
    clock.show("clock", table.clock.control ? `${table.clock.control.base / 1000} ${table.clock.control.more / 1000}` : "");
    stop.hidden = table.thinking === null;
    learning.textContent = table.thinking ? table.learning : "";
    onward.hidden = !table.waits;
    listMoves();
    // The list alone is moved, never the page.
    const now = moves.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (now) {
      const [top, bottom] = [now.offsetTop - moves.offsetTop, now.offsetTop - moves.offsetTop + now.offsetHeight];
      if (top < moves.scrollTop) moves.scrollTop = top;
      else if (bottom > moves.scrollTop + moves.clientHeight) moves.scrollTop = bottom - moves.clientHeight;
    }
  };
  table.listen(draw);
  return { name: "Game", element, enter: draw };
}

/** A small picture of what a side plays with, as the board draws it; none where nothing is a side's own. */
async function sign(table: Table, side: number): Promise<string> {
  const shown = table.shown!;
  const piece = shown.palette.find((piece) => piece.side === side);
  if (!piece) return "";
  const holder = document.body.appendChild(h("div", { class: "unseen", "aria-hidden": "true" }));
  try {
    const find = (svg: string) => {
      holder.innerHTML = svg;
      return holder.querySelector<SVGGElement>(`.piece.${side ? "second" : "first"}[data-kind="${piece.kind}"]`);
    };
    let found = find(shown.svg);
    if (!found) {
      // What has not come to the board yet is put there to be looked at.
      const { position } = await wire.ask("edit", { ...table.rules(), moves: [], change: { cell: shown.cells[0], letter: piece.letter } });
      found = find((await wire.ask("show", { ...table.rules(), start: position, moves: [], bare: true })).svg);
    }
    if (!found) return "";
    const { x, y, width, height } = found.getBBox();
    return `<svg class="${holder.querySelector("svg")!.getAttribute("class")}" viewBox="${x - 6} ${y - 6} ${width + 12} ${height + 12}">${found.innerHTML}</svg>`;
  } catch {
    return "";
  } finally {
    holder.remove();
  }
}

/** What records of all forms say of a game that has ended. */
const RESULT = /^([012]-[012]|1\/2|½|[WBDJ]|0$)/i;

/** A game of a file of records. */
interface Recorded { title: string; game?: string; options?: Record<string, string>; start?: string | null; moves: string[]; white?: string | null; black?: string | null; result?: string | null; message?: string; help?: string | null }

/** The games of a record: by the rules on the table, or, where they refuse it, by those that it names itself. */
async function recorded(rules: object, record: string, name: string): Promise<Recorded[]> {
  const read = async (rules: object): Promise<Recorded[]> => (await wire.ask("open", { ...rules, record, name })).games;
  const fit = (games: Recorded[]) => games.some((game) => !game.message || game.moves.length > 0);
  const here = await read(rules).catch((why) => why as Error);
  if (Array.isArray(here) && fit(here)) return here;
  const other = await read({}).catch(() => []);
  if (fit(other)) return other;
  if (here instanceof Error) throw here;
  return here;
}

/** Asks which of several games it is to be; none where the reader wants none of them. */
function chosen(name: string, games: Recorded[]): Promise<Recorded | null> {
  const line = (game: Recorded, at: number) => `${at + 1}. ${game.white || game.black ? `${game.white ?? "?"} – ${game.black ?? "?"}` : game.title}${game.result ? `, ${game.result}` : ""}, ${game.moves.length} plies`;
  const list = h("select", { size: Math.min(games.length, 12), "aria-label": "Games of the file" }, games.map((game, at) => h("option", { value: at, selected: at === 0 }, line(game, at))));
  const dialog = h("dialog", { "aria-label": "Which game" }, h("form", { method: "dialog" }, h("p", {}, `There are ${games.length} games in ${name}.`), h("div", { class: "row" }, list),
    h("div", { class: "row" }, h("button", { type: "submit", value: "open" }, "Open"), h("button", { value: "" }, "Cancel"))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => {
    dialog.remove();
    done(dialog.returnValue === "open" ? games[Number(list.value)] : null);
  }));
}

/** An option of the game: a number, or yes or no. */
function setting(option: Shown["options"][number], act: (value: string) => void): HTMLElement {
  const truth = ["yes", "no"].includes(option.value);
  const input = truth
    ? h("input", { type: "checkbox", name: option.name, checked: option.value === "yes", onchange: () => act(input.checked ? "yes" : "no") })
    : h("input", { type: "number", name: option.name, value: option.value, min: option.least, max: option.most, step: option.step ?? "any", onchange: () => { if (input.reportValidity()) act(input.value); } });
  return h("p", {}, h("label", {}, `${option.name} `, input), option.least === undefined ? "" : h("small", { class: "quiet" }, ` ${option.least} to ${option.most}`));
}

/** Questions that any game answers. */
const QUESTIONS = ["own", "count own", "enemy", "empty"];

/** Lines, terms, the graph, threats, exact values, queries. */
export function analysisPanel(table: Table): Panel {
  // The lines change many times a second: what is heard is how they end.
  const lines = h("ol", { class: "lines" });
  const info = h("p", { class: "quiet" });
  const exact = h("p", { class: "exact", role: "status" });
  const terms = h("table", { class: "terms" });
  const graph = h("div", { class: "graph" });
  const answer = h("p", { class: "answer", role: "status" });
  let running: AbortController | null = null;
  let on = false;
  let open = false;
  let seen: unknown = null;
  /** What the lines are about. */
  let lined = "";
  const listLines = parts(lines, (): Part<Line> => {
    const [value, rest] = [h("b", {}), h("span", {})];
    let move = "";
    const first = button("", () => void table.play(move), { class: "link" });
    return {
      element: h("li", {}, value, " ", first, " ", rest),
      show(line) {
        value.textContent = outcome(table, line);
        first.hidden = line.line.length === 0;
        move = line.line[0] ?? "";
        const [head = "", ...tail] = line.shown ?? line.line;
        [first.textContent, rest.textContent] = [head, tail.slice(0, 9).join(" ")];
      },
    };
  });
  const show = (thought: Thought) => {
    if (thought.learning) {
      info.textContent = learns(thought);
      return;
    }
    const all = thought.lines?.length ? [...thought.lines] : [thought];
    // Those of a depth come one by one: until the last has come one sees the depth before.
    if (lined === table.key() && all.length < lines.childElementCount) return;
    const ended = [thought.halted, thought.help].filter(Boolean).map((text) => `. ${sentence(text!)}`).join("");
    info.textContent = `depth ${thought.depth}, ${thought.nodes.toLocaleString("en")} positions, ${thought.seconds.toFixed(1)} s${ended}`;
    listLines(all.sort((one, other) => other.score - one.score));
    lined = table.key();
  };
  const think = async () => {
    running?.abort();
    const over = table.shown?.to_move === null;
    if (!on || !open || document.hidden || over) {
      // What was found stays as long as the position does.
      if (lined !== table.key()) {
        listLines([]);
        [lined, exact.textContent, info.textContent] = ["", "", on && over ? "The game is over here: there is nothing to think about." : ""];
      } else if (running) info.textContent = `Stopped: ${info.textContent}`;
      running = null;
      return;
    }
    exact.textContent = "";
    const mine = (running = new AbortController());
    const key = table.key();
    // What can be known for sure in a moment is said beside.
    wire.ask("solve", { ...table.here(), time_ms: 800 }, undefined, mine.signal).then((found) => {
      if (found.value && !mine.signal.aborted && key === table.key()) exact.textContent = `Solved. ${known(found)}`;
    }, () => undefined);
    try {
      show(await wire.ask("think", { ...table.here(), lines: 3, time_ms: 60000 }, show, mine.signal));
      say(lines.textContent ?? "");
      running = null;
    } catch (why) {
      if (mine.signal.aborted) return;
      // Nothing runs that could be stopped.
      running = null;
      turn(false);
      table.fail(why, () => {
        table.hush();
        turn(true);
      });
    }
  };
  const turn = (now: boolean) => {
    on = now;
    toggle.setAttribute("aria-pressed", String(on));
    toggle.textContent = on ? "Stop" : "Analyse";
    void think();
  };
  const toggle: HTMLElement = button("Analyse", () => {
    turn(!on);
    if (!on) say(lines.textContent ?? "");
  }, { "aria-pressed": "false" });
  let asking: AbortController | null = null;
  /** What the answer and the curve are about. */
  let answered: { key: string; whole: boolean } | null = null;
  let drawn = "";
  /** Works on an answer that holds, and is waited for, as long as the position stays, or the whole game. */
  const act = async (work: (signal: AbortSignal, learn: (now: Thought) => void) => Promise<void>, whole = false) => {
    asking?.abort();
    const mine = (asking = new AbortController());
    answered = { key: table.key(whole), whole };
    terms.replaceChildren();
    table.hush();
    const far = h("span", {}, "…");
    answer.replaceChildren(far, " ", button("Stop", () => mine.abort()));
    answer.setAttribute("role", "status");
    try {
      await work(mine.signal, (now) => { far.textContent = learns(now) || "…"; });
    } catch (why) {
      if (mine.signal.aborted) {
        if (mine === asking) answer.textContent = "Stopped.";
        return;
      }
      // It is told where it was asked.
      answer.setAttribute("role", "alert");
      answer.replaceChildren(...told(why instanceof Error ? why.message : String(why), why instanceof Refused ? why.fault.help : null));
    }
  };
  const evaluate = () => act(async (signal, learn) => {
    const found = await wire.ask("evaluate", table.here(), learn, signal);
    const mover = table.shown?.players[table.shown.mover];
    answer.textContent = `${found.score > 0 ? "+" : ""}${found.score} for ${mover}`;
    terms.replaceChildren(h("thead", {}, h("tr", {}, ...["term", "weight", "own", "enemy", "value"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...found.terms.map((term: any) => h("tr", {}, h("td", {}, term.term), ...[term.weight, term.own, term.enemy, term.value].map((n) => h("td", {}, String(n)))))));
  });
  const threats = () => act(async (signal) => {
    const found = await wire.ask("threats", table.here(), undefined, signal);
    answer.textContent = found.moves.length ? `Threatened by ${(found.shown ?? found.moves).slice(0, 8).join(", ")}` : "Nothing is threatened.";
    table.highlight = found.cells;
    await table.refresh();
  });
  /** What is sure, in words. */
  const known = (found: any): string => {
    const value = found.value ?? (found.at_least ? `at least a ${found.at_least}` : null) ?? (found.at_most ? `at most a ${found.at_most}` : null);
    const mover = table.shown?.players[table.shown.mover];
    const plies = found.plies_to_end;
    return value ? `For ${mover}: ${value}${plies ? ` in ${plies} ${plies === 1 ? "ply" : "plies"}` : ""}${found.line.length ? ` by ${(found.shown ?? found.line).slice(0, 6).join(" ")}` : ""}` : "";
  };
  const solve = () => act(async (signal) => {
    const found = await wire.ask("solve", { ...table.here(), time_ms: 10000 }, undefined, signal);
    answer.textContent = known(found) || "Ten seconds were not enough to know.";
  });
  const plot = () => act(async (signal) => {
    const scores: (number | null)[] = [];
    drawn = table.key(true);
    // Along the game by its keys, and by a click on the curve.
    const ply = h("input", { type: "range", min: 0, max: 0, value: table.at, "aria-label": "Ply", oninput: () => void table.go(Number(ply.value)) });
    walked = () => { ply.value = String(table.at); };
    const draw = () => {
      ply.max = String(Math.max(0, scores.length - 1));
      walked();
      if (ply.parentElement === graph) graph.firstElementChild?.replaceWith(curve(scores, table));
      else graph.replaceChildren(curve(scores, table), ply);
    };
    await wire.ask("graph", { ...table.whole(), time_ms: 50 }, (now) => {
      if (now.ply === undefined) return;
      scores.push(now.score);
      draw();
    }, signal);
    answer.textContent = "";
    draw();
  }, true);
  let walked = () => undefined as void;
  const question = h("input", { type: "text", "aria-label": "A question in the language", placeholder: "a question", spellcheck: "false" });
  const inquire = () => act(async (signal) => {
      const found = await wire.ask("query", { ...table.here(), question: question.value }, undefined, signal);
      answer.textContent = found.text;
      table.highlight = found.cells ?? [];
      await table.refresh();
    });
  const ask = h("form", { class: "row", onsubmit: (event: Event) => { event.preventDefault(); void inquire(); } }, question, h("button", { type: "submit" }, "Ask"));
  const examples = h("p", { class: "quiet" }, "Such as ", ...QUESTIONS.flatMap((text, at) => [at ? ", " : "", button(text, () => { question.value = text; void inquire(); }, { class: "link" })]));
  table.listen(() => {
    walked();
    // The curve is that of the game, wherever one looks.
    if (drawn && drawn !== table.key(true)) {
      drawn = "";
      walked = () => undefined;
      graph.replaceChildren();
    }
    if (answered && answered.key !== table.key(answered.whole)) {
      answered = null;
      asking?.abort();
      asking = null;
      answer.replaceChildren();
      terms.replaceChildren();
    }
    if (open && table.shown !== seen) {
      // The same position, turned or lit, is thought about already.
      seen = table.shown;
      if (lined !== table.key() || !running) void think();
    }
  });
  // A page that nobody looks at leaves the machine to others.
  const looked = () => void think();
  return {
    name: "Analysis",
    element: h("section", {}, h("div", { class: "row" }, toggle, button("Evaluate", () => void evaluate()), button("Threats", () => void threats()),
      button("Solve", () => void solve()), button("Graph", () => void plot())), info, exact, lines, ask, examples, answer, graph, terms),
    leave: () => {
      if (!open) return;
      open = false;
      document.removeEventListener("visibilitychange", looked);
      void think();
      table.dim();
    },
    enter: () => {
      open = true;
      document.addEventListener("visibilitychange", looked);
      seen = table.shown;
      void think();
    },
  };
}

function curve(scores: (number | null)[], table: Table): SVGSVGElement {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 300 100");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Evaluation for ${table.shown?.players[0] ?? "the first player"}, ply by ply`);
  const known = scores.filter((score): score is number => score !== null && Math.abs(score) < 1_000_000).map(Math.abs);
  const most = Math.max(50, ...known);
  const y = (score: number) => 50 - 45 * Math.max(-1, Math.min(1, score / most));
  const x = (at: number) => 6 + (288 * at) / Math.max(1, scores.length - 1);
  const axis = document.createElementNS(NS, "path");
  axis.setAttribute("class", "axis");
  axis.setAttribute("d", "M6 50H294");
  const line = document.createElementNS(NS, "path");
  line.setAttribute("class", "curve");
  line.setAttribute("d", scores.map((score, at) => (score === null ? "" : `${at === 0 ? "M" : "L"}${x(at)} ${y(score)}`)).join(""));
  const [first, second] = table.shown?.players ?? ["", ""];
  const name = (text: string, y: number) => {
    const label = document.createElementNS(NS, "text");
    label.setAttribute("x", "8");
    label.setAttribute("y", String(y));
    label.textContent = text;
    return label;
  };
  svg.append(axis, name(`${first} +${most}`, 9), name(`${second} +${most}`, 98), line);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = Math.round((((event.clientX - box.left) / box.width) * 300 - 6) / (288 / Math.max(1, scores.length - 1)));
    void table.go(at);
  });
  return svg;
}

/** The position as text, and by hand. */
export function positionPanel(table: Table, board: Board): Panel {
  const text = h("textarea", { rows: 3, "aria-label": "The position as text", spellcheck: "false" });
  const palette = h("div", { class: "palette", role: "group", "aria-label": "What a click puts on the board" });
  const help = h("p", { class: "quiet" }, "A click puts it on the board, or the arrows and Enter; Delete empties a cell. Pieces are dragged to other cells, and off the board.");
  let told = "";
  let chosen: string | null | undefined;
  const offer = parts(palette, (): Part<{ text: string; letter: string | null | undefined }> => {
    let mine: string | null | undefined;
    const element = button("", () => { chosen = mine; table.tell(); });
    return {
      element,
      show({ text, letter }) {
        mine = letter;
        element.textContent = text;
        element.setAttribute("aria-pressed", String(chosen === letter));
      },
    };
  });
  let last = Promise.resolve();
  /** One after the other, however fast they come. */
  const change = (...changes: object[]) => {
    last = last.then(async () => {
      let body = table.here();
      let start = "";
      for (const change of changes) {
        start = (await wire.ask("edit", { ...body, change })).position;
        body = { ...table.rules(), start, moves: [] };
      }
      // Who sets up a position is not done when it is the engine's turn.
      await table.begin(start, [], 0, { resting: true });
    }).catch((why) => table.fail(why));
  };
  const setup: Setup = {
    put: (cell) => change({ cell, letter: chosen }),
    empty: (cell) => change({ cell, letter: null }),
    move(from, to, kind, side) {
      const letter = table.shown?.palette.find((piece) => piece.kind === kind && piece.side === side)?.letter;
      if (to === null) change({ cell: from, letter: null });
      else if (letter) change({ cell: from, letter: null }, { cell: to, letter });
    },
  };
  const draw = () => {
    const shown = table.shown;
    if (!shown) return;
    // What is written there and is none yet stays.
    if (document.activeElement !== text && told !== shown.position) text.value = told = shown.position;
    const pieces = shown.palette.map(({ letter, side, kind }) => ({ letter, text: `${letter} ${side === null ? "" : `${shown.players[side]} `}${kind}` }));
    offer([{ text: "Play moves", letter: undefined }, { text: "Nothing", letter: null }, ...pieces]);
    board.setup = chosen === undefined ? null : setup;
    help.hidden = chosen === undefined;
  };
  table.listen(draw);
  const set = () => void table.begin(text.value.trim() || null, [], 0, { resting: true });
  return {
    name: "Position",
    element: h("section", {}, text, h("div", { class: "row" }, button("Set up", set), button("Start of the game", () => void table.begin(null, [])), button("Empty board", () => void change({ clear: true })),
      button("Other side to move", () => void change({ to_move: 1 - (table.shown?.to_move ?? 0) })), button("Undo", () => void table.undo())), palette, help),
    enter: draw,
    leave: () => { chosen = undefined; board.setup = null; table.tell(); },
  };
}

/** Counting and trying. */
export function toolsPanel(table: Table): Panel {
  const out = h("div", { role: "status" });
  const depth = h("input", { type: "number", min: 1, max: 60, value: 4, required: true, "aria-label": "Depth" });
  let running: AbortController | null = null;
  let counted = "";
  /** What is known, and below it what is being worked on. */
  const [known, going] = [h("div", {}), h("p", {})];
  const run = async (verb: string, body: object, draw: (value: any) => Node | null, far: (value: any) => string) => {
    running?.abort();
    const mine = (running = new AbortController());
    counted = table.key();
    table.hush();
    known.replaceChildren();
    going.textContent = "…";
    out.replaceChildren(known, going);
    const show = (value: any) => {
      const found = draw(value);
      if (found) known.replaceChildren(found);
      going.textContent = far(value);
    };
    try {
      show(await wire.ask(verb, body, show, mine.signal));
      going.textContent = "";
    } catch (why) {
      if (running === mine) going.textContent = mine.signal.aborted ? "Stopped." : "";
      if (!mine.signal.aborted) table.fail(why);
    }
  };
  table.listen(() => {
    if (!counted || counted === table.key()) return;
    counted = "";
    running?.abort();
    running = null;
    out.replaceChildren();
  });
  const perft = () => depth.reportValidity() && run("perft", { ...table.here(), depth: Number(depth.value) },
    (value) => value.depths && h("table", {}, ...value.depths.map((row: any) => h("tr", {}, h("td", {}, `depth ${row.depth}`), h("td", {}, row.count.toLocaleString("en")), h("td", {}, `${row.seconds.toFixed(2)} s`)))),
    (value) => (value.depths ? "…" : `depth ${value.depth}: ${value.done} of ${value.all} first moves, ${value.count.toLocaleString("en")}`));
  const trial = () => run("trial", { ...table.here(), games: 200 }, (value) => {
    if (value.all !== undefined) return null;
    const [first, second] = table.shown?.players ?? ["", ""];
    return h("div", {}, h("p", {}, `${value.games} random games, ${value.mean_plies.toFixed(1)} plies long, ${value.mean_branching.toFixed(1)} moves to choose from. ${first} won ${value.wins[0]}, ${second} ${value.wins[1]}, ${value.draws} drawn, ${value.cut_off} cut off.`),
      h("ul", {}, ...value.endings.map(([text, number]: [string, number]) => h("li", {}, `${number} by ${text}`)), ...value.unused.map((text: string) => h("li", {}, `never played: ${text}`)),
        ...value.diagnostics.map((found: any) => h("li", {}, prose(found.message)))));
  }, (value) => (value.all === undefined ? "" : `${value.played} of ${value.all} games`));
  return {
    name: "Tools",
    element: h("section", {}, h("div", { class: "row" }, button("Count moves", () => void perft()), h("label", {}, "depth ", depth), button("200 random games", () => void trial()), button("Stop", () => running?.abort())), out),
    leave: () => running?.abort(),
  };
}
