import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { openApp } from "../../src/app/serve.ts";
import { systemClock } from "../../src/core/clock.ts";
import { asChannelId, clientConversation } from "../../src/core/ids.ts";
import { readFixture } from "../codec/fixtures.ts";
import { configOf, loadText } from "../config/load.ts";
import { openPeer, reply } from "../delivery/peer.ts";
import { openDesk } from "../harness/desk-client.ts";
import { healthy } from "../harness/health.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const token = "gw-2f7c90ab41d86e35";
const channelId = asChannelId("WEBSITE001");
const person = { email: "irina.vale@northgate-cycles.example", password: "a password of Irina" };
const irina = { id: 12, name: "Irina Vale", phone: "+442079460012" };
const phone = "+442079460181";

/** Starts the complete service, with a gateway on loopback. `outbound` allows loopback only for the gateway. */
async function deploy(t: Test, more: object) {
  const gateway = await openPeer(t, reply("202 Accepted", ""));
  const config = configOf(
    loadText(
      t,
      JSON.stringify({
        agents: [{ ...irina, ...person, role: "agent" }],
        channels: [
          { id: channelId, kind: "widget", name: "Shop", agents: [12], callback: { enabled: true, balance: 1 } },
        ],
        telephony: { gatewayUrl: `http://127.0.0.1:${gateway.port}/pbx`, token },
        ...more,
      }),
      { argv: ["--data", temporaryFolder(t), "--host", "127.0.0.1", "--port", "0"] },
    ),
  );
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const app = await openApp({
    ...{ config, log },
    clock: systemClock,
    logHealth: healthy.log,
    signal: new AbortController().signal,
  });
  const { url } = await app.listen();
  app.serve();
  t.teardown(() => app.stop());
  const json = async (path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const session = await json(`${url}/api/session`, person);
  const { token: sessionToken } = session.body as { readonly token: string };
  const desk = await openDesk(t, url);
  desk.send({ type: "hello", token: sessionToken });
  await desk.until(({ type }) => type === "ready");
  return { app, url, gateway, desk, lines, json };
}

/** Matches a desk frame with a call of that status. */
const isCall = (status: string) => (frame: object) => JSON.stringify(frame).includes(`"status":"${status}"`);

t.test("a complete callback over real sockets with a gateway", async (t) => {
  const { app, url, gateway, desk, lines, json } = await deploy(t, {});
  const conversation = clientConversation(channelId, "visitor");
  const begun = await app.calls.requestCallback({ channelId, conversation, senderId: "visitor", phone }, "test");
  t.match(begun, { ok: true, value: { visit: { call: { status: "start", agentId: 12 } } } });
  await desk.until(isCall("start"));
  while (gateway.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const [head = "", body = ""] = (gateway.requests[0] ?? "").split("\r\n\r\n");
  t.match(head, /^POST \/pbx\/calls HTTP\/1\.1/);
  const asked = JSON.parse(body);
  t.strictSame(asked, { call_id: "1", type: "callback", phone, agent: irina, status_url: `${url}/calls/${token}` });
  t.strictSame(Object.keys(asked), Object.keys(JSON.parse(readFixture("call-gateway-request").toString())));
  for (const status of ["agent_connected", "client_connected", "end"]) {
    t.strictSame(await json(asked.status_url, { call_id: asked.call_id, status }), {
      status: 200,
      body: { result: "ok" },
    });
    await desk.until(isCall(status));
  }
  t.equal(gateway.requests.length, 1);
  t.notMatch(lines.join(""), token);
  t.match(lines.join(""), "/calls/:gatewayToken");
});

t.test("[CALL-07] the gateway reports to the public origin if one is configured", async (t) => {
  const { app, gateway } = await deploy(t, { publicUrl: "https://chat.parley.example/" });
  const conversation = clientConversation(channelId, "visitor");
  await app.calls.requestCallback({ channelId, conversation, senderId: "visitor", phone }, "test");
  while (gateway.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const example = JSON.parse(readFixture("call-gateway-request").toString());
  t.match(gateway.requests[0], `"status_url":"${example.status_url}"`);
});
