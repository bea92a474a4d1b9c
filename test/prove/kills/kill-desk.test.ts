import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import type { DeskDelivery } from "../../../src/codec/desk/desk.ts";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import { intervalFaults } from "../../system/harness/laws/delivery-laws.ts";
import { say } from "../../system/harness/people/customers.ts";
import { Desk } from "../../system/harness/people/desk.ts";
import { DeskWork } from "../../system/harness/people/desk-work.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { Installation } from "../../system/harness/service/installation.ts";

const kills = 4;
const clientsCount = 16;
/** The minimum number of answered replies between two kills, however slow the machine is. */
const repliesBetween = 16;

t.setTimeout(300_000);
t.jobs = 2;

/** On a slow machine kills may interrupt all three attempts. Then the agent sees that the outcome is unknown. Source: DEL-25. */
const isAsDelivered = (delivery: DeskDelivery | null): boolean =>
  delivery?.state === "delivered" || (delivery?.attempts === 3 && delivery.error?.code === "interrupted");

t.test("[CH-23, CH-41, DEL-06, DEL-25] kills around accept, reply, close and reopen", async (t) => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  const customerSystem = await openCustomerSystem(t);
  const installation = await Installation.create(t, customerSystem.url);
  await installation.start();
  const desk = await Desk.open(t, installation);
  const work = new DeskWork(installation, desk);
  const running = Array.from({ length: clientsCount }, (_, index) => work.run(`client-${index}`));
  const answered = (): number => [...work.replies.values()].reduce((sum, replies) => sum + replies.length, 0);
  for (let kill = 0; kill < kills; kill += 1) {
    for (const before = answered(); answered() < before + repliesBetween; ) await pause(10);
    await pause(random() * 300);
    await installation.kill();
    // The next life sends from a thread of its own, or from the main thread.
    await installation.configure(({ outbound }) => ({ outbound: { ...outbound, thread: kill % 2 === 0 } }));
    await installation.start();
  }
  while (work.replies.size <= clientsCount) await pause(10);
  work.stop();
  await Promise.all(running);

  const about = `seed ${seed}: ${kills} kills, ${work.replies.size} chats`;
  t.comment(about);
  t.strictSame(work.surprises, [], `each step was answered as it should be; ${about}`);
  const open = (await desk.api.chats()).filter(({ state }) => state !== "closed");
  t.strictSame(open, [], `each chat is closed, and the next question opened a new one; ${about}`);
  t.strictSame([desk.resyncs, desk.repeats], [0, 0], `the desk's socket showed what it had missed, once; ${about}`);
  const archived = [...(await desk.api.archived())].sort();
  t.strictSame(archived, [...work.replies.keys()].sort(), `the archive has each chat once; ${about}`);
  const faults: string[] = [];
  for (const [chatId, replies] of work.replies) {
    const messages = await desk.api.messages(chatId);
    const stored = messages.filter(({ from }) => from === "agent").map(({ id, text }) => `${id} ${text}`);
    const answered = replies.map(({ messageId, text }) => `${messageId} ${text}`);
    if (stored.join() !== answered.join()) faults.push(`answered ${answered.join()}, stored ${stored.join()}`);
    for (const { text, messageId } of replies) {
      const { message } = await desk.untilEnded(chatId, text);
      if (!isAsDelivered(message.delivery)) faults.push(`${text}: ${JSON.stringify(message.delivery)}`);
      const requests = customerSystem.requestsOf(text);
      if (requests.length === 0) faults.push(`${text} was never sent`);
      if (requests.some((request) => request.messageId !== messageId)) faults.push(`${text} was sent with another id`);
      faults.push(...intervalFaults(requests).map((fault) => `${text}: ${fault}`));
    }
  }
  t.strictSame(
    faults,
    [],
    `each answered reply is stored once and was delivered, or every attempt of it met a kill; ${about}`,
  );
});

t.test(
  "[DEL-04, DEL-06] a reply that failed right before a kill is marked in its chat, and can be found, until it is dismissed",
  async (t) => {
    const customerSystem = await openCustomerSystem(t, () => [{ status: 500 }]);
    const installation = await Installation.create(t, customerSystem.url);
    await installation.start();
    const desk = await Desk.open(t, installation);
    await say(installation.url, "c1", "Hello");
    const chatId = (await desk.api.chats())[0]?.id ?? "";
    await desk.api.accept(chatId);
    await desk.api.reply(chatId, "lost");
    const { message } = await desk.untilEnded(chatId, "lost");
    t.equal(message.delivery?.state, "failed");
    await installation.kill();
    await installation.start();
    const failed = async () => (await desk.api.call("GET", "/chats?failed=true")).body.chats;
    const deliveryId = message.delivery?.id ?? "";
    t.match(await failed(), [{ id: chatId, failed: { count: 1, deliveryId, error: { code: "http_status" } } }]);
    const dismissed = await desk.api.call("POST", `/chats/${chatId}/dismiss-failed`, { deliveryId });
    t.match(dismissed, { status: 200, body: { chat: { failed: null } } });
    await installation.kill();
    await installation.start();
    t.strictSame(await failed(), [], "and no more once that was answered");
  },
);
