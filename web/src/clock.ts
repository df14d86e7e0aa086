// The clocks of both players: whose time runs, and what each had left before each ply, so that moves can be taken back. Pure.

/** What both begin with, and what each move adds, in milliseconds. */
export interface Control { base: number; more: number }
/** What is kept of a game's clocks: what both had left when so many plies were played. */
export interface Kept { control: Control; noted: ([number, number] | null)[] }

export class Clock {
  control: Control | null = null;
  /** What both had left when so many plies were played; as before where nothing is noted. */
  private noted: ([number, number] | null)[] = [];
  ply = 0;
  running: number | null = null;
  private since = 0;

  /** Other clocks, or none; for both what there is to begin with. */
  set(control: Control | null): void {
    this.control = control;
    this.noted = [];
    this.running = null;
  }

  private at(ply: number): [number, number] {
    for (; ply > 0; ply--) {
      const noted = this.noted[ply];
      if (noted) return noted;
    }
    const base = this.control?.base ?? 0;
    return [base, base];
  }

  /** What a player has left. */
  left(side: number, now: number): number {
    const known = this.at(this.ply)[side];
    return side === this.running ? Math.max(0, known - (now - this.since)) : known;
  }

  /** Whose time is over. */
  over(now: number): number | null {
    return this.control && this.running !== null && this.left(this.running, now) === 0 ? this.running : null;
  }

  /** What goes on later from here, where there are clocks. */
  kept(now: number): Kept | null {
    if (!this.control) return null;
    const noted = [...this.noted];
    noted[this.ply] = [this.left(0, now), this.left(1, now)];
    return { control: this.control, noted: Array.from(noted, (left) => left ?? null) };
  }
  /** Goes on with what was kept. Nobody's time ran meanwhile. */
  resume({ control, noted }: Kept): void {
    this.set(control);
    this.noted = noted;
  }

  /** One looks at the position after so many plies, in which a player's time runs; nobody's before the first move. */
  look(ply: number, side: number | null, now: number): void {
    const running = this.control && ply > 0 ? side : null;
    if (ply === this.ply && running === this.running) return;
    if (this.running !== null) {
      const left = this.at(this.ply);
      this.noted[this.ply] = this.running === 0 ? [this.left(0, now), left[1]] : [left[0], this.left(1, now)];
    }
    [this.ply, this.running, this.since] = [ply, running, now];
  }

  /** A player has moved in the position that one looks at. */
  moved(side: number, now: number): void {
    if (!this.control) return;
    const left: [number, number] = [...this.at(this.ply)];
    if (side === this.running) left[side] = this.left(side, now) + this.control.more;
    this.running = null;
    this.ply++;
    this.noted[this.ply] = left;
  }
}

/** A time as clocks show it. */
export function face(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
