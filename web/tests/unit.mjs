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
const { Clock, face } = await load("clock");

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

test("a clock runs for the player to move, and gives back what is taken back", () => {
  const clock = new Clock();
  clock.look(0, 0, 0);
  assert.equal(clock.over(1e9), null, "without clocks nobody loses by time");
  clock.set({ base: 60_000, more: 2_000 });
  clock.look(0, 0, 0);
  assert.equal(clock.left(0, 50_000), 60_000, "nobody's time runs before the first move");
  clock.moved(0, 50_000);
  clock.look(1, 1, 50_000);
  assert.equal(clock.left(1, 60_000), 50_000);
  clock.moved(1, 60_000);
  clock.look(2, 0, 60_000);
  assert.deepEqual([clock.left(0, 61_000), clock.left(1, 61_000)], [59_000, 52_000]);
  // Looking back stops the clocks.
  clock.look(1, null, 61_000);
  assert.deepEqual([clock.left(0, 99_000), clock.left(1, 99_000)], [60_000, 60_000]);
  clock.look(2, 0, 100_000);
  assert.equal(clock.left(0, 100_000), 59_000);
  // Taken back: on from what there was.
  clock.look(1, 1, 100_000);
  assert.equal(clock.left(1, 110_000), 50_000);
  clock.moved(1, 110_000);
  clock.look(2, 0, 110_000);
  assert.deepEqual([clock.left(0, 110_000), clock.left(1, 110_000)], [60_000, 52_000]);
  assert.equal(clock.over(169_999), null);
  assert.equal(clock.over(170_000), 0);
  assert.equal(clock.left(0, 180_000), 0);
  clock.look(2, null, 180_000);
  clock.look(2, 0, 180_000);
  assert.equal(clock.over(180_000), 0, "who has lost by time has lost");
  clock.look(1, 1, 180_000);
  // Kept and gone on with later: as it stood, with what there was before.
  const later = new Clock();
  assert.equal(later.kept(0), null);
  later.resume(JSON.parse(JSON.stringify(clock.kept(185_000))));
  later.look(1, 1, 1e9);
  assert.deepEqual([later.left(0, 1e9 + 1_000), later.left(1, 1e9 + 1_000)], [60_000, 54_000]);
  later.look(2, 0, 1e9);
  assert.equal(later.left(0, 1e9), 0);
  clock.set(null);
  assert.equal(clock.over(999_999), null);
});

test("a side that moves twice keeps its clock running", () => {
  const clock = new Clock();
  clock.set({ base: 10_000, more: 0 });
  clock.moved(0, 0);
  clock.look(1, 0, 0);
  clock.moved(0, 4_000);
  clock.look(2, 0, 4_000);
  assert.equal(clock.left(0, 5_000), 5_000);
  assert.equal(clock.left(1, 5_000), 10_000);
});

test("clocks are read as clocks", () => {
  assert.deepEqual([300_000, 299_001, 61_000, 10_000, 9_999, 1_250, 0].map(face), ["5:00", "5:00", "1:01", "0:10", "10.0", "1.3", "0.0"]);
});
