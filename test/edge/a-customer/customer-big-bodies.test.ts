import t from "tap";
import { parseCustomerMessage } from "../../../src/codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../../../src/codec/a-customer/customer-message.types.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { fingerprintOf } from "../../../src/core/fingerprint.ts";
import { fail, ok } from "../../../src/core/result.ts";
import type { BodyParser } from "../../../src/ports/body-parser.ts";
import { createCustomerBodyParser } from "../../../src/tasks/worker-body-parser.ts";
import { createWorkerPool } from "../../../src/tasks/worker-pool.ts";
import { channelPath, post, seen, textOf } from "../../harness/customer.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { until } from "../edge-world.ts";
import { createManualClock } from "../manual-clock.ts";
import type { Wire } from "../wire.ts";
import { openWire, request } from "../wire.ts";

const limit = defaultLimits.inlineBodyBytesMax;
const padding = "x".repeat(limit);
const big = (id: unknown, text: string): string => JSON.stringify({ ...textOf(id, text), padding });
const small = (id: unknown, text: string): string => JSON.stringify(textOf(id, text));
const portOf = (service: Service): number => Number(new URL(service.url).port);
const overloaded = fail("overloaded", "The server is overloaded.");

/** A body that was passed to the worker; the test decides its result. */
interface Held {
  readonly bytes: number;
  parse(): void;
  refuse(): void;
  break(): void;
}

function createHeldParser(): { readonly parser: BodyParser<CustomerMessage>; readonly held: Held[] } {
  const held: Held[] = [];
  const parser: BodyParser<CustomerMessage> = {
    parse: (body, wantsFingerprint) =>
      new Promise((resolve, reject) => {
        const fingerprint = wantsFingerprint ? fingerprintOf(body) : null;
        held.push({
          bytes: body.byteLength,
          parse: () => resolve(ok({ parsed: parseCustomerMessage(body, defaultLimits), fingerprint })),
          refuse: () => resolve(overloaded),
          break: () => reject(new Error("A worker broke at /srv/parley")),
        });
      }),
    close: async () => {
      for (const one of held) one.refuse();
    },
  };
  return { parser, held };
}

/** Sends over a separate connection and resolves with the status. */
async function send(
  service: Service,
  body: string,
  channel?: string,
): Promise<{ wire: Wire; status: Promise<number> }> {
  const wire = await openWire(portOf(service));
  wire.send(request("POST", channelPath(service, channel), body));
  const status = wire.answer().then((answer) => {
    wire.abort();
    return answer.status;
  });
  status.catch(() => undefined);
  return { wire, status };
}

const texts = async (service: Service, chatId = "1"): Promise<readonly string[]> =>
  (await seen(service, chatId)).messages.map(({ text }) => text);
/** Resolves when everything that was sent before has been read, because a later connection was answered. */
async function whenRead(service: Service): Promise<void> {
  for (let round = 0; round < 5; round += 1) await service.status("OTHERAPP01");
}

t.test("messages after a big message of their channel wait for it, messages of other channels do not", async (t) => {
  const { parser, held } = createHeldParser();
  const service = await startService(t, { bodyParser: parser });
  t.equal(
    await (await send(service, small("7", "zero"))).status,
    200,
    "nothing waits while no big body is being parsed",
  );
  const answered: string[] = [];
  const running: Promise<unknown>[] = [];
  for (const [body, name] of [
    [big("7", "one"), "one"],
    [small("7", "two"), "two"],
    [big("7", "three"), "three"],
    [small("7", "four"), "four"],
  ] as const) {
    const { status } = await send(service, body);
    running.push(status.then((code) => answered.push(`${name} ${code}`)));
    await whenRead(service);
  }
  t.equal(held.length, 2);
  t.strictSame(answered, []);
  t.equal(await (await send(service, small("7", "elsewhere"), "OTHERAPP01")).status, 200);
  t.equal(await service.status(), "0", "a status query does not wait");
  held[1]?.parse();
  await whenRead(service);
  t.strictSame(answered, [], "a later big message that is already parsed waits for the earlier one");
  held[0]?.parse();
  await Promise.all(running);
  t.strictSame(answered.sort(), ["four 200", "one 200", "three 200", "two 200"]);
  t.strictSame(await texts(service), ["zero", "one", "two", "three", "four"]);
  t.equal(await (await send(service, small("7", "five"))).status, 200, "nothing waits afterwards");
});

t.test("a client that disconnects does not delay later messages, and its message is stored", async (t) => {
  const { parser, held } = createHeldParser();
  const service = await startService(t, { bodyParser: parser });
  const gone = await send(service, big("7", "gone"));
  await until(() => held.length === 1);
  const behind = await send(service, small("7", "behind"));
  await whenRead(service);
  gone.wire.abort();
  await whenRead(service);
  held[0]?.parse();
  t.equal(await behind.status, 200);
  t.strictSame(await texts(service), ["gone", "behind"], "the complete body was stored");

  const half = await openWire(portOf(service));
  half.send(request("POST", channelPath(service), big("7", "half")).slice(0, -100));
  await whenRead(service);
  half.abort();
  t.equal(await (await send(service, small("7", "next"))).status, 200);
  t.equal(held.length, 1, "an incomplete body is not parsed");
  t.strictSame(await texts(service), ["gone", "behind", "next"]);
});

t.test("a defect of the worker is a 500 without detail, only for its own request", async (t) => {
  const { parser, held } = createHeldParser();
  const service = await startService(t, { bodyParser: parser });
  const broken = post(service, big("7", "broken"), { "idempotency-key": "k1" });
  await until(() => held.length === 1);
  const behind = await send(service, small("7", "behind"));
  await whenRead(service);
  held[0]?.break();
  const answer = await broken;
  t.equal(answer.status, 500);
  t.strictSame(answer.body, { error: { code: "internal_error", message: "The request could not be processed." } });
  t.equal(await behind.status, 200);
  const logged = service.logLines.find(({ msg }) => msg === "request handler failed");
  t.match(logged, { requestId: answer.headers.get("x-request-id"), err: { message: /worker broke/ } });
  const again = post(service, big("7", "broken"), { "idempotency-key": "k1" });
  await until(() => held.length === 2);
  held[1]?.parse();
  t.equal((await again).status, 200, "the key is free again");
  t.strictSame(await texts(service), ["behind", "broken"]);
});

t.test("when too many bodies wait, another one is 502 at once, and the waiting ones are still processed", async (t) => {
  const { parser, held } = createHeldParser();
  const service = await startService(t, { bodyParser: parser, limits: { workerQueueMax: 3 } });
  const waiting = [];
  for (const body of [big("7", "one"), big("7", "two"), small("7", "three")]) {
    waiting.push(await send(service, body));
    await whenRead(service);
  }
  for (const body of [small("7", "four"), big("8", "four")]) t.equal(await (await send(service, body)).status, 502);
  t.equal(await (await send(service, small("7", "x"), "OTHERAPP01")).status, 200);
  held[0]?.refuse();
  held[1]?.parse();
  t.strictSame(
    await Promise.all(waiting.map(({ status }) => status)),
    [502, 200, 200],
    "the queue of the worker was full",
  );
  t.strictSame(await texts(service, "2"), ["two", "three"]);
});

t.test("big bodies, which a worker parses, get the same answers as small bodies", async (t) => {
  const service = await startService(t);
  const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const integer = "90071992547409931234567890";
  const withPadding = (fields: string): string => `{"padding":"${padding}",${fields}}`;
  const say = (id: string, text: string): string =>
    `"sender":{"id":${id}},"message":{"type":"text","text":${JSON.stringify(text)}}`;
  const smiley = "\u{1f600}";
  for (const [body, status, word] of [
    [withPadding(say(integer, smiley.repeat(20_000))), 200, null],
    [`\ufeff${withPadding(say(integer, "<b>bold</b>"))}`, 200, null],
    [withPadding(`"other":${deep(63)},${say(integer, "63 levels")}`), 200, null],
    [withPadding(`"other":${deep(64)},${say(integer, "64 levels")}`), 400, /64 levels/],
    [withPadding(say("1.5", "x")), 400, /sender\.id/],
    [withPadding(say('""', "x")), 400, /sender\.id/],
    [withPadding(say(integer, " ")), 400, /message\.text/],
    [withPadding(say(integer, "x")).slice(0, -1), 400, /JSON/],
    [`[${withPadding(say(integer, "x"))}]`, 400, /object/],
    [`${withPadding(say(integer, "x"))}${" ".repeat(256 * 1024)}`, 413, /262144 bytes/],
  ] as const) {
    const answer = await post(service, body);
    t.equal(answer.status, status);
    if (word !== null) t.match(answer.body.error.message, word);
  }
  const notUtf8 = await fetch(service.url + channelPath(service), {
    method: "POST",
    body: new Uint8Array(limit + 1).fill(0xff),
  });
  t.equal(notUtf8.status, 400);
  const { chat, messages } = await seen(service);
  t.equal(chat.client.id, integer);
  t.same(
    messages.map(({ cut }: { readonly cut?: number }) => cut),
    [19_000, undefined, undefined],
    "the response reports what was cut",
  );
  t.strictSame(await texts(service), [smiley.repeat(1000), "<b>bold</b>", "63 levels"]);
});

t.test("an idempotency key also works for big bodies", async (t) => {
  const service = await startService(t);
  const send = (body: string) => post(service, body, { "idempotency-key": "k1" });
  const answers = await Promise.all([send(big("7", "one")), send(big("7", "one")), send(big("7", "one"))]);
  for (const answer of answers) t.match(answer, { status: 200, body: { result: "ok" } });
  t.match(await send(big("7", "two")), { status: 400, body: { error: { message: /another body/ } } });
  t.match(await send(small("7", "one")), { status: 400, body: { error: { message: /another body/ } } });
  t.strictSame(await texts(service), ["one"]);
});

t.test("big and small bodies of many simultaneous senders arrive completely and in order", async (t) => {
  const service = await startService(t);
  const sendersCount = 8;
  const each = 12;
  const path = channelPath(service);
  const sizes = [0, 10, 3_000, limit, 5_000, 3 * limit];
  const textsOf = (sender: number): string[] =>
    Array.from({ length: each }, (_, at) => `${sender} says ${at} ${"ä".repeat(at * 7)}`);
  const run = async (sender: number): Promise<void> => {
    let wire = await openWire(portOf(service));
    for (const [at, text] of textsOf(sender).entries()) {
      const filler = String.fromCharCode(97 + sender).repeat(sizes[(at + sender) % sizes.length] ?? 0);
      const body = JSON.stringify({ ...textOf(`sender ${sender}`, text), filler });
      if (at % 2 === 0) wire.send(request("POST", path, body));
      else wire.send(chunked(path, body));
      t.equal((await wire.answer()).status, 200);
      if (at % 2 === 0) continue;
      await wire.closed;
      wire = await openWire(portOf(service));
    }
    wire.abort();
  };
  const senders = Array.from({ length: sendersCount }, (_, sender) => sender);
  await Promise.all(senders.map(run));
  const token = await service.logIn("kim");
  const { chats } = (await service.call("GET", "/api/chats", { token })).body;
  t.equal(chats.length, sendersCount);
  for (const { id, client } of chats) {
    t.strictSame(await texts(service, id), textsOf(Number(client.id.replace("sender ", ""))));
  }
});

/** Splits the body into chunks that end at no other boundary. */
function chunked(path: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const parts = [Buffer.from(request("POST", path, undefined, ["Transfer-Encoding: chunked"]))];
  for (let at = 0; at < bytes.length; at += 4_999) {
    const chunk = bytes.subarray(at, at + 4_999);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

t.test("a stop during big bodies answers every request in progress, and no connection hangs", async (t) => {
  const { parser, held } = createHeldParser();
  const service = await startService(t, { bodyParser: parser });
  const [one, two] = [await send(service, big("7", "one")), await send(service, small("7", "two"))];
  await until(() => held.length === 1);
  await whenRead(service);
  const stopping = service.stop();
  held[0]?.parse();
  t.strictSame(await Promise.all([one.status, two.status]), [200, 200]);
  await stopping;

  const hanging = createHeldParser();
  const other = await startService(t, { bodyParser: hanging.parser });
  const lost = await send(other, big("7", "one"));
  await until(() => hanging.held.length === 1);
  lost.wire.abort();
  await other.stop();
  t.strictSame(
    other.logLines.filter(({ level }) => Number(level) >= 50),
    [],
  );
});

t.test("bytes are moved to the worker unless their memory is shared; a body beyond the limit is refused", async (t) => {
  const parser = createCustomerBodyParser(createManualClock(), { ...defaultLimits, workerQueueMax: 2 });
  t.teardown(() => parser.close());
  const body = big("7", "one");
  const whole = new Uint8Array(Buffer.from(body));
  const room = Buffer.alloc(body.length + 100, body);
  const pooled = Buffer.from(small("7", "pooled"));
  t.ok(pooled.buffer.byteLength > pooled.byteLength);
  const bodies = [whole, room.subarray(0, body.length), pooled, pooled];
  const [first, second, , tooMuch] = await Promise.all(bodies.map((bytes) => parser.parse(bytes, true)));
  const expected = {
    parsed: parseCustomerMessage(Buffer.from(body), defaultLimits),
    fingerprint: fingerprintOf(Buffer.from(body)),
  };
  t.strictSame(first, ok(expected));
  t.strictSame(second, ok(expected));
  t.match(tooMuch, { ok: false, failure: { code: "overloaded" } });
  t.equal(whole.byteLength, 0, "moved");
  t.equal(room.toString("utf8", 0, body.length), body, "the bytes were copied, not moved");
  t.equal(pooled.toString(), small("7", "pooled"));
  t.match(await parser.parse(pooled, false), { ok: true, value: { fingerprint: null, parsed: { ok: true } } });
  t.equal(pooled.toString(), small("7", "pooled"));
  await t.rejects(parser.parse(null as never, false), "a defect");
  const underWay = parser.parse(Buffer.from(body), false);
  await parser.close();
  t.match(await underWay, { ok: false, failure: { code: "unavailable" } });
  t.match(await parser.parse(Buffer.from(body), false), { ok: false, failure: { code: "unavailable" } });
});

t.test("if threads cannot start, all their work is rejected, each time", async (t) => {
  const pool = createWorkerPool({ task: "no-such-task", queueMax: 10 });
  t.teardown(() => pool.close());
  const broken = /no-such-task/;
  await Promise.all([1, 2, 3].map((input) => t.rejects(pool.run(input), broken)));
  await t.rejects(pool.run(4), broken);
});
