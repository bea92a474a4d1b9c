import { pino } from "pino";
import t from "tap";
import { createByOneNode } from "../../src/domain/by-one-node.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { createMemoryHub } from "../../src/store/memory/memory-peers.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";

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
    createByOneNode("test", hourMs, { peers: peers[0], clock }),
    createByOneNode("test", hourMs, { peers: peers[1], clock }),
  ] as const;
  return { clock, peers, jobs };
}

/** A job that runs until it is told to end. */
function longJob() {
  const running = { end: (): void => undefined, isLost: (): boolean => false };
  const job = (isLost: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      Object.assign(running, { end: resolve, isLost });
    });
  return { running, job };
}

t.test("a job is one node's, while it runs and until it is due once more", async (t) => {
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
    "the same node does it again whenever it asks",
  );
  t.ok(isDone);
  await pass(clock, hourMs);
  t.ok(await jobs[1].run(async () => undefined), "whoever asks first when it is due");
});

t.test("another node takes over what one that died was at", async (t) => {
  const { clock, peers, jobs } = await twoNodes();
  const { job } = longJob();
  void jobs[0].run(job);
  await pass(clock, 5_000);
  peers[0].die();
  t.notOk(await jobs[1].run(async () => void t.fail("too early")));
  await pass(clock, 2 * jobs[1].askAgainMs);
  t.ok(await jobs[1].run(async () => undefined));
});

t.test("a node that was frozen finds that its job is another's", async (t) => {
  const { clock, peers, jobs } = await twoNodes();
  const { running, job } = longJob();
  const first = jobs[0].run(job);
  await pass(clock, 5_000);
  peers[0].freeze();
  await pass(clock, 2 * jobs[1].askAgainMs);
  t.ok(running.isLost(), "before it asked anybody");
  t.ok(await jobs[1].run(async () => undefined));
  peers[0].thaw();
  await pass(clock, 1_000);
  t.ok(running.isLost());
  running.end();
  t.ok(await first);
  t.notOk(await jobs[0].run(async () => void t.fail("it has not taken it back")));
});

t.test("a job that fails is free again soon, and its failure is told", async (t) => {
  const { clock, jobs } = await twoNodes();
  await t.rejects(
    jobs[0].run(() => Promise.reject(new Error("no disk"))),
    { message: "no disk" },
  );
  await pass(clock, jobs[0].askAgainMs + 1_000);
  t.ok(await jobs[1].run(async () => undefined));
});

t.test("a node that is alone does it each time", async (t) => {
  const alone = createByOneNode("test", hourMs, { peers: createAlonePeers(), clock: createManualClock() });
  let runs = 0;
  for (let round = 0; round < 2; round += 1)
    await alone.run(async (isLost) => {
      if (!isLost()) runs += 1;
    });
  t.equal(runs, 2);
});
