import t from "tap";
import { Check } from "typebox/value";
import { webhookSchemas } from "../../src/codec/c-webhook/webhook-schemas.ts";
import { until } from "../delivery/through-service.ts";
import { channelLog } from "../harness/customer.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import type { AdminAnswer, Ask } from "./administrator.ts";
import { asAgent, newChannel } from "./administrator.ts";

const path = "/api/channels/MOBILEAPP1/test";
const trace = { address: "https://shop.example.com/chat/***", answer: '{"result":"ok"}', note: null };

/** Sends the administrator's request without waiting for its answer: the outbound request waits for its own answer. */
async function begin(
  service: Service,
  ask: Ask,
  target: "customer_system" | "webhooks",
  where = path,
): Promise<{ readonly answer: Promise<AdminAnswer> }> {
  const sent = () => service.attempts.length + service.reports.length;
  const before = sent();
  const answer = ask("POST", where, { target });
  await until(() => sent() > before);
  return { answer };
}

/** Counts everything that a real message would have left in the store. */
async function leftBehind({ store }: Service): Promise<number> {
  const scans = [
    store.scan("client", { limit: 1 }),
    store.scan("clientNumber", { limit: 1 }),
    store.scan("chatState", { limit: 1 }),
    store.scan("delivery", { limit: 1 }),
    store.scan("webhook", { limit: 1 }),
    store.scan("offlineMessage", { limit: 1 }),
    store.scan("deadline", { limit: 1 }),
  ];
  return (await Promise.all(scans)).flat().length;
}

t.test("a test of the customer system is one agent message to a test client; only the log contains it", async (t) => {
  const service = await startService(t);
  const ada = await asAgent(t, service);
  const { answer } = await begin(service, ada, "customer_system");
  const [sent] = service.attempts;
  t.match(sent, {
    attempt: 1,
    timeoutMs: 3_000,
    settings: { id: "MOBILEAPP1" },
    content: { type: "text", text: /^This is a test by Ada of the channel MOBILEAPP1\. It is not for a customer\.$/ },
    sender: { id: 4, name: "Ada" },
    recipient: { senderId: "parley-test", senderIdKind: "string" },
  });
  service.clock.advance(120);
  sent?.answer({ trace });
  const { status, headers, body } = await answer;
  t.equal(status, 200);
  t.equal(headers.get("cache-control"), "no-store");
  const { request, curl, ...test } = body.test;
  t.strictSame(test, {
    target: "customer_system",
    delivered: true,
    status: 200,
    durationMs: 120,
    error: null,
    note: null,
    answer: trace.answer,
    address: trace.address,
  });
  t.match(JSON.parse(request.body), {
    sender: { name: "Ada" },
    recipient: { id: "parley-test" },
    message: { type: "text", id: sent?.messageId, text: sent?.content.text },
  });
  t.match(curl, /^curl .*'https:\/\/shop\.example\.com\/chat\/MOBILEAPP1'$/);

  await service.pass(20_000);
  t.equal(service.attempts.length, 1, "no retry");
  t.equal(await leftBehind(service), 0);
  const [line, ...others] = await channelLog(service);
  t.strictSame(others, []);
  t.match(line, { kind: "test", chatId: null, messageSeq: 0, cause: headers.get("x-request-id") });
  t.equal(
    line?.text,
    `test of the customer system by Ada (agent 4) to ${trace.address}: delivered, HTTP 200 after 120 ms, answered {"result":"ok"}`,
  );
  const log = await service.call("GET", "/api/channels/MOBILEAPP1/log", { token: await service.logIn("ada") });
  t.match(log.body.entries, [{ kind: "test", text: line?.text, chatId: null, messageSeq: null }]);
});

t.test("a test of the webhooks is an ordinary event about a test client, with the usual timeout", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const ada = await asAgent(t, service);
  const ids = new Set<unknown>();
  for (const number of [1, 2]) {
    const { answer } = await begin(service, ada, "webhooks");
    const sent = service.reports.at(-1);
    t.match(sent, { attempt: 1, timeoutMs: 10_000, event: "offline_message", webhooks });
    t.ok(Check(webhookSchemas.offline_message, sent?.json), "as the event is described");
    t.match(sent?.json, {
      event_name: "offline_message",
      widget_id: "MOBILEAPP1",
      user_token: null,
      visitor: { name: "Parley test", number: "0", chats_count: 0 },
      offline_message_id: /^parley-test-/,
      message: "This is a test by Ada of the webhooks of MOBILEAPP1. It is not from a visitor.",
    });
    ids.add(sent?.deliveryId).add(Object(sent?.json).offline_message_id);
    await service.pass(9_500);
    sent?.answer();
    const { status, body } = await answer;
    t.equal(status, 200);
    t.match(body.test, { target: "webhooks", delivered: true, durationMs: 9_500 });
    const shown = { "webhook-id": sent?.deliveryId, "webhook-attempt": "1" };
    t.match(body.test.request, { headers: shown, body: Buffer.from(sent?.body ?? []).toString() });
    t.equal(service.reports.length, number);
  }
  t.equal(ids.size, 4, "each has its own ids");
  await service.pass(60_000);
  t.equal(service.reports.length, 2, "no retry");
  t.equal(await leftBehind(service), 0);
  t.match(await channelLog(service), [{ kind: "test", text: /^test of the webhooks by Ada/ }, { kind: "test" }]);
});

t.test("a failure is answered and logged, also one that agents do not see", async (t) => {
  const service = await startService(t);
  const ada = await asAgent(t, service);
  const failure = { kind: "error_answer", code: "17", message: "Mailbox is full.", isHidden: true } as const;
  const { answer } = await begin(service, ada, "customer_system");
  service.attempts[0]?.answer({ httpStatus: 500, failure, trace: { ...trace, answer: "Full." } });
  t.match((await answer).body.test, {
    delivered: false,
    status: 500,
    error: { code: "17", message: "Mailbox is full." },
    answer: "Full.",
  });
  const text = /: not delivered, HTTP 500 after 0 ms, error_answer: Mailbox is full\., answered Full\.$/;
  t.match(await channelLog(service), [{ kind: "test", text }]);
  t.equal(await leftBehind(service), 0);
});

t.test("an impossible test is refused, and nothing is sent", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  const ada = await asAgent(t, service);
  const targets = '"customer_system", "webhooks" or "bot"';
  const malformed: readonly (readonly [body: unknown, message: string])[] = [
    [{ target: "crm" }, `Field target must be ${targets}, got "crm".`],
    [{ target: 7 }, `Field target must be ${targets}, got 7.`],
    [{}, `Field target is missing: it must be ${targets}.`],
    [{ target: "webhooks", to: "x" }, "Field to is not known here: expected one of target, endpoint."],
    [[], "The body must be an object, got a list."],
  ];
  for (const [body, message] of malformed)
    t.match(await ada("POST", path, body), { status: 400, body: { error: { code: "invalid_request", message } } });
  const conflicts = async (where: string, target: string, message: RegExp) =>
    t.match(await ada("POST", where, { target }), { status: 409, body: { error: { code: "conflict", message } } });
  await conflicts(path, "webhooks", /no webhooks/);
  const widget = await ada("POST", "/api/channels", { kind: "widget", name: "Shop", agents: newChannel.agents });
  await conflicts(`/api/channels/${widget.body.channel.id}/test`, "customer_system", /widget has no customer system/);
  await ada("PATCH", "/api/channels/MOBILEAPP1", { enabled: false, webhooks: { url: webhooks.url } });
  await conflicts(path, "customer_system", /switched off/);
  await conflicts(path, "webhooks", /switched off/);
  t.equal((await ada("POST", "/api/channels/NOSUCHAPP1/test", { target: "webhooks" })).status, 404);
  const kim = await asAgent(t, service, "kim");
  t.equal((await kim("POST", path, { target: "customer_system" })).status, 403);
  t.equal((await service.call("POST", path, { body: { target: "customer_system" } })).status, 401);
  t.strictSame([service.attempts, service.reports, await channelLog(service)], [[], [], []]);
});

t.test(
  "a channel is tested at most once a second, regardless of the result; each channel has its own limit",
  async (t) => {
    const service = await startService(t);
    const ada = await asAgent(t, service);
    const refused = await ada("POST", path, { target: "webhooks" });
    t.equal(refused.status, 409, "a refused test does not count");
    const first = await begin(service, ada, "customer_system");
    service.clock.advance(999);
    const tooSoon = await ada("POST", path, { target: "customer_system" });
    t.match(tooSoon, { status: 429, body: { error: { code: "rate_limited" } } });
    t.equal(tooSoon.headers.get("retry-after"), "1");
    const other = await begin(service, ada, "customer_system", "/api/channels/OTHERAPP01/test");
    service.clock.advance(1);
    const second = await begin(service, ada, "customer_system");
    t.strictSame(
      service.attempts.map(({ settings }) => settings.id),
      ["MOBILEAPP1", "OTHERAPP01", "MOBILEAPP1"],
    );
    for (const attempt of service.attempts) attempt.answer();
    for (const { answer } of [first, other, second]) t.equal((await answer).status, 200);
  },
);
