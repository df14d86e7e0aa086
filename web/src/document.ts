// The documents: an example opens below itself, and its lines are asked of the engine.

import { button, h } from "./dom.ts";
import { unpack } from "./share.ts";
import { Refused, wire } from "./wire.ts";

/** The page itself below an example, closed by another click. */
function tryHere(link: HTMLAnchorElement, event: MouseEvent): void {
  // With these keys one asks for a page of its own.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const open = link.parentElement!.querySelector("iframe");
  link.textContent = open ? "Try it" : "Close";
  link.setAttribute("aria-expanded", String(!open));
  if (open) {
    open.nextElementSibling?.remove();
    open.remove();
    return;
  }
  const frame = h("iframe", { src: link.href, title: "The example, to be played and changed", onload: () => frame.contentDocument?.documentElement.classList.add("inside") });
  link.parentElement!.append(frame, h("a", { href: link.href, class: "own", target: "_blank" }, "In a page of its own"));
}

/** What the engine says of the left side of a line, in the game of an example. */
async function told(kind: string, game: object, left: string): Promise<string> {
  if (kind === "query") return (await wire.ask("query", { ...game, question: left })).text;
  const shown = await wire.ask("show", { ...game, moves: left.split(/\s+/).filter(Boolean), bare: true });
  if (shown.lost) throw new Refused(shown.lost);
  return kind === "position" ? shown.position : shown.legal.map((move: { text: string }) => move.text).join(" ") || "none";
}

async function run(list: HTMLElement, example: HTMLElement): Promise<void> {
  const { text } = await unpack(new URL(example.querySelector<HTMLAnchorElement>("a.try")!.href).hash.split("/").pop()!);
  const game = { text, options: JSON.parse(example.dataset.options!) };
  for (const line of list.querySelectorAll("li")) {
    const answer = await told(list.dataset.kind!, game, line.dataset.left!).catch((why) => String(why.message ?? why));
    line.querySelector("output")?.remove();
    line.append(h("output", {}, answer));
  }
}

let example: HTMLElement | null = null;
for (const element of document.querySelectorAll<HTMLElement>(".example, .lines-of")) {
  if (element.classList.contains("example")) {
    if (!element.classList.contains("error")) example = element;
    const link = element.querySelector<HTMLAnchorElement>("a.try")!;
    link.setAttribute("aria-expanded", "false");
    link.setAttribute("role", "button");
    link.addEventListener("click", (event) => tryHere(link, event));
  } else if (example) {
    const above = example;
    element.append(button("Ask the engine", () => void run(element, above)));
  }
}
