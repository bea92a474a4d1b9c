import type { Test } from "tap";
import t from "tap";
import { asAgentId, asCallId } from "../../src/core/ids.ts";
import { userAgent } from "../../src/core/version.ts";
import type { CallGatewayOptions } from "../../src/delivery/call-gateway.ts";
import { createCallGateway } from "../../src/delivery/call-gateway.ts";
import type { OutboundCall } from "../../src/ports/outbound.ts";
import { readFixture } from "../codec/fixtures.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { silentLog } from "../harness/test-log.ts";
import type { Behaviour } from "./peer.ts";
import { openPeer, reply, replyOk } from "./peer.ts";
import { createSelfSigned } from "./self-signed.ts";
import { inTurn } from "./timed-outbound.ts";

const token = "gw-2f7c90ab41d86e35";
const call: OutboundCall = {
  callId: asCallId("8841"),
  callType: "callback",
  phone: "+442079460181",
  agent: { id: asAgentId(12), name: "Irina Vale", phone: "+442079460012" },
};

/** Opens a client of the gateway. The test owns its clock. */
function openGateway(t: Test, gatewayUrl: string | null, more: Partial<CallGatewayOptions> = {}) {
  const clock = createManualClock();
  const lines: unknown[] = [];
  const gateway = createCallGateway({
    gatewayUrl,
    statusUrl: () => `https://chat.parley.example/calls/${token}`,
    clock,
    log: { ...silentLog, error: (...line) => void lines.push(line) },
    ...more,
  });
  t.teardown(() => gateway.close());
  return { gateway, clock, lines };
}

const partsOf = (request: string) => {
  const [head = "", body = ""] = request.split("\r\n\r\n");
  const [line = "", ...headers] = head.split("\r\n");
  const named = headers.map((header): [string, string] => {
    const [name = "", value = ""] = header.split(/: (.*)/);
    return [name.toLowerCase(), value];
  });
  return { line, headers: Object.fromEntries(named), body };
};

t.test("[CALL-06] the gateway gets exactly this body, once; any 2xx accepts", async (t) => {
  const answers = [reply("200 OK", ""), reply("201 Created", "{"), reply("204 No Content", ""), reply("299 Any", "no")];
  const peer = await openPeer(t, inTurn(...answers));
  const { gateway } = openGateway(t, `http://${peer.host}/`);
  t.equal(gateway.isConfigured, true);
  for (const _ of answers) t.equal(await gateway.startCall(call), null);
  t.equal(peer.requests.length, answers.length);
  t.equal(peer.connections.total, answers.length, "a new connection each time, which nobody can close meanwhile");
  const { line, headers, body } = partsOf(peer.requests[0] ?? "");
  t.equal(line, "POST /calls HTTP/1.1");
  t.equal(body, JSON.stringify(JSON.parse(readFixture("call-gateway-request").toString())));
  t.match(headers, { host: peer.host, "content-type": "application/json", "user-agent": userAgent });
  t.notMatch(headers, { authorization: /./ });
});

t.test("the gateway may be on loopback, over plain http, with a path, a query and a password", async (t) => {
  const peer = await openPeer(t, replyOk);
  for (const host of [peer.host, `localhost:${peer.port}`]) {
    const { gateway } = openGateway(t, `http://parley:s%20cret@${host}/pbx/?tenant=7`);
    t.equal(await gateway.startCall({ ...call, agent: { ...call.agent, phone: "" } }), null, host);
  }
  const { line, headers, body } = partsOf(peer.requests[0] ?? "");
  t.equal(line, "POST /pbx/calls?tenant=7 HTTP/1.1");
  t.equal(headers["authorization"], `Basic ${Buffer.from("parley:s cret").toString("base64")}`);
  t.match(JSON.parse(body), { agent: { phone: "" } });
});

t.test("every other answer refuses the call with a message for people, and the request is not repeated", async (t) => {
  const elsewhere = await openPeer(t, replyOk);
  const bad: readonly (readonly [Behaviour, RegExp])[] = [
    [reply("400 Bad Request", `{"error":"${token}"}`), /^The call gateway answered HTTP 400\.$/],
    [reply("503 Service Unavailable", "", "Retry-After: 1\r\n"), /^The call gateway answered HTTP 503\.$/],
    [
      reply("302 Found", "", `Location: http://${elsewhere.host}/calls\r\n`),
      /redirect \(HTTP 302\), which is not followed/,
    ],
    [reply("307 Temporary Redirect", "", `Location: http://${elsewhere.host}/calls\r\n`), /redirect \(HTTP 307\)/],
    [(socket) => socket.destroy(), /^The call gateway closed the connection before it had answered\.$/],
    [(socket) => socket.end("SIP/2.0 200 OK\r\n\r\n"), /not valid HTTP/],
  ];
  for (const [behave, words] of bad) {
    const peer = await openPeer(t, behave);
    const { gateway, lines } = openGateway(t, `http://${peer.host}`);
    const failure = await gateway.startCall(call);
    t.match(failure, words);
    t.notMatch(failure, token);
    t.equal(peer.requests.length, 1);
    t.strictSame(lines, []);
  }
  t.strictSame(elsewhere.requests, []);
  const closed = await openPeer(t, replyOk);
  const { gateway } = openGateway(t, "http://127.0.0.1:1");
  t.equal(await gateway.startCall(call), "The call gateway refused the connection.");
  t.strictSame(closed.requests, []);
});

t.test("the gateway must answer within 10 s", async (t) => {
  const peer = await openPeer(t, () => undefined);
  const { gateway, clock } = openGateway(t, `http://${peer.host}`);
  const outcome: (string | null)[] = [];
  const asked = gateway.startCall(call).then((failure) => outcome.push(failure));
  while (peer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(9_999);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(outcome, []);
  clock.advance(1);
  await asked;
  t.strictSame(outcome, ["The call gateway did not answer within 10 s."]);
  t.equal(peer.requests.length, 1);
});

t.test("an untrusted certificate is refused, and nothing is sent", async (t) => {
  const tls = createSelfSigned({ dns: "pbx.example.com", ip: [127, 0, 0, 1] });
  const peer = await openPeer(t, replyOk, { tls });
  const { gateway } = openGateway(t, `https://${peer.host}`);
  t.match(await gateway.startCall(call), /^The certificate of the call gateway was not accepted/);
  t.strictSame(peer.requests, []);
  const trusting = openGateway(t, `https://${peer.host}`, { certificateAuthorities: tls.cert });
  t.equal(await trusting.gateway.startCall(call), null);
  t.equal(peer.requests.length, 1);
});

t.test("without an address there is no gateway, and nothing is sent", async (t) => {
  const { gateway, lines } = openGateway(t, null);
  t.equal(gateway.isConfigured, false);
  t.match(await gateway.startCall(call), /could not be requested/);
  t.notMatch(JSON.stringify(lines), token);
});

t.test("a call that is requested while the service closes is refused, not left pending", async (t) => {
  const peer = await openPeer(t, () => undefined);
  const { gateway } = openGateway(t, `http://${peer.host}`);
  const asked = gateway.startCall(call);
  while (peer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await gateway.close();
  t.match(await asked, /shutting down/);
  t.match(await gateway.startCall(call), /shutting down/);
});
