// Entering a move step by step: which moves begin with the steps so far, and what may come next. Pure.

import type { Legal, Step } from "./wire.ts";

export const same = (a: Step, b: Step): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The moves that begin with some steps. */
export function beginning(legal: Legal[], steps: Step[]): Legal[] {
  return legal.filter((move) => steps.length <= move.steps.length && steps.every((step, at) => same(step, move.steps[at])));
}

/** What may come next: each step once. */
export function next(legal: Legal[], steps: Step[]): Step[] {
  const found = new Map<string, Step>();
  for (const move of beginning(legal, steps)) {
    const step = move.steps[steps.length];
    if (step) found.set(JSON.stringify(step), step);
  }
  return [...found.values()];
}

/** The move that is complete with these steps. */
export function complete(legal: Legal[], steps: Step[]): Legal | undefined {
  return beginning(legal, steps).find((move) => move.steps.length === steps.length);
}

/** The steps after a click: on, back where the last one is clicked again, or anew with another first one. */
export function clicked(legal: Legal[], steps: Step[], step: Step): Step[] {
  const fits = (steps: Step[]) => next(legal, steps).some((known) => same(known, step));
  if (fits(steps)) return [...steps, step];
  if (steps.length > 0 && same(steps[steps.length - 1], step)) return steps.slice(0, -1);
  return fits([]) ? [step] : steps;
}
