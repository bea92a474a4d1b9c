import type { Test } from "tap";
import t from "tap";
import { findFreePort } from "../../../src/demo/cast/free-port.ts";
import type { WebhookOutcome } from "../../../src/ports/outbound.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { openOutbound } from "../attempts.ts";
import { openPeer } from "../peer.ts";
import { createSelfSigned } from "../self-signed.ts";
import { until } from "../through-service.ts";
import { answerBytesMax, answerRows, noted, ok, repeated } from "./webhook-answer-rows.ts";
import { seenBy, toReport } from "./webhooks.ts";

const limits = {
  endpointConnectionsMax: 4,
  noticeConnectionsMax: 1,
  answerBytesMax: 1024,
  webhookAnswerBytesMax: answerBytesMax,
};

const clock = createManualClock(Date.UTC(2023, 10, 14, 22, 13, 20));

t.test("[WH-31, WH-34, WH-37] the meaning of each answer", async (t) => {
  const outbound = openOutbound(t, { limits, clock });
  for (const { name, behave, outcome } of answerRows) {
    const peer = await openPeer(t, behave);
    const seen = await outbound.report(toReport(`http://${peer.host}/hook`));
    t.match(seen, outcome, name);
    t.ok(seen.failure === null || [...seen.failure.message].length <= 500, name);
    t.strictSame(
      seenBy(peer).map(({ line }) => line),
      ["POST /hook HTTP/1.1"],
      `${name}: one request, no redirect followed`,
    );
    t.equal(seen.trace.address, `http://${peer.host}/hook`);
  }
});

t.test("[WH-33] at most 256 KiB of an endless answer are read, and 1 KiB is kept", async (t) => {
  const sent = { bytes: 0, isCut: false };
  const peer = await openPeer(t, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const pour = (): void => {
      while (!socket.destroyed && socket.write("é".repeat(8_192))) sent.bytes += 16_384;
      sent.bytes += 16_384;
    };
    socket.on("drain", pour);
    socket.on("close", () => {
      sent.isCut = true;
    });
    pour();
  });
  const outcome = await openOutbound(t, { limits, clock }).report(toReport(`http://${peer.host}/hook`));
  t.match(outcome, noted("no JSON object"));
  t.equal(outcome.trace.answer, "é".repeat(512));
  await until(() => sent.isCut);
  t.ok(sent.bytes < 16 * 1024 * 1024, `${sent.bytes} bytes, those in the sockets' buffers included`);
});

t.test("an attempt is retried after a refused connection and after untrusted TLS", async (t) => {
  const outbound = openOutbound(t, { limits, clock });
  const check = (t: Test, outcome: WebhookOutcome, message: RegExp): void => {
    t.match(outcome, {
      httpStatus: null,
      ...repeated("connection", message),
      retryAfterMs: 0,
      trace: { answer: null },
    });
  };
  check(
    t,
    await outbound.report(toReport(`http://127.0.0.1:${await findFreePort()}/hook`)),
    /^The receiver refused the connection\.$/,
  );
  const tls = createSelfSigned({ dns: "crm.example.com", ip: [127, 0, 0, 1] });
  const selfSigned = await openPeer(t, ok('{"result":"ok"}'), { tls });
  check(
    t,
    await outbound.report(toReport(`https://${selfSigned.host}/hook`)),
    /^The certificate of the receiver was not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
  );
  t.equal(selfSigned.requests.length, 0);
  const plain = await openPeer(t, ok('{"result":"ok"}'), { greeting: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" });
  check(
    t,
    await outbound.report(toReport(`https://${plain.host}/hook`)),
    /^The receiver could not be reached over TLS/,
  );
  const trusting = openOutbound(t, { limits, clock, certificateAuthorities: tls.cert });
  t.match(await trusting.report(toReport(`https://${selfSigned.host}/hook`)), noted(null));
});
