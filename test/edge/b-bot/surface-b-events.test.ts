import fc from "fast-check";
import t from "tap";
import { parseProviderEvent } from "../../../src/codec/b-bot/provider-event.ts";
import type { ProviderEvent } from "../../../src/codec/b-bot/provider-event.types.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { ok } from "../../../src/core/result.ts";
import type { BodyParser } from "../../../src/ports/body-parser.ts";
import { fixtureNames, readFixture } from "../../codec/fixtures.ts";
import { channelPath, configure, textOf } from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { until } from "../edge-world.ts";
import { openWire, request } from "../wire.ts";
import {
  accepted,
  botPath,
  invites,
  message,
  messagesOf,
  otherBot,
  pathOf,
  post,
  saidBy,
  says,
  setUp,
  startWithBot,
  stateOf,
} from "./provider.ts";

const portOf = (service: Service): number => Number(new URL(service.url).port);
const sentTo = (service: Service): readonly string[] => service.attempts.map(({ content }) => content.text);
const smiley = "\u{1f600}";

/** Answers every request to the customer system, one after the other. */
async function deliverAll(service: Service): Promise<void> {
  for (let at = 0; at < service.attempts.length; at += 1) {
    service.attempts[at]?.answer();
    await service.settle();
  }
}

t.test("[BOT-24, BOT-36] a bot's messages are shown unchanged to agents and the client", async (t) => {
  const service = await startWithBot(t);
  const kim = await service.enter("kim");
  const text = `<b>Hi</b> *you* ${smiley}\n\tlong ${"x".repeat(2_000)}`;
  t.match(await post(service, says(text, { id: "e1", client_id: "1" })), { status: 200, body: accepted });
  const frame = await kim.until(({ type, message }) => type === "message" && message?.from === "bot");
  t.match(frame.message, { text, type: "text" });
  await service.settle();
  t.match(service.attempts, [
    { content: { type: "text", text }, sender: { name: "Robin", photo: null }, recipient: { senderId: "7" } },
  ]);
  t.equal(await stateOf(service), "with_bot");
  t.match(await post(service, invites({ id: "e2", client_id: "1" })), { status: 200, body: accepted });
  t.equal(await stateOf(service), "waiting", "an invitation offers the chat to the agents");
  t.equal((await saidBy(service)).length, 1);
});

t.test("every canonical payload of a provider is accepted", async (t) => {
  const service = await startWithBot(t);
  const names = [...fixtureNames("b-bot-message"), ...fixtureNames("b-invite-agent")];
  for (const name of names) {
    const body = readFixture(name).toString().replaceAll("5021", "1").replaceAll("318", "1");
    t.match(await post(service, body), { status: 200, body: JSON.parse(readFixture("b-answer-ok").toString()) }, name);
  }
  t.equal((await saidBy(service)).length, names.length - 2);
  t.equal(await stateOf(service), "unstaffed", "no agent can be invited");
});

t.test(
  "[BOT-02] only the service starts exchanges: an event for a chat that the bot never got is refused",
  async (t) => {
    const channels = { MOBILEAPP1: { bot, agentKeywords: ["agent"] } };
    const service = await startWithBot(t, { channels });
    await configure(service, { bot: null });
    await service.say("8", "Before there was a bot again");
    await configure(service, { bot });
    for (const body of [
      says("Hi", { chat_id: "2" }),
      invites({ chat_id: "2" }),
      invites({ chat_id: "", client_id: "2" }),
    ]) {
      const answer = await post(service, body);
      t.match(answer, { status: 403, body: { error: { code: "access_denied", message: /chat 2/ } } });
    }
    t.strictSame(await saidBy(service, "2"), []);
    t.equal((await post(service, says("Hi"))).status, 200, "the first chat was sent to the bot");
  },
);

t.test("if the first message asks for an agent and no agent is available, the bot may answer", async (t) => {
  const channels = { MOBILEAPP1: { bot, agentKeywords: ["agent"] } };
  const service = await startWithBot(t, { channels });
  await service.say("8", " AGENT ");
  await service.settle();
  const told = () => service.botAttempts.filter(({ event }) => event.chatId === "2");
  t.match(
    told().map(({ event }) => event),
    [{ event: "CLIENT_MESSAGE", text: " AGENT ", agentsOnline: false }],
  );
  told()[0]?.answer();
  await service.settle();
  t.match(
    told()
      .slice(1)
      .map(({ event }) => event),
    [{ event: "AGENT_UNAVAILABLE", chatId: "2" }],
  );
  t.equal((await post(service, says("Your e-mail, please?", { chat_id: "2" }))).status, 200);
  t.strictSame(await saidBy(service, "2"), ["Your e-mail, please?"]);
});

t.test(
  "[BOT-25, BOT-26] chat_id names the chat, else the client's open chat is used; a refusal names the id",
  async (t) => {
    const service = await startWithBot(t);
    await service.say("8", "Hello");
    await service.settle();
    t.equal((await post(service, says("to 2", { chat_id: 2 }))).status, 200);
    t.equal((await post(service, says("to 2", { chat_id: "2", client_id: "999" }))).status, 200, "chat_id decides");
    t.equal((await post(service, says("to 1", { chat_id: undefined, client_id: 1 }))).status, 200);
    t.equal(
      (await post(service, says("to 1", { chat_id: " ", client_id: "1" }))).status,
      200,
      "blank counts as missing",
    );
    t.equal((await post(service, says("to 1", { chat_id: null, client_id: 1.0 }))).status, 200);
    t.strictSame(
      [await saidBy(service, "1"), await saidBy(service, "2")],
      [Array(3).fill("to 1"), Array(2).fill("to 2")],
    );

    await configure(service, { bot: null });
    await service.call("POST", "/api/chats/2/accept", { token: await service.logIn("kim") });
    await service.call("POST", "/api/chats/2/close", { token: await service.logIn("kim") });
    await configure(service, { bot });
    const rows: readonly (readonly [object, RegExp])[] = [
      [{}, /chat_id and client_id are missing/],
      [{ chat_id: "", client_id: null }, /chat_id and client_id are missing/],
      [{ chat_id: "999" }, /chat_id 999/],
      [{ chat_id: 999, client_id: 1 }, /chat_id 999/],
      [{ chat_id: "01" }, /chat_id 01/],
      [{ chat_id: 1.5 }, /chat_id 1\.5/],
      [{ chat_id: -1 }, /chat_id -1/],
      [{ chat_id: 0 }, /chat_id 0/],
      [{ chat_id: "1e0" }, /chat_id 1e0/],
      [{ chat_id: "\u0661" }, /chat_id \u0661/],
      [{ chat_id: "9".repeat(5_000) }, /chat_id 9{40}…/],
      [{ chat_id: "../chat/1" }, /chat_id \.\.\/chat\/1/],
      [{ client_id: "999" }, /client_id 999/],
      [{ client_id: 2 }, /client_id 2/],
      [{ chat_id: true, client_id: 1 }, /chat_id must be/],
      [{ chat_id: 1, client_id: [1] }, /client_id must be/],
    ];
    for (const [ids, words] of rows) {
      for (const event of [says("Hi", { chat_id: undefined, ...ids }), invites({ chat_id: undefined, ...ids })]) {
        const answer = await post(service, event);
        t.match(
          answer,
          { status: 400, body: { error: { code: "invalid_request", message: words } } },
          JSON.stringify(ids),
        );
      }
    }
    t.match(await post(service, says("late", { chat_id: "2" })), { status: 200 }, "a closed chat keeps its bot");
  },
);

t.test("[BOT-26] an event is refused if the channel is disabled, has another bot or has no bot", async (t) => {
  const channels = { MOBILEAPP1: { bot }, OTHERAPP01: { bot: otherBot } };
  const service = await startWithBot(t, { channels });
  await service.say("7", "Hello", "OTHERAPP01");
  await service.settle();
  const refused = async (path: string, body: object, words: RegExp): Promise<void> => {
    const answer = await service.call("POST", path, { body });
    t.match(answer, { status: 403, body: { error: { code: "access_denied", message: words } } });
  };
  await refused(botPath, says("Hi", { chat_id: 2 }), /not connected to the channel of chat 2/);
  await refused(botPath, invites({ chat_id: undefined, client_id: "2" }), /not connected to the channel of chat 2/);
  await refused(pathOf(otherBot), says("Hi"), /not connected to the channel of chat 1/);
  t.equal((await service.call("POST", pathOf(otherBot), { body: says("Hi", { chat_id: 2 }) })).status, 200);
  await configure(service, { enabled: false });
  await refused(botPath, says("Hi"), /disabled/);
  await refused(botPath, invites(), /disabled/);
  await configure(service, { enabled: true });
  t.equal((await post(service, says("Hi"))).status, 200);
  t.strictSame([await saidBy(service, "1"), await saidBy(service, "2")], [["Hi"], ["Hi"]]);
  await setUp(service, "OTHERAPP01", { bot: null });
  t.equal((await service.call("POST", pathOf(otherBot), { body: says("Hi", { chat_id: 2 }) })).status, 401);
});

t.test("[BOT-27] the order is that of acceptance, regardless of time stamps and sizes", async (t) => {
  const service = await startWithBot(t);
  const wire = await openWire(portOf(service));
  t.teardown(() => wire.abort());
  const stamps = ["1795165299", 1795165298.5, 1, "yesterday", null, 1795165200250, -7, "", "1e3", {}];
  const wanted: string[] = [];
  for (const [index, timestamp] of stamps.entries()) {
    // Every third text is so big that a worker parses it.
    const text = `${index} ${index % 3 === 0 ? smiley.repeat(20_000) : ""}`;
    wanted.push(text);
    const body = {
      ...says(text),
      timestamp,
      extra: [{ deep: true }],
      message: { type: "TEXT", text, timestamp, x: 1 },
    };
    wire.send(request("POST", botPath, JSON.stringify(body)));
    t.equal((await wire.answer()).status, 200);
  }
  t.strictSame(await saidBy(service), wanted);

  const again = wanted.map((text, at) => post(service, says(text, { id: `again ${at}` })));
  for (const answer of await Promise.all(again)) t.equal(answer.status, 200);
  t.same([...(await saidBy(service))].sort(), [...wanted, ...wanted].sort(), "each event once");
  await deliverAll(service);
  t.strictSame(sentTo(service), await saidBy(service), "the client gets them in the same order");
});

t.test(
  "events after a big body that a worker parses keep their order, or are refused when too many wait",
  async (t) => {
    const held: (() => void)[] = [];
    const eventParser: BodyParser<ProviderEvent> = {
      parse: (body) =>
        new Promise((resolve) => {
          const parsed = parseProviderEvent(body, defaultLimits);
          held.push(() => resolve(ok({ parsed, fingerprint: "big" })));
        }),
      close: async () => undefined,
    };
    const service = await startWithBot(t, { eventParser, limits: { workerQueueMax: 3 } });
    const wires = await Promise.all([1, 2, 3, 4].map(() => openWire(portOf(service))));
    t.teardown(() => wires.forEach((wire) => void wire.abort()));
    const big = says("1", { padding: "x".repeat(defaultLimits.inlineBodyBytesMax) });
    const statuses: number[] = [];
    const send = async (at: number, body: unknown): Promise<void> => {
      wires[at]?.send(request("POST", botPath, JSON.stringify(body)));
      statuses.push((await wires[at]?.answer())?.status ?? 0);
    };
    const first = send(0, big);
    await until(() => held.length === 1);
    const behind = [1, 2, 3].map((at) => send(at, says(`${at + 1}`)));
    await until(() => statuses.length === 1);
    t.strictSame(statuses, [502], "one event more than may wait");
    t.strictSame(await saidBy(service), [], "no event overtakes the big body");
    t.equal((await service.call("POST", channelPath(service), { body: textOf("9", "Hello") })).status, 200);
    held[0]?.();
    await Promise.all([first, ...behind]);
    t.strictSame([...statuses].sort(), [200, 200, 200, 502]);
    const said = await saidBy(service);
    t.strictSame([said.length, said[0]], [3, "1"]);
  },
);

t.test("[BOT-30] an invalid message is refused completely and named", async (t) => {
  const service = await startWithBot(t);
  const yes = { text: "Yes", id: 1 };
  const event = '"event":"BOT_MESSAGE","chat_id":"1"';
  const rows: readonly (readonly [unknown, RegExp])[] = [
    [{ event: "BOT_MESSAGE", chat_id: 1 }, /message must be an object/],
    [message({ type: "HTML", text: "x" }), /message\.type/],
    [says(" "), /message\.text/],
    [message({ type: "MARKDOWN", text: "x" }), /message\.content/],
    [message({ type: "BUTTONS", title: "x", buttons: [] }), /message\.buttons/],
    [message({ type: "BUTTONS", title: "x", text: "x", buttons: [yes, yes, yes, yes] }), /1 to 3 buttons, got 4/],
    [message({ type: "BUTTONS", title: "x", buttons: [yes, { id: 2 }] }), /message\.buttons\[1\]\.text/],
    [`{${event},"event":"BOT_MESSAGE","message":{"type":"TEXT","text":"x"}}`, /"event" occurs twice/],
    [`{${event},"message":{"type":"TEXT","text":"x","t\\u0065xt":"y"}}`, /"text" occurs twice/],
    [`{${event},"message":{"type":"TEXT","text":"x"}`, /not valid JSON/],
    ["[]", /must be an object/],
    ["", /not valid JSON/],
  ];
  for (const [body, words] of rows) {
    t.match(await post(service, body), { status: 400, body: { error: { code: "invalid_request", message: words } } });
  }
  const said = (await messagesOf(service)).filter(({ from }) => from !== "system");
  t.equal(said.length, 1, "no part of these events is stored");
  t.equal((await post(service, says(42))).status, 200);
  t.equal((await post(service, message({ type: "BUTTONS", buttons: [yes, yes, { text: 0.5 }] }))).status, 200);
  t.strictSame(await saidBy(service), ["42", ""]);
  t.match((await messagesOf(service)).at(-2), { buttons: [{ text: "Yes" }, { text: "Yes" }, { text: "0.5" }] });
});

t.test(
  "[BOT-29] an event that providers do not send is answered as not supported, and an event without a name as invalid",
  async (t) => {
    const service = await startWithBot(t);
    for (const event of ["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "TYPEIN", "bot_message"]) {
      const { status, headers, body } = await post(service, { ...says("Hi"), event });
      t.strictSame([status, headers.get("allow"), body.error.code], [405, "POST", "method_not_allowed"]);
      t.match(body.error.message, event);
    }
    for (const event of [undefined, null, "", " ", 7, true, ["BOT_MESSAGE"], {}]) {
      const { status, headers, body } = await post(service, { ...says("Hi"), event });
      t.strictSame([status, headers.get("allow"), body.error.code], [400, null, "invalid_request"]);
    }
    t.strictSame(await saidBy(service), []);
  },
);

t.test("[BOT-33] events are accepted while a request to the bot is open, in any number", async (t) => {
  const service = await startWithBot(t);
  t.equal(service.botAttempts.length, 1);
  const texts = Array.from({ length: 30 }, (_, at) => `part ${at}`);
  for (const text of texts) t.equal((await post(service, says(text))).status, 200);
  await service.say("7", "And?");
  t.equal((await post(service, says("yes"))).status, 200, "events are accepted while the next request waits");
  service.botAttempts[0]?.answer();
  await service.settle();
  t.equal((await post(service, says("after"))).status, 200, "after the request, and before the response to the next");
  service.botAttempts[1]?.answer();
  await service.settle();
  t.strictSame(await saidBy(service), [...texts, "yes", "after"]);
  await deliverAll(service);
  t.strictSame(sentTo(service), await saidBy(service));
});

t.test(
  "an event after an agent has joined, or in a closed chat, is answered 200 and not shown to the client",
  async (t) => {
    const service = await startWithBot(t);
    const token = await service.logIn("kim");
    t.equal((await service.call("POST", "/api/chats/1/accept", { token })).status, 200);
    t.match(await post(service, says("too late")), { status: 200, body: accepted });
    t.equal((await service.call("POST", "/api/chats/1/close", { token })).status, 200);
    t.match(await post(service, says("far too late")), { status: 200, body: accepted });
    t.match(await post(service, invites()), { status: 200, body: accepted });
    await service.settle();
    t.strictSame(service.attempts, [], "nothing is sent to the client");
    t.strictSame(await saidBy(service), ["too late", "far too late"], "the agents see the event");
    t.equal(await stateOf(service), "closed");
  },
);

t.test("[BOT-35] 200 is sent after the commit, and a provider's request that hangs delays nobody", async (t) => {
  const { store, hold } = createFaultyStore();
  const service = await startWithBot(t, { store });
  const release = hold();
  let answered = false;
  const first = post(service, says("Hi")).finally(() => {
    answered = true;
  });
  await until(() => service.app.runtime.registry.counts().pending === 1);
  for (let round = 0; round < 5; round += 1) await service.status();
  t.notOk(answered, "the commit is not stored yet");
  t.strictSame(service.attempts, [], "nothing is sent before the commit is stored");
  release();
  t.match(await first, { status: 200, body: accepted });

  const slow = await openWire(portOf(service));
  t.teardown(() => slow.abort());
  slow.send(request("POST", botPath, JSON.stringify(says("slow"))).slice(0, -1));
  t.equal((await post(service, says("quick"))).status, 200);
  t.equal((await service.call("POST", channelPath(service), { body: textOf("9", "Hello") })).status, 200);
  slow.send("}");
  t.equal((await slow.answer()).status, 200);
  t.strictSame(await saidBy(service), ["Hi", "quick", "slow"], "the order is that of the complete bodies");
});

t.test(
  "every post of a provider gets a status of surface B, and an event that is answered 200 is stored",
  async (t) => {
    const service = await startWithBot(t);
    const payloads = [...fixtureNames("b-bot-message"), ...fixtureNames("b-invite-agent")].map((name) =>
      JSON.stringify(JSON.parse(readFixture(name).toString()))
        .replaceAll("5021", "1")
        .replaceAll("318", "1"),
    );
    const change = fc.record({
      at: fc.nat(),
      with: fc.oneof(fc.constantFrom('"', "{", ",", "\\u0000", "0", "e"), fc.string()),
    });
    const corrupted = fc
      .tuple(fc.constantFrom(...payloads), fc.array(change, { maxLength: 2 }))
      .map(([payload, changes]) =>
        changes.reduce((text, { at, with: put }) => {
          const place = at % text.length;
          return text.slice(0, place) + put + text.slice(place + 1);
        }, payload),
      );
    let runs = 0;
    let takenCount = 0;
    const isAnswered = fc.asyncProperty(corrupted, async (body) => {
      runs += 1;
      // The number of blanks makes each body different, so that no body is a repeat.
      const { status, body: answer } = await post(service, body + " ".repeat(runs));
      if (status === 200 && body.includes("BOT_MESSAGE")) takenCount += 1;
      if (status === 200) return "result" in Object(answer);
      return [400, 403, 405].includes(status) && /^[A-Z].*\.$/s.test(answer.error.message);
    });
    await fc.assert(isAnswered, { numRuns: 60 });
    t.ok(takenCount > 0);
    t.equal((await saidBy(service)).length, takenCount);
  },
);
