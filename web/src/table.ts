// A game on the table: rules, start, moves and where one looks. It asks the engine what is to be seen and tells who listens.

import { Refused, wire, type Diagnostic, type Legal, type Shown, type Thought } from "./wire.ts";
import { draft, keep, read, type Kept, type Place } from "./shelf.ts";
import { Clock, type Control, type Kept as Times } from "./clock.ts";
import { say } from "./dom.ts";

export type Player = "you" | "engine";

/** How a game ended that its rules don't end: the result as records have it, what a record is to say of it, what is told here. */
export interface Ending { result: string; why?: string; told: string }
/** What a game has beside its moves: its clocks, how it ended with the last of them, and who plays, as records say it. */
export interface Beside { clock?: Times | null; ending?: Ending | null; names?: { white?: string | null; black?: string | null } }

/** What is kept of a game, so that it is there again when the page is loaded again. */
export interface Progress extends Beside {
  /** What it is a game of, also where the address has become a link that carries it. */
  place: Place;
  start: string | null;
  options: Record<string, string>;
  moves: string[];
  at: number;
  players: [Player, Player];
  level: number;
  flip: boolean;
}

/** What is told of a game that is learned before one can think about it. */
export const learns = ({ learning }: Pick<Thought, "learning">): string => (learning ? `Learning the game: ${learning[0]} of ${learning[1]} games` : "");

/** What is done when the engine has answered: that a move is one, that it is none; and what tries again where there was no answer. */
interface Then { done?(now: Shown): void; undone?(): void; again?(): void; back?: boolean }

export class Table {
  /** The text in the editor, and the last one that could be played. */
  text = "";
  good = "";
  /** What is wrong with the text in the editor, and the last one that was kept. */
  wrong = "";
  private held: string | null = null;
  /** What the text was when it was read or saved. */
  saved = "";
  stamp?: string;
  /** Why what lies at the place can't be read, where there is only what the browser keeps of it. */
  gone: unknown = null;
  start: string | null = null;
  /** The options of the game that are not as its file has them. */
  options: Record<string, string> = {};
  moves: string[] = [];
  /** So many of the moves are played on the board. */
  at = 0;
  shown: Shown | null = null;
  /** The moves as they are to be shown: those ahead as they were when one was there. */
  played: Shown["played"] = [];
  flip = false;
  highlight: string[] = [];
  players: [Player, Player] = ["you", "you"];
  level = 4;
  clock = new Clock();
  /** Whose time is over. */
  flagged: number | null = null;
  /** How the game ended with its last move, and who plays it. */
  private ending: Ending | null = null;
  names: NonNullable<Beside["names"]> = {};
  thinking: AbortController | null = null;
  /** How far the engine has learned the game that it is to move in. */
  learning = "";
  private resting = false;
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
  /** The games that others were begun in the place of, the latest last. */
  private left: (Pick<Progress, "start" | "options" | "moves" | "at"> & Beside)[] = [];

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
    try {
      const kept = text === undefined ? await read(place) : { text, stamp: undefined };
      table.text = table.good = table.saved = kept.text;
      table.stamp = kept.stamp;
    } catch (why) {
      // A file that is gone takes nothing with it that was written on it.
      const kept = draft(place);
      if (!kept) throw why;
      table.text = table.good = kept.text;
      table.gone = why;
    }
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
    const before = draft(this.keeps);
    return { text: this.text, stamp: this.stamp, title: this.shown?.title, time: before?.text === this.text ? before.time : Date.now() };
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
        then.done?.(shown);
        if (shown.lost) {
          this.fits = shown.played.length;
          this.help += `${this.help ? " " : ""}The moves from there on are kept until you play on.`;
        }
        this.wish = shown.lost ? Math.max(wish, this.wish ?? 0) : this.fits === Infinity ? null : this.wish;
      }
      this.shown = shown;
      this.at = shown.played.length;
      this.played = [...shown.played, ...this.played.slice(this.at, this.moves.length)];
      if (this.played.length < Math.min(this.moves.length, this.fits)) void this.ahead();
      this.sure = { start: this.start, options: this.options, moves: this.moves, at: this.at, wish: this.wish, fits: this.fits };
      this.run(then.back);
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
  /** Learns how the moves ahead are to be shown, where one has not been there. */
  private async ahead(): Promise<void> {
    const key = this.key(true);
    const all: Shown | null = await wire.ask("show", { ...this.whole(), bare: true }).catch(() => null);
    if (!all || key !== this.key(true)) return;
    this.played = [...this.played, ...all.played.slice(this.played.length)];
    if (all.lost) this.fits = all.played.length;
    this.tell();
  }
  /** Gives the game to whoever keeps it. */
  note(): void {
    const { place, start, options, moves, players, level, flip } = this;
    this.remember({ place, start, options, moves, at: this.wish ?? this.at, players, level, flip, ...this.beside() });
  }
  beside(): Beside {
    return { clock: this.clock.kept(performance.now()), ending: this.ending, names: this.names };
  }

  /** No cells are lit any more. */
  dim(): void {
    if (this.highlight.length === 0) return;
    this.highlight = [];
    void this.refresh();
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
    if (this.ended) return Promise.resolve();
    this.clear();
    this.resting = false;
    const { moves, wish, fits, at, clock } = this;
    const [mover, when] = [this.shown?.to_move ?? 0, performance.now()];
    [this.moves, this.at, this.wish, this.fits] = [[...moves.slice(0, at), text], at + 1, null, Infinity];
    return this.refresh({
      done: (now) => {
        clock.look(at, mover, when);
        clock.moved(mover, when);
        this.ending = null;
        say(`${now.players[mover]}: ${now.played.at(-1)!.shown}`);
      },
      undone: () => { [this.moves, this.wish, this.fits] = [moves, wish, fits]; },
      again: () => void this.play(move),
    });
  }
  /** Looks at the position after so many plies; `back`, to play on from there. */
  go(at: number, back = false): Promise<void> {
    this.clear();
    [this.at, this.wish] = [Math.max(0, Math.min(at, this.moves.length)), null];
    return this.refresh({ back, again: () => void this.go(at, back) });
  }
  /** Takes back how the game ended, or to where the reader has to move again; where there is nothing to take back, the game that was left comes back. */
  undo(): Promise<void> {
    if (this.closed) {
      this.clear();
      this.ending = null;
      return this.refresh({ back: true });
    }
    const engines = (ply: number) => this.players[this.shown?.played[ply]?.by ?? 0] === "engine" && this.players.includes("you");
    let back = this.at - 1;
    while (back > 0 && engines(back)) back--;
    const left = this.left.at(-1);
    if (!left || (back >= 0 && !engines(back))) return this.go(back, true);
    this.options = left.options;
    return this.begin(left.start, left.moves, left.at, left, () => this.left.pop());
  }
  /** Begins another game; with an engine that is `resting` until it is told to move. The one on the board can be gone on with later. */
  begin(start: string | null, moves: string[], at = moves.length, beside: Beside & { resting?: boolean } = {}, keep = this.leaving(start)): Promise<void> {
    this.clear();
    this.resting = beside.resting ?? false;
    [this.start, this.moves, this.at, this.wish, this.fits] = [start, moves, at, null, Infinity];
    return this.refresh({
      done: () => {
        keep();
        this.played = [];
        [this.ending, this.names] = [beside.ending ?? null, beside.names ?? {}];
        if (beside.clock) this.clock.resume(beside.clock);
        else this.clock.set(this.clock.control);
        this.clock.look(moves.length, null, performance.now());
      },
      again: () => void this.begin(start, moves, at, beside, keep),
    });
  }
  /** What keeps the game on the board for later, where there is something to lose. */
  private leaving(start: string | null): () => void {
    const { sure } = this;
    if (!sure || (sure.moves.length === 0 && sure.start === start && sure.options === this.options)) return () => undefined;
    const beside = this.beside();
    return () => this.left.push({ ...sure, ...beside });
  }
  /** Ends the game where its rules don't: one has resigned, a draw is agreed on. */
  finish(winner: number | null, why: string): void {
    this.clear();
    this.ending = this.ends(winner, why);
    this.run();
    this.tick();
    this.tell();
    this.note();
  }
  private ends(winner: number | null, why: string): Ending {
    const result = winner === null ? "1/2-1/2" : winner === this.white ? "1-0" : "0-1";
    return { result, why, told: winner === null ? why : `${why}: ${this.shown?.players[winner]} wins` };
  }
  /** The player that is first in records: White, also where Black begins. */
  private get white(): number {
    return this.shown?.players.join() === "Black,White" ? 1 : 0;
  }
  /** Who plays a side, where a record says it. */
  named(side: number): string {
    return (side === this.white ? this.names.white : this.names.black) ?? "";
  }
  /** How the game as a whole ended, where its rules don't end it. */
  get outcome(): Ending | null {
    return this.flagged === null ? this.ending : this.ends(1 - this.flagged, `The time of ${this.shown?.players[this.flagged]} is over`);
  }
  /** One looks at the end of a game that players have ended. */
  private get closed(): boolean {
    return this.ending !== null && this.at === this.moves.length && this.shown?.to_move !== null;
  }
  /** How it ended where one looks. */
  get ended(): Ending | null {
    return this.flagged !== null || this.closed ? this.outcome : null;
  }
  /** Begins anew with an option of the game; as it was, if that can't be. */
  set(name: string, value: string): Promise<void> {
    this.options = { ...this.options, [name]: value };
    return this.begin(null, []);
  }

  /** Who plays a side from now on. */
  seat(side: number, player: Player): void {
    this.players[side] = player;
    this.resting = false;
    this.note();
    this.stop();
    this.run();
    this.reply();
  }

  /** Plays by clocks from now on, or by none. */
  time(control: Control | null): void {
    this.clock.set(control);
    this.stop();
    void this.refresh();
  }
  /** The time of the player to move runs, also while one looks back: who does that thinks meanwhile. That of an engine that does not think stands. */
  private run(back = false): void {
    const here = back || this.at === this.moves.length;
    const [ply, side] = here ? [this.at, this.closed ? null : (this.shown?.to_move ?? null)] : [this.clock.ply, this.clock.running];
    const stands = side !== null && this.players[side] === "engine" && (!here || this.waits);
    this.clock.look(ply, stands ? null : side, performance.now());
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
    this.hold(true);
    // What is answered from now on belongs to no entry of the history.
    this.remember = () => undefined;
    this.asked++;
    clearInterval(this.timer);
    this.stop();
  }

  /** Whether the engine waits to be told to move: it was stopped, or one has gone back. */
  get waits(): boolean {
    const side = this.shown?.to_move ?? null;
    return side !== null && this.players[side] === "engine" && (this.resting || this.at < this.moves.length) && !this.thinking && !this.ended;
  }
  /** Lets the engine move where it is its turn, and nothing lies ahead; or where it waits and is told to. */
  reply(told = false): void {
    const side = this.shown?.to_move;
    if (told) this.resting = false;
    else if (this.resting || this.at < this.moves.length) return;
    if (side === null || side === undefined || this.players[side] !== "engine" || this.thinking || this.ended) return;
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    this.run(true);
    this.tell();
    const { control } = this.clock;
    const clock = control ? { clock_ms: Math.round(this.clock.left(side, performance.now())), increment_ms: control.more } : {};
    const limits = this.level < 10 ? { level: this.level, seed: this.at, ...clock } : control ? clock : { time_ms: 2000 };
    this.learning = "";
    const progress = (now: Thought) => {
      if (signal.aborted || this.learning === learns(now)) return;
      this.learning = learns(now);
      this.tell();
    };
    wire.ask("think", { ...this.here(), ...limits }, progress, signal).then(async (thought: Thought) => {
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
  /** Stops the engine until it is told to go on, or one has moved. */
  rest(): void {
    if (!this.thinking) return;
    this.resting = true;
    this.stop();
    this.run(true);
  }
  stop(): void {
    this.thinking?.abort();
    this.thinking = null;
    this.tell();
  }

  /** Checks a text that is being written; plays on by it if it is right. */
  async write(text: string): Promise<{ diagnostics: Diagnostic[]; tokens: [number, number, string][] } | null> {
    this.text = text;
    this.hold();
    this.tell();
    const body = this.place.kind === "file" ? { text, path: this.place.name } : { text };
    const checked = await wire.ask("check", body);
    if (text !== this.text) return null;
    const error = (checked.diagnostics as Diagnostic[]).find((told) => told.severity === "error");
    this.wrong = error ? `an error in line ${text.slice(0, error.from).split("\n").length}` : "";
    if (checked.ok && text !== this.good) {
      this.good = text;
      this.fits = Infinity;
      // Options that there are no more are left as the text has them.
      const known = new Set<string>(checked.options);
      this.options = Object.fromEntries(Object.entries(this.options).filter(([name]) => known.has(name)));
      this.clear();
      void this.refresh();
    } else this.tell();
    return checked;
  }
  /** Keeps the text; `late`, where it was changed a moment ago and there is no time to check it. */
  hold(late = false): void {
    if (late && [null, this.text].includes(this.held)) return;
    this.held = this.text;
    // What a file or the shipped game has needs no draft; a draft lies nowhere else.
    const nothing = !this.unsaved && (this.keeps.kind !== "draft" || !draft(this.keeps));
    keep(this.keeps, nothing ? null : this.kept());
  }
}
