// The examples of the documents, as `tests/program/docs.rs` reads them.

/** What surrounds the items of an example. */
const BASE = `game "Example"
players White, Black
board square 8x8
facing White north, Black south
piece Man, King
setup { White Man on ranks 1..2  Black Man on ranks 7..8 }
move Man { step forward to empty }
move King { step any to empty }
end { win when enemy stuck  draw when no empty }
`;

/** What is written behind the fence of a block. */
export function blockOf(info) {
  const [kind = "", ...words] = info.split(/\s+/);
  return { kind, words };
}

/** The words that stand outside of all brackets, strings and comments. */
function outside(text) {
  const found = [];
  let depth = 0;
  for (const [part] of text.matchAll(/"[^"]*"|\/\/[^\n]*|[{}()]|[\p{L}][\p{L}\p{N}-]*|\S/gu)) {
    if ("{(".includes(part)) depth++;
    else if ("})".includes(part)) depth--;
    else if (depth === 0) found.push(part);
  }
  return found;
}

/** A whole file around the items of an example: what begins with the same word is replaced. */
export function wrapped(example) {
  const words = outside(example);
  const has = (word) => words.includes(word);
  const other = has("board") || has("piece");
  const gone = (word) => has(word) || (other && (word === "setup" || word === "move")) || (has("board") && word === "facing");
  const kept = BASE.split("\n").filter((line) => line && !gone(line.split(" ")[0])).join("\n");
  const kind = has("piece") ? words[words.indexOf("piece") + 1] : "Man";
  const moves = other && !has("move") ? `move { place ${kind} on empty }\n` : "";
  return `${kept}\n${moves}${example}`;
}
