import { pino } from "pino";
import t from "tap";
import { createByOneNode } from "../../src/domain/by-one-node.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";

const hourMs = 60 * 60_000;

async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function twoNodes() {
  const clock = createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const peers = [hub.join("one"), hub.join("two")] as const;
  for (const each of peers) await each.start();
  const jobs = [
    createByOneNode("test", hourMs, peers[0], clock),
    createByOneNode("test", hourMs, peers[1], clock),
  ] as const;
  return { clock, peers, jobs };
}

/** A job that runs until the test ends it. */
function longJob() {
  const running = { end: (): void => undefined, isLost: (): boolean => false };
  const job = (isLost: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      Object.assign(running, { end: resolve, isLost });
    });
  return { running, job };
}

t.test("a job belongs to one node while it runs and until it is due again", async (t) => {
  const { clock, jobs } = await twoNodes();
  const { running, job } = longJob();
  const first = jobs[0].run(job);
  await pass(clock, 3 * 60_000);
  t.notOk(await jobs[1].run(async () => void t.fail("it runs elsewhere")));
  t.notOk(running.isLost(), "its lease is renewed");
  running.end();
  t.ok(await first);
  await pass(clock, 10 * 60_000);
  t.notOk(await jobs[1].run(async () => void t.fail("it was done a short while ago")));
  let isDone = false;
  t.ok(
    await jobs[0].run(async () => {
      isDone = true;
    }),
    "the same node may run it again at any time",
  );
  t.ok(isDone);
  await pass(clock, hourMs);
  t.ok(await jobs[1].run(async () => undefined), "the first node that asks after it is due gets it");
});

t.test("another node takes over the job of a dead node", async (t) => {
  const { clock, peers, jobs } = await twoNodes();
  const { job } = longJob();
  void jobs[0].run(job);
  await pass(clock, 5_000);
  peers[0].die();
  t.notOk(await jobs[1].run(async () => void t.fail("too early")));
  await pass(clock, 2 * jobs[1].askAgainMs);
  t.ok(await jobs[1].run(async () => undefined));
});

t.test("a node that was frozen finds that another node has its job", async (t) => {
  const { clock, peers, jobs } = await twoNodes();
  const { running, job } = longJob();
  const first = jobs[0].run(job);
  await pass(clock, 5_000);
  peers[0].freeze();
  await pass(clock, 2 * jobs[1].askAgainMs);
  t.ok(running.isLost(), "the node knows this without the store");
  t.ok(await jobs[1].run(async () => undefined));
  peers[0].thaw();
  await pass(clock, 1_000);
  t.ok(running.isLost());
  running.end();
  t.ok(await first);
  t.notOk(await jobs[0].run(async () => void t.fail("it has not taken it back")));
});

t.test("a job that fails is soon free again, and its failure is logged", async (t) => {
  const { clock, jobs } = await twoNodes();
  await t.rejects(
    jobs[0].run(() => Promise.reject(new Error("no disk"))),
    { message: "no disk" },
  );
  await pass(clock, jobs[0].askAgainMs + 1_000);
  t.ok(await jobs[1].run(async () => undefined));
});

t.test("a single node runs the job each time", async (t) => {
  const alone = createByOneNode("test", hourMs, createAlonePeers(), createManualClock());
  let runs = 0;
  for (let round = 0; round < 2; round += 1)
    await alone.run(async (isLost) => {
      if (!isLost()) runs += 1;
    });
  t.equal(runs, 2);
});
