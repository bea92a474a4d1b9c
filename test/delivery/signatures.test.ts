import t from "tap";
import type { SigningSecrets } from "../../machines/channel/channel.types.ts";
import { newSigningSecret } from "../../src/core/random/signing-secret.ts";
import type { Outbound, OutboundOutcome } from "../../src/ports/outbound.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { openOutbound, sentBody, toAttempt, toNotice } from "./attempts.ts";
import { sentEvent, toTelling } from "./bot/bots.ts";
import { openPeer, reply, replyOk } from "./peer.ts";
import { isVerified, seenBy } from "./webhook/webhooks.ts";

type Send = (outbound: Outbound, url: string, secrets: SigningSecrets) => Promise<OutboundOutcome | null>;

const deliveryId = "01JD5Y2B8M3Q7W0V4X6Z9K1T2R";
const rows: readonly {
  readonly name: string;
  readonly id: string | RegExp;
  readonly body: string;
  readonly send: Send;
}[] = [
  {
    ...{ name: "a message to the customer system", id: deliveryId, body: sentBody },
    send: (outbound, url, secrets) => outbound.attempt(toAttempt(url, secrets)),
  },
  {
    ...{ name: "a typing notice", id: /^[0-9a-f-]{36}$/, body: '"type":"typein"' },
    send: (outbound, url, secrets) => outbound.notify(toNotice(url, secrets)),
  },
  {
    ...{ name: "an event for the bot", id: deliveryId, body: sentEvent },
    send: (outbound, url, secrets) => outbound.tellBot(toTelling({ endpoint: url, ...secrets })),
  },
];
const [first, second] = [newSigningSecret(), newSigningSecret()];
const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];

for (const { name, id, body, send } of rows)
  t.test(
    `[AUTH-17] the library of Standard Webhooks verifies ${name}, also across a change of the secret`,
    async (t) => {
      const peer = await openPeer(t, replyOk);
      const clock = createManualClock(1_795_165_200_999);
      const outbound = openOutbound(t, { clock });
      const ask = async (secrets: SigningSecrets) => {
        t.match(await send(outbound, `http://${peer.host}/in`, secrets), { failure: null });
        const seen = seenBy(peer).at(-1);
        if (seen === undefined) throw new Error("No request came");
        t.ok(seen.body.toString("utf8").includes(body), "the body is the same, signed or not");
        return seen;
      };
      const both = { signingSecret: second, previousSecret: { secret: first, untilMs: clock.nowMs() + 60_000 } };
      const verdicts = async (secrets: SigningSecrets) => {
        const seen = await ask(secrets);
        t.match(seen.headers, { "webhook-id": id, "webhook-timestamp": String(Math.floor(clock.nowMs() / 1_000)) });
        return [first, second].map((secret) => isVerified(secret, seen, clock.nowMs()));
      };
      const unsigned = await ask({ signingSecret: null, previousSecret: null });
      t.same(
        names.filter((header) => header in unsigned.headers),
        [],
        "without a secret there are no headers",
      );
      t.same(await verdicts({ signingSecret: first, previousSecret: null }), [true, false]);
      t.same(await verdicts(both), [true, true]);
      clock.advance(60_000);
      t.same(await verdicts(both), [false, true]);
    },
  );

t.test("a secret that a customer system repeats is masked", async (t) => {
  const basic = Buffer.from("shop:pa55-word").toString("base64");
  const repeated = `No: ${[first, second, "pa55-word", "query-5512", "path7f3a9c21b4d8e6f0", basic].join(" ")}`;
  const peer = await openPeer(t, reply("200 OK", JSON.stringify({ error: { message: repeated } })));
  const changes = { signingSecret: second, previousSecret: { secret: first, untilMs: Number.MAX_SAFE_INTEGER } };
  const url = `http://shop:pa55-word@${peer.host}/path7f3a9c21b4d8e6f0?key=query-5512`;
  const outcome = await openOutbound(t).attempt(toAttempt(url, changes));
  const masked = `No:${" ***".repeat(6)}`;
  t.match(outcome, { failure: { message: masked } });
  t.ok(outcome.trace.answer?.includes(masked));
});
