import type { Test } from "tap";
import t from "tap";
import { Errors } from "typebox/value";
import { endpointEvents } from "../../src/codec/settings/webhook-events.ts";
import { createCallGateway } from "../../src/delivery/call-gateway.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { servePeer } from "../../src/demo/cast/peer.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { loopback, outboundLimits } from "../delivery/attempts.ts";
import { until } from "../delivery/through-service.ts";
import { invites, post } from "../edge/b-bot/provider.ts";
import { createLateClock } from "../harness/late-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { silentLog } from "../harness/test-log.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "../visitors/visitor-channel.ts";
import { readDescription, resolve } from "./described.ts";

interface Sent {
  readonly path: string;
  readonly contentType: string;
  readonly body: { readonly [key: string]: unknown };
}

const accessToken = "t0k3n-of-the-bot";

const refused = "Refuse this";

/** One receiver for all servers to which Parley sends. It grants tokens, accepts all but one text and has a card for each client. */
async function openReceiver(t: Test): Promise<{ readonly base: string; readonly sent: readonly Sent[] }> {
  const sent: Sent[] = [];
  const card = { enable_assign: true, crm_link: "https://crm.example/cards/551" };
  const base = await servePeer(t, {
    paths: /^/,
    take({ path, headers, body: raw }) {
      const contentType = headers["content-type"] ?? "";
      const body = contentType === "application/json" ? JSON.parse(raw) : Object.fromEntries(new URLSearchParams(raw));
      sent.push({ path, contentType, body });
      if (/^\/(chat|bot)/.test(path) && raw.includes(refused)) return { status: 500 };
      const granted = { access_token: accessToken, token_type: "Bearer", expires_in: 3600 };
      return { status: 200, body: path === "/token" ? granted : { result: "ok", ...card } };
    },
  });
  return { base, sent };
}

/** Starts the complete service with real requests to the receiver; the test controls the time. */
async function startWithReceiver(t: Test, base: string) {
  const { clock, follow } = createLateClock();
  const store = createMemoryStore();
  const knownTokens = createKnownTokens(store, clock);
  const outbound = createOutbound({ policy: loopback, limits: outboundLimits, clock, log: silentLog, knownTokens });
  const oauth = { clientId: "parley", clientSecret: "s3cret", tokenUrl: `${base}/token` };
  const target = { url: `${base}/events`, signingSecret: null, previousSecret: null };
  const webhooks = {
    ...target,
    endpoints: [
      { ...target, name: "live", events: endpointEvents, paused: false, ordered: true, orderedWaitMs: 60_000 },
    ],
  };
  const service = await startService(t, {
    outbound,
    knownTokens,
    store,
    telephony: createCallGateway({
      gatewayUrl: base,
      statusUrl: () => "https://parley.example/calls/x",
      clock,
      log: silentLog,
    }),
    channels: {
      MOBILEAPP1: { bot: { ...bot, endpoint: `${base}/bot`, oauth }, webhookUrl: `${base}/chat`, webhooks },
      OTHERAPP01: asWidget({ webhooks }).MOBILEAPP1,
    },
  });
  follow(service.clock);
  return service;
}

/** Returns the webhook of the document that describes a request. */
function nameOf({ path, body }: Sent): string {
  if (path === "/token") return "requestToken";
  if (path === "/calls") return "startCall";
  const { event, event_name: eventName, message } = body;
  if (typeof event === "string") return event;
  if (typeof eventName === "string") return eventName;
  return /^type(in|out)$/.test(String(Object(message).type)) ? "typingNotice" : "agentMessage";
}

t.test("every sent request matches its description", async (t) => {
  const { base, sent } = await openReceiver(t);
  const service = await startWithReceiver(t, base);
  const told = (name: string) => until(() => sent.some((one) => nameOf(one) === name));
  await service.say("7", "Hello");
  await told("CLIENT_MESSAGE");
  t.equal((await post(service, invites(), { authorization: `Bearer ${accessToken}` })).status, 200);
  await told("AGENT_UNAVAILABLE");
  const { page } = await enterVisitor(t, service, { widget: "OTHERAPP01" });
  await page.ask({ type: "offline_message", email: "a@b.example", text: "Nobody there" });
  await told("offline_message");
  await service.enter("kim");
  await step(service, "accept");
  await told("AGENT_JOINED");
  await told("chat_accepted");
  await until(
    async () => (await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") })).body.chat.canAssign,
  );
  await step(service, "assign");
  await step(service, "typing", { type: "typein" });
  await step(service, "messages", { type: "text", text: "Hi" });
  const file = { file: "https://files.example.com/a.png", file_name: "a.png", file_size: 7, width: 2, height: 2 };
  await step(service, "messages", { type: "photo", ...file, text: "Look" });
  await step(service, "contact", { name: "Ann", phone: "+442079460181" }, { method: "PATCH" });
  await service.pass(2_000);
  await step(service, "call", { phone: "+442079460181" });
  await until(() => sent.filter((one) => nameOf(one) === "agentMessage").length === 2);
  await step(service, "close");
  for (const name of ["chat_assigned", "chat_updated", "chat_finished", "call_event", "startCall", "typingNotice"])
    await told(name);
  await step(service, "reopen");
  await step(service, "messages", { type: "text", text: refused });
  await page.ask({ type: "message", text: "Hello" });
  await page.ask({ type: "rate", value: "positive", comment: "Quick and kind." });
  await service.say("8", refused);
  for (const name of ["message_failed", "bot_failed"])
    while (!sent.some((one) => nameOf(one) === name)) {
      await service.settle();
      await service.pass(3_000);
    }
  await step(service, "transfer", { agentId: 2 });
  for (const name of ["chat_reopened", "chat_rated", "chat_transferred", "message_delivered", "agent_presence"])
    await told(name);

  const description: { readonly webhooks: Readonly<Record<string, unknown>> } & object = await (
    await fetch(`${service.url}/openapi.json`)
  ).json();
  t.ok(await readDescription(service));
  for (const one of sent) {
    const name = nameOf(one);
    const content = Object(resolve(description, description.webhooks[name])).post?.requestBody.content[one.contentType];
    t.ok(content, `${name} is described, with the type ${one.contentType}`);
    t.strictSame(Errors(Object(content?.schema), one.body), [], `${name} ${JSON.stringify(one.body)}`);
  }
  const seen = new Set(sent.map(nameOf));
  t.strictSame(
    Object.keys(description.webhooks).filter((name) => !seen.has(name)),
    [],
    "each request was sent",
  );
});
