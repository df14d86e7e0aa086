// Elements, and what is said to those who don't see the page.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** An element: attributes, `on…` listeners, children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Attributes = {}, ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  for (const child of children.flat()) {
    if (child || child === "") element.append(child);
  }
  return element;
}

/** A text with what stands between backquotes as code. */
export function prose(text: string): (string | HTMLElement)[] {
  return text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}

/** A text that begins as sentences do. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A button. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

/** A choice of several. */
export function choice(label: string, list: [string, string][], now: string, act: (value: string) => void): HTMLElement {
  const options = list.map(([value, text]) => h("option", { value, selected: value === now }, text));
  return h("label", {}, `${label} `, h("select", { onchange: (event) => act(event.target.value) }, options));
}

let speaker: HTMLElement | undefined;
/** Says something to a screen reader. */
export function say(text: string): void {
  speaker ??= document.body.appendChild(h("div", { class: "unseen", role: "status", "aria-live": "polite" }));
  speaker.textContent = text;
}

/** Keeps a text as a file of the reader's. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
