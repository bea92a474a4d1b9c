import t from "tap";
import { asActorKey, asChatId } from "../../../src/core/ids.ts";
import type { LaneRows } from "../../../src/domain/delivery/lane-faults.ts";
import { lookSteadily } from "../../../src/domain/delivery/lane-faults.ts";
import type { TableName } from "../../../src/ports/store.ts";
import { createWorld, openChat } from "../../actors/world.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { readBehind } from "../feed/held-reads.ts";

const deadline = { actor: asActorKey("delivery/one"), id: "next", atMs: 1 };

/** Facts that change before the reads that `changesBefore` selects. `rounds` is the number of looks. */
function createFacts(changesBefore: (read: number) => boolean, holdsAt: (asked: number) => boolean = () => false) {
  const seen = { reads: 0, asked: 0, version: 0, rounds: 0 };
  const rows: LaneRows = {
    read: async (_, key) => {
      seen.reads += 1;
      if (changesBefore(seen.reads)) seen.version += 1;
      return { text: `${key.join()} ${seen.version}` } as never;
    },
    holds: () => {
      seen.asked += 1;
      return holdsAt(seen.asked);
    },
  };
  const look = () =>
    lookSteadily(rows, async (noting) => {
      seen.rounds += 1;
      const first = await noting.read("fact", ["first"]);
      const second = await noting.read("fact", ["second"]);
      return noting.holds(deadline) ? null : `${first?.text}, ${second?.text}`;
    });
  return { seen, look };
}

t.test("a finding counts if no row that was read has changed", async (t) => {
  const still = createFacts(() => false);
  t.equal(await still.look(), "first 0, second 0");
  t.equal(still.seen.reads, 4, "read twice");
});

t.test("a lane without a problem is not read twice", async (t) => {
  const { look, seen } = createFacts(
    () => false,
    () => true,
  );
  t.equal(await look(), null);
  t.equal(seen.reads, 2);
});

t.test("if a row changed between the reads, the look is repeated", async (t) => {
  const moved = createFacts((read) => read === 2);
  t.equal(await moved.look(), "first 1, second 1");
  t.equal(moved.seen.rounds, 2);
  const moves = createFacts(() => true);
  t.equal(await moves.look(), null, "a lane whose rows keep changing is not stuck");
  t.equal(moves.seen.rounds, 3);
});

t.test("a deadline that is armed meanwhile counts as a change", async (t) => {
  const { look } = createFacts(
    () => false,
    (asked) => asked > 1,
  );
  t.equal(await look(), null);
});

t.test("a lane that continues while its rows are read is not touched", async (t) => {
  const one = asChatId("1");
  let answered: number | null = null;
  // A reader of a delivery has usually just read that it is the front of its lane. The delivery ends before its own row is read.
  const moveOn = async (table: TableName, key: string): Promise<void> => {
    const front = answered === null ? undefined : world.attempts[answered];
    if (answered === null || front === undefined || table !== "actor" || !key.startsWith("delivery/")) return;
    answered += 1;
    await front.answer();
  };
  const world = await createWorld({ store: readBehind(createMemoryStore(), moveOn) });
  await openChat(world, "c1");
  for (let message = 0; message < 30; message += 1) await world.reply(one, `message ${message}`);
  await world.settle();
  answered = 0;
  await world.runtime.lanes.walk();
  t.ok(answered > 5, `it continued ${answered} times`);
  t.strictSame({ ...world.runtime.lanes.counts }, { woken: 0, lost: 0 });
  t.strictSame(
    world.lines.filter(({ level }) => level === "error"),
    [],
  );
});
