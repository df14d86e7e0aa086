// The games: those that are shipped, those of the folder, drafts, and how to begin a new one.

import { button, h } from "./dom.ts";
import { address, begin, drafts, keep } from "./shelf.ts";
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

export async function library(files: boolean): Promise<HTMLElement> {
  const { games } = (await wire.ask("games", {})) as { games: Card[] };
  const families = [...new Set(games.map((game) => game.family))].sort();
  const grid = h("ul", { class: "cards" });
  const none = h("p", { hidden: true }, "No game fits.");
  const find = h("input", { type: "search", placeholder: "name, board, hexagon, drops, sowing …", "aria-label": "Find a game", oninput: () => draw() });
  const family = h("select", { "aria-label": "Family", onchange: () => draw() }, h("option", { value: "" }, "all families"), families.map((name) => h("option", { value: name }, name)));
  const cards = games.map((game) => ({
    game,
    words: [game.name, game.title, game.family, game.board, ...game.mechanisms].join(" ").toLowerCase(),
    element: h("li", {}, h("a", { href: `#/game/${game.name}` }, frame({ game: game.name }), h("strong", {}, game.title), h("span", {}, game.shows))),
  }));
  const draw = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fit = cards.filter((card) => (!family.value || card.game.family === family.value) && words.every((word) => card.words.includes(word)));
    grid.replaceChildren(...fit.map((card) => card.element));
    none.hidden = fit.length > 0;
  };
  draw();
  const own = h("section", { hidden: true }, h("h2", {}, "Your games"));
  const list = h("ul", { class: "own" });
  own.append(list);
  for (const { place, kept } of drafts()) {
    const row = h("li", {}, h("a", { href: address(place) }, kept.title ?? "a game"), " ", h("small", {}, "kept in this browser"), " ",
      button("Remove", () => { keep(place, null); row.remove(); }, { class: "link", "aria-label": `Remove ${kept.title ?? "the game"}` }));
    list.append(row);
  }
  if (files) {
    const folder = await wire.ask("files", {});
    for (const file of folder.files) {
      list.append(h("li", {}, h("a", { href: address({ kind: "file", name: file.path }) }, file.title ?? file.path), " ", h("small", {}, file.path)));
    }
  }
  own.hidden = list.childElementCount === 0;
  const { templates } = await wire.ask("templates", {});
  const fresh = h("details", { class: "fresh" }, h("summary", {}, "New game"), h("ul", {}, templates.map((template: any) =>
    h("li", {}, button(template.title, () => { location.hash = address(begin(template.text)); })))));
  return h("div", { class: "library" }, h("h1", {}, "Games"), h("div", { class: "row" }, find, family), fresh, own, none, grid);
}
