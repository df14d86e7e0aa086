// Two tabs on one text: what one of them writes is told in the other, and both texts are kept until one chooses.

import { button, h } from "./dom.ts";
import { address, begin, fresh, keep, read, titleOf, watch, type Kept } from "./shelf.ts";
import type { Table } from "./table.ts";

/** What is told and may be chosen, and what ends the watch. */
export function elsewhere(table: Table): { element: HTMLElement; leave(): void } {
  /** The text that the other tab has, and whether it is the one that is saved; none where it has removed the draft. */
  let other: { kept: Kept; saved: boolean } | null = null;
  let heard = 0;
  const told = h("strong", {});
  const mine = button("", () => {
    const there = other;
    settle();
    keep(table.place, own() ? table.kept() : null);
    if (there) note.replaceChildren("The other text is kept: ", link(begin(there.kept.text, `${titleOf(there.kept.text)} (the other version)`)), ".");
  });
  const theirs = button("", () => {
    if (!other) return;
    const { kept } = other;
    const former = own() ? begin(table.text, `${titleOf(table.text)} (the other version)`) : null;
    settle();
    table.stamp = kept.stamp ?? table.stamp;
    table.put(kept.text);
    if (former) note.replaceChildren("Your text is kept: ", link(former), ".");
  });
  const box = h("div", { class: "message", role: "alert", hidden: true }, told, h("div", { class: "row" }, mine, theirs));
  const note = h("p", { class: "quiet", role: "status" });
  const link = (place: Parameters<typeof address>[0]) => h("a", { href: address(place) }, "a draft in this browser");
  /** Whether the text is nowhere but in this browser. */
  const own = () => table.unsaved || table.place.kind === "draft";
  const label = () => {
    if (box.hidden) return;
    mine.textContent = other ? "Keep mine, the other as a draft" : "Keep it";
    theirs.textContent = own() ? "Take the other, keep mine as a draft" : "Take the other";
    theirs.hidden = other === null;
  };
  /** Nothing is to be chosen any more: what is written here is kept in its place again. */
  const settle = () => {
    if (table.keeps !== table.place) keep(table.keeps, null);
    table.keeps = table.place;
    if (other?.saved) [table.saved, table.stamp] = [other.kept.text, other.kept.stamp];
    other = null;
    box.hidden = true;
  };
  const changed = async (kept: Kept | null) => {
    const now = ++heard;
    const { place } = table;
    // Where no draft is kept any more, the text is what is saved there.
    const saved = kept === null && place.kind !== "draft" ? await read(place).catch(() => null) : null;
    if (now !== heard) return;
    other = kept ? { kept, saved: false } : saved ? { kept: saved, saved: true } : null;
    if (other?.kept.text === table.text) {
      settle();
      return;
    }
    if (!other && place.kind !== "draft") return;
    // Neither tab writes over the other's text.
    if (table.keeps === place) table.keeps = fresh();
    told.textContent = other ? "These rules have been changed in another tab. Both texts are kept until you choose." : "This draft has been removed in another tab.";
    box.hidden = false;
    note.replaceChildren();
    label();
  };
  table.listen(label);
  const leave = watch(table.place, (kept) => void changed(kept));
  return { element: h("div", {}, box, note), leave };
}
