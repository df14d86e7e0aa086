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

/** What is wrong and what may be done, as sentences. */
export function told(message: string, help?: string | null): (string | HTMLElement)[] {
  const whole = (text: string) => prose(`${sentence(text)}${/[.?!…]$/.test(text) ? "" : "."}`);
  return [h("strong", {}, whole(message)), ...(help ? [" ", h("span", { class: "help" }, whole(help))] : [])];
}

/** A key that is held with others means something to the browser. */
export const modified = (event: KeyboardEvent): boolean => event.altKey || event.ctrlKey || event.metaKey;

/** A button. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

/** A choice of several. It is made once and shows what it is given: opened it stays open, and it keeps the focus. */
export function choice(list: [string, string][], act: (value: string) => void): { element: HTMLElement; show(label: string, now: string): void } {
  const name = h("span", {});
  const select = h("select", { onchange: () => act(select.value) }, list.map(([value, text]) => h("option", { value }, text)));
  return {
    element: h("label", {}, name, " ", select),
    show(label, now) {
      if (name.textContent !== label) name.textContent = label;
      if (select.value !== now) select.value = now;
    },
  };
}

/** What shows one thing of a list. */
export interface Part<T> { element: HTMLElement; show(what: T, at: number): void }

/** Shows lists in an element, before what stands in it already. The part at a place stays and shows what is there now: it keeps the focus. */
export function parts<T>(parent: HTMLElement, make: () => Part<T>): (list: T[]) => void {
  const made: Part<T>[] = [];
  const behind = parent.firstChild;
  return (list) => {
    for (const part of made.splice(list.length)) part.element.remove();
    while (made.length < list.length) {
      const part = make();
      made.push(part);
      parent.insertBefore(part.element, behind);
    }
    list.forEach((what, at) => made[at].show(what, at));
  };
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
