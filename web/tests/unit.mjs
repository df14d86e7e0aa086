// The parts that know no page: entering moves step by step, and links. `node --test tests/unit.mjs`
import assert from "node:assert/strict";
import test from "node:test";
import { build } from "esbuild";

async function load(name) {
  const { outputFiles } = await build({ entryPoints: [new URL(`../src/${name}.ts`, import.meta.url).pathname], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
const { beginning, next, complete, clicked } = await load("entry");
const { pack, unpack } = await load("share");

const cell = (name) => ({ cell: name });
const move = (text, ...steps) => ({ text, shown: text, steps });
const legal = [
  move("a1b1", cell("a1"), cell("b1")),
  move("a1c1", cell("a1"), cell("c1")),
  move("b2", cell("b2"), { word: "done" }),
  move("b2=Q", cell("b2"), { word: "Queen" }),
  move("Pawn@c1", { hand: "Pawn" }, cell("c1")),
  move("pass", { word: "pass" }),
];

test("what may come next is what the moves that fit go on with", () => {
  assert.deepEqual(next(legal, []), [cell("a1"), cell("b2"), { hand: "Pawn" }, { word: "pass" }]);
  assert.deepEqual(next(legal, [cell("a1")]), [cell("b1"), cell("c1")]);
  assert.deepEqual(next(legal, [cell("z9")]), []);
  assert.equal(beginning(legal, [cell("b2")]).length, 2);
});

test("a move is complete with its last step", () => {
  assert.equal(complete(legal, [cell("b2")]), undefined);
  assert.equal(complete(legal, [cell("b2"), { word: "Queen" }]).text, "b2=Q");
  assert.equal(complete(legal, [{ word: "pass" }]).text, "pass");
});

test("a click goes on, back, or begins anew", () => {
  assert.deepEqual(clicked(legal, [], cell("a1")), [cell("a1")]);
  assert.deepEqual(clicked(legal, [cell("a1")], cell("c1")), [cell("a1"), cell("c1")]);
  assert.deepEqual(clicked(legal, [cell("a1")], cell("a1")), []);
  assert.deepEqual(clicked(legal, [cell("a1")], cell("b2")), [cell("b2")]);
  assert.deepEqual(clicked(legal, [cell("a1")], cell("z9")), [cell("a1")]);
});

test("a link carries a game there and back", async () => {
  const shared = { text: 'game "♔"\n'.repeat(50), start: null, moves: ["a1", "b2"] };
  const packed = await pack(shared);
  assert.match(packed, /^[\w-]+$/);
  assert.deepEqual(await unpack(packed), shared);
  await assert.rejects(unpack("nonsense"));
  await assert.rejects(unpack(packed.slice(0, -6)));
});
