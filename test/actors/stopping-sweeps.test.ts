import t from "tap";
import { deliveryAddress } from "../../machines/tells.ts";
import type { TurnOutcome } from "../../src/actors/pending.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { asChatId } from "../../src/core/ids.ts";
import { readChat, readMessage } from "../../src/domain/chat/queries/chat-queries.ts";
import { readDelivery } from "../../src/domain/delivery/delivery-actor.ts";
import { endUnanswered } from "../../src/domain/housekeeping/unanswered-retention.ts";
import type { Write } from "../../src/ports/store.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { withContext } from "../harness/stored-contexts.ts";
import type { World } from "./world.ts";
import { createWorld, openChat } from "./world.ts";

const dayMs = 24 * 60 * 60_000;
const one = asChatId("1");
const limits = { ...defaultLimits, waitingKeptDays: 1, unansweredKeptDays: 0 };
const closedLines = ({ lines }: World) => lines.filter(({ message }) => message === "unanswered chats closed");

/** Resolves when the actor system has stopped; it is given no more than a second of its clock. */
async function stopInTime(world: World): Promise<void> {
  const stopped = world.runtime.stop(world.clock.nowMs());
  await world.settle();
  world.clock.advance(1_000);
  await stopped;
}

t.test(
  "a chat that cannot be closed on a full disk does not stop the service from ending, and is closed by the next run",
  async (t) => {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store, limits });
    await world.say("c1", "Hello");
    const nextDay = async (of: World): Promise<void> => {
      of.clock.advance(dayMs);
      for (let round = 0; round < 20; round += 1) await of.settle();
    };
    await nextDay(world);
    failNext(1_000_000);
    await nextDay(world);
    t.equal((await readChat(store, one))?.state, "waiting");
    t.strictSame(closedLines(world), [], "nothing is logged that was not done");
    await t.resolves(stopInTime(world));
    failNext(0);
    const again = await world.restart();
    await nextDay(again);
    while (closedLines(again).length === 0) await again.settle();
    t.equal((await readChat(store, one))?.state, "closed");
    t.match(closedLines(again), [{ facts: { chats: 1 } }]);
  },
);

t.test(
  "a lane that cannot start on a full disk does not stop the service from ending, and continues at the next start",
  async (t) => {
    const { store, failNext } = createFaultyStore();
    const world = await createWorld({ store });
    await world.reply(await openChat(world, "c1"), "first");
    const id = (await readMessage(store, one, 2))?.message.deliveryId;
    const row = id == null ? undefined : await store.read("actor", [deliveryAddress(id)]);
    if (id == null || row === undefined) throw new Error("Expected a delivery");
    const gone = row.deadlines.map(({ id: name, atMs }): Write => {
      return { table: "deadline", key: [atMs, row.actor, name], row: null };
    });
    const pending = withContext(row, { attempts: [], isInFront: false, recipient: null });
    await store.commit({}, () => [
      ...gone,
      { table: "actor", key: [row.actor], row: { ...pending, state: "pending", deadlines: [] } },
    ]);
    const second = await world.restart();
    await second.pass(9_000);
    failNext(1_000_000);
    await second.pass(3_000);
    t.equal((await readDelivery(store, id))?.state, "pending");
    await t.resolves(stopInTime(second));
    failNext(0);
    const third = await second.restart();
    await third.pass(11_000);
    t.equal((await readDelivery(store, id))?.state, "attempting");
  },
);

t.test("a run that must stop closes no further chat, and counts only the closed ones", async (t) => {
  const world = await createWorld();
  for (const sender of ["c1", "c2", "c3"]) await world.say(sender, "Hello");
  world.clock.advance(2 * dayMs);
  const failure = { code: "internal_error", message: "Not now" } as const;
  const done: TurnOutcome = {
    ...{ ok: true, actor: null, context: null, result: null, answer: 0 },
    ...{ isRepeat: false, tellIds: [], state: "closed" },
  };
  const run = async (outcomes: readonly TurnOutcome[], isEnd: (sent: number) => boolean) => {
    let sent = 0;
    const lines: object[] = [];
    const send = async () => outcomes[sent++] ?? { ok: false, failure, canRetry: true };
    const post = { ...world.runtime.post, send };
    const log = { ...console, info: (facts: object) => void lines.push(facts) } as never;
    await endUnanswered({ ...world.runtime, files: {} as never, log, limits }, post, () => isEnd(sent));
    return { sent, lines };
  };
  t.strictSame(await run([done, done], (sent) => sent === 1), { sent: 1, lines: [{ chats: 1, waitingKeptDays: 1 }] });
  const stale = { ...done, state: "waiting" };
  t.strictSame(await run([stale, done], () => false), { sent: 3, lines: [{ chats: 1, waitingKeptDays: 1 }] });
  t.strictSame(await run([], () => false), { sent: 3, lines: [] });
});
