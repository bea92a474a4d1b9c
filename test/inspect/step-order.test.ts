import t from "tap";
import type { PlacedStep } from "../../src/inspect/nodes/step-order.ts";
import { StepOrder } from "../../src/inspect/nodes/step-order.ts";
import { createManualClock } from "../edge/manual-clock.ts";

function createWorld() {
  const clock = createManualClock(0);
  const shown: string[] = [];
  const missing: string[] = [];
  const order = new StepOrder<PlacedStep>(
    clock,
    (steps) => shown.push(...steps.map(nameOf)),
    (step) => void missing.push(nameOf(step)),
  );
  return { clock, shown, missing, order };
}

const nameOf = ({ actor, revision, index }: PlacedStep): string => `${actor} ${revision}.${index ?? "unkept"}`;
const step = (actor: string, revision: number, atMs: number, index: number | null = 0): PlacedStep => ({
  ...{ actor, revision, index, atMs },
});

t.test(
  "steps of one actor are ordered by revision, regardless of the nodes' clocks; other steps by time",
  async (t) => {
    const { order, clock, shown } = createWorld();
    order.add([step("a", 3, 20), step("b", 7, 21)]);
    clock.advance(50);
    order.add([step("a", 2, 22), step("c", 1, 5), step("a", 2, 22, null), step("a", 2, 22, 1)]);
    t.same(shown, []);
    clock.advance(150);
    // `b` had waited long enough before the other steps arrived.
    t.same(shown, ["b 7.0", "c 1.0", "a 2.0", "a 2.1", "a 2.unkept", "a 3.0"]);
    t.equal(order.isHolding, false);
  },
);

t.test("steps of one commit stay in the order of their tells", async (t) => {
  const { order, clock, shown } = createWorld();
  order.add([step("chat", 1, 9), step("bot", 1, 9), step("chat", 1, 9, 1), step("bot", 1, 9, 1)]);
  clock.advance(100);
  t.same(shown, ["chat 1.0", "bot 1.0", "chat 1.1", "bot 1.1"]);
});

t.test("a step waits for the step that must precede it; if that never arrives, a miss is reported", async (t) => {
  const { order, clock, shown, missing } = createWorld();
  order.add([step("a", 1, 1)]);
  clock.advance(100);
  order.add([step("a", 3, 3), step("b", 9, 2)]);
  clock.advance(500);
  t.same(shown, ["a 1.0", "b 9.0"]);
  order.add([step("a", 2, 2)]);
  clock.advance(100);
  t.same(shown.slice(2), ["a 2.0", "a 3.0"]);
  t.same(missing, []);
  order.add([step("a", 5, 5)]);
  clock.advance(1_000);
  t.same(missing, ["a 5.0"]);
  t.same(shown.slice(4), ["a 5.0"]);
});

t.test("actors that were not watched meanwhile miss no step; the number of waiting steps is limited", async (t) => {
  const { order, clock, shown, missing } = createWorld();
  order.add([step("a", 1, 1)]);
  clock.advance(100);
  order.forgetShown();
  order.add([step("a", 9, 9)]);
  clock.advance(100);
  t.same(shown, ["a 1.0", "a 9.0"]);
  order.add(Array.from({ length: 4_001 }, (_, index) => step(`x${index}`, 1, 10)));
  t.same(missing, ["x4000 1.0"]);
  order.stop();
  clock.advance(1_000);
  t.equal(shown.length, 2);
});
