import t from "tap";
import { readDelivery } from "../../src/domain/delivery/delivery-actor.ts";
import { replayDelivery } from "../../src/domain/webhooks/replay.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertDescribed, readDescription } from "../admin/described.ts";
import { createFillingStore } from "../harness/faulty-store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import {
  asAda,
  closedChat,
  crmAddress,
  deadLetters,
  gone,
  leaveDeadLetters,
  leaveMessages,
  refuse,
  startToldService,
  take,
} from "./dead-letters.ts";

const replayPath = "/api/channels/MOBILEAPP1/webhooks/replay";
const bytesOf = ({ reports }: Service, index: number): string => Buffer.from(reports[index]?.body ?? []).toString();

t.test("a dead letter is listed and logged, and a replay has the same id and body", async (t) => {
  const service = await startToldService(t);
  const description = await readDescription(service);
  await closedChat(service, "7");
  const [accepted] = service.reports;
  accepted?.answer(refuse);
  await service.settle();
  service.reports[1]?.answer(take);
  await service.settle();
  const { deliveries } = (await deadLetters(service)).body;
  t.match(deliveries, [{ id: accepted?.deliveryId, kind: "chat_accepted", state: "failed", error: { code: "gone" } }]);
  const log = await asAda(service, "GET", "/api/channels/MOBILEAPP1/log");
  assertDescribed(t, description, "GET", "/api/channels/MOBILEAPP1/log", log);
  t.match(log.body.entries, [
    { kind: "webhook", chatId: "1", text: /chat_accepted of chat 1 was not delivered.*wants no m/ },
  ]);

  const path = `/api/deliveries/${accepted?.deliveryId}`;
  const read = async () => {
    const answer = await asAda(service, "GET", path);
    assertDescribed(t, description, "GET", path, answer);
    return answer.body.delivery;
  };
  t.match(await read(), { request: { body: bytesOf(service, 0) }, attempts: [{ address: crmAddress }] });
  const kim = await service.call("GET", path, { token: await service.logIn("kim") });
  t.match(
    kim.body,
    { delivery: { request: null, attempts: [{ address: null }] } },
    "only administrators see the request and the address",
  );
  const resend = async () => {
    const answer = await asAda(service, "POST", `${path}/resend`);
    assertDescribed(t, description, "POST", `${path}/resend`, answer);
    return answer;
  };
  t.match(await resend(), { status: 202, body: { delivery: { id: accepted?.deliveryId, state: "attempting" } } });
  await service.settle();
  t.equal(service.reports.length, 3);
  t.match(service.reports[2], { deliveryId: accepted?.deliveryId, attempt: 2 });
  t.equal(bytesOf(service, 2), bytesOf(service, 0), "the replay has the same bytes");
  t.match(await resend(), {
    status: 409,
    body: { error: { message: /^The delivery is attempting; it can be replayed/ } },
  });
  service.reports[2]?.answer({ httpStatus: 500, failure: { ...gone, kind: "http_status" } });
  await service.settle();
  t.match(await resend(), { status: 409 }, "no replay while the event waits for its next attempt");
  await service.pass(10_000);
  service.reports[3]?.answer(take);
  await service.settle();
  t.match(await read(), { state: "delivered", attempts: [{ number: 1 }, { number: 2 }, { number: 3 }], error: null });
  t.strictSame((await deadLetters(service)).body.deliveries, [], "the event is no longer in the list");
  t.equal((await resend()).status, 202, "a delivered event can be replayed too");
  await service.settle();
  t.match(service.reports.at(-1), { deliveryId: accepted?.deliveryId, attempt: 4 });
  t.equal(bytesOf(service, 4), bytesOf(service, 0));
});

t.test("agents cannot replay events or mails; an administrator replays a mail like an event", async (t) => {
  const channel = { webhooks, chatLogEmails: ["log@shop.example"] };
  const service = await startToldService(t, { channels: { MOBILEAPP1: channel } });
  await closedChat(service, "7");
  for (const report of [0, 1]) {
    service.reports[report]?.answer(refuse);
    await service.settle();
  }
  service.mails[0]?.answer({ failure: gone, isFinal: true });
  await service.settle();
  const { deliveries } = (await asAda(service, "GET", "/api/deliveries?state=failed")).body;
  t.strictSame(deliveries.map(({ kind }) => kind).sort(), ["chat_accepted", "chat_finished", "mail"]);
  const kim = await service.logIn("kim");
  for (const { id } of deliveries) {
    const refused = await service.call("POST", `/api/deliveries/${id}/resend`, { token: kim });
    t.match(refused, { status: 403, body: { error: { code: "access_denied", message: /administrators/ } } });
    const max = await service.call("POST", `/api/deliveries/${id}/resend`, { token: await service.logIn("max") });
    t.equal(max.status, 404, "agents of other channels get no information");
  }
  const mail = deliveries.find(({ kind }) => kind === "mail");
  t.equal((await asAda(service, "POST", `/api/deliveries/${mail?.id}/resend`)).status, 202);
  await service.settle();
  t.equal(service.mails.length, 2);
  const [first, second] = service.mails;
  t.strictSame([second?.messageId, second?.text, second?.to], [first?.messageId, first?.text, first?.to]);
  second?.answer();
  await service.settle();
  t.strictSame((await asAda(service, "GET", "/api/deliveries?state=failed&kind=mail")).body.deliveries, []);
});

t.test("[WH-38] a channel's dead letters are replayed oldest first, in pages, each once", async (t) => {
  const service = await startToldService(t);
  await leaveDeadLetters(service, 501);
  const ids = service.reports.map(({ deliveryId }) => deliveryId).sort();
  const first = await asAda(service, "POST", replayPath, {});
  t.match(first, { status: 200, body: { replayed: 500, cursor: String } });
  await service.settle();
  const again = service.reports.slice(501);
  t.strictSame(
    again.map(({ deliveryId }) => deliveryId),
    ids.slice(0, 500),
    "the oldest letter is first",
  );
  t.ok(again.every(({ attempt }) => attempt === 2));
  // One is delivered and one fails permanently before the next page is requested. The others are still in progress.
  again[0]?.answer(take);
  again[1]?.answer(refuse);
  await service.settle();
  const second = await asAda(service, "POST", replayPath, { cursor: first.body.cursor });
  t.match(second, { status: 200, body: { replayed: 1, cursor: null } });
  await service.settle();
  t.strictSame(service.reports.length, 1_002);
  t.equal(service.reports.at(-1)?.deliveryId, ids[500]);
  const third = await asAda(service, "POST", replayPath, {});
  t.match(third, { status: 200, body: { replayed: 1, cursor: null } }, "only the letter that failed again is left");
  await service.settle();
  t.match(service.reports.slice(1_002), [{ deliveryId: ids[1], attempt: 3 }]);
});

t.test("if several agents replay at once, each letter is sent again only once", async (t) => {
  const service = await startToldService(t);
  await leaveDeadLetters(service, 40);
  const [letter] = service.reports;
  const calls = [
    ...[1, 2, 3].map(() => asAda(service, "POST", replayPath, {})),
    ...[1, 2].map(() => asAda(service, "POST", `/api/deliveries/${letter?.deliveryId}/resend`)),
  ];
  for (const { status } of await Promise.all(calls)) t.ok([200, 202, 409].includes(status), `${status}`);
  await service.settle();
  const sent = service.reports.slice(40).map(({ deliveryId }) => deliveryId);
  t.equal(sent.length, 40);
  t.equal(new Set(sent).size, 40);

  // A caller that read the delivery before it was delivered must not cause another attempt.
  const id = service.reports[1]?.deliveryId;
  const seen = id && (await readDelivery(service.store, id));
  if (!seen) throw new Error("Expected a delivery");
  const before = { ...seen, context: { ...seen.context, attempts: seen.context.attempts.slice(0, 1) } };
  for (const report of service.reports.slice(40)) report.answer(take);
  await service.settle();
  const call = { nowMs: service.clock.nowMs(), cause: "test" };
  t.match(await replayDelivery(service.app.runtime.post, before, call), { ok: true, value: { state: "delivered" } });
  await service.settle();
  t.equal(service.reports.length, 80);
});

t.test("a letter that is delivered while a page is replayed is not sent again by the page", async (t) => {
  const inner = createMemoryStore();
  let meanwhile: (() => Promise<void>) | null = null;
  const store: Store = {
    ...inner,
    async scan(table, range) {
      const page = await inner.scan(table, range);
      const run = range.prefix?.[0] === "dead" ? meanwhile : null;
      if (run === null) return page;
      meanwhile = null;
      await run();
      return page;
    },
  };
  const service = await startToldService(t, { store });
  await leaveDeadLetters(service, 3);
  const ids = service.reports.map(({ deliveryId }) => deliveryId);
  meanwhile = async () => {
    await asAda(service, "POST", `/api/deliveries/${ids[1]}/resend`);
    await service.settle();
    service.reports[3]?.answer(take);
    await service.settle();
  };
  t.match(await asAda(service, "POST", replayPath, {}), { status: 200, body: { replayed: 2, cursor: null } });
  await service.settle();
  t.strictSame(
    service.reports.slice(3).map(({ deliveryId }) => ids.indexOf(deliveryId)),
    [1, 0, 2],
  );
});

t.test("a replay can be limited by the time when the events were made", async (t) => {
  const service = await startToldService(t);
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    times.push(service.clock.nowMs());
    await leaveDeadLetters(service, 1);
    service.clock.advance(60_000);
  }
  const [one = 0, two = 0, three = 0] = times;
  const ids = service.reports.map(({ deliveryId }) => deliveryId);
  const replayed = async (body: object) => {
    const before = service.reports.length;
    const answer = await asAda(service, "POST", replayPath, body);
    await service.settle();
    const sent = service.reports.slice(before);
    for (const report of sent) report.answer(refuse);
    await service.settle();
    t.match(answer, { status: 200, body: { replayed: sent.length, cursor: null } }, JSON.stringify(body));
    return sent.map(({ deliveryId }) => ids.indexOf(deliveryId));
  };
  t.strictSame(await replayed({ from: two }), [1, 2]);
  t.strictSame(await replayed({ from: one + 1, to: three - 1 }), [1]);
  t.strictSame(await replayed({ to: two }), [0, 1], "both ends of the time are included");
  t.strictSame(await replayed({ from: three, to: three }), [2]);
  t.strictSame(await replayed({ from: three + 1 }), []);
  t.strictSame(await replayed({ from: 0, to: Number.MAX_SAFE_INTEGER }), [0, 1, 2]);
  t.strictSame(await replayed({ from: Number.MAX_SAFE_INTEGER }), []);
  for (const [body, message] of [
    ["", /^The body is not valid JSON/],
    [[], /^The body must be an object/],
    [{ from: "1" }, /^Field from must be unix milliseconds, an integer from 0, got "1"/],
    [{ from: -1 }, /^Field from must be/],
    [{ to: 1.5 }, /^Field to must be/],
    [{ to: null }, /^Field to must be/],
    [{ from: 2, to: 1 }, /^Field from must not be after field to, got 2 and 1/],
    [{ cursor: 7 }, /^Field cursor must be/],
    [{ cursor: "x" }, /^Field cursor must be the cursor of an earlier answer/],
    [{ until: 7 }, /^Field until is not known here: expected one of from, to, cursor/],
  ] as const)
    t.match(await asAda(service, "POST", replayPath, body), { status: 400, body: { error: { message } } });
  t.equal((await asAda(service, "POST", "/api/channels/NOSUCHAPP1/webhooks/replay", {})).status, 404);
  const without = await asAda(service, "POST", "/api/channels/OTHERAPP01/webhooks/replay", {});
  t.match(without, { status: 409, body: { error: { code: "conflict", message: /no webhooks/ } } });
});

t.test("a replay that a failing store or a kill has interrupted is repeated and completes", async (t) => {
  // More than are sent at once, fewer than one page of a list.
  const lettersLeft = 90;
  const { store, leaveRoom } = createFillingStore();
  const service = await startToldService(t, { store });
  await leaveDeadLetters(service, lettersLeft);
  const bodies = new Map(service.reports.map(({ deliveryId, body }) => [deliveryId, Buffer.from(body).toString()]));
  await service.logIn("ada");
  leaveRoom(1);
  const broken = await asAda(service, "POST", replayPath, {});
  t.match(broken, { status: 500, body: { error: { code: "internal_error" } } });
  const begun = service.reports.length - lettersLeft;
  t.ok(begun > 0 && begun < lettersLeft, `${begun} were sent`);
  t.equal((await deadLetters(service)).body.deliveries.length, lettersLeft - begun, "the other letters are unchanged");

  // The next process does not know the answers that the first process waits for.
  leaveRoom();
  const next = await startToldService(t, { store });
  const repeated = await asAda(next, "POST", replayPath, {});
  t.match(repeated, { status: 200, body: { replayed: lettersLeft - begun, cursor: null } });
  await next.settle();
  await next.pass(10_000);
  const sent = next.reports.map(({ deliveryId }) => deliveryId);
  t.equal(new Set(sent).size, lettersLeft, "interrupted attempts are repeated automatically");
  t.equal(sent.length, lettersLeft, "no letter is sent twice");
  for (const report of next.reports) {
    t.equal(Buffer.from(report.body).toString(), bodies.get(report.deliveryId));
    report.answer(take);
  }
  await next.settle();
  t.strictSame((await deadLetters(next)).body.deliveries, []);
});

t.test("dead letters of a channel that was disabled or removed stay readable", async (t) => {
  const service = await startToldService(t);
  await leaveDeadLetters(service, 1);
  const [letter] = service.reports;
  const path = `/api/deliveries/${letter?.deliveryId}`;
  await leaveMessages(service, 1);
  await asAda(service, "PATCH", "/api/channels/MOBILEAPP1", { enabled: false });
  t.equal((await deadLetters(service)).body.deliveries.length, 1, "running attempts are not given up");
  t.match(
    await asAda(service, "POST", replayPath, {}),
    { status: 200, body: { replayed: 1 } },
    "events are still sent",
  );
  await service.settle();
  service.reports[1]?.answer(take);
  service.reports[2]?.answer(refuse);
  await service.settle();
  await asAda(service, "DELETE", "/api/channels/MOBILEAPP1");
  const found = (await deadLetters(service)).body.deliveries;
  t.match(found, [{ id: letter?.deliveryId, attempts: [{ number: 1 }, { number: 2 }] }]);
  t.match((await asAda(service, "GET", path)).body.delivery, { request: { body: bytesOf(service, 0) } });
  t.equal((await asAda(service, "POST", replayPath, {})).status, 404);
  t.equal((await asAda(service, "POST", `${path}/resend`)).status, 202);
  await service.settle();
  t.equal(service.reports.length, 3, "there is no address to send it to");
  t.match((await deadLetters(service)).body.deliveries, [{ error: { code: "no_target" } }]);
  t.notOk(
    service.logLines.some(({ msg }) => msg === "an event was not delivered to its actor, and is not retried"),
    "no event was sent to an actor that does not exist",
  );
});
