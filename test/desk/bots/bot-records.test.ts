import type { Test } from "tap";
import t from "tap";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { botAddress } from "../../../machines/tells.ts";
import { chatsAnswer, deliveriesAnswer, messagesAnswer } from "../../../src/codec/desk/desk-answer-schemas.ts";
import { asChatId } from "../../../src/core/ids.ts";
import { removeAgent } from "../../../src/domain/configure.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents, bot } from "../../harness/service-config.ts";
import { botInvites, botSays, botTakes, chatAs, chatWithBot, readBotChat, startWithBot, toldToBot } from "./bot-of.ts";

const address = "https://bot.example.com/hook/***";
const trace = { address, answer: "busy", note: null };
const busy = { kind: "http_status", code: "http_status", message: "The bot answered HTTP 503." } as const;
const dayMs = 24 * 60 * 60_000;

const get = async (service: Service, name: AgentName, path: string) =>
  (await service.call("GET", path, { token: await service.logIn(name) })).body;

/** Returns one answer, which must match its description. */
async function checked(t: Test, service: Service, path: string, schema: TSchema) {
  const body = await get(service, "ada", path);
  t.strictSame(Compile(schema).Errors(body), [], path);
  return body;
}

const deliveriesBy = async (service: Service, name: AgentName, query: string) =>
  (await get(service, name, `/api/deliveries?${query}`)).deliveries;

/** Lets all three attempts of the last event to the bot fail. */
async function failAtBot(service: Service): Promise<void> {
  for (let number = 1; number <= 3; number += 1) {
    await service.settle();
    service.botAttempts.at(-1)?.answer({ httpStatus: 503, failure: busy, trace });
    await service.pass(3_000);
  }
}

t.test("the log lists events to bots beside messages, and none of them is sent again", async (t) => {
  const service = await startWithBot(t);
  const { id, step } = await chatWithBot(service, "kim");
  await botInvites(service, id);
  await botTakes(service);
  await botSays(service, id, { type: "BUTTONS", title: "Call?", buttons: [{ text: "Yes", id: 1 }], text: "Call?" });
  service.attempts.at(-1)?.answer();
  await step("accept");
  await botTakes(service);
  await step("close");
  const failing = await chatWithBot(service, "kim", "8", "Hi");
  await service.say("8", "Lost");
  await failAtBot(service);

  const chats = await checked(t, service, "/api/chats", chatsAnswer);
  t.match(chats.chats, [{ id: failing.id, state: "waiting" }, { id }]);
  const { messages } = await checked(t, service, `/api/chats/${id}/messages`, messagesAnswer);
  const { deliveries } = await checked(t, service, `/api/deliveries?chat=${id}`, deliveriesAnswer);
  t.match(
    deliveries.map(({ kind, messageSeq, state }) => [kind, messageSeq, state]),
    [
      ["AGENT_JOINED", 4, "delivered"],
      ["message", 3, "delivered"],
      ["AGENT_UNAVAILABLE", null, "delivered"],
      ["CLIENT_MESSAGE", 1, "delivered"],
    ],
  );
  t.match(
    messages.map(({ delivery }) => delivery?.state ?? null),
    [null, null, "delivered", null],
  );
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const { kind, messageId } of deliveries) t.match(messageId, uuid, `${kind} has its own id`);
  t.equal(
    new Set([...deliveries, ...messages.map(({ id: messageId }) => ({ messageId }))].map((one) => one.messageId)).size,
    7,
  );

  const [lost, ...others] = await deliveriesBy(service, "ada", "state=failed");
  t.strictSame(others, []);
  const attempt = (number: number) => ({ number, status: 503, error: { message: busy.message }, ...trace });
  t.match(lost, {
    chatId: failing.id,
    kind: "CLIENT_MESSAGE",
    messageSeq: 2,
    state: "failed",
    attempts: [attempt(1), attempt(2), attempt(3)],
    error: { code: "http_status", message: busy.message },
  });
  t.match(await deliveriesBy(service, "kim", "state=failed&channel=MOBILEAPP1"), [{ id: lost?.id }]);
  t.match((await get(service, "kim", `/api/deliveries/${lost?.id}`)).delivery.attempts, [{ address: null }, {}, {}]);
  t.strictSame(await deliveriesBy(service, "max", ""), []);
  t.strictSame(await deliveriesBy(service, "ada", "channel=OTHERAPP01"), []);
  t.equal((await deliveriesBy(service, "ada", "channel=MOBILEAPP1")).length, 6);
  const toldBefore = service.botAttempts.length;
  for (const name of ["kim", "ada"] as const) {
    for (const delivery of [lost, ...deliveries.filter(({ kind }) => kind !== "message")]) {
      const token = await service.logIn(name);
      const answer = await service.call("POST", `/api/deliveries/${delivery?.id}/resend`, { token });
      const says = new RegExp(`${delivery?.kind}.*bot.*not? .*sent again`);
      t.match(answer, { status: 409, body: { error: { code: "conflict", message: says } } });
    }
  }
  await service.settle();
  t.equal(service.botAttempts.length, toldBefore);
  const shown = JSON.stringify([chats, messages, deliveries, lost, service.logLines]);
  t.notOk(shown.includes(bot.token), "no response contains the bot's token");
});

t.test("a chat that was offered to a removed agent waits for any agent, and the bot's part continues", async (t) => {
  const service = await startWithBot(t);
  const [lapsed, offered, own] = [
    await chatWithBot(service, "kim", "a"),
    await chatWithBot(service, "kim", "b"),
    await chatWithBot(service, "kim", "c"),
  ];
  const offer = async (id: string) => (await chatAs(service, "ada", id)).step("transfer", { agentId: agents.kim.id });
  await offer(lapsed.id);
  await service.pass(60_000);
  await botTakes(service);
  await offer(offered.id);
  await own.step("accept");
  await botTakes(service);
  await removeAgent(service.app.runtime, agents.kim.id);
  const read = async ({ id }: { readonly id: string }) => {
    const { state, agent, offeredTo } = (await get(service, "ada", `/api/chats/${id}`)).chat;
    return [state, agent, offeredTo];
  };
  t.strictSame(await read(lapsed), ["unstaffed", null, null]);
  t.strictSame(await read(offered), ["waiting", null, null]);
  t.strictSame(await read(own), ["waiting", null, null]);
  const told = toldToBot(service).length;
  await service.say("b", "Anybody?");
  await service.say("c", "Anybody?");
  await service.pass(60_000);
  await botTakes(service);
  t.strictSame(toldToBot(service).slice(told), ["AGENT_UNAVAILABLE"], "the offer ends, and the other chat has no bot");
  t.strictSame(await read(offered), ["unstaffed", null, null]);
  t.equal((await (await chatAs(service, "lee", offered.id)).step("accept")).status, 200);
});

t.test(
  "a closed chat is found by its bot's messages, also by those after its end, and only by its agents",
  async (t) => {
    const service = await startWithBot(t);
    const { id, step } = await chatWithBot(service, "kim");
    const message = { title: "Kumquats?", buttons: [{ text: "Rambutans" }], text: "Say durians" };
    await botSays(service, id, { type: "MARKDOWN", content: "We have **mangoes**" });
    await botSays(service, id, { type: "BUTTONS", ...message });
    await step("accept");
    await botTakes(service);
    await step("close");
    const find = async (query: string) =>
      (await get(service, "ada", `/api/archive?${query}`)).chats.map((chat) => chat.id);
    for (const word of ["mangoes", "kumquats", "rambutans", "durians"])
      t.strictSame(await find(`q=${word}`), [id], word);
    t.strictSame(await find("q=papayas"), []);
    await botSays(service, id, { type: "TEXT", text: "And papayas" });
    t.strictSame(await find("q=papayas"), [id], "a late message is accepted");
    t.strictSame([await find("agent=1"), await find("agent=0")], [[id], []], "a bot is not an agent");
  },
);

t.test("a bot's message is found even if it arrives while its closed chat is archived", async (t) => {
  const inner = createMemoryStore();
  let meanwhile: (() => Promise<void>) | null = null;
  const store: Store = {
    ...inner,
    async scan(table, range) {
      const rows = await inner.scan(table, range);
      const happens = table === "message" ? meanwhile : null;
      if (happens !== null) {
        meanwhile = null;
        await happens();
      }
      return rows;
    },
  };
  const service = await startWithBot(t, {}, { store });
  await (await chatWithBot(service, "kim", "1")).step("close");
  // A new index is built from all closed chats, queued chats included.
  while (!(await get(service, "ada", "/api/archive")).complete) await service.settle();
  const { id, step } = await chatWithBot(service, "kim", "7", "Mangoes?");
  await step("close");
  meanwhile = () => botSays(service, id, { type: "TEXT", text: "Papayas" });
  const find = async (word: string) =>
    (await get(service, "ada", `/api/archive?q=${word}`)).chats.map((chat) => chat.id);
  t.strictSame(await find("mangoes"), [id]);
  t.equal(meanwhile, null, "it was being read");
  t.strictSame(await find("papayas"), [id]);
  t.strictSame(await store.scan("archiveQueue", { limit: 9 }), [], "no work is left");
});

t.test("deleting a chat also deletes everything about its bot", async (t) => {
  const service = await startWithBot(t, {}, { limits: { chatKeptDays: 1 } });
  const { id, step } = await chatWithBot(service, "kim");
  await botInvites(service, id);
  await botTakes(service);
  await botSays(service, id, { type: "TEXT", text: "Wait" });
  service.attempts.at(-1)?.answer();
  await step("accept");
  await botTakes(service);
  await step("close");
  await botSays(service, id, { type: "TEXT", text: "Late" });
  const rows = async () => {
    const found: string[] = [];
    for (const table of ["actor", "message", "chatState", "delivery", "deadline"] as const)
      for (const { key } of await service.store.scan(table, { limit: 100 })) found.push(`${table} ${key.join(" ")}`);
    return found.filter((line) => !/^actor (channel|agent)\//.test(line));
  };
  t.equal((await rows()).filter((line) => line.startsWith("delivery ")).length, 4);
  t.ok((await rows()).includes(`actor bot/${id}`));
  service.clock.advance(2 * dayMs);
  for (let round = 0; round < 60; round += 1) await service.settle();
  t.strictSame(await rows(), []);
  t.equal(await service.store.read("actor", [botAddress(asChatId(id))]), undefined);
  await t.rejects(botSays(service, id, { type: "TEXT", text: "Still there?" }), /There is no chat/);
  t.match(await chatWithBot(service, "kim", "7", "Me again"), { id: "2" }, "the client still exists");
  t.match((await readBotChat(service, "2")).chat, { state: "with_bot", client: { number: 1 } });
});
