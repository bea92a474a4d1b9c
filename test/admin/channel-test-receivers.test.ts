import { execFileSync } from "node:child_process";
import type { Test } from "tap";
import t from "tap";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { userAgent } from "../../src/core/version.ts";
import type { OutboundPolicy } from "../../src/delivery/address/address-guard.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { loopback, outboundLimits } from "../delivery/attempts.ts";
import type { Behaviour } from "../delivery/peer.ts";
import { openPeer, reply, replyOk } from "../delivery/peer.ts";
import { until } from "../delivery/through-service.ts";
import type { SeenRequest } from "../delivery/webhook/webhooks.ts";
import { isVerified, seenBy, webhookAt } from "../delivery/webhook/webhooks.ts";
import { channelLog } from "../harness/customer.ts";
import { createLateClock } from "../harness/late-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startService } from "../harness/service.ts";
import { silentLog } from "../harness/test-log.ts";
import { asAgent } from "./administrator.ts";

const path = "/api/channels/MOBILEAPP1/test";
const signingSecret = `whsec_${Buffer.from("a".repeat(24)).toString("base64")}`;
const previous = `whsec_${Buffer.from("b".repeat(24)).toString("base64")}`;
/** A name full of characters that a shell would change. */
const oddName = `Kim's "$HOME" \`id\` \\ !! $(id)`;

/** Starts the service with the real outbound side and a receiver on a real socket; the test controls the time. */
async function openWorld(
  t: Test,
  behave: Behaviour,
  settings: (host: string) => Partial<ChannelSettings>,
  policy: OutboundPolicy = loopback,
) {
  const peer = await openPeer(t, behave);
  const { clock, follow } = createLateClock();
  const limits = { ...outboundLimits, endpointConnectionsMax: 2 };
  const knownTokens = createKnownTokens(createMemoryStore(), clock);
  const outbound = createOutbound({ policy, limits, clock, log: silentLog, knownTokens });
  const service = await startService(t, { outbound, channels: { MOBILEAPP1: settings(peer.host) } });
  follow(service.clock);
  return { peer, service, ask: await asAgent(t, service) };
}

/** The arguments that a shell passes to curl. */
const argumentsOf = (line: string): readonly string[] =>
  execFileSync("/bin/sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${line}`])
    .toString()
    .split("\0")
    .slice(0, -1);

/** Removes the headers of the connection, which need not be repeated. */
function withoutConnection({ headers }: SeenRequest): Readonly<Record<string, string>> {
  const { host: _host, connection: _connection, ...rest } = headers;
  return rest;
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

t.test(
  "the customer system's request equals the shown one and the one of the curl command, except for secrets",
  async (t) => {
    const { peer, service, ask } = await openWorld(t, replyOk, (host) => ({
      name: oddName,
      strictAnswers: true,
      webhookUrl: `http://kim:pa55word@${host}/chat/v1?key=s3cret&list[]=a`,
    }));
    const { status, body } = await ask("POST", path, { target: "customer_system" });
    t.equal(status, 200, JSON.stringify(body));
    const { request, curl, ...test } = body.test;
    t.strictSame(test, {
      target: "customer_system",
      delivered: true,
      status: 200,
      durationMs: 0,
      error: null,
      note: null,
      answer: '{"result":"ok"}',
      address: `http://***:***@${peer.host}/chat/v1/MOBILEAPP1?key=***&list[]=***`,
    });
    const [seen, ...others] = seenBy(peer);
    t.strictSame(others, [], "one request");
    t.equal(seen?.line, "POST /chat/v1/MOBILEAPP1?key=s3cret&list[]=a HTTP/1.1");
    t.equal(request.body, seen?.body.toString());
    t.match(JSON.parse(request.body), { recipient: { id: "parley-test" }, message: { text: /Kim's "\$HOME" `id`/ } });
    const credentials = `Basic ${Buffer.from("kim:pa55word").toString("base64")}`;
    const sent = seen && withoutConnection(seen);
    t.strictSame(sent, { ...lowerCased(request.headers), authorization: credentials });
    t.equal(request.headers["Authorization"], "Basic …");

    const words = argumentsOf(curl);
    t.equal(words.at(-1), `http://${peer.host}/chat/v1/MOBILEAPP1?key=…&list[]=…`);
    t.equal(words.at(-2), request.body, "the shell changes nothing");
    t.strictSame(words.slice(0, -3), [
      ...["--http1.1", "--globoff"],
      ...[
        "-H",
        `User-Agent: ${userAgent}`,
        "-H",
        "Accept-Encoding: identity",
        "-H",
        "Content-Type: application/json",
        "-H",
        "Authorization: Basic …",
      ],
      ...["-H", "Accept:"],
    ]);
    const told = JSON.stringify([body, service.logLines, await channelLog(service)]);
    t.notMatch(told, /pa55word|s3cret/);
    t.notOk(told.includes(credentials));
  },
);

t.test("the response to a test is judged like the response to a message", async (t) => {
  const rows: readonly (readonly [behave: Behaviour, strictAnswers: boolean, test: object])[] = [
    [reply("204 No Content", ""), false, { delivered: true, status: 204, note: "no result", error: null }],
    [reply("204 No Content", ""), true, { delivered: false, status: 204, error: { code: "http_status" } }],
    [
      reply("200 OK", '{"error":{"code":17,"message":"Mailbox is full."}}'),
      false,
      { delivered: false, status: 200, error: { code: "17", message: "Mailbox is full." } },
    ],
    [reply("500 Oops", "x".repeat(3_000)), false, { delivered: false, status: 500, answer: "x".repeat(1_024) }],
    [reply("302 Found", "", "Location: /\r\n"), false, { delivered: false, status: 302 }],
  ];
  for (const [behave, strictAnswers, test] of rows) {
    const world = await openWorld(t, behave, (host) => ({ strictAnswers, webhookUrl: `http://${host}/chat` }));
    const { status, body } = await world.ask("POST", path, { target: "customer_system" });
    t.match({ status, test: body.test }, { status: 200, test }, JSON.stringify(body));
    t.equal(world.peer.requests.length, 1);
  }
});

t.test("a channel with chunked requests is tested with a chunked request", async (t) => {
  const { peer, ask } = await openWorld(t, replyOk, (host) => ({ chunked: true, webhookUrl: `http://${host}/chat` }));
  const { request, curl } = (await ask("POST", path, { target: "customer_system" })).body.test;
  const [seen] = seenBy(peer);
  t.strictSame(seen && withoutConnection(seen), lowerCased(request.headers));
  t.equal(request.headers["Transfer-Encoding"], "chunked");
  t.ok(seen?.body.toString().includes(request.body));
  t.ok(argumentsOf(curl).includes("Transfer-Encoding: chunked"));
});

t.test("the owner's server gets the shown request, signed with both secrets", async (t) => {
  const echo: Behaviour = (socket, request) =>
    reply("200 OK", `{"result":"ok","echo":"${request.length} pa55word"}`)(socket, request);
  const { peer, service, ask } = await openWorld(t, echo, (host) => ({
    webhooks: webhookAt(`http://kim:pa55word@${host}/hook?key=s3cret`, { signingSecret: previous }),
  }));
  await ask("PATCH", "/api/channels/MOBILEAPP1", { webhooks: { signingSecret } });
  const { status, body } = await ask("POST", path, { target: "webhooks" });
  t.equal(status, 200, JSON.stringify(body));
  const { request, curl, ...test } = body.test;
  t.match(test, {
    target: "webhooks",
    delivered: true,
    status: 200,
    answer: /^\{"result":"ok","echo":"\d+ \*\*\*"\}$/,
    address: `http://***:***@${peer.host}/hook?key=***`,
  });
  const [seen, ...others] = seenBy(peer);
  t.strictSame(others, [], "one request");
  const nowMs = service.clock.nowMs();
  for (const secret of [signingSecret, previous]) t.ok(seen && isVerified(secret, seen, nowMs));
  t.match(seen?.headers, { "webhook-id": /^[0-9A-HJKMNP-TV-Z]{26}$/, "webhook-attempt": "1" });
  t.equal(request.body, seen?.body.toString());
  t.strictSame(seen && withoutConnection(seen), {
    ...lowerCased(request.headers),
    authorization: `Basic ${Buffer.from("kim:pa55word").toString("base64")}`,
  });
  const words = argumentsOf(curl);
  t.ok(words.includes(`webhook-signature: ${seen?.headers["webhook-signature"]}`));
  t.strictSame(words.slice(-2), [request.body, `http://${peer.host}/hook?key=…`]);
  const told = JSON.stringify([body, service.logLines, await channelLog(service)]);
  t.notMatch(told, /pa55word|s3cret/);
  for (const secret of [signingSecret, previous]) t.notOk(told.includes(secret.slice(6)));
});

t.test("a silent server gets the timeout of any other attempt, and the result is a timeout", async (t) => {
  const silent: Behaviour = () => undefined;
  const settings = (host: string) => ({
    webhookUrl: `http://${host}/chat`,
    webhooks: webhookAt(`http://${host}/hook`),
  });
  for (const [target, timeoutMs] of [
    ["customer_system", 3_000],
    ["webhooks", 10_000],
  ] as const) {
    const { peer, service, ask } = await openWorld(t, silent, settings);
    const answer = ask("POST", path, { target });
    await until(() => peer.requests.length === 1);
    await service.pass(timeoutMs - 500);
    t.strictSame(await channelLog(service), [], "not finished yet");
    await service.pass(500);
    const { status, body } = await answer;
    t.match(
      { status, test: body.test },
      {
        status: 200,
        test: { delivered: false, status: null, durationMs: timeoutMs, error: { code: "timeout" }, answer: null },
      },
    );
    t.match(await channelLog(service), [{ kind: "test", text: /not delivered, no answer after/ }]);
    await service.pass(30_000);
    t.equal(peer.requests.length, 1, "no retry");
  }
});

t.test("a test goes only to addresses that are allowed for messages", async (t) => {
  const settings = (host: string) => ({
    webhookUrl: `https://${host}/chat`,
    webhooks: webhookAt(`http://${host}/hook`),
  });
  for (const target of ["customer_system", "webhooks"]) {
    const { peer, ask } = await openWorld(t, replyOk, settings, { allow: [], allowHttp: false });
    const { status, body } = await ask("POST", path, { target });
    t.match(
      { status, test: body.test },
      {
        status: 200,
        test: {
          delivered: false,
          status: null,
          error: { code: "refused_target", message: /loopback/ },
          curl: /^curl /,
        },
      },
    );
    t.strictSame([peer.requests.length, peer.connections.total], [0, 0]);
  }
});
