// The rules beside the board: an editor whose colours, errors, fixes and completions are the engine's.

import { autocompletion, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers, showDialog, type DecorationSet } from "@codemirror/view";
import { h, prose, sentence, told } from "./dom.ts";
import type { Table } from "./table.ts";
import { wire, type Diagnostic, type Edit } from "./wire.ts";

const paint = StateEffect.define<DecorationSet>();
const painted = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, change) => change.effects.reduce((now, effect) => (effect.is(paint) ? effect.value : now), marks.map(change.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

/** Where the name at the cursor stands, until the text is another one. */
const light = StateEffect.define<{ from: number; to: number }[]>();
const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, change) => change.effects.reduce((now, effect) => (effect.is(light)
    ? Decoration.set(effect.value.map(({ from, to }) => Decoration.mark({ class: "cm-selectionMatch" }).range(from, to)), true) : now), change.docChanged ? Decoration.none : marks),
  provide: (field) => EditorView.decorations.from(field),
});

/** A text where nothing can be set apart as code. */
const plain = (text: string): string => text.replace(/`([^`]*)`/g, "‘$1’");

/** The little of Markdown that is told of a word: what stands between fences, and code in the text. */
const marked = (text: string): HTMLElement[] =>
  text.split("```").map((part, at) => (at % 2 ? h("pre", {}, part.trim()) : h("span", {}, prose(part.replaceAll("**", "").trim()))));

function mark(view: EditorView, told: Diagnostic): Mark {
  const length = view.state.doc.length;
  const actions = told.fixes.map((fix) => ({
    name: plain(fix.title),
    apply: (view: EditorView) => view.dispatch({ changes: fix.edits.map((edit: Edit) => ({ from: edit.from, to: edit.to, insert: edit.text })) }),
  }));
  return {
    from: Math.min(told.from, length),
    to: Math.min(Math.max(told.to, told.from), length),
    severity: told.severity,
    message: plain(told.help ? `${told.message}\n${told.help}` : told.message),
    renderMessage: () => h("span", {}, prose(told.help ? `${told.message}\n${told.help}` : told.message)),
    actions,
  };
}

/** Milliseconds of quiet after which a text is checked. */
const QUIET = 80;

export class Editor {
  readonly element = h("div", { class: "editor" });
  private view: EditorView;
  private timer = 0;
  private hint = h("p", { class: "quiet", role: "status" },
    // Where there is a keyboard.
    matchMedia("(any-hover: hover)").matches ? "A name at the cursor: F2 renames it, F12 goes to where it is declared, Shift+F12 shows where it stands." : "");
  private said = h("div", { class: "told", role: "status", tabindex: -1 });

  constructor(private table: Table) {
    const complete = async (context: CompletionContext) => {
      if (!context.explicit && !context.matchBefore(/[\w-]+/)) return null;
      const text = context.state.doc.toString();
      const found = await wire.ask("complete", { text, at: context.pos, path: this.path }).catch(() => null);
      if (!found) return null;
      return { from: found.from, options: found.items.map((item: any) => ({ ...item, type: item.kind })), validFor: /^[\w-]*$/ };
    };
    const hover = hoverTooltip(async (view, at) => {
      const found = await wire.ask("hover", { text: view.state.doc.toString(), at, path: this.path }).catch(() => null);
      return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: h("div", { class: "hover" }, marked(found.text)) }) };
    });
    const changed = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      clearTimeout(this.timer);
      this.table.text = update.state.doc.toString();
      this.timer = window.setTimeout(() => void this.check(), QUIET);
    });
    this.view = new EditorView({
      state: EditorState.create({
        doc: table.text,
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(), painted, lit, hover, changed,
          autocompletion({ override: [complete] }),
          keymap.of([
            { key: "F2", run: () => this.about((at) => this.rename(at)) },
            { key: "F12", run: () => this.about((at) => this.declared(at)), shift: () => this.about(async (at) => void (await this.uses(at))) },
            { key: "Escape", run: (view) => view.state.field(lit).size > 0 && (view.dispatch({ effects: light.of([]) }), true) },
          ]),
          EditorView.domEventHandlers({
            mousedown: (event, view) => {
              const at = event.button === 0 && (event.ctrlKey || event.metaKey) ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
              return at !== null && this.about(() => this.declared(at));
            },
          }),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "Rules of the game", spellcheck: "false", autocapitalize: "off" }),
          EditorView.lineWrapping,
        ],
      }),
      parent: this.element,
    });
    this.view.scrollDOM.tabIndex = 0;
    this.element.append(this.hint, this.said);
    table.put = (text) => this.set(text);
    void this.check();
  }

  private get path(): string | undefined {
    return this.table.place.kind === "file" ? this.table.place.name : undefined;
  }

  set(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Does something about the name at the cursor; what is wrong with it is told below the text. */
  private about(act: (at: number) => Promise<void>): true {
    act(this.view.state.selection.main.head).catch((why) => this.hint.replaceChildren(...told(why instanceof Error ? why.message : String(why))));
    return true;
  }
  /** Asks about a name; the answer is nothing where the text has become another one meanwhile. */
  private async ask(verb: string, at: number, more: object = {}): Promise<any> {
    const { doc } = this.view.state;
    const found = await wire.ask(verb, { text: doc.toString(), at, ...more });
    return doc === this.view.state.doc ? found : null;
  }
  private async uses(at: number): Promise<{ from: number; to: number } | null> {
    const { places } = (await this.ask("references", at)) ?? { places: [] };
    this.view.dispatch({ effects: light.of(places) });
    const here = places.find(({ from, to }: Edit) => from <= at && at <= to) ?? null;
    const name = here && this.view.state.sliceDoc(here.from, here.to);
    this.hint.replaceChildren(...prose(name ? `\`${name}\` stands in ${places.length} ${places.length === 1 ? "place" : "places"}, lit until Escape.` : "Here is no name that this text declares."));
    return here;
  }
  private async declared(at: number): Promise<void> {
    const [place] = (await this.ask("definition", at))?.places ?? [];
    if (place) this.show(place.from);
    else this.hint.textContent = "Here is no name that this text declares.";
  }
  private async rename(at: number): Promise<void> {
    const here = await this.uses(at);
    if (!here) return;
    const was = this.view.state.sliceDoc(here.from, here.to);
    const dialog = showDialog(this.view, { label: "New name", input: { name: "name", value: was }, submitLabel: "Rename", focus: true });
    const name = (await dialog.result)?.querySelector("input")?.value.trim();
    this.view.focus();
    if (!name || name === was) return;
    const found = await this.ask("rename", at, { name });
    if (!found) return;
    this.view.dispatch({ changes: found.edits.map((edit: Edit) => ({ from: edit.from, to: edit.to, insert: edit.text })) });
    this.hint.replaceChildren(...prose(`\`${was}\` is \`${name}\` in ${found.edits.length} ${found.edits.length === 1 ? "place" : "places"} now.`));
  }

  private async check(): Promise<void> {
    try {
      const checked = await this.table.write(this.view.state.doc.toString());
      if (!checked) return;
      const length = this.view.state.doc.length;
      const marks = checked.tokens.filter(([from, to]) => from < to && to <= length)
        .map(([from, to, kind]) => Decoration.mark({ class: `tok-${kind}` }).range(from, to));
      this.view.dispatch({ effects: paint.of(Decoration.set(marks, true)) });
      this.view.dispatch(setDiagnostics(this.view.state, checked.diagnostics.map((told) => mark(this.view, told))));
      this.tell(checked.diagnostics);
    } catch (why) {
      this.table.fail(why, () => {
        this.table.hush();
        void this.check();
      });
    }
  }

  /** The messages below the text, each with its fixes. */
  private tell(list: Diagnostic[]): void {
    const line = (told: Diagnostic) => h("li", { class: told.severity },
      h("button", { type: "button", class: "link", onclick: () => this.show(told.from) },
        `Line ${this.view.state.doc.lineAt(Math.min(told.from, this.view.state.doc.length)).number}: `, prose(`${told.message}.`)),
      told.help ? h("span", { class: "help" }, " ", prose(sentence(told.help))) : null,
      told.fixes.map((fix) => h("button", { type: "button", class: "fix", onclick: () => this.view.dispatch({
        changes: fix.edits.map((edit) => ({ from: edit.from, to: edit.to, insert: edit.text })) }) }, prose(fix.title))));
    const buttons = () => [...this.said.querySelectorAll("button")];
    const held = buttons().findIndex((one) => one === document.activeElement);
    this.said.replaceChildren(list.length === 0 ? h("p", { class: "fine" }, "No errors, no warnings.") : h("ul", {}, list.map(line)));
    // Who mends by the keys goes on with what is next.
    if (held >= 0) (buttons()[held] ?? buttons().at(-1) ?? this.said).focus();
  }

  private show(at: number): void {
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }
}
