import { Webhook } from "standardwebhooks";
import t from "tap";
import { newSigningSecret } from "../../../src/core/random/signing-secret.ts";
import { chatsCount, post, seen, textOf } from "../../harness/customer.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

const [secret, newer, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
const minuteMs = 60_000;
const hello = textOf("7", "Hello");

/** A channel that demands signatures. `other` is its secret for the other direction. */
const startDemanding = (t: Parameters<typeof startService>[0]): Promise<Service> =>
  startService(t, {
    channels: {
      MOBILEAPP1: {
        ...{ signingSecret: other, requireSignature: true },
        incoming: { signingSecret: secret, previousSecret: null },
      },
    },
  });

interface Signed {
  readonly id?: string;
  readonly by?: string;
  readonly atMs?: number;
  readonly body?: string;
}

function headersOf(service: Service, { id = "m1", by = secret, atMs, body = JSON.stringify(hello) }: Signed = {}) {
  const at = new Date(atMs ?? service.clock.nowMs());
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(by).sign(id, at, body),
  };
}

const texts = async (service: Service) => (await seen(service)).messages.map(({ text }) => text);

t.test("[AUTH-18] only messages that the customer system signed are accepted; each refusal says why", async (t) => {
  const service = await startDemanding(t);
  const right = headersOf(service);
  const nowMs = service.clock.nowMs();
  const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
  const wrong = /^Header webhook-signature is wrong: expected v1, and the base64 of the HMAC-SHA256/;
  const rows: readonly (readonly [name: string, headers: Record<string, string>, message: RegExp, body?: unknown])[] = [
    ["no headers", {}, /^Header webhook-id is missing: this channel accepts only signed messages\.$/],
    ["no id", without("webhook-id"), /^Header webhook-id is missing/],
    ["no time", without("webhook-timestamp"), /^Header webhook-timestamp is missing/],
    ["no signature", without("webhook-signature"), /^Header webhook-signature is missing/],
    ["an id with a blank", headersOf(service, { id: "a b" }), /^Header webhook-id must have 1 to 255 visible ASCII/],
    [
      "a date",
      { ...right, "webhook-timestamp": "2026-11-29" },
      /^Header webhook-timestamp must be unix seconds in digits/,
    ],
    [
      "an old time",
      headersOf(service, { atMs: nowMs - 301_000 }),
      /^Header webhook-timestamp is 301 s before the time of this service, at most 300 s are allowed\.$/,
    ],
    [
      "a future time",
      headersOf(service, { atMs: nowMs + 301_000 }),
      /^Header webhook-timestamp is 301 s after the time/,
    ],
    ["another id", { ...right, "webhook-id": "m2" }, wrong],
    ["another time", { ...right, "webhook-timestamp": String(Math.floor(nowMs / 1_000) - 1) }, wrong],
    ["the secret of the other direction", headersOf(service, { by: other }), wrong],
    ["no version", { ...right, "webhook-signature": right["webhook-signature"].slice(3) }, wrong],
    ["an empty signature", { ...right, "webhook-signature": "v1," }, wrong],
    ["another body", right, wrong, textOf("7", "Hallo")],
    ["no JSON", right, wrong, "{"],
  ];
  for (const [name, headers, message, body = hello] of rows) {
    const refused = await post(service, body, headers);
    t.match(refused, { status: 401, body: { error: { code: "unauthorized_client", message } } }, name);
    t.notMatch(refused.body.error.message, /whsec_/);
  }
  t.equal(await chatsCount(service), 0, "nothing is stored");
  for (const signatures of [
    right["webhook-signature"],
    `v1a,x ${headersOf(service, { by: other })["webhook-signature"]} ${right["webhook-signature"]}`,
  ])
    t.equal((await post(service, hello, { ...right, "webhook-signature": signatures })).status, 200);
  for (const atMs of [nowMs - 300_000, nowMs + 300_000])
    t.equal((await post(service, hello, headersOf(service, { id: `at-${atMs}`, atMs }))).status, 200);
  t.same(await texts(service), ["Hello", "Hello", "Hello"]);
  t.equal(await service.status(), "0", "the status query needs no signature");
  const told = JSON.stringify(service.logLines);
  for (const hidden of [secret, other]) t.notOk(told.includes(hidden.slice(6, 30)), "no secret is logged");
});

t.test("a recorded message is a repeat; webhook-id is its Idempotency-Key", async (t) => {
  const service = await startDemanding(t);
  const right = headersOf(service);
  t.equal((await post(service, hello, right)).status, 200);
  service.clock.advance(4 * minuteMs);
  t.match(await post(service, hello, right), { status: 200, body: { result: "ok" } });
  t.equal((await post(service, hello, { ...right, "idempotency-key": "m1" })).status, 200);
  t.match(await post(service, hello, { ...right, "idempotency-key": "m2" }), {
    status: 400,
    body: { error: { message: /^Header Idempotency-Key must be absent or equal to webhook-id/ } },
  });
  const changed = JSON.stringify(textOf("7", "Hallo"));
  t.match(await post(service, changed, headersOf(service, { body: changed })), { status: 400 }, "another body");
  t.same(await texts(service), ["Hello"]);
});

t.test("the secret before counts for a day, and a channel that demands none takes any message", async (t) => {
  const service = await startDemanding(t);
  const token = await service.logIn("ada");
  await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body: { incomingSecret: newer } });
  t.equal((await post(service, hello, headersOf(service))).status, 200);
  t.equal((await post(service, hello, headersOf(service, { id: "m2", by: newer }))).status, 200);
  service.clock.advance(24 * 60 * minuteMs);
  t.equal((await post(service, hello, headersOf(service, { id: "m3" }))).status, 401);
  t.equal((await post(service, hello, headersOf(service, { id: "m4", by: newer }))).status, 200);
  const free = await startService(t, {
    channels: { MOBILEAPP1: { incoming: { signingSecret: secret, previousSecret: null } } },
  });
  t.equal((await post(free, hello)).status, 200);
  t.equal((await post(free, hello, headersOf(free, { by: other }))).status, 200, "a wrong signature does not matter");
});
