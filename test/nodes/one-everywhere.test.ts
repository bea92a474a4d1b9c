import { pino } from "pino";
import t from "tap";
import { createOneEverywhere } from "../../src/core/peers/one-everywhere.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";

const stepMs = 25;

async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(stepMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Two nodes whose tasks must run one at a time. `done` lists the events in order. */
async function twoNodes() {
  const clock = createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const peers = [hub.join("one"), hub.join("two")] as const;
  for (const each of peers) await each.start();
  const done: string[] = [];
  const open = (index: 0 | 1) =>
    createOneEverywhere({
      ...{ peers: peers[index], clock, name: "test" },
      catchUp: async () => void done.push(`${index} catches up`),
    });
  return { clock, peers, done, runs: [open(0), open(1)] as const };
}

t.test("a task waits for the task of another node, and begins with its result", async (t) => {
  const { clock, done, runs } = await twoNodes();
  let end = (): void => undefined;
  const first = runs[0](async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    done.push("0 is done");
    return "first";
  });
  await pass(clock, 100);
  const second = runs[1](async () => "second");
  await pass(clock, 60_000);
  t.strictSame(done, ["0 catches up"], "even if it takes long");
  end();
  t.equal(await first, "first");
  await pass(clock, 100);
  t.equal(await second, "second");
  t.strictSame(done, ["0 catches up", "0 is done", "1 catches up"]);
});

t.test("after a node was killed during its task, other nodes wait only until its lease ends", async (t) => {
  const { clock, peers, done, runs } = await twoNodes();
  void runs[0](() => new Promise(() => undefined));
  await pass(clock, 2_000);
  peers[0].die();
  const second = runs[1](async () => void done.push("1 is done"));
  await pass(clock, 7_000);
  t.strictSame(done, ["0 catches up"]);
  await pass(clock, 4_000);
  await second;
  t.strictSame(done, ["0 catches up", "1 catches up", "1 is done"]);
});

t.test("a task that fails does not delay other tasks", async (t) => {
  const { clock, done, runs } = await twoNodes();
  await t.rejects(
    runs[0](async () => {
      throw new Error("broken");
    }),
    { message: "broken" },
  );
  const second = runs[1](async () => "second");
  await pass(clock, 100);
  t.equal(await second, "second");
  t.strictSame(done, ["0 catches up", "1 catches up"]);
});
