// The games: those that are shipped, those of the folder, drafts, and how to begin a new one.

import { button, h, prose, sentence } from "./dom.ts";
import { address, begin, draft, drafts, keep, remember, remembered } from "./shelf.ts";
import { site, wire } from "./wire.ts";

interface Card { name: string; title: string; family: string; board: string; mechanisms: string[]; shows: string }

/** Pictures are asked for when they come into view. */
const watch = new IntersectionObserver((seen) => {
  for (const entry of seen) {
    if (!entry.isIntersecting) continue;
    watch.unobserve(entry.target);
    const frame = entry.target as HTMLElement;
    const body = frame.dataset.path ? { text: frame.dataset.text, path: frame.dataset.path } : { game: frame.dataset.game };
    void wire.ask("show", { ...body, bare: true, coordinates: "none" }).then((shown) => { frame.innerHTML = shown.svg; }, () => undefined);
  }
}, { rootMargin: "200px" });

function frame(data: Record<string, string>): HTMLElement {
  const element = h("div", { class: "thumb", "aria-hidden": "true" });
  if (site !== undefined && data.game) {
    // Drawn when the page was built.
    element.append(h("img", { src: `${site}boards/${data.game}.svg`, loading: "lazy", alt: "" }));
    return element;
  }
  Object.assign(element.dataset, data);
  watch.observe(element);
  return element;
}

interface Found { names: string[]; near?: string | null }

/** What may be tried where nothing is found. */
const HELP = "Try the English name of a game, or a word of its rules or its board: hexagon, 8x8, drops, sowing.";

/** The words that fit some game each, where no game fits all of them. */
async function instead(words: string): Promise<string[]> {
  const single = [...new Set(words.split(/\s+/))];
  if (single.length === 1) return [];
  const found: Found[] = await Promise.all(single.map((word) => wire.ask("find", { words: word })));
  return single.filter((_, at) => found[at].names.length > 0);
}

/** How the list was left. */
interface Left { find: string; family: string; scroll: number }

/** The list, and what is to be done when it is on the page. */
export async function library(files: boolean): Promise<{ element: HTMLElement; shown(): void }> {
  const before = remembered<Partial<Left>>();
  const left = before?.find === undefined ? null : (before as Left);
  const { games } = (await wire.ask("games", {})) as { games: Card[] };
  const families = [...new Set(games.map((game) => game.family))].sort();
  const grid = h("ul", { class: "cards" });
  const none = h("p", { hidden: true }, "No game fits.");
  const find = h("input", { type: "search", placeholder: "name, board, hexagon, drops, sowing …", "aria-label": "Find a game", value: left?.find ?? "", oninput: () => void draw() });
  const family = h("select", { "aria-label": "Family", onchange: () => void draw() }, h("option", { value: "" }, "all families"), families.map((name) => h("option", { value: name, selected: name === left?.family }, name)));
  const changed = (kind: "game" | "file", name: string) => (draft({ kind, name }) ? h("small", {}, " rules changed, not saved") : null);
  const cards = games.map((game) => ({
    game,
    element: h("li", {}, h("a", { href: `#/game/${game.name}` }, frame({ game: game.name }), h("strong", {}, game.title, changed("game", game.name)), h("span", {}, game.shows))),
  }));
  const note = () => grid.isConnected && remember({ find: find.value, family: family.value, scroll: scrollY } satisfies Left);
  // What fits a word, and what fits better, the engine knows.
  const draw = async () => {
    const words = find.value.trim();
    const found: Found | null = words ? await wire.ask("find", { words }) : null;
    const tries = found && found.names.length === 0 ? await instead(words) : [];
    if (words !== find.value.trim()) return;
    const all = found ? found.names.flatMap((name) => cards.filter((card) => card.game.name === name)) : cards;
    const fit = all.filter((card) => !family.value || card.game.family === family.value);
    grid.replaceChildren(...fit.map((card) => card.element));
    none.hidden = fit.length > 0;
    none.replaceChildren("No game fits. ", ...(found?.near ? [...prose(sentence(found.near)), " "] : []), tries.length ? "There are games for " : found && !found.near ? HELP : "",
      ...tries.flatMap((word, at) => [at ? ", " : "", button(word, () => { find.value = word; find.focus(); void draw(); }, { class: "link" })]));
    note();
  };
  grid.addEventListener("click", note, { capture: true });
  await draw();
  const own = h("section", { hidden: true }, h("h2", {}, "Your games"));
  const list = h("ul", { class: "own" });
  own.append(list);
  const folder: { path: string; title?: string }[] = files ? (await wire.ask("files", {})).files : [];
  // What is kept of a game or a file is told where that is listed.
  const listed = new Set([...games.map(({ name }) => `game ${name}`), ...folder.map(({ path }) => `file ${path}`)]);
  const same = new Map<string, number>();
  for (const { place, kept } of drafts()) {
    if (listed.has(`${place.kind} ${place.name}`)) continue;
    const name = kept.title ?? "a game";
    // Those of one name are numbered, in the order in which they were begun.
    const number = (same.get(name) ?? 0) + 1;
    same.set(name, number);
    const title = number > 1 ? `${name} (${number})` : name;
    const row = h("li", {});
    const remove = button("Remove", () => {
      keep(place, null);
      row.replaceChildren(`${title} is removed. `, back);
      back.focus();
    }, { class: "link", "aria-label": `Remove ${title}` });
    const back = button("Bring it back", () => {
      keep(place, kept);
      show();
      remove.focus();
    }, { class: "link", "aria-label": `Bring ${title} back` });
    const show = () => row.replaceChildren(h("a", { href: address(place) }, title), " ",
      h("small", {}, place.kind === "draft" ? `kept in this browser${kept.time ? `, last changed ${new Date(kept.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}` : ""}` : `kept in this browser, not saved as ${place.name}`), " ", remove);
    show();
    list.append(row);
  }
  for (const file of folder) {
    list.append(h("li", {}, h("a", { href: address({ kind: "file", name: file.path }) }, file.title ?? file.path), " ", h("small", {}, file.path, changed("file", file.path))));
  }
  own.hidden = list.childElementCount === 0;
  const { templates } = await wire.ask("templates", {});
  const fresh = h("details", { class: "fresh" }, h("summary", {}, "New game"), h("ul", {}, templates.map((template: any) =>
    h("li", {}, button(template.title, () => { location.hash = address(begin(template.text)); })))));
  return {
    element: h("div", { class: "library" }, h("h1", {}, "Games"), h("div", { class: "row" }, find, family), fresh, own, none, grid),
    shown: () => { if (left) scrollTo(0, left.scroll); },
  };
}
