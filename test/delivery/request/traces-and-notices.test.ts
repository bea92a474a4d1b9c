import t from "tap";
import { createManualClock } from "../../edge/manual-clock.ts";
import { openOutbound, outboundLimits, timeoutMs, toAttempt, toNotice } from "../attempts.ts";
import type { Behaviour } from "../peer.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { until } from "../through-service.ts";
import { holdBack, passTurns } from "../timed-outbound.ts";

const positive = { httpStatus: 200, failure: null };

t.test("the log of an attempt has its address with masked secrets, and the beginning of its answer", async (t) => {
  const long = `{"result":"ok","text":"${"€".repeat(400)}"}`;
  const peer = await openPeer(t, reply("200 OK", long));
  const url = `http://kim:s3cret@${peer.host}/in/3b6fA0aaaaaaaaaaaaaaaa?key=s3cret`;
  const { trace } = await openOutbound(t).attempt(toAttempt(url));
  t.equal(trace.address, `http://***:***@${peer.host}/in/***/MOBILEAPP1?key=***`);
  t.equal(trace.note, null);
  const { answer } = trace;
  t.equal(answer, long.slice(0, (1024 - 23) / 3 + 23), "whole characters only");
  t.ok(Buffer.byteLength(answer ?? "") <= 1024 && Buffer.byteLength(answer ?? "") > 1021);
});

t.test("a short answer is kept completely, also a broken or an empty answer", async (t) => {
  const traceOf = async (behave: Behaviour, endsInTime = true) => {
    const peer = await openPeer(t, behave);
    const clock = createManualClock();
    const attempt = openOutbound(t, { clock }).attempt(toAttempt(`http://${peer.host}/chat`));
    if (!endsInTime) {
      await until(() => peer.requests.length === 1);
      await passTurns();
      clock.advance(timeoutMs);
    }
    const { trace } = await attempt;
    return { answer: trace.answer, note: trace.note };
  };
  t.strictSame(await traceOf(replyOk), { answer: '{"result":"ok"}', note: null });
  t.strictSame(await traceOf(reply("200 OK", "fine")), { answer: "fine", note: "no result" });
  t.strictSame(await traceOf(reply("200 OK", "")), { answer: "", note: "no result" });
  t.strictSame(await traceOf(reply("503 Service Unavailable", "busy")), { answer: "busy", note: null });
  const broken: Behaviour = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"res');
  t.strictSame(await traceOf(broken, false), { answer: '{"res', note: null }, "the part that had arrived");
  t.strictSame(await traceOf(() => undefined, false), { answer: null, note: null });
  const bytes: Behaviour = (socket) =>
    socket.write(
      Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"), Buffer.from([0xff, 0x41])]),
    );
  t.strictSame(await traceOf(bytes), { answer: "\ufffdA", note: "no result" });
});

t.test("[DEL-20] a notice waits for no message, and is sent once regardless of its result", async (t) => {
  const isNotice = (request: string): boolean => request.includes('"typein"');
  const peer = await openPeer(t, (socket, request) => (isNotice(request) ? socket.end() : undefined));
  const limits = { ...outboundLimits, endpointConnectionsMax: 2, noticeConnectionsMax: 1 };
  const clock = createManualClock();
  const outbound = openOutbound(t, { limits, clock });
  const url = `http://${peer.host}/chat`;
  const messages = Array.from({ length: 8 }, () => outbound.attempt(toAttempt(url)));
  const seen = await outbound.notify(toNotice(url));
  t.match(seen, { httpStatus: null, durationMs: 0, failure: { kind: "connection" } });
  await until(() => peer.connections.total === 3);
  clock.advance(timeoutMs);
  t.ok((await Promise.all(messages)).every(({ failure }) => failure?.kind === "timeout"));
  t.equal(peer.requests.filter(isNotice).length, 1);
  t.equal(peer.connections.most, 3, "two for messages, one for notices");
});

t.test("[DEL-21] a notice that is no longer needed when a connection becomes free is not sent", async (t) => {
  const { held, behave, letGo } = holdBack(replyOk);
  const peer = await openPeer(t, behave);
  const limits = { ...outboundLimits, endpointConnectionsMax: 2, noticeConnectionsMax: 1 };
  const outbound = openOutbound(t, { limits, clock: createManualClock() });
  const notice = toNotice(`http://${peer.host}/chat`);
  let isWanted = true;
  const first = outbound.notify(notice);
  const second = outbound.notify({ ...notice, isWanted: () => isWanted });
  const third = outbound.notify(notice);
  isWanted = false;
  await until(() => held.length === 1);
  letGo();
  t.match(await first, positive);
  await until(() => held.length === 1);
  letGo();
  t.match(await third, positive);
  t.equal(await second, null);
  t.equal(peer.requests.length, 2);
});
