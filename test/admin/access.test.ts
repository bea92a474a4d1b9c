import { pino } from "pino";
import t from "tap";
import { createAddressGuard } from "../../src/delivery/address/address-guard.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startService } from "../harness/service.ts";
import { asWidget } from "../visitors/visitor-channel.ts";
import { asAgent, newChannel } from "./administrator.ts";
import { operationsOf, readDescription } from "./described.ts";

const placed: Readonly<Record<string, string>> = { random: "x".repeat(22), widget: "OTHERAPP01" };
/** Replaces every parameter of a path. Only the widget must exist. */
const fill = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name) => placed[name] ?? "1");

const strangers: readonly Record<string, string>[] = [
  {},
  { authorization: "Bearer nobody" },
  { cookie: "parley_session=nobody" },
];

t.test("[CH-07] without a login no request creates or edits a channel; every route is tested", async (t) => {
  const service = await startService(t, { channels: { OTHERAPP01: asWidget().MOBILEAPP1 } });
  const ask = await asAgent(t, service);
  const before = [(await ask("GET", "/api/channels")).body, (await ask("GET", "/api/agents")).body];
  const operations = operationsOf(await readDescription(service));
  const open: string[] = [];
  for (const { method, path, operation } of operations) {
    const body = JSON.stringify({ ...newChannel, id: "INTRUDER01", sender: { id: 1 }, message: {} });
    for (const headers of strangers) {
      const answer = await fetch(`${service.url}${fill(path)}`, {
        method,
        headers,
        ...(method === "GET" ? {} : { body }),
      });
      const text = await answer.text();
      if (operation.security.length === 0) continue;
      t.match([answer.status, text], [401, /"unauthorized"/], `${method} ${path}`);
      t.ok(answer.headers.get("x-request-id"));
    }
    if (operation.security.length === 0 && method !== "GET") open.push(`${method} ${path}`);
  }
  t.same(
    open,
    [
      "POST /calls/{gatewayToken}",
      "POST /chat-api/{random}/{publicId}",
      "POST /sample/{channel}/{token}/messages",
      "POST /bots/webhooks/{providerId}/{token}",
      "POST /bots/providers/{providerId}/{token}",
      "POST /api/session",
      "OPTIONS /widget/{widget}/files",
    ],
    "public routes create no channel",
  );
  t.strictSame([(await ask("GET", "/api/channels")).body, (await ask("GET", "/api/agents")).body], before);
});

t.test("[AUTH-14, AUTH-15] routes for administrators refuse agents, and show them no secrets", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const asKim = await asAgent(t, service, "kim");
  const { endpointUrl } = (await ask("GET", "/api/channels/MOBILEAPP1")).body.channel;
  const random = String(endpointUrl.split("/").at(-2));
  const paths = ["channels", "channels/MOBILEAPP1", "agents", "agents/1", "departments", "departments/1"];
  const writes = [
    ["POST", "channels", newChannel],
    ["PATCH", "channels/MOBILEAPP1", { name: "Mine" }],
    ["DELETE", "channels/MOBILEAPP1"],
    ["POST", "channels/MOBILEAPP1/random"],
    ["POST", "agents", { name: "Mine", email: "mine@example.com", role: "admin" }],
    ["PATCH", "agents/1", { role: "admin" }],
    ["DELETE", "agents/2"],
    ["POST", "departments", { name: "Mine" }],
    ["PATCH", "departments/1", { name: "Mine" }],
    ["DELETE", "departments/1"],
    ["POST", "providers", { id: "mine", name: "Mine" }],
    ["PATCH", "providers/mine", { name: "Mine" }],
    ["DELETE", "providers/mine"],
  ] as const;
  const reads = [...paths, "providers", "providers/mine"].map((path) => ["GET", path] as const);
  for (const [method, path, body] of [...reads, ...writes]) {
    const refused = await asKim(method, `/api/${path}`, body);
    t.match(refused, { status: 403, body: { error: { code: "access_denied" } } }, `${method} ${path}`);
    t.notOk(JSON.stringify(refused.body).includes(random));
  }
  t.equal((await ask("GET", "/api/channels")).body.channels.length, 2);
  t.match((await ask("GET", "/api/agents/1")).body.agent, { role: "agent" });
  for (const path of ["/api/chats", "/api/session", "/api/deliveries", "/api/channels/MOBILEAPP1/log"]) {
    const { body } = await asKim("GET", path);
    t.notOk(JSON.stringify(body).includes(random), `${path} shows no random string`);
  }
  t.notOk(JSON.stringify(service.logLines).includes(random), "the log shows none either");
});

t.test("[AUTH-06] a target is checked when it is saved, and again at each connection", async (t) => {
  const hosts: Record<string, string> = { "v6.example.com": "fd00::1", "public.example.com": "93.184.216.34" };
  const clock = createManualClock();
  const policy = { allow: ["10.1.0.0/16"], allowHttp: false };
  const guard = createAddressGuard(policy, (hostname, done) => {
    const address = hosts[hostname];
    done(null, address === undefined ? [] : [{ address, family: address.includes(":") ? 6 : 4 }]);
  });
  const limits = {
    endpointConnectionsMax: 2,
    noticeConnectionsMax: 2,
    answerBytesMax: 1024,
    webhookAnswerBytesMax: 1024,
  };
  const knownTokens = createKnownTokens(createMemoryStore(), clock);
  const outbound = createOutbound({ policy, limits, clock, log: pino({ level: "silent" }), knownTokens, guard });
  const service = await startService(t, { config: { outbound: policy }, hosts, outbound });
  const ask = await asAgent(t, service);
  const save = (webhookUrl: string) => ask("PATCH", "/api/channels/MOBILEAPP1", { webhookUrl });
  const refused = [
    ["http://public.example.com/", /https/],
    ["https://v6.example.com/", /fd00::1/],
    ["https://[::1]/", /loopback/],
    ["https://localhost/", /loopback/],
    ["https://169.254.169.254/latest", /link-local/],
    ["https://192.168.1.1/", /private/],
    ["https://2130706433/", /loopback/],
    ["https://user:s3cret@10.0.0.1/?key=s3cret", /private/],
  ] as const;
  for (const [url, reason] of refused) {
    const { status, body } = await save(url);
    t.match([status, body.error.message], [400, reason], url);
    t.match(body.error.message, /^Field webhookUrl must be a permitted target\. /);
    t.notMatch(body.error.message, /s3cret/);
  }
  for (const url of ["https://10.1.2.3/hook", "https://nowhere.example.com/", "https://public.example.com/hook"])
    t.equal((await save(url)).status, 200, url);

  hosts["public.example.com"] = "10.0.0.1";
  const kim = await service.logIn("kim");
  await service.say("7", "Hello");
  await service.call("POST", "/api/chats/1/accept", { token: kim });
  const desk = await service.enter("kim");
  await service.call("POST", "/api/chats/1/messages", { token: kim, body: { type: "text", text: "Hi" } });
  for (let step = 0; step < 4; step += 1) await service.pass(4_000);
  const { message } = await desk.until(
    (frame) => frame.type === "message" && frame.message.delivery?.state === "failed",
  );
  t.match(message.delivery, { attempts: 3 }, "each connection is refused");
  const [delivery] = (await service.call("GET", "/api/deliveries", { token: kim })).body.deliveries;
  t.match(delivery, { state: "failed", error: { code: "refused_target", message: /10\.0\.0\.1/ } });
});
