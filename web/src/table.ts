// A game on the table: rules, start, moves and where one looks. It asks the engine what is to be seen and tells who listens.

import { Refused, wire, type Diagnostic, type Legal, type Shown, type Thought } from "./wire.ts";
import { draft, keep, read, type Kept, type Place } from "./shelf.ts";
import { Clock, type Control, type Kept as Times } from "./clock.ts";
import { say } from "./dom.ts";

export type Player = "you" | "engine";

/** What is kept of a game, so that it is there again when the page is loaded again. */
export interface Progress {
  start: string | null;
  options: Record<string, string>;
  moves: string[];
  at: number;
  players: [Player, Player];
  level: number;
  flip: boolean;
  clock?: Times | null;
}

/** What is done when the engine has answered: that a move is one, that it is none; and what tries again where there was no answer. */
interface Then { done?(): void; undone?(): void; again?(): void }

export class Table {
  /** The text in the editor, and the last one that could be played. */
  text = "";
  good = "";
  /** What the text was when it was read or saved. */
  saved = "";
  stamp?: string;
  start: string | null = null;
  /** The options of the game that are not as its file has them. */
  options: Record<string, string> = {};
  moves: string[] = [];
  /** So many of the moves are played on the board. */
  at = 0;
  shown: Shown | null = null;
  flip = false;
  highlight: string[] = [];
  players: [Player, Player] = ["you", "you"];
  level = 4;
  clock = new Clock();
  /** Whose time is over. */
  flagged: number | null = null;
  thinking: AbortController | null = null;
  /** What went wrong last, for the reader, and what may be tried again. */
  message = "";
  help = "";
  again: (() => void) | null = null;
  /** Is given the game whenever it has changed. */
  remember: (game: Progress) => void = () => undefined;
  private listeners: (() => void)[] = [];
  private ticks: (() => void)[] = [];
  private timer = 0;
  private asked = 0;
  /** Where one looked when the rules began to forbid a move before: one looks there again when they allow it. */
  private wish: number | null = null;
  /** So many of the moves are legal, as far as is known; those behind them wait for rules that allow them. */
  private fits = Infinity;
  /** What is on the board: where nothing else can be shown, that stays. */
  private sure: Pick<Table, "start" | "options" | "moves" | "at"> & { wish: number | null; fits: number } | null = null;

  /** Where what is written is kept: its place, or a draft as long as another tab has changed what lies there. */
  keeps: Place;
  /** Puts another text in the place of the one that is there: by the editor, where it is open. */
  put: (text: string) => void = (text) => void this.write(text).catch((why) => this.fail(why));

  constructor(public place: Place) {
    this.keeps = place;
  }

  /** What lies at a place, or a text that is kept there when it is changed. */
  static async open(place: Place, text?: string): Promise<Table> {
    const table = new Table(place);
    const kept = text === undefined ? await read(place) : { text, stamp: undefined };
    table.text = table.good = table.saved = kept.text;
    table.stamp = kept.stamp;
    return table;
  }

  listen(act: () => void): void {
    this.listeners.push(act);
  }
  /** As time goes by where there are clocks. */
  listenToTime(act: () => void): void {
    this.ticks.push(act);
  }
  tell(): void {
    this.listeners.forEach((act) => act());
  }
  fail(why: unknown, again: (() => void) | null = null): void {
    if (why instanceof DOMException && why.name === "AbortError") return;
    this.complain(why instanceof Error ? why.message : String(why), why instanceof Refused ? (why.fault.help ?? "") : "", again);
    this.tell();
  }
  private complain(message: string, help: string, again: (() => void) | null = null): void {
    [this.message, this.help, this.again] = [message, help, again];
    say(`${message}. ${help}`);
  }
  /** What was wrong is not what one does now. */
  hush(): void {
    if (!this.message) return;
    [this.message, this.help, this.again] = ["", "", null];
    this.tell();
  }

  /** The rules as the engine is asked about them. */
  rules(): object {
    const options = Object.keys(this.options).length > 0 ? { options: this.options } : {};
    if (this.place.kind === "game" && this.good === this.saved) return { game: this.place.name, ...options };
    return { text: this.good, ...(this.place.kind === "file" ? { path: this.place.name } : {}), ...options };
  }
  /** The game from its start to its end. */
  whole(): object {
    return { ...this.rules(), start: this.start, moves: this.moves.slice(0, Math.min(this.moves.length, this.fits)) };
  }
  /** The game where one looks. */
  here(): object {
    return { ...this.rules(), start: this.start, moves: this.moves.slice(0, this.at) };
  }
  /** What answers about the position, or about the whole game, are answers to: they hold as long as it stays the same. */
  key(whole = false): string {
    return JSON.stringify([this.good, this.options, this.start, whole ? this.moves : this.moves.slice(0, this.at)]);
  }
  /** Whether there is something to lose: rules that are not saved. */
  get unsaved(): boolean {
    return this.text !== this.saved;
  }

  /** The text as a draft. */
  kept(): Kept {
    return { text: this.text, stamp: this.stamp, title: this.shown?.title };
  }

  /** Asks for what is to be seen now. */
  async refresh(then: Then = {}): Promise<void> {
    const asked = ++this.asked;
    // Rules that are known to forbid it are not asked again.
    const wish = this.fits === Infinity ? (this.wish ?? this.at) : this.at;
    try {
      const body = { ...this.here(), moves: this.moves.slice(0, wish), flip: this.flip, highlight: this.highlight, bare: true };
      const shown: Shown = await wire.ask("show", body);
      if (asked !== this.asked) return;
      if (shown.lost) this.complain(shown.lost.message, shown.lost.help ?? "");
      if (shown.lost && then.undone) then.undone();
      else {
        then.done?.();
        if (shown.lost) {
          this.fits = shown.played.length;
          this.help += `${this.help ? " " : ""}The moves from there on are kept until you play on.`;
        }
        this.wish = shown.lost ? Math.max(wish, this.wish ?? 0) : this.fits === Infinity ? null : this.wish;
      }
      this.shown = shown;
      this.at = shown.played.length;
      this.sure = { start: this.start, options: this.options, moves: this.moves, at: this.at, wish: this.wish, fits: this.fits };
      this.clock.look(this.at, this.at < this.moves.length ? null : shown.to_move, performance.now());
      this.tick();
      this.tell();
      this.note();
      this.reply();
    } catch (why) {
      if (asked !== this.asked) return;
      if (this.sure) Object.assign(this, this.sure);
      this.fail(why, then.again ?? (() => void this.refresh(then)));
    }
  }
  /** Gives the game to whoever keeps it. */
  note(): void {
    const { start, options, moves, players, level, flip } = this;
    this.remember({ start, options, moves, at: this.wish ?? this.at, players, level, flip, clock: this.clock.kept(performance.now()) });
  }

  private clear(): void {
    this.message = this.help = "";
    this.again = null;
    this.highlight = [];
    this.thinking?.abort();
    this.thinking = null;
  }

  play(move: Legal | string): Promise<void> {
    const text = typeof move === "string" ? move : move.text;
    if (this.flagged !== null) return Promise.resolve();
    this.clear();
    const { moves, wish, fits, at, clock } = this;
    const [mover, when] = [this.shown?.to_move ?? 0, performance.now()];
    [this.moves, this.at, this.wish, this.fits] = [[...moves.slice(0, at), text], at + 1, null, Infinity];
    return this.refresh({
      done: () => {
        clock.moved(mover, when);
        say(`${this.shown?.players[mover] ?? ""}: ${typeof move === "string" ? move : move.shown}`);
      },
      undone: () => { [this.moves, this.wish, this.fits] = [moves, wish, fits]; },
      again: () => void this.play(move),
    });
  }
  go(at: number): Promise<void> {
    this.clear();
    [this.at, this.wish] = [Math.max(0, Math.min(at, this.moves.length)), null];
    return this.refresh({ again: () => void this.go(at) });
  }
  /** Takes back to where the reader has to move again. */
  undo(): Promise<void> {
    let back = this.at - 1;
    while (back > 0 && this.players[this.shown?.played[back]?.by ?? 0] === "engine" && this.players.includes("you")) back--;
    return this.go(back);
  }
  begin(start: string | null, moves: string[], at = moves.length, clock: Times | null = null): Promise<void> {
    this.clear();
    [this.start, this.moves, this.at, this.wish, this.fits] = [start, moves, at, null, Infinity];
    return this.refresh({
      done: () => clock ? this.clock.resume(clock) : this.clock.set(this.clock.control),
      again: () => void this.begin(start, moves, at, clock),
    });
  }
  /** Begins anew with an option of the game; as it was, if that can't be. */
  set(name: string, value: string): Promise<void> {
    this.options = { ...this.options, [name]: value };
    return this.begin(null, []);
  }

  /** Who plays a side from now on. */
  seat(side: number, player: Player): void {
    this.players[side] = player;
    this.note();
    this.stop();
    this.reply();
  }

  /** Plays by clocks from now on, or by none. */
  time(control: Control | null): void {
    this.clock.set(control);
    this.stop();
    void this.refresh();
  }
  private tick(): void {
    clearInterval(this.timer);
    const look = () => {
      const over = this.clock.over(performance.now());
      if (over !== this.flagged) {
        this.flagged = over;
        if (over !== null) {
          this.stop();
          clearInterval(this.timer);
        }
      }
      this.ticks.forEach((act) => act());
    };
    if (this.clock.control) this.timer = window.setInterval(look, 100);
    look();
  }
  /** Nobody looks any more. */
  leave(): void {
    this.asked++;
    clearInterval(this.timer);
    this.stop();
  }

  /** Lets the engine move where it is its turn, and nothing lies ahead. */
  reply(): void {
    const side = this.shown?.to_move;
    if (side === null || side === undefined || this.players[side] !== "engine" || this.at < this.moves.length || this.thinking || this.flagged !== null) return;
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    this.tell();
    const { control } = this.clock;
    const clock = control ? { clock_ms: Math.round(this.clock.left(side, performance.now())), increment_ms: control.more } : {};
    const limits = this.level < 10 ? { level: this.level, seed: this.at, ...clock } : control ? clock : { time_ms: 2000 };
    wire.ask("think", { ...this.here(), ...limits }, undefined, signal).then(async (thought: Thought) => {
      if (signal.aborted) return;
      // One sees the move before when two engines play.
      if (!this.players.includes("you")) await new Promise((done) => setTimeout(done, 250));
      if (signal.aborted) return;
      this.thinking = null;
      if (thought.best) await this.play(thought.best);
    }, (why) => {
      if (signal.aborted) return;
      this.thinking = null;
      this.fail(why, () => {
        this.hush();
        this.reply();
      });
    });
  }
  stop(): void {
    this.thinking?.abort();
    this.thinking = null;
    this.tell();
  }

  /** Checks a text that is being written; plays on by it if it is right. */
  async write(text: string): Promise<{ diagnostics: Diagnostic[]; tokens: [number, number, string][] } | null> {
    this.text = text;
    // What a file or the shipped game has needs no draft; a draft lies nowhere else.
    const nothing = !this.unsaved && (this.keeps.kind !== "draft" || !draft(this.keeps));
    keep(this.keeps, nothing ? null : this.kept());
    this.tell();
    const body = this.place.kind === "file" ? { text, path: this.place.name } : { text };
    const checked = await wire.ask("check", body);
    if (text !== this.text) return null;
    if (checked.ok && text !== this.good) {
      this.good = text;
      this.fits = Infinity;
      // Options that there are no more are left as the text has them.
      const known = new Set<string>(checked.options);
      this.options = Object.fromEntries(Object.entries(this.options).filter(([name]) => known.has(name)));
      this.clear();
      void this.refresh();
    }
    return checked;
  }
}
