import type { Test } from "tap";
import t from "tap";
import type { ActorKey } from "../../../machines/ids.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { newRandom } from "../../../src/core/random/channel-address.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import { channelPath, chatsCount, configure, post, seen, settingsOf, textOf } from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { until } from "../edge-world.ts";
import type { Wire, WireAnswer } from "../wire.ts";
import { ask, openWire, request } from "../wire.ts";

const portOf = (service: Service): number => Number(new URL(service.url).port);
const hello = JSON.stringify(textOf("7", "Hello"));
const refusal = ({ status, body }: WireAnswer): readonly unknown[] => [status, JSON.parse(body).error.code];

async function openWireTo(t: Test, service: Service): Promise<Wire> {
  const wire = await openWire(portOf(service));
  t.teardown(() => wire.abort());
  return wire;
}

t.test("[ERR-17] a request with several errors is answered by the first check in the order", async (t) => {
  const { store, hold } = createFaultyStore();
  const rates = { channelPerSecond: 1, channelBurst: 3, senderPerSecond: 0.001, senderBurst: 1 };
  const limits = { ...rates, pendingEventsMax: 8, bodyBytesMax: 1_000 };
  const service = await startService(t, { store, limits });
  const port = portOf(service);
  const path = channelPath(service);
  const elsewhere = `/chat-api/${"-".repeat(32)}/NOBODY001`;
  const tooLarge = " ".repeat(1_001);
  const malformed = ["Idempotency-Key: not a key"];
  const known = ["Idempotency-Key: known"];
  const fresh = ["Idempotency-Key: fresh"];
  const useUpChannel = async (): Promise<void> => {
    while ((await ask(port, "GET", `${path}/status`)).status === 200);
  };
  t.equal((await ask(port, "POST", path, hello, known)).status, 200, "the only message of the sender");
  await configure(service, { enabled: false });
  await service.settle();

  const release = hold();
  const held = Array.from({ length: 8 }, (_, at) => configure(service, { enabled: false, name: `held ${at}` }));
  await until(() => service.app.runtime.registry.counts().pending === 8);
  await useUpChannel();
  for (const at of ["/nothing", elsewhere, path]) {
    t.strictSame(
      refusal(await ask(port, "PUT", at, tooLarge, malformed)),
      [502, "overloaded"],
      `overload is checked before ${at}`,
    );
  }
  release();
  await Promise.all(held);
  const codes: readonly [string, string, readonly unknown[], readonly string[], string][] = [
    ["PUT", `${path}/other/place`, [404, "not_found"], malformed, "no such route"],
    ["PUT", elsewhere, [404, "not_found"], malformed, "no such channel, before the method"],
    ["PUT", path, [405, "method_not_allowed"], malformed, "the method, before the channel's rate"],
    ["POST", path, [429, "rate_limited"], malformed, "the channel's rate, before the key"],
  ];
  service.clock.advance(3_000);
  await useUpChannel();
  for (const [method, at, expected, headers, why] of codes) {
    t.strictSame(refusal(await ask(port, method, at, tooLarge, headers)), expected, why);
  }
  const next = async (body: string, headers: readonly string[]): Promise<WireAnswer> => {
    service.clock.advance(1_000);
    return ask(port, "POST", path, body, headers);
  };
  const key = await next(tooLarge, malformed);
  t.strictSame(refusal(key), [400, "invalid_request"], "the key is checked before the disabled channel");
  t.match(key.body, /Idempotency-Key/);
  const other = await next(tooLarge, known);
  t.strictSame(
    refusal(other),
    [400, "invalid_request"],
    "a key of another body is checked before the disabled channel",
  );
  t.match(other.body, /another body/);
  t.equal(
    (await next(hello, known)).status,
    200,
    "a repeat is recognized before the disabled channel and the sender's rate are checked",
  );
  t.strictSame(
    refusal(await next(tooLarge, fresh)),
    [403, "access_denied"],
    "the disabled channel is checked before the size",
  );
  t.strictSame(refusal(await next(tooLarge, [])), [403, "access_denied"]);
  await configure(service, { enabled: true });
  t.strictSame(refusal(await next(tooLarge, fresh)), [413, "payload_too_large"], "the size is checked before the JSON");
  t.strictSame(refusal(await next("{", fresh)), [400, "invalid_request"], "the JSON is checked before the fields");
  const fields = await next(JSON.stringify(textOf("7", " ")), fresh);
  t.match(
    [refusal(fields), fields.body],
    [[400, "invalid_request"], /message\.text/],
    "the fields are checked before the sender's rate",
  );
  t.strictSame(refusal(await next(hello, fresh)), [429, "rate_limited"], "the sender's rate is checked last");
  t.strictSame(
    (await seen(service)).messages.map(({ text }) => text),
    ["Hello"],
    "no refused message was stored",
  );
  t.equal((await next(JSON.stringify(textOf("8", "Hello")), fresh)).status, 200);

  const wire = await openWireTo(t, service);
  service.clock.advance(1_000);
  wire.send(request("GET", `${path}/status`));
  t.equal((await wire.answer()).status, 200);
  const letGo = hold();
  const last = service.call("POST", path, { body: textOf("9", "Hello") });
  service.clock.advance(1_000);
  await until(() => service.app.runtime.registry.counts().pending === 1);
  const stopping = service.app.stop();
  wire.send(request("PUT", "/nothing", tooLarge, malformed));
  t.strictSame(refusal(await wire.answer()), [503, "unavailable"], "shutdown is checked before everything else");
  letGo();
  await last;
  await Promise.all([stopping, service.stop()]);
});

t.test("no credential is required, and sent credentials are ignored", async (t) => {
  const service = await startService(t);
  for (const headers of [
    [],
    ["Authorization: Bearer wrong"],
    ["Authorization: Basic eDp5", "Authorization: Bearer other"],
    ["Authorization:"],
  ]) {
    t.equal((await ask(portOf(service), "POST", channelPath(service), hello, headers)).status, 200);
  }
  const path = `${channelPath(service)}?token=x&access_token=y&token=z`;
  t.equal((await ask(portOf(service), "POST", path, hello)).status, 200);
  t.equal((await seen(service)).messages.length, 5);
});

t.test("[CH-14] a disabled channel answers status 0 and refuses messages; a removed channel answers 404", async (t) => {
  const service = await startService(t);
  await service.enter("kim", { available: true });
  await until(() => service.app.runtime.directory.find("MOBILEAPP1")?.status === 1);
  const path = channelPath(service);
  const status = () => ask(portOf(service), "GET", `${path}/status`);
  const say = (type = "text") => post(service, { sender: { id: "7" }, message: { type, text: "Hello" } });
  t.equal((await status()).body, "1");
  await configure(service, { enabled: false });
  t.match(await status(), { status: 200, body: "0" });
  const refused = { error: { code: "access_denied", message: "This channel is disabled." } };
  for (const type of ["text", "typein", "nonsense"]) t.match(await say(type), { status: 403, body: refused });
  t.equal(await chatsCount(service), 0);
  await configure(service, { enabled: true });
  t.equal((await status()).body, "1");
  t.equal((await say()).status, 200);
  await removeChannel(service.app.runtime, asChannelId("MOBILEAPP1"));
  for (const [method, at] of [
    ["GET", `${path}/status`],
    ["POST", path],
    ["PUT", path],
  ] as const) {
    const answer = await ask(portOf(service), method, at, hello);
    t.strictSame(refusal(answer), [404, "not_found"], `${method} after the channel was removed`);
  }
});

t.test("[CH-03] each channel has its own address, and no other address gives access to it", async (t) => {
  const made = Array.from({ length: 100 }, newRandom);
  t.equal(new Set(made).size, made.length);
  for (const random of made) t.match(random, /^[A-Za-z0-9_-]{22,}$/);
  const service = await startService(t);
  for (const [id, random] of [
    ["ABCDEFGH", "_-".repeat(11)],
    ["a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6", made[0] ?? ""],
  ] as const) {
    await configureChannel(service.app.runtime, { ...settingsOf(service), id: asChannelId(id), random });
    t.equal(channelPath(service, id), `/chat-api/${random}/${id}`);
    t.equal((await ask(portOf(service), "POST", channelPath(service, id), hello)).status, 200);
  }
  const right = channelPath(service, "ABCDEFGH");
  const swapped = channelPath(service, "MOBILEAPP1").replace("MOBILEAPP1", "ABCDEFGH");
  for (const wrong of [swapped, right.toLowerCase(), right.slice(0, -1), right.replace("_-", "-_"), `${right}1`]) {
    for (const [method, at] of [
      ["GET", `${wrong}/status`],
      ["POST", wrong],
    ] as const) {
      t.strictSame(refusal(await ask(portOf(service), method, at, hello)), [404, "not_found"], `${method} ${at}`);
    }
  }
});

t.test(
  "[LIM-01, LIM-02] messages, notices and status queries share the channel's rate limit, and each sender has its own limit",
  async (t) => {
    const limits = { channelPerSecond: 100, channelBurst: 200, senderPerSecond: 10, senderBurst: 20 };
    const service = await startService(t, { limits });
    const wire = await openWireTo(t, service);
    const path = channelPath(service);
    let number = 0;
    const kinds = [
      () => request("GET", `${path}/status`),
      () => request("POST", path, JSON.stringify(textOf(`client ${number}`, "Hello"))),
      () => request("POST", path, JSON.stringify({ sender: { id: `typist ${number}` }, message: { type: "typein" } })),
    ];
    const next = async (kind: number): Promise<WireAnswer> => {
      number += 1;
      wire.send(kinds[kind % kinds.length]?.() ?? "");
      return wire.answer();
    };
    for (let count = 0; count < 200; count += 1) t.equal((await next(count)).status, 200);
    for (let kind = 0; kind < 3; kind += 1) {
      const limited = await next(kind);
      t.strictSame(refusal(limited), [429, "rate_limited"]);
      t.match(limited.headers.get("retry-after"), /^[1-9]\d*$/);
    }
    service.clock.advance(1_000);
    const say = async (id: unknown, type = "text"): Promise<number> => {
      wire.send(request("POST", path, JSON.stringify({ sender: { id }, message: { type, text: "Hello" } })));
      return (await wire.answer()).status;
    };
    const statuses: number[] = [];
    for (const id of [7, "7"])
      for (let count = 0; count < 10; count += 1) statuses.push(await say(id, count % 2 === 0 ? "text" : "typein"));
    t.strictSame(statuses, Array(20).fill(200));
    t.equal(await say("7"), 429, '7 and "7" are the same sender; notices count');
    t.equal(await say("07"), 200, "another sender is not delayed");
    const other = `/chat-api/${settingsOf(service, "OTHERAPP01").random}/OTHERAPP01`;
    t.equal(
      (await service.call("POST", other, { body: textOf("7", "Hello") })).status,
      200,
      "senders are counted per channel",
    );
    service.clock.advance(999);
    service.clock.advance(1);
    t.equal(await say("7"), 200, "a request after Retry-After succeeds");
  },
);

t.test(
  "[LIM-04] a body of 256 KiB and 64 levels is accepted, one more byte is 413, one more level is 400",
  async (t) => {
    const service = await startService(t);
    const bytesMax = 256 * 1024;
    const filled = (bytes: number): string => `${hello}${" ".repeat(bytes - hello.length)}`;
    t.equal((await post(service, filled(bytesMax))).status, 200);
    const answer = await post(service, filled(bytesMax + 1));
    t.match(answer, { status: 413, body: { error: { code: "payload_too_large", message: /262144 bytes/ } } });
    for (const bytes of [bytesMax, bytesMax + 1]) {
      const wire = await openWireTo(t, service);
      const chunk = `${bytes.toString(16)}\r\n${filled(bytes)}\r\n0\r\n\r\n`;
      wire.send(request("POST", channelPath(service), undefined, ["Transfer-Encoding: chunked"]) + chunk);
      t.equal((await wire.answer()).status, bytes === bytesMax ? 200 : 413, `${bytes} bytes in one chunk`);
    }
    const nested = (levels: number): string => {
      const inner = levels - 1;
      return `{"x":${"[".repeat(inner)}${"]".repeat(inner)},${hello.slice(1)}`;
    };
    t.equal((await post(service, nested(64))).status, 200);
    t.match(await post(service, nested(65)), { status: 400, body: { error: { message: /deeper than 64 levels/ } } });
    t.equal((await seen(service)).messages.length, 3);
  },
);

t.test(
  "[AUTH-01, AUTH-02] guesses get the same answer and are limited for each address; correct requests are not limited",
  async (t) => {
    const service = await startService(t, { limits: { badPathsPerMinute: 60 } });
    const right = channelPath(service);
    const guesses = [`/chat-api/${newRandom()}/MOBILEAPP1`, right.replace("MOBILEAPP1", "NOBODY0001")];
    const wire = await openWireTo(t, service);
    const guess = async (at: number): Promise<WireAnswer> => {
      wire.send(request("POST", guesses[at % 2] ?? "", hello));
      return wire.answer();
    };
    const first = await guess(0);
    for (let at = 1; at < 60; at += 1) {
      const answer = await guess(at);
      t.strictSame([answer.fixedHead, answer.body], [first.fixedHead, first.body]);
    }
    t.strictSame(refusal(first), [404, "not_found"]);
    const [one, other] = [await guess(0), await guess(1)];
    t.strictSame([one.fixedHead, one.body], [other.fixedHead, other.body]);
    t.strictSame(refusal(one), [429, "rate_limited"]);
    t.equal(one.headers.get("retry-after"), "60");
    t.equal((await post(service, hello)).status, 200);
    service.clock.advance(60_000);
    t.strictSame(refusal(await guess(0)), [404, "not_found"]);
    t.equal(await chatsCount(service), 1);
  },
);

t.test("[CH-15] a status query and a message for an unknown or removed channel are 404", async (t) => {
  const service = await startService(t);
  const port = portOf(service);
  const path = channelPath(service);
  const other = path.replace("MOBILEAPP1", "NOBODY0001");
  const askBoth = async (address: string) =>
    [await ask(port, "GET", `${address}/status`), await ask(port, "POST", address, hello)].map(({ status }) => status);
  t.strictSame(await askBoth(other), [404, 404]);
  t.strictSame(await askBoth(path), [200, 200]);
  await removeChannel(service.app.runtime, asChannelId("MOBILEAPP1"));
  t.strictSame(await askBoth(path), [404, 404]);
  t.equal(await chatsCount(service), 1, "no refused message is stored");
});

t.test(
  "[CH-16] wrong methods of a channel are 405 with Allow; HEAD, query, payload and a trailing slash change nothing",
  async (t) => {
    const service = await startService(t);
    await service.enter("kim");
    const port = portOf(service);
    const path = channelPath(service);
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const { status, headers } = await ask(port, method, `${path}/status`, hello);
      t.strictSame([status, headers.get("allow")], [405, "GET, HEAD"], method);
    }
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
      const wire = await openWireTo(t, service);
      wire.send(request(method, path));
      const { status, headers } = await wire.answer(method !== "HEAD");
      t.strictSame([status, headers.get("allow")], [405, "POST"], method);
    }
    t.equal(await chatsCount(service), 0);
    for (const form of ["/status", "/status/", "/status?a=b", "/status/?"]) {
      const { status, body } = await ask(port, "GET", path + form, hello);
      t.strictSame([status, body], [200, "1"], form);
    }
    const wire = await openWireTo(t, service);
    wire.send(request("HEAD", `${path}/status`));
    const head = await wire.answer(false);
    t.strictSame([head.status, head.headers.get("content-length")], [200, "1"]);
    wire.send(request("GET", `${path}/status`));
    t.equal((await wire.answer()).body, "1", "no body was received before it");
  },
);

t.test("[ERR-03] 200 is sent after the commit, to customers and desks, and the answered data is stored", async (t) => {
  const { store, hold, commits } = createFaultyStore();
  const service = await startService(t, { store });
  const token = await service.logIn("kim");
  const send = async (step: () => Promise<{ readonly status: number }>): Promise<number> => {
    const before = commits();
    const release = hold();
    let answered: number | null = null;
    const answer = step().then(({ status }) => {
      answered = status;
    });
    await until(() => commits() > before);
    // This request needs no commit. When it is answered, the tested request would also have an answer if it did not wait for
    // its commit.
    await ask(portOf(service), "GET", "/healthz");
    t.equal(answered, null, "not sent before the commit");
    release();
    await answer;
    return answered ?? 0;
  };
  t.equal(await send(() => post(service, hello)), 200);
  t.equal((await store.read("message", [1, 1]))?.content.text, "Hello");
  t.equal(await send(() => service.call("POST", "/api/chats/1/accept", { token })), 200);
  t.match(await store.read("actor", ["chat/1" as ActorKey]), { state: "with_agent" });
  t.equal(await send(() => service.call("POST", "/api/chats/1/close", { token })), 200);
  t.match(await store.read("actor", ["chat/1" as ActorKey]), { state: "closed" });
});
