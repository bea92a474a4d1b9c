import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { decodeEntries } from "../../../src/actors/history/history.ts";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { historyFaults, textOfRow } from "../../harness/history-laws.ts";
import { Sender } from "../../system/harness/people/customers.ts";
import { Desk } from "../../system/harness/people/desk.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { Installation } from "../../system/harness/service/installation.ts";

const kills = Number(process.env["PARLEY_KILLS"] ?? 4);
const sendersCount = 12;
/** The desk also writes in the chats of this many clients. */
const servedCount = 4;
/** The minimum number of answered messages between two kills. */
const answersBetween = 200;

t.setTimeout(240_000 + kills * 20_000);

const countAnswers = (senders: readonly Sender[]): number =>
  senders.reduce((sum, { answered }) => sum + answered.length, 0);

async function untilAnswered(senders: readonly Sender[], count: number, about: string): Promise<void> {
  const isEnough = (): true | undefined => countAnswers(senders) >= count || undefined;
  await Promise.all(senders.map(({ facts }) => facts.until(`${count} answers, ${about}`, isEnough)));
}

/** Reads what a killed process left behind, before the next process begins. */
async function look(dir: string, senders: readonly Sender[]): Promise<readonly string[]> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = await openLmdbStore({ dir, log });
  try {
    return [...(await historyFaults(store)), ...(await missingCauses(store, senders))];
  } finally {
    await store.close();
  }
}

/** Returns the requests that were answered 200 but are not the cause of exactly one step of a chat. */
async function missingCauses(store: Store, senders: readonly Sender[]): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const rows = await store.scan("history", { limit: 1_000_000 });
  for (const { row } of rows) {
    for (const { actor, steps } of decodeEntries(row)) {
      if (!actor.startsWith("chat/")) continue;
      for (const { cause } of steps) counts.set(cause, (counts.get(cause) ?? 0) + 1);
    }
  }
  const text = rows.map(({ row }) => textOfRow(row)).join();
  return senders.flatMap(({ id, requestIds }) => [
    ...requestIds
      .filter((requestId) => counts.get(requestId) !== 1)
      .map((requestId) => `${requestId} of ${id} made ${counts.get(requestId) ?? 0} steps`),
    ...(text.includes(id) ? [`${id} stands in the history`] : []),
  ]);
}

t.test(
  "after kills at any moment every actor's stored steps lead to its state, and no answered request is missing",
  async (t) => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const customerSystem = await openCustomerSystem(t, () => [{ status: 503 }, "ok"]);
    const installation = await Installation.create(t, customerSystem.url);
    await installation.start();
    const desk = await Desk.open(t, installation);
    const senders = Array.from({ length: sendersCount }, (_, index) => new Sender(installation, `sender-${index}`));
    const running = senders.map((sender) => sender.run());
    const answered = (): number => countAnswers(senders);
    const served = senders.slice(0, servedCount);
    const chats = await Promise.all(served.map(({ id }) => desk.untilChat(id)));
    for (const { id } of chats) await desk.api.accept(id);

    for (let kill = 1; kill <= kills; kill += 1) {
      const about = `seed ${seed}, kill ${kill}`;
      // The kill may interrupt these replies; their answers do not matter.
      const replies = chats.map(({ id }) => desk.api.reply(id, `reply ${kill}`).catch(() => null));
      await untilAnswered(senders, answered() + answersBetween, about);
      await pause(random() * 200);
      await installation.kill();
      await Promise.all(replies);
      t.strictSame(await look(installation.dataDir, senders), [], about);
      await installation.start();
      await desk.untilReady();
    }
    for (const sender of senders) sender.stop();
    await Promise.all(running);
    desk.leave();
    await installation.terminate();
    t.strictSame(await look(installation.dataDir, senders), [], `seed ${seed}, after the end`);
    t.ok(customerSystem.requests.length > 0, "replies were under way");
    t.comment(`seed ${seed}: ${kills} kills, ${answered()} messages answered 200`);
  },
);
