import t from "tap";
import type { InspectedActors } from "../../src/codec/inspect/inspected.types.ts";
import { asActorKey, asChannelId, asConversationKey } from "../../src/core/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertDescribed, readDescription } from "../admin/described.ts";
import { chatOf } from "../desk/chat-of.ts";
import { everyPage } from "../harness/every-page.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";

async function list(service: Service, query: string): Promise<InspectedActors> {
  const { status, body } = await service.call("GET", `/api/inspect/actors?${query}`, {
    token: await service.logIn("ada"),
  });
  if (status !== 200) throw new Error(`Expected 200, got ${status} ${JSON.stringify(body)}`);
  return JSON.parse(JSON.stringify(body));
}
const addresses = async (service: Service, query: string): Promise<readonly string[]> =>
  (await list(service, query)).actors.map(({ actor }) => actor);

/**
 * Two channels, one with a bot. The chats: one with an agent whose reply failed, several that wait, a closed one, and one with
 * the bot.
 */
async function startBusy(t: Parameters<typeof startService>[0], store: Store = createMemoryStore()): Promise<Service> {
  const service = await startService(t, { store, channels: { OTHERAPP01: { bot } } });
  const ann = { id: "ann-7", name: "Ann Archer", email: "ann@example.com", phone: "+49 171 5550" };
  const chat = await chatOf(service, "kim", ann);
  await chat.reply("How can I help?");
  service.attempts[0]?.answer({
    failure: { kind: "refused_target", code: "refused_target", message: "No." },
    httpStatus: null,
  });
  await service.settle();
  for (let tries = 0; tries < 3; tries += 1) {
    await service.pass(4_000);
    service.attempts
      .at(-1)
      ?.answer({ failure: { kind: "timeout", code: "timeout", message: "No." }, httpStatus: null });
    await service.settle();
  }
  await service.pass(60_000);
  await service.say("8", "Hello");
  await service.say("9", "Hello", "OTHERAPP01");
  const closed = await chatOf(service, "kim", "10");
  await closed.step("close");
  return service;
}

t.test("actors are found by kind, state, channel and age", async (t) => {
  const service = await startBusy(t);
  t.same(await addresses(service, "kind=chat"), ["chat/4", "chat/3", "chat/2", "chat/1"]);
  t.same(await addresses(service, "kind=chat&state=waiting"), ["chat/2"]);
  t.same(await addresses(service, "state=waiting"), ["chat/2"]);
  t.same(await addresses(service, "kind=chat&channel=OTHERAPP01"), ["chat/3"]);
  t.same(await addresses(service, "kind=bot"), ["bot/3"]);
  t.same(await addresses(service, "kind=agent"), ["agent/1", "agent/2", "agent/3", "agent/4"]);
  t.same(await addresses(service, "kind=channel&channel=OTHERAPP01"), ["channel/OTHERAPP01"]);
  t.same(await addresses(service, "kind=webhooks"), []);
  t.same(await addresses(service, "kind=call"), []);
  t.same(await addresses(service, "state=offline"), ["channel/MOBILEAPP1", "channel/OTHERAPP01"]);
  t.same(await addresses(service, "state=nowhere"), []);
  t.same(await addresses(service, "kind=delivery&channel=nowhere"), []);
  const { actors: failed } = await list(service, "state=failed");
  t.match(failed, [{ kind: "delivery", chatId: "1", channelId: "MOBILEAPP1", client: "Ann Archer", state: "failed" }]);
  t.equal((await list(service, "kind=delivery")).actors.length, 2, "one to the customer, one to the bot");
  t.same(await addresses(service, "kind=chat&waitingLongerThanMs=59000"), ["chat/1"]);
  t.same(await addresses(service, "waitingLongerThanMs=999999999"), []);
  const { actors } = await list(service, "kind=chat&state=with_agent");
  t.match(actors, [
    {
      id: "1",
      conversation: "client/MOBILEAPP1/ann-7",
      state: "with_agent",
      channelId: "MOBILEAPP1",
      chatId: "1",
      client: "Ann Archer",
      parked: null,
      deadlines: [],
    },
  ]);
  const all = await addresses(service, "limit=500");
  t.equal(new Set(all).size, all.length);
  t.equal(all.length, 4 + 2 + 1 + 2 + 4, "chats, deliveries, a bot conversation, channels, agents");
});

t.test("the actors of a chat are found, page by page, with what they carry and why they failed", async (t) => {
  const service = await startBusy(t);
  const [failed = ""] = await addresses(service, "state=failed");
  t.same(await addresses(service, "chat=1"), ["chat/1", failed]);
  t.same(await addresses(service, "chat=1&kind=delivery&state=failed"), [failed]);
  t.match((await list(service, "chat=1&kind=delivery")).actors, [{ about: "Message 2", failure: "No." }]);
  const [, bot, sent = ""] = await addresses(service, "chat=3");
  t.equal(bot, "bot/3");
  t.match((await list(service, `id=${sent}`)).actors, [{ about: "Bot event CLIENT_MESSAGE", failure: null }]);
  const first = await list(service, "chat=3&limit=2");
  t.same(await addresses(service, `chat=3&limit=2&cursor=${first.cursor}`), [sent]);
  t.same(await addresses(service, "chat=1&channel=OTHERAPP01"), []);
  t.same(await addresses(service, "chat=99"), []);
});

t.test("a list is sorted by a column, in both orders, page by page", async (t) => {
  const service = await startBusy(t);
  const orders: readonly (readonly [sort: string, chats: readonly number[]])[] = [
    ["actor", [1, 2, 3, 4]],
    ["-actor", [4, 3, 2, 1]],
    // closed, waiting, with_agent, with_bot
    ["state", [4, 2, 1, 3]],
    // Ann Archer, and visitor numbers.
    ["-client", [1, 4, 3, 2]],
  ];
  for (const [sort, chats] of orders)
    t.same(
      await addresses(service, `kind=chat&sort=${sort}`),
      chats.map((id) => `chat/${id}`),
      sort,
    );
  t.equal((await addresses(service, "kind=chat&sort=since"))[0], "chat/1", "the longest in its state");
  const page = await list(service, "kind=chat&sort=actor&limit=3");
  t.equal(page.actors.length, 3);
  t.same(await addresses(service, `kind=chat&sort=actor&limit=3&cursor=${page.cursor}`), ["chat/4"]);
});

t.test("actors are counted by kind and state, whatever kind, state and page are asked for", async (t) => {
  const service = await startBusy(t);
  const counted = async (query: string) => {
    const { counts } = await list(service, `${query}&counts=true`);
    return Object.fromEntries((counts ?? []).map(({ kind, state, count }) => [`${kind} ${state}`, count]));
  };
  const all = await counted("kind=chat&state=waiting&limit=1");
  t.match(all, { "chat waiting": 1, "chat with_bot": 1, "chat closed": 1, "chat with_agent": 1, "delivery failed": 1 });
  t.match(all, { "agent absent": Number, "channel offline": 2, "bot with_bot": 1 });
  t.same(await counted("chat=1"), { "chat with_agent": 1, "delivery failed": 1 });
  t.equal((await list(service, "kind=chat")).counts, undefined);
});

t.test("an id is found in all its forms", async (t) => {
  const service = await startBusy(t);
  const [delivery = ""] = await addresses(service, "state=failed");
  const ulid = delivery.slice("delivery/".length);
  t.same(await addresses(service, "id=chat/2"), ["chat/2"]);
  t.same(await addresses(service, "id=3"), ["chat/3", "bot/3", "agent/3"]);
  t.same(await addresses(service, "id=3&kind=bot"), ["bot/3"]);
  t.same(await addresses(service, `id=${ulid}`), [delivery]);
  t.same(await addresses(service, `id=${ulid.toLowerCase()}`), [delivery]);
  t.same(await addresses(service, "id=OTHERAPP01"), ["channel/OTHERAPP01"]);
  t.same(await addresses(service, "id=client/MOBILEAPP1/ann-7"), ["chat/1"]);
  for (const id of ["99", "nobody", "client/MOBILEAPP1/nobody", "chat/", "%F0%9F%98%80", "*"])
    t.same(await addresses(service, `id=${id}`), [], id);
});

t.test("a client is found by number, sender id, phone, and parts of its name and e-mail", async (t) => {
  const service = await startBusy(t);
  for (const client of ["1", "ann-7", "Ann Archer", "archer", "ANN@EXAMPLE", "%2B49 171 5550"])
    t.same(await addresses(service, `client=${client}`), ["chat/1"], client);
  t.same(await addresses(service, "client=10"), ["chat/4"], "with a closed chat, by its sender id");
  t.same(await addresses(service, "client=4"), ["chat/4"], "with a closed chat, by its number");
  t.same(await addresses(service, "client=nobody"), []);
  t.match(await addresses(service, "client=1&kind=delivery"), [/^delivery\//]);
  t.same(await addresses(service, "client=archer&channel=OTHERAPP01"), []);
  const zoe = await chatOf(service, "kim", { id: "11", name: "Zoe Zeller" });
  await zoe.step("close");
  const other = await chatOf(service, "kim", "12");
  await other.reply("Zoe is not here");
  await other.step("close");
  for (const client of ["zoe", "Zeller", "zoe zel"])
    t.same(await addresses(service, `client=${client}`), ["chat/5"], `with a closed chat, by ${client}`);
  t.same(await addresses(service, "client=zoe&state=closed"), ["chat/5"]);
  t.same(await addresses(service, "client=zoe&state=waiting"), []);
  t.same(await addresses(service, "client=zoe&channel=OTHERAPP01"), []);
});

t.test("parked actors are listed with the reason, even if their row fits no machine", async (t) => {
  const service = await startBusy(t);
  const token = await service.logIn("ada");
  const [actor, conversation] = [asActorKey("chat/50"), asConversationKey("client/MOBILEAPP1/50")];
  const stored = await service.store.read("actor", [asActorKey("chat/2")]);
  if (stored === undefined) throw new Error("Expected chat/2");
  const broken = { ...stored, actor, conversation, version: 99 };
  await service.store.commit({}, () => [{ table: "actor", key: [actor], row: broken }]);
  t.same(await addresses(service, "parked=true"), []);
  for (let tries = 0; tries < 3; tries += 1) {
    await service.app.runtime.post.send({
      target: { kind: "actor", actor, conversation },
      event: { type: "chat.rated", nowMs: 0, rate: "positive" },
      cause: "test",
    });
  }
  const { actors } = await list(service, "parked=true");
  t.match(actors, [{ actor: "chat/50", parked: { reason: /is stored as chat version 99/ } }]);
  const { body } = await service.call("GET", "/api/inspect/actors/chat/50", { token });
  t.match(JSON.parse(JSON.stringify(body)), { actor: { parked: { atMs: service.clock.nowMs() }, state: "waiting" } });
  t.same(await addresses(service, "parked=true&kind=delivery"), []);
});

t.test("the pages of a list lose nothing and repeat nothing", async (t) => {
  const service = await startBusy(t);
  for (let client = 100; client < 130; client += 1) await service.say(String(client), "Hello");
  const walk = (query: string): Promise<readonly string[]> =>
    everyPage(
      (cursor) => list(service, `${query}&cursor=${cursor}`),
      ({ actors }) => {
        t.ok(actors.length <= 7);
        return actors.map(({ actor }) => actor);
      },
    );
  for (const query of [
    "",
    "kind=chat",
    "kind=agent",
    "channel=MOBILEAPP1",
    "state=waiting",
    "client=1&kind=delivery",
  ]) {
    const whole = await addresses(service, `${query}&limit=500`);
    t.same(await walk(`${query}&limit=7`), whole, query);
  }
});

t.test("a search without a match reads a limited number of actors, and returns the cursor to continue", async (t) => {
  const store = createMemoryStore();
  let reads = 0;
  const counting: Store = {
    ...store,
    read(table, key) {
      reads += 1;
      return store.read(table, key);
    },
    durable: {
      read(table, key) {
        reads += 1;
        return store.durable.read(table, key);
      },
    },
  };
  const service = await startService(t, { store: counting });
  await service.say("7", "Hello");
  const row = await store.read("actor", [asActorKey("chat/1")]);
  if (row === undefined) throw new Error("Expected chat/1");
  await store.commit({}, () =>
    Array.from({ length: 2_300 }, (_, index) => index + 2).flatMap((number) => [
      {
        table: "actor" as const,
        key: [asActorKey(`chat/${number}`)] as const,
        row: { ...row, actor: asActorKey(`chat/${number}`) },
      },
      { table: "chatState" as const, key: ["waiting", number] as const, row: { channelId: asChannelId("MOBILEAPP1") } },
    ]),
  );
  await service.logIn("ada");
  const cursors: (string | null)[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    reads = 0;
    const page: InspectedActors = await list(service, `kind=chat&waitingLongerThanMs=9999999&cursor=${cursor}`);
    t.same(page.actors, []);
    t.ok(reads > 0 && reads < 5_000, `${reads} reads`);
    cursor = page.cursor;
    cursors.push(cursor);
  }
  t.equal(cursors.length, 2);
});

t.test("wrong parameters are named; answers match their description", async (t) => {
  const service = await startBusy(t);
  const token = await service.logIn("ada");
  const rows: readonly (readonly [query: string, message: RegExp])[] = [
    ["kind=widget", /Parameter kind must be one of channel, chat, bot/],
    ["parked=yes", /Parameter parked must be true/],
    ["counts=yes", /Parameter counts must be true/],
    ["sort=name", /Parameter sort must be one of actor, -actor, state, -state, client, -client, since, -since/],
    ["chat=chat/1", /Parameter chat must be the number of a chat/],
    ["waitingLongerThanMs=soon", /Parameter waitingLongerThanMs must be a whole number/],
    ["limit=0", /Parameter limit must be a whole number from 1 to 500, got "0"/],
    ["limit=501", /got "501"/],
    ["limit=-1", /Parameter limit/],
    ["cursor=x", /Parameter cursor must be the cursor of an earlier answer/],
    [`id=${"x".repeat(257)}`, /Parameter id must have at most 256 characters/],
    [`channel=${"x".repeat(257)}`, /Parameter channel must have/],
    [`client=${"x".repeat(257)}`, /Parameter client must have/],
  ];
  for (const [query, message] of rows) {
    const { status, body } = await service.call("GET", `/api/inspect/actors?${query}`, { token });
    t.same([status, body.error.code], [400, "invalid_request"], query);
    t.match(body.error.message, message);
  }
  const description = await readDescription(service);
  const [delivery = ""] = await addresses(service, "state=failed");
  const paths = [
    "actors",
    "actors?kind=chat",
    "actors?counts=true",
    "actors?sort=-since",
    "actors/chat/1",
    "actors/chat/1/steps",
    `actors/${delivery}`,
    "chats/1",
  ];
  for (const path of paths) {
    const answer = await service.call("GET", `/api/inspect/${path}`, { token });
    t.equal(answer.status, 200, path);
    t.equal(answer.headers.get("cache-control"), "no-store");
    assertDescribed(t, description, "GET", `/api/inspect/${path}`, answer);
  }
  for (const path of [
    "actors/chat/99",
    "actors/chat/99/steps",
    "actors/widget/1",
    "chats/99",
    "chats/x",
    "charts/none",
  ]) {
    const answer = await service.call("GET", `/api/inspect/${path}`, { token });
    t.equal(answer.status, 404, path);
    assertDescribed(t, description, "GET", `/api/inspect/${path}`, answer);
  }
});
