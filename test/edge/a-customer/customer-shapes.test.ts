import { randomUUID } from "node:crypto";
import t from "tap";
import type { OutwardContent } from "../../../machines/chat/message.types.ts";
import { ERROR_MESSAGE } from "../../../src/core/errors.ts";
import { asAgentId, asDeliveryId, asMessageId, clientConversation } from "../../../src/core/ids.ts";
import { fail } from "../../../src/core/result.ts";
import { createOutbound } from "../../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../../src/domain/bot/known-tokens.ts";
import { fixtureNames, readFixture } from "../../codec/fixtures.ts";
import { loopback } from "../../delivery/attempts.ts";
import { openPeer, replyOk } from "../../delivery/peer.ts";
import { openDeliveryWorld } from "../../delivery/through-service.ts";
import { channelLog, channelPath, configure, post, seen, settingsOf, textOf } from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { startService } from "../../harness/service.ts";
import { logTo } from "../../harness/test-log.ts";
import { createManualClock } from "../manual-clock.ts";
import type { WireAnswer } from "../wire.ts";
import { ask, openWire, request } from "../wire.ts";

/** Every key with the type of its value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}
const fixture = (name: string) => JSON.parse(readFixture(name).toString());
const hello = JSON.stringify(textOf("7", "Hello"));

t.test("[VER-05, CH-11] the answers of surface A have exactly the specified shapes, also errors", async (t) => {
  const { store, hold, failNext } = createFaultyStore();
  const refusals = ["overloaded", "unavailable"] as const;
  let big = 0;
  const bodyParser = {
    async parse() {
      const code = refusals[big % refusals.length] ?? "overloaded";
      big += 1;
      return fail(code, ERROR_MESSAGE[code]);
    },
    close: async () => undefined,
  };
  const limits = { senderPerSecond: 0.001, senderBurst: 3 };
  const service = await startService(t, { store, bodyParser, limits });
  const port = Number(new URL(service.url).port);
  const path = channelPath(service);
  const json = "Content-Type: application/json";
  const send = (body: string, method = "POST", at = path): Promise<WireAnswer> => ask(port, method, at, body);

  const offline = await ask(port, "GET", `${path}/status`);
  t.equal(offline.body, readFixture("a-status-offline").toString());
  t.equal(offline.fixedHead, `HTTP/1.1 200 OK\r\n${json}\r\nCache-Control: no-store\r\nContent-Length: 1`);
  const kim = await service.enter("kim", { available: true });
  await kim.until(({ type }) => type === "ready");
  await service.settle();
  t.equal((await ask(port, "GET", `${path}/status`)).body, readFixture("a-status-online").toString());

  const taken = await send(hello);
  t.strictSame(JSON.parse(taken.body), fixture("a1-answer-ok"));
  t.equal(taken.fixedHead, `HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: ${taken.body.length}`);

  const same = async (answer: WireAnswer, name: string): Promise<void> => {
    t.equal(answer.status, Number(/\d+/.exec(name)?.[0]));
    t.strictSame(JSON.parse(answer.body), fixture(name), name);
    t.equal(answer.headers.get("content-type"), "application/json");
    t.ok(answer.headers.get("x-request-id"));
    t.notOk(answer.headers.has("server"));
  };
  await same(await send('{"sender":{},"message":{}}'), "error-400-invalid-request");
  await same(await send(hello, "POST", `${path}1`), "error-404-not-found");
  await same(await send(" ".repeat(262_145)), "error-413-payload-too-large");
  await same(await send(" ".repeat(100_000)), "error-502-overloaded");
  await same(await send(" ".repeat(100_000)), "error-503-unavailable");
  failNext(1, clientConversation(settingsOf(service).id, "7"));
  await same(await send(hello), "error-500-internal-error");
  const release = hold();
  const wire = await openWire(port);
  wire.send(request("POST", path, hello));
  while (service.app.runtime.registry.counts().pending === 0) await new Promise((resolve) => setImmediate(resolve));
  service.clock.advance(6_000);
  await same(await wire.answer(), "error-504-timeout");
  wire.abort();
  release();
  await service.settle();
  const limited = await send(hello);
  await same(limited, "error-429-rate-limited");
  t.match(limited.headers.get("retry-after"), /^[1-9]\d*$/);
  const method = await send(hello, "PUT");
  t.strictSame([method.status, method.headers.get("allow")], [405, "POST"]);
  await configure(service, { enabled: false });
  const denied = await send(hello);
  t.equal(denied.status, 403);
  for (const [answer, name] of [
    [method, "error-405-method-not-allowed"],
    [denied, "error-403-access-denied"],
  ] as const) {
    t.strictSame(shapeOf(JSON.parse(answer.body)), shapeOf(fixture(name)));
    t.equal(JSON.parse(answer.body).error.code, fixture(name).error.code);
  }
});

t.test(
  "[VER-02, CH-38] requests to the customer system have exactly the specified shapes, and nothing else is sent",
  async (t) => {
    const world = await openDeliveryWorld(t, replyOk);
    const names = fixtureNames("a2-");
    const expected: unknown[] = [];
    let nowMs = world.service.clock.nowMs();
    for (const name of names) {
      const { sender, recipient, message } = fixture(name);
      const { type, id: _, text, ...fields } = message;
      const agent = { id: asAgentId(1), name: sender.name, photo: sender.photo ?? null };
      await world.service.say({ id: typeof recipient.id === "number" ? 7 : "7" }, `before ${name}`);
      nowMs += 1;
      if (type === "typein" || type === "typeout") {
        await world.tellChat({ type: "chat.typing-requested", nowMs, agent, state: type });
      } else {
        const media = Object.keys(fields).length === 0 ? null : fields;
        const content: OutwardContent = { type, text: text ?? "", media };
        const delivery = asDeliveryId(`01HF7YAT0020GP7K7FDAS1D${String(expected.length).padStart(3, "0")}`);
        const one = { id: asMessageId(randomUUID()), content };
        await world.tellChat({ type: "chat.reply-requested", nowMs, agent, message: one, deliveryId: delivery });
        const state = async (): Promise<string | undefined> =>
          (await world.service.store.read("actor", [`delivery/${delivery}` as never]))?.state;
        while ((await state()) !== "delivered") await new Promise((resolve) => setImmediate(resolve));
      }
      await world.service.settle();
      expected.push(shapeOf(fixture(name)));
    }
    while (world.bodies().length < names.length) await new Promise((resolve) => setImmediate(resolve));
    await world.post("close");
    await world.service.pass(60_000);
    t.strictSame(world.bodies().map(shapeOf), expected);
    t.strictSame(
      world.bodies().map(({ message }) => message.type),
      names.map((name) => fixture(name).message.type),
    );
  },
);

t.test(
  "[AUTH-14] no log entry, error body or view of an agent contains random strings, keys or Authorization values",
  async (t) => {
    const secrets = {
      key: "hush-idempotency-key",
      authorization: "hush-authorization-value",
      cookie: "hush-cookie-value",
      query: "hush-query-value",
      guess: "hush-guess-of-a-random-string-0",
      webhookKey: "hush-webhook-key",
      webhookPassword: "hush-webhook-password",
    };
    const lines: unknown[] = [];
    const keep = (...line: readonly unknown[]): void => void lines.push(line);
    const { store, failNext, hold } = createFaultyStore();
    const refuser = await openPeer(t, (socket) => socket.destroy());
    const outboundLimits = {
      endpointConnectionsMax: 4,
      noticeConnectionsMax: 2,
      answerBytesMax: 1_024,
      webhookAnswerBytesMax: 1_024,
    };
    const log = logTo(keep);
    const clock = createManualClock();
    const knownTokens = createKnownTokens(store, clock);
    const outbound = createOutbound({ policy: loopback, limits: outboundLimits, clock, log, knownTokens });
    const limits = { bodyBytesMax: 100_000, badPathsPerMinute: 2, senderPerSecond: 1, senderBurst: 12 };
    const service = await startService(t, { store, outbound, limits });
    const { random } = settingsOf(service);
    const port = Number(new URL(service.url).port);
    const path = channelPath(service);
    await configure(service, {
      webhookUrl: `http://user:${secrets.webhookPassword}@${refuser.host}/hook?key=${secrets.webhookKey}`,
    });
    const kim = await service.enter("kim");
    const token = await service.logIn("kim");
    const answers: string[] = [];
    const headers = [
      `Authorization: Bearer ${secrets.authorization}`,
      `Idempotency-Key: ${secrets.key}`,
      `Cookie: session=${secrets.cookie}`,
    ];
    const noise = async (
      method: string,
      at: string,
      body: string,
      more: readonly string[] = headers,
    ): Promise<number> => {
      const answer = await ask(port, method, `${at}?token=${secrets.query}&random=${random}`, body, more);
      answers.push(answer.fixedHead, answer.body);
      return answer.status;
    };
    const statuses = new Set<number>();
    const add = async (status: Promise<number>): Promise<void> => void statuses.add(await status);
    for (const at of [
      path,
      `${path}/status`,
      `/chat-api/${secrets.guess}/MOBILEAPP1`,
      `/chat-api/${random}`,
      `/${random}`,
    ]) {
      for (const method of ["GET", "POST", "PUT", "HEAD"]) await add(noise(method, at, hello));
    }
    const odd = { sender: { id: "7", name: {}, photo: "x" }, message: { type: "text", text: "odd" } };
    for (const body of ["{", "[]", "{}", hello, JSON.stringify(odd), " ".repeat(50_000), " ".repeat(100_001), hello]) {
      await add(noise("POST", path, body));
      await add(noise("POST", path, body, headers.slice(0, 1)));
    }
    await add(noise("POST", path, hello, [`Idempotency-Key: ${secrets.key} ${secrets.key}`]));
    service.clock.advance(60_000);
    failNext(1, clientConversation(settingsOf(service).id, "8"));
    await add(noise("POST", path, JSON.stringify(textOf("8", "fails")), []));
    const release = hold();
    const late = noise("POST", path, JSON.stringify(textOf("9", "late")), []);
    while (service.app.runtime.registry.counts().pending === 0) await new Promise((resolve) => setImmediate(resolve));
    service.clock.advance(6_000);
    await add(late);
    release();
    const wire = await openWire(port);
    wire.send(request("POST", path, undefined, [...headers, "Content-Length: 10"]));
    wire.abort();
    const step = (name: string, body?: unknown) => service.call("POST", `/api/chats/1/${name}`, { token, body });
    await step("accept");
    await step("messages", { type: "text", text: "Hi" });
    const isFailed = async (): Promise<boolean> =>
      (await seen(service, "1")).messages.at(-1)?.delivery?.state === "failed";
    while (!(await isFailed())) await service.pass(1_000);
    await configure(service, { enabled: false });
    await add(noise("POST", path, hello, headers.slice(0, 1)));
    t.strictSame([...statuses].sort(), [200, 400, 403, 404, 405, 413, 429, 500, 504]);

    const views = JSON.stringify([await seen(service, "1"), kim.frames, await channelLog(service)]);
    const written = { log: JSON.stringify([service.logLines, lines]), answers: answers.join("\n"), views };
    t.ok(service.logLines.length > 50 && lines.length > 0, "there was enough to log");
    for (const [name, secret] of Object.entries({ ...secrets, random, token })) {
      for (const [place, text] of Object.entries(written)) t.notOk(text.includes(secret), `${name} in ${place}`);
    }
    t.ok(written.log.includes("MOBILEAPP1"), "the channel is named, but its secret is not");
    t.equal((await post(service, hello)).status, 403);
  },
);
