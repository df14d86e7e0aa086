// The board: the engine's picture, what may be clicked, and what was clicked so far.

import { button, h, modified, parts } from "./dom.ts";
import { clicked, complete, next, same } from "./entry.ts";
import type { Table } from "./table.ts";
import type { Step } from "./wire.ts";

const SVG = "http://www.w3.org/2000/svg";

/** What an element of the picture is called: a cell, or a kind in a hand. */
const named = (element: SVGGElement): string => element.dataset.cell ?? `${element.dataset.hand} ${element.dataset.kind}`;
/** What an element's cell is called: by the file, then by the name that moves have for it. */
const called = (element: SVGGElement): string => [element.dataset.title, element.dataset.cell].filter((word) => word).join(", ");

/** Whose piece it is. */
const owner = (element: SVGGElement): number | null => (element.classList.contains("first") ? 0 : element.classList.contains("second") ? 1 : null);

/** What is done with the pieces of a position that is set up; `kind` and `side` are those of the piece that is moved, to no cell where it is taken off. */
export interface Setup {
  put(cell: string): void;
  empty(cell: string): void;
  move(from: string, to: string | null, kind: string, side: number | null): void;
}

/** So many pixels are the least that a finger meets, and so many times larger a board is made for them. */
const [FINGER, LARGEST] = [28, 2.5];

export class Board {
  readonly element: HTMLElement;
  private picture = h("div", { class: "picture" });
  /** Shows a board whole that is larger than a small screen. */
  private whole = button("Whole board", () => {
    this.whole.setAttribute("aria-pressed", String(this.whole.getAttribute("aria-pressed") !== "true"));
    this.fit();
  }, { class: "quiet", "aria-pressed": "false", hidden: true });
  private undo = button("Back", () => void this.back(), { class: "quiet", hidden: true });
  private words = h("div", { class: "words", role: "group", "aria-label": "Choices" }, this.undo);
  private offer = parts<Step>(this.words, () => {
    let mine: Step;
    const element = button("", () => this.step(mine));
    return {
      element,
      show(step) {
        mine = step;
        element.textContent = "word" in step ? step.word : "hand" in step ? step.hand : step.cell;
      },
    };
  });
  private steps: Step[] = [];
  private drawn: object | null = null;
  /** Moves are entered by keys: what is chosen next has the focus. */
  private byKeys = false;
  /** Where the focus is or was: the one stop of the board for the Tab key. */
  private stop = "";
  /** The elements of the picture by their names, the cell itself before what stands on it. */
  private spots = new Map<string, SVGGElement[]>();
  /** A piece follows the finger, and the page does not. */
  private dragging = false;
  /** The piece of an unfinished move, where it has come to. */
  private ghost: SVGGElement | null = null;
  /** Why nothing came of the last click. */
  private why = h("p", { class: "quiet why", role: "status" });
  /** A position is set up, instead of moves being played. */
  setup: Setup | null = null;

  constructor(private table: Table) {
    this.element = h("div", { class: "board" }, this.picture, this.whole, this.words, this.why);
    addEventListener("resize", () => this.fit());
    this.picture.addEventListener("pointerdown", (event) => this.press(event));
    // `touch-action` means nothing to parts of a picture.
    this.picture.addEventListener("touchstart", (event) => { if (this.dragging) event.preventDefault(); }, { passive: false });
    this.picture.addEventListener("focusin", (event) => this.focused(event.target as SVGGElement));
    this.picture.addEventListener("focusout", () => this.picture.querySelector(".focus")?.remove());
    this.picture.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pointerdown", () => { this.byKeys = false; });
    table.listen(() => this.draw());
  }

  private key(event: KeyboardEvent): void {
    if (modified(event)) return;
    const here = event.target as SVGGElement;
    const aside = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const step = event.key === "Enter" || event.key === " " ? this.stepAt(here) : null;
    if (this.setup && here.dataset.cell !== undefined && ["Delete", "Backspace"].includes(event.key)) {
      this.setup.empty(here.dataset.cell);
      event.preventDefault();
    }
    if (!aside && !step) return;
    event.preventDefault();
    event.stopPropagation();
    if (step) {
      this.byKeys = true;
      this.step(step);
      // Where words alone go on, one of them is next.
      if (this.steps.length > 0 && !this.picture.querySelector(".next")) this.words.querySelector<HTMLElement>("button:not([hidden])")?.focus();
    }
    if (aside) this.beside(here, aside)?.focus();
  }

  /** The Tab key comes back to where the focus was, and a frame that nothing covers shows where it is. */
  private focused(element: SVGGElement): void {
    if (!element.hasAttribute("tabindex")) return;
    this.stop = named(element);
    this.picture.querySelectorAll("[tabindex]").forEach((other) => other.setAttribute("tabindex", other === element ? "0" : "-1"));
    this.picture.querySelector(".focus")?.remove();
    if (!element.matches(":focus-visible")) return;
    const box = element.getBBox();
    const frame = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ class: "focus", x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6, rx: 6 })) frame.setAttribute(name, String(value));
    this.picture.querySelector("svg")?.append(frame);
  }

  /** The nearest cell, or piece in hand, in a direction. */
  private beside(here: SVGGElement, [right, down]: number[]): SVGGElement | null {
    const middle = (element: Element) => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(here);
    let [found, least]: [SVGGElement | null, number] = [null, Infinity];
    for (const other of this.picture.querySelectorAll<SVGGElement>("[tabindex]")) {
      const [along, across] = [(middle(other)[0] - x) * right + (middle(other)[1] - y) * down, (middle(other)[0] - x) * down + (middle(other)[1] - y) * right];
      // What lies straight ahead is nearer than what lies aslant.
      const far = along + 2 * Math.abs(across);
      if (along > 1 && far < least) [found, least] = [other, far];
    }
    return found;
  }

  /** Forgets the last step; whether there was one. */
  back(): boolean {
    if (this.steps.length === 0) return false;
    this.steps = this.steps.slice(0, -1);
    this.mark();
    return true;
  }

  private get mine(): boolean {
    const side = this.table.shown?.to_move ?? null;
    return side !== null && this.table.players[side] === "you";
  }
  private get legal() {
    if (this.table.ended) return [];
    return this.mine || this.table.thinking === null ? (this.table.shown?.legal ?? []) : [];
  }

  private draw(): void {
    const shown = this.table.shown;
    // Who is on the board by the keys stays on the same cell of the next picture.
    const held = this.picture.contains(document.activeElement);
    const { scrollLeft, scrollTop } = this.picture;
    const drawn = shown !== this.drawn;
    if (drawn) {
      this.drawn = shown;
      this.steps = [];
      this.picture.innerHTML = shown?.svg ?? "";
      this.why.textContent = "";
      // Choices of another position are others, even where they have the same place.
      this.offer([]);
      this.picture.querySelector("svg")?.removeAttribute("width");
      this.picture.querySelector("svg")?.removeAttribute("height");
      // What a screen reader hears of the picture is said by its parts, which can be chosen.
      this.picture.querySelector("svg")?.setAttribute("role", "group");
      this.spots.clear();
      for (const element of this.picture.querySelectorAll<SVGGElement>("[data-cell],[data-hand]")) {
        this.spots.set(named(element), [...(this.spots.get(named(element)) ?? []), element]);
      }
    }
    if (drawn) this.fit(scrollLeft, scrollTop);
    this.mark();
    if (held && !this.picture.contains(document.activeElement)) this.picture.querySelector<SVGGElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** On a small screen a board of many cells is so large that a finger meets them, and is scrolled. */
  private fit(scrollLeft = 0, scrollTop = 0): void {
    const svg = this.picture.querySelector("svg");
    if (!svg) return;
    svg.style.width = "";
    this.picture.classList.remove("large");
    const cells = [...this.spots.values()].flatMap(([spot]) => (spot.dataset.cell === undefined ? [] : [spot.getBBox()])).map(({ width, height }) => Math.min(width, height)).sort((one, other) => one - other);
    const scale = svg.getScreenCTM()?.a;
    // Nobody sees it.
    if (!scale) return;
    const factor = Math.min(LARGEST, FINGER / (cells[cells.length >> 1] * scale));
    const small = factor > 1 && matchMedia("(max-width: 800px)").matches;
    this.whole.hidden = !small;
    if (!small || this.whole.getAttribute("aria-pressed") === "true") return;
    svg.style.width = `${svg.viewBox.baseVal.width * scale * factor}px`;
    this.picture.classList.add("large");
    this.picture.scrollTo(scrollLeft, scrollTop);
    // What was moved last is in sight.
    const [last, frame] = [[...svg.querySelectorAll(".last-move")].at(-1)?.getBoundingClientRect(), this.picture.getBoundingClientRect()];
    const beyond = (from: number, to: number, start: number, end: number) => Math.min(0, from - start) || Math.max(0, to - end);
    if (last) this.picture.scrollBy(beyond(last.left, last.right, frame.left, frame.right), beyond(last.top, last.bottom, frame.top, frame.bottom));
  }

  private elements(step: Step): SVGGElement[] {
    const name = "cell" in step ? step.cell : "hand" in step ? `${this.table.shown?.players[this.table.shown.to_move ?? 0]} ${step.hand}` : "";
    return this.spots.get(name) ?? [];
  }

  /** What stands on a cell, in words. */
  private standing(step: Step): string[] {
    return this.elements(step).filter((element) => element.dataset.kind).map((element) => this.piece(element));
  }
  private piece(element: SVGGElement): string {
    const whose = owner(element) === null ? "" : `${this.table.shown?.players[owner(element)!] ?? ""} `;
    // The cell says what lies below, one by one.
    const stack = / on a stack of .*/.exec(element.dataset.cell === undefined ? "" : (this.elements({ cell: element.dataset.cell })[0]?.querySelector("title")?.textContent ?? ""));
    if (stack) return `${whose}${element.dataset.kind}${stack[0]}`;
    const number = /^\d+$/.exec(element.textContent?.trim() ?? "");
    return `${number ? `${number[0]} ` : ""}${whose}${element.dataset.kind}`;
  }

  /** Shows what may come next and what is chosen. */
  private mark(): void {
    this.picture.querySelectorAll(".next,.chosen,.ghost").forEach((element) => element.remove());
    // All cells are reached by the arrows, and tell what stands on them: those that may be chosen are buttons.
    for (const [spot, ...pieces] of this.spots.values()) {
      const { cell, hand, kind } = spot.dataset;
      spot.setAttribute("tabindex", "-1");
      spot.setAttribute("role", this.setup ? "button" : "img");
      spot.setAttribute("aria-label", cell === undefined ? (spot.querySelector("title")?.textContent ?? `${hand} ${kind} in hand`) : [called(spot), ...this.standing({ cell })].join(", "));
      spot.removeAttribute("aria-pressed");
      pieces.forEach((piece) => piece.setAttribute("aria-hidden", "true"));
    }
    const open = this.setup ? [] : next(this.legal, this.steps);
    const first = this.steps.length === 0;
    const svg = this.picture.querySelector("svg");
    // All are measured before one is drawn: the browser lays the picture out once.
    const marked = ([[open, "next"], [this.steps, "chosen"]] as [Step[], string][]).flatMap(([list, kind]) =>
      list.flatMap((step) => this.elements(step).slice(0, 1)).map((element) => ({ element, kind, box: element.getBBox() })));
    svg?.append(...marked.map(({ element, kind, box }) => {
      const circle = document.createElementNS(SVG, "circle");
      circle.setAttribute("class", kind + (first && kind === "next" ? " first" : ""));
      circle.setAttribute("cx", String(box.x + box.width / 2));
      circle.setAttribute("cy", String(box.y + box.height / 2));
      circle.setAttribute("r", String(Math.min(Math.max(Math.min(box.width, box.height) * (kind === "chosen" ? 0.44 : 0.16), 9), 46)));
      element.setAttribute("role", "button");
      if (kind === "chosen") element.setAttribute("aria-pressed", "true");
      return circle;
    }));
    this.carry();
    // One of them is reached by the Tab key, the others from there by the arrows.
    const [spot] = this.spots.get(this.stop) ?? open.map((step) => this.elements(step)[0]).filter(Boolean);
    (spot ?? this.picture.querySelector("[tabindex]"))?.setAttribute("tabindex", "0");
    const words = open.filter((step) => "word" in step || this.elements(step).length === 0);
    this.offer(words);
    this.undo.hidden = this.steps.length === 0;
    const now = document.activeElement;
    const lost = now === document.body || now === null;
    if (this.byKeys && lost) (this.picture.querySelector<SVGGElement>('[tabindex="0"]') ?? this.words.querySelector<HTMLElement>("button:not([hidden])"))?.focus();
  }

  /** Shows the piece of an unfinished move on the cell entered last, and where it began that it has left. */
  private carry(): void {
    this.ghost = null;
    this.picture.querySelectorAll(".away").forEach((element) => element.classList.remove("away"));
    const cells = this.steps.filter((step) => "cell" in step);
    const [from, to] = [cells[0], cells.at(-1)];
    if (!from || !to || same(from, to) || from !== this.steps[0]) return;
    const pieces = (step: Step) => this.elements(step).filter((element) => element.dataset.kind);
    const [here, there] = [this.elements(from)[0]?.getBBox(), this.elements(to)[0]?.getBBox()];
    if (!here || !there || pieces(from).length === 0) return;
    this.ghost = document.createElementNS(SVG, "g");
    for (const piece of pieces(from)) {
      const copy = piece.cloneNode(true) as SVGGElement;
      for (const name of ["data-cell", "data-kind", "role", "aria-label"]) copy.removeAttribute(name);
      this.ghost.append(copy);
    }
    const frame = document.createElementNS(SVG, "g");
    frame.setAttribute("class", "ghost");
    frame.setAttribute("transform", `translate(${there.x + there.width / 2 - here.x - here.width / 2} ${there.y + there.height / 2 - here.y - here.height / 2})`);
    frame.append(this.ghost);
    this.picture.querySelector("svg")?.append(frame);
    for (const piece of [...pieces(from), ...pieces(to)]) piece.classList.add("away");
  }

  private stepAt(element: Element | null): Step | null {
    const found = element?.closest<SVGGElement>("[data-cell],[data-hand]");
    if (!found) return null;
    return found.dataset.cell !== undefined ? { cell: found.dataset.cell } : { hand: found.dataset.kind! };
  }

  private step(step: Step): void {
    if (this.setup) {
      if ("cell" in step) this.setup.put(step.cell);
      return;
    }
    this.table.hush();
    const before = this.steps;
    this.steps = clicked(this.legal, this.steps, step);
    this.why.textContent = this.steps === before ? this.idle(step) : "";
    const move = complete(this.legal, this.steps);
    if (move) {
      this.steps = [];
      void this.table.play(move);
    } else this.mark();
  }

  /** Why a click on something leads to no move. */
  private idle(step: Step): string {
    const { shown, ended, thinking } = this.table;
    if (!shown || shown.to_move === null) return "The game is over.";
    if (ended) return "The game is over: Undo goes on with it.";
    if (thinking && !this.mine) return `${shown.players[shown.to_move]} is thinking.`;
    if (!("cell" in step)) return "";
    if (this.steps.length > 0) return `No move goes on to ${step.cell}.`;
    const there = this.elements(step).find((element) => element.dataset.kind);
    if (!there) return `No move begins on ${step.cell}.`;
    const other = [null, shown.to_move].includes(owner(there)) ? " now" : `: ${shown.players[shown.to_move]} is to move`;
    return `${this.piece(there)} on ${step.cell} can't move${other}.`;
  }

  /** A click, or the beginning of a drag. A finger that comes down may be about to scroll: it holds a piece, and clicks when it goes up where it was. */
  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const step = this.stepAt(event.target as Element);
    if (!step) return;
    event.preventDefault();
    const before = this.steps;
    const { setup } = this;
    const after = setup ? before : clicked(this.legal, before, step);
    const open = after !== before && !complete(this.legal, after);
    const top = this.elements(step).at(-1);
    // What has come here in an unfinished move goes on from here.
    const carried = this.ghost && same(step, before.filter((one) => "cell" in one).at(-1)!) ? this.ghost : null;
    const piece = carried ?? ((open || setup) && top?.dataset.kind && "cell" in step ? top : null);
    const holds = piece !== null || (open && "hand" in step);
    // A piece that is chosen already may be dragged; the click that lets it go is known when it is not.
    const later = setup !== null || carried !== null || after.length < before.length || (event.pointerType === "touch" && !holds);
    if (!later) this.step(step);
    if (!later && !open) return;
    this.dragging = holds;
    const scale = 1 / (this.picture.querySelector("svg")?.getScreenCTM()?.a || 1);
    const [parent, behind] = [piece?.parentNode, piece?.nextSibling ?? null];
    let moved = false;
    const move = (now: PointerEvent) => {
      if (now.pointerId !== event.pointerId) return;
      const [x, y] = [now.clientX - event.clientX, now.clientY - event.clientY];
      if (!moved && Math.hypot(x, y) > (now.pointerType === "touch" ? 12 : 6)) {
        moved = true;
        // Nothing lies above it.
        if (piece) parent?.append(piece);
      }
      if (moved) piece?.setAttribute("transform", `translate(${x * scale} ${y * scale})`);
    };
    const end = (now: PointerEvent) => {
      const other = now.pointerId !== event.pointerId;
      // A second finger zooms.
      if (other && now.type !== "pointerdown") return;
      this.dragging = false;
      ended.abort();
      if (piece && moved && piece.parentNode === parent) parent?.insertBefore(piece, behind);
      piece?.removeAttribute("transform");
      if (other || now.type === "pointercancel") {
        if (!later) this.steps = before;
        this.mark();
        return;
      }
      const target = this.stepAt(document.elementFromPoint(now.clientX, now.clientY));
      if (later && !moved) this.step(step);
      else if (setup) {
        const board = this.picture.querySelector(".board")?.getBoundingClientRect();
        const off = board && (now.clientX < board.left || now.clientX > board.right || now.clientY < board.top || now.clientY > board.bottom);
        const to = target && "cell" in target ? target.cell : off ? null : undefined;
        if (!piece || to === undefined || !("cell" in step) || to === step.cell) return;
        if (/ on a stack of |^\d/.test(this.piece(piece))) this.why.textContent = "What lies on one another is not moved by hand: write it in the position's text.";
        else setup.move(step.cell, to, piece.dataset.kind!, owner(piece));
      }
      else if (target && !same(target, step) && (holds || event.pointerType !== "touch")) this.step(target);
    };
    const ended = new AbortController();
    addEventListener("pointermove", move, ended);
    for (const kind of ["pointerup", "pointercancel", "pointerdown"] as const) addEventListener(kind, end, { signal: ended.signal, capture: true });
  }
}
