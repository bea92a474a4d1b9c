import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import type { Limits } from "../../src/config/limits.ts";
import { asChatId } from "../../src/core/ids.ts";
import { bytesOf, filesIn } from "../files/upload-parts.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { openTestStore } from "../harness/test-store.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step, takeReports } from "./visitor-channel.ts";
import { sendFile } from "./visitor-file.ts";

const dayMs = 24 * 60 * 60_000;
const limits = { waitingKeptDays: 2, unansweredKeptDays: 3 };
const widgetAndBot = { ...asWidget(), OTHERAPP01: { bot } };

async function days(service: Service, count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    service.clock.advance(dayMs);
    for (let round = 0; round < 60; round += 1) await service.settle();
  }
}

const stateOf = async (service: Service, id: number): Promise<string> => {
  const row = await service.store.read("actor", [chatAddress(asChatId(String(id)))]);
  return row?.state ?? "gone";
};

/**
 * Chats 1 to 7: waiting with a file, accepted, answered and left, closed by hand, with a bot that answered, with one that did not,
 * closed after a reply.
 */
async function begin(t: Test, service: Service): Promise<string> {
  const write = async () => (await enterVisitor(t, service)).page.ask({ type: "message", text: "Hello" });
  const { ready } = await enterVisitor(t, service);
  await sendFile(service, bytesOf(1_000), { visitor: ready.visitor });
  for (let chat = 2; chat <= 4; chat += 1) await write();
  await step(service, "accept", {}, { chat: 2 });
  await step(service, "accept", {}, { chat: 3 });
  await step(service, "messages", { type: "text", text: "One moment" }, { chat: 3 });
  await step(service, "transfer", { agentId: 2 }, { chat: 3 });
  await step(service, "close", {}, { chat: 4 });
  await service.say("answered", "Hello", "OTHERAPP01");
  await service.call("POST", `/bots/webhooks/acme-bots/${bot.token}`, {
    body: {
      event: "BOT_MESSAGE",
      id: "1",
      client_id: "answered",
      chat_id: "5",
      message: { type: "TEXT", text: "Hi", timestamp: 1 },
    },
  });
  await service.say("silent", "Hello", "OTHERAPP01");
  await write();
  await step(service, "accept", {}, { chat: 7 });
  await step(service, "messages", { type: "text", text: "Done" }, { chat: 7 });
  await step(service, "close", {}, { chat: 7 });
  await takeReports(service);
  await service.settle();
  return ready.visitor;
}

const statesOf = (service: Service): Promise<readonly string[]> =>
  Promise.all([1, 2, 3, 4, 5, 6, 7].map((id) => stateOf(service, id)));

t.test(
  "a chat that nobody accepted or answered is closed after its days with a log entry, and deleted later",
  async (t) => {
    const folder = temporaryFolder(t);
    const service = await startService(t, { folder, channels: widgetAndBot, limits });
    const visitor = await begin(t, service);
    const before = await statesOf(service);
    t.strictSame([before[0], before[1], before[2], before[3]], ["waiting", "with_agent", "waiting", "closed"]);
    await days(service, 1);
    t.strictSame(await statesOf(service), before, "no chat is closed early");
    const { page } = await enterVisitor(t, service, { visitor });
    await page.ask({ type: "message", text: "Anybody?" });
    await days(service, 2);
    t.equal(await stateOf(service, 1), "waiting", "the days count from the client's last message");
    t.equal(await stateOf(service, 6), "closed", "a silent bot does not count as an answer");
    await days(service, 1);
    t.equal(await stateOf(service, 1), "closed");
    const { body } = await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") });
    t.match(body.messages.at(-1), { from: "system", text: "No agent answered for 2 days; the chat is closed." });
    t.equal(await stateOf(service, 4), "gone", "an agent who never had the chat closed it four days ago");
    const finished = await takeReports(service, "chat_finished");
    t.equal(finished.length, 2, "the owner's server is notified only of chats that agents closed");
    await days(service, 4);
    t.strictSame(
      await statesOf(service),
      ["gone", "with_agent", "waiting", "gone", "waiting", "gone", "closed"],
      "chats that an agent or bot answered stay",
    );
    // Files are removed from a disk, which takes real time.
    while (filesIn(join(folder, "files")).length > 0) await service.settle();
    t.ok(service.logLines.some(({ msg, chats }) => msg === "unanswered chats closed" && Number(chats) > 0));
    const back = await enterVisitor(t, service, { visitor });
    t.match(
      await back.page.ask({ type: "message", text: "Me again" }),
      { type: "done", seq: 1 },
      "the client's next message begins a new chat",
    );
  },
);

t.test("chats wait and are kept forever when waitingKeptDays and unansweredKeptDays are 0", async (t) => {
  const none: Partial<Limits> = { waitingKeptDays: 0, unansweredKeptDays: 0 };
  const service = await startService(t, { folder: temporaryFolder(t), channels: widgetAndBot, limits: none });
  await begin(t, service);
  const before = await statesOf(service);
  service.clock.advance(400 * dayMs);
  await days(service, 1);
  t.strictSame(await statesOf(service), before);
});

t.test("the days continue over a restart, and start again with the client's next message", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const first = await startService(t, { store, channels: asWidget({ webhooks: null }), limits });
  const { page } = await enterVisitor(t, first);
  await page.ask({ type: "message", text: "Hello" });
  const late = await enterVisitor(t, first);
  await late.page.ask({ type: "message", text: "Hello" });
  await days(first, 1);
  await first.stop();
  const second = await startService(t, {
    store,
    clock: first.clock,
    channels: asWidget({ webhooks: null }),
    limits: { ...limits, visitorRetentionMs: 5 * dayMs },
  });
  const again = await enterVisitor(t, second, { visitor: late.ready.visitor });
  await again.page.ask({ type: "message", text: "Hello?" });
  await days(second, 2);
  t.strictSame([await stateOf(second, 1), await stateOf(second, 2)], ["closed", "waiting"]);
  await days(second, 1);
  t.equal(await stateOf(second, 2), "closed");
  await days(second, 6);
  t.strictSame([await stateOf(second, 1), await stateOf(second, 2)], ["gone", "gone"]);
  t.strictSame(await store.scan("client", { limit: 9 }), [], "records with only a number are deleted too");
});
