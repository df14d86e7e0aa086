// A game on the table: rules, start, moves and where one looks. It asks the engine what is to be seen and tells who listens.

import { Refused, wire, type Diagnostic, type Legal, type Shown, type Thought } from "./wire.ts";
import { keep, read, type Place } from "./shelf.ts";
import { Clock, type Control } from "./clock.ts";
import { say } from "./dom.ts";

export type Player = "you" | "engine";

export class Table {
  /** The text in the editor, and the last one that could be played. */
  text = "";
  good = "";
  /** What the text was when it was read or saved. */
  saved = "";
  stamp?: string;
  start: string | null = null;
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
  /** What went wrong last, for the reader. */
  message = "";
  help = "";
  private listeners: (() => void)[] = [];
  private ticks: (() => void)[] = [];
  private timer = 0;
  private asked = 0;

  constructor(public place: Place) {}

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
  fail(why: unknown): void {
    if (why instanceof DOMException && why.name === "AbortError") return;
    this.message = why instanceof Error ? why.message : String(why);
    this.help = why instanceof Refused ? (why.fault.help ?? "") : "";
    say(`${this.message}. ${this.help}`);
    this.tell();
  }

  /** The rules as the engine is asked about them. */
  rules(text = this.good): object {
    if (this.place.kind === "game" && text === this.saved) return { game: this.place.name };
    return this.place.kind === "file" ? { text, path: this.place.name } : { text };
  }
  /** The game where one looks. */
  here(): object {
    return { ...this.rules(), start: this.start, moves: this.moves.slice(0, this.at) };
  }

  /** Asks for what is to be seen now. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    try {
      const shown: Shown = await wire.ask("show", { ...this.here(), flip: this.flip, highlight: this.highlight, bare: true });
      if (asked !== this.asked) return;
      this.shown = shown;
      if (shown.lost) {
        this.message = shown.lost.message;
        this.help = shown.lost.help ?? "";
        this.at = shown.played.length;
        this.moves.length = this.at;
        say(this.message);
      }
      this.clock.look(this.at, this.at < this.moves.length ? null : shown.to_move, performance.now());
      this.tick();
      this.tell();
      this.reply();
    } catch (why) {
      if (asked === this.asked) this.fail(why);
    }
  }

  private clear(): void {
    this.message = this.help = "";
    this.highlight = [];
    this.thinking?.abort();
    this.thinking = null;
  }

  play(move: Legal | string): Promise<void> {
    const text = typeof move === "string" ? move : move.text;
    if (this.flagged !== null) return Promise.resolve();
    this.clear();
    if (typeof move !== "string" || this.shown?.legal.some((known) => known.text === text || known.shown === text)) this.clock.moved(this.shown?.to_move ?? 0, performance.now());
    this.moves.length = this.at;
    this.moves.push(text);
    this.at++;
    say(`${this.shown?.players[this.shown.to_move ?? 0] ?? ""}: ${typeof move === "string" ? move : move.shown}`);
    return this.refresh();
  }
  go(at: number): Promise<void> {
    this.clear();
    this.at = Math.max(0, Math.min(at, this.moves.length));
    return this.refresh();
  }
  /** Takes back to where the reader has to move again. */
  undo(): Promise<void> {
    let back = this.at - 1;
    while (back > 0 && this.players[this.shown?.played[back]?.by ?? 0] === "engine" && this.players.includes("you")) back--;
    return this.go(back);
  }
  begin(start: string | null, moves: string[]): Promise<void> {
    this.clear();
    [this.start, this.moves, this.at] = [start, moves, moves.length];
    this.clock.set(this.clock.control);
    return this.refresh();
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
      if (!signal.aborted) {
        this.thinking = null;
        this.fail(why);
      }
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
    keep(this.place, text === this.saved ? null : { text, stamp: this.stamp, title: this.shown?.title });
    const body = this.place.kind === "file" ? { text, path: this.place.name } : { text };
    const checked = await wire.ask("check", body);
    if (text !== this.text) return null;
    if (checked.ok && text !== this.good) {
      this.good = text;
      this.clear();
      void this.refresh();
    }
    return checked;
  }
}
