import t from "tap";
import type { AttemptFailure } from "../../machines/tells.ts";
import { asConversationKey } from "../../src/core/ids.ts";
import type { Spans } from "../../src/ports/spans.ts";
import { createOtlpSpans, placeOfTurn } from "../../src/traces/otlp-spans.ts";
import { botPath, says } from "../edge/b-bot/provider.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { channelPath, textOf } from "../harness/customer.ts";
import { startService } from "../harness/service.ts";
import { bot, random } from "../harness/service-config.ts";
import { silentLog } from "../harness/test-log.ts";
import { openTestStore } from "../harness/test-store.ts";
import type { Collector, ToldSpan } from "./collector.ts";
import { openCollector } from "./collector.ts";

const failure: AttemptFailure = { kind: "timeout", code: "timeout", message: "No answer within 3 s." };
const mark = "a-word-of-a-person";

interface Logged {
  readonly facts: object;
  readonly message: string;
}

function openSpans({ endpoint }: Pick<Collector, "endpoint">, clock: ManualClock, sampleRatio = 1) {
  const lines: Logged[] = [];
  const log = { ...silentLog, warn: (facts: object, message: string) => void lines.push({ facts, message }) };
  const headers = { authorization: "Bearer s3cret" };
  const spans = createOtlpSpans({ endpoint, headers, sampleRatio }, "test", clock, log);
  return { spans, lines };
}

const request = (number: number) => ({
  ...{ requestId: `AAAAAAAA-${number}`, method: "post", route: "/chats/:id", status: 200, code: null },
  ...{ traceparent: "", startedAtMs: 1_000, endedAtMs: 1_001 },
});

/** Returns the only span with this name. */
function only(spans: readonly ToldSpan[], name: string, isMeant: (span: ToldSpan) => boolean = () => true): ToldSpan {
  const found = spans.filter((span) => span.name === name && isMeant(span));
  const [span] = found;
  if (span === undefined || found.length > 1) {
    throw new Error(`Expected one span ${name}, got ${found.length} among ${spans.map((one) => one.name).join(", ")}`);
  }
  return span;
}

t.test(
  "[AUTH-16] the turn of a request with an API key is in the trace of the request, whatever the key's name",
  async (t) => {
    const placeOf = (cause: string) => placeOfTurn({ cause, conversation: asConversationKey("chat/1"), atMs: 1 });
    const { traceId, parentId } = placeOf("AAAAAAAA-7");
    t.ok(parentId);
    for (const name of ["Shop import", "x", "key AAAAAAAA-8", "tab\there"])
      t.match(placeOf(`AAAAAAAA-7 key ${name}`), { traceId, parentId });
    t.match(placeOf("AAAAAAAA-7x"), { parentId: null });
  },
);

t.test("[AUTH-14] one trace connects a request, its turn and each attempt, also after a restart", async (t) => {
  const collector = await openCollector(t);
  // The store stays open when a service stops.
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const clock = createManualClock();
  const [before, after] = [openSpans(collector, clock).spans, openSpans(collector, clock).spans];
  const first = await startService(t, { store, clock, spans: before });
  const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
  await first.call("POST", channelPath(first), {
    body: textOf("7", `${mark} hello`),
    headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
  });
  const token = await first.logIn("kim");
  await first.call("POST", "/api/chats/1/accept", { token });
  const sentAtMs = clock.nowMs();
  const body = { type: "text", text: `${mark} reply` };
  const answer = await first.call("POST", "/api/chats/1/messages", { token, body });
  await first.settle();
  clock.advance(2_000);
  first.attempts[0]?.answer({ httpStatus: null, failure });
  await first.settle();
  await closed(before, clock);
  await first.stop();

  const second = await startService(t, { store, clock, spans: after });
  await second.pass(3_000);
  clock.advance(40);
  const arrivedAtMs = clock.nowMs();
  second.attempts[0]?.answer({ httpStatus: 200 });
  await second.settle();
  await closed(after, clock);
  await second.stop();

  const { spans, posts } = collector;
  const root = only(spans, "POST /api/chats/:id/messages");
  t.match(root, {
    kind: 2,
    startedAtMs: sentAtMs,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/chats/:id/messages",
      "http.response.status_code": answer.status,
      "parley.request_id": answer.headers.get("x-request-id"),
    },
  });
  t.notOk(root.parentSpanId, "a trace begins with the request");
  const trace = spans.filter(({ traceId }) => traceId === root.traceId);
  const turn = only(trace, "turn chat.reply-requested");
  t.equal(turn.parentSpanId, root.spanId);
  t.match(turn.attributes, { "parley.actor": "chat/1" });
  const attempt = (number: number) =>
    only(trace, "attempt customer", ({ attributes }) => attributes["parley.attempt"] === number);
  const [lost, arrived] = [attempt(1), attempt(2)];
  t.match(lost, { kind: 3, status: { code: 2 }, startedAtMs: sentAtMs, endedAtMs: sentAtMs + 2_000 });
  t.match(lost.attributes, { "parley.outcome": "timeout", "http.response.status_code": undefined });
  t.match(arrived, {
    startedAtMs: sentAtMs + 3_000,
    endedAtMs: arrivedAtMs,
    attributes: { "parley.outcome": "delivered" },
  });
  t.match(arrived.attributes, { "http.response.status_code": 200 });
  t.strictSame([lost.parentSpanId, arrived.parentSpanId], [turn.spanId, turn.spanId]);
  for (const [kind, made] of [
    ["failed", lost],
    ["succeeded", arrived],
  ] as const)
    t.equal(only(trace, `turn attempt.${kind}`).parentSpanId, made.spanId, "its outcome is below the attempt");
  t.match(only(spans, "POST /chat-api/:random/:publicId").links, [caller], "the span links to the caller's trace");
  t.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length, "each span has a different id");
  for (const post of posts) {
    t.match(post, {
      path: "/v1/traces",
      headers: { authorization: "Bearer s3cret", "content-type": "application/json" },
    });
    t.notMatch(
      post.body,
      new RegExp([mark, random, token, "shop.example.com"].join("|")),
      "no message text, secret or path",
    );
  }
});

t.test("an event for a bot and the bot's answer have spans; a turn without a request begins a trace", async (t) => {
  const collector = await openCollector(t);
  const clock = createManualClock();
  const { spans } = openSpans(collector, clock);
  const service = await startService(t, { clock, spans, channels: { MOBILEAPP1: { bot } } });
  await service.say("7", "hello");
  await service.settle();
  clock.advance(100);
  service.botAttempts[0]?.answer();
  await service.settle();
  t.equal((await service.call("POST", botPath, { body: says("hi") })).status, 200);
  await service.settle();
  service.attempts[0]?.answer();
  await service.settle();
  await service.enter("kim");
  await service.settle();
  await service.call("GET", "/healthz");
  await closed(spans, clock);
  const told = collector.spans;
  const [customer, provider] = [only(told, "attempt customer"), only(told, "attempt bot")];
  const of = (span: ToldSpan) => told.filter(({ traceId }) => traceId === span.traceId).map(({ name }) => name);
  t.ok(of(provider).includes("POST /chat-api/:random/:publicId"));
  t.ok(of(customer).some((name) => name.startsWith("POST /") && name !== "POST /chat-api/:random/:publicId"));
  t.notOk(
    told.some(({ name }) => name.includes("healthz")),
    "health requests have no spans, because they are too frequent",
  );
  const entered = told.filter(({ name }) => name.startsWith("turn agent."));
  t.ok(entered.length > 0 && entered.every(({ parentSpanId }) => !parentSpanId), "a socket's turn begins a trace");
});

t.test("a trace is sent completely or not at all, and every process chooses the same traces", async (t) => {
  const collector = await openCollector(t);
  const clock = createManualClock();
  const asked = 200;
  for (const round of [1, 2]) {
    const { spans } = openSpans(collector, clock, 0.25);
    for (let number = 0; number < asked; number += 1) {
      const cause = request(number).requestId;
      if (round === 1) spans.noteRequest(request(number));
      const conversation = "chat/1" as never;
      const turn = { cause, conversation, atMs: 1_000, event: "message.received", actor: null, failure: null };
      if (round === 2) spans.noteTurn({ ...turn, endedAtMs: 1_002 });
    }
    await closed(spans, clock);
  }
  const tracesOf = (name: string) =>
    collector.spans.filter((span) => span.name.startsWith(name)).map(({ traceId }) => traceId);
  const shown = tracesOf("POST");
  t.strictSame(tracesOf("turn"), shown);
  t.ok(shown.length > asked * 0.1 && shown.length < asked * 0.4, `${shown.length} of ${asked}`);
});

/** Closes the spans. The test's clock does not advance, so the time limit is never reached. */
const closed = (spans: Spans, clock: ManualClock): Promise<void> => spans.close(clock.nowMs() + 60_000);

t.test("a collector that is down, answers errors or hangs does no harm, and is logged from time to time", async (t) => {
  const collector = await openCollector(t);
  const clock = createManualClock();
  await t.test("errors: the spans are counted, with one log entry a minute", async (t) => {
    collector.answer(400);
    const { spans, lines } = openSpans(collector, clock);
    for (let number = 0; number < 600; number += 1) spans.noteRequest(request(number));
    await closed(spans, clock);
    t.same(spans.counts, { exported: 0, dropped: 0, failed: 600 });
    t.match(lines, [{ message: "spans were not delivered to the collector of traces" }]);
    t.equal(lines.length, 1);
    t.notMatch(JSON.stringify(lines), /s3cret/);
  });
  await t.test("hangs: the queue is bounded, and the service stops in time", async (t) => {
    collector.answer(0);
    const { spans, lines } = openSpans(collector, clock);
    const service = await startService(t, { clock, spans });
    for (let number = 0; number < 6_000; number += 1) spans.noteRequest(request(number));
    t.ok(
      spans.counts.dropped > 1_000 && spans.counts.dropped <= 6_000 - 4_096,
      `${spans.counts.dropped} found no room`,
    );
    t.equal(lines.length, 1);
    await service.say("7", "hello");
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    t.match(metrics, new RegExp(`^parley_spans_dropped_total ${spans.counts.dropped}$`, "m"));
    t.match(
      metrics,
      /^parley_build_info\{store="embedded",tls="false"\} 1$/m,
      "[VER-01] no version where everybody can read it",
    );
    await service.stop();
  });
});
