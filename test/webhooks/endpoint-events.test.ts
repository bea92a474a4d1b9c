import type { Test } from "tap";
import t from "tap";
import { Errors } from "typebox/value";
import type { WebhookEndpoint } from "../../machines/channel/channel.types.ts";
import type { EndpointEventName } from "../../machines/tells.ts";
import { everyWebhookSchema } from "../../src/codec/c-webhook/webhook-schemas.ts";
import { endpointEvents, webhookEvents } from "../../src/codec/settings/webhook-events.ts";
import { ok } from "../../src/core/result.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, bot, webhooks } from "../harness/service-config.ts";
import { openVisitor } from "../harness/visitor-client.ts";
import { eventually } from "../inspect/watcher.ts";
import { widget } from "../visitors/visitor-channel.ts";

const endpointOf = (name: string, events: WebhookEndpoint["events"]): WebhookEndpoint => ({
  ...{ name, url: `https://${name}.example.com/hook`, signingSecret: null, previousSecret: null },
  ...{ events, paused: false, ordered: false, orderedWaitMs: 60_000 },
});
const newEvents = endpointEvents.filter((event) => !["chat_started", "message_created"].includes(event));

/** Kim has both channels. A channel has the endpoints `own`, and all channels have `all`. */
async function startWatched(t: Parameters<typeof startService>[0], hasBot: boolean) {
  const own = { ...webhooks, endpoints: [endpointOf("own", newEvents), endpointOf("quiet", webhookEvents)] };
  const service = await startService(t, {
    channels: {
      MOBILEAPP1: { webhooks: own, ...(hasBot && { bot }) },
      OTHERAPP01: { kind: "widget", webhookUrl: "", widget, agentIds: [agents.max.id, agents.kim.id] },
    },
  });
  await service.app.runtime.endpoints.change(() => ok([endpointOf("all", newEvents)]));
  return service;
}

/** Answers every request for an owner's server, until none follows. */
async function settle(service: Service): Promise<void> {
  for (let seen = -1; seen < service.reports.length; ) {
    seen = service.reports.length;
    for (const report of service.reports) report.answer();
    await service.settle();
  }
}

const sentTo = (service: Service, name: string) =>
  service.reports.filter(({ webhooks: { url } }) => url === `https://${name}.example.com/hook`);
const namesTo = (service: Service, name: string): readonly string[] => sentTo(service, name).map(({ event }) => event);

/** The bodies of an event, each as its schema describes it. The endpoint of the channel and that of all channels got the same ones. */
function bodiesOf(t: Test, service: Service, event: EndpointEventName) {
  const bodies = ["own", "all"].map((name) =>
    sentTo(service, name)
      .filter((report) => report.event === event)
      .map(({ json }) => json),
  );
  t.strictSame(bodies[0], bodies[1], event);
  for (const body of bodies[0] ?? []) t.strictSame([...Errors(everyWebhookSchema[event], body)], [], event);
  return bodies[0] ?? [];
}

t.test("[WH-44] an endpoint can get what happens to the messages, and to the chat's owner", async (t) => {
  const service = await startWatched(t, false);
  const token = await service.logIn("kim");
  const step = (name: string, body: object = {}) => service.call("POST", `/api/chats/1/${name}`, { token, body });
  await service.say({ id: "7", name: "Ann" }, "Where is my order?");
  await step("accept");
  const write = async (text: string) => (await step("messages", { type: "text", text })).body.message.id;
  const ids = [await write("On its way."), await write("Here?")];
  await service.settle();
  service.attempts[0]?.answer();
  await settle(service);
  const failure = { kind: "error_answer", code: "17", message: "This customer has left." } as const;
  for (let answered = 1; bodiesOf(t, service, "message_failed").length === 0; answered += 1) {
    service.attempts[answered]?.answer({ httpStatus: 200, failure });
    await settle(service);
    await service.pass(3_000);
    await settle(service);
  }
  const kim = { id: 1, name: "Kim", email: "kim@example.com", phone: "" };
  const common = { chat_id: 1, widget_id: "MOBILEAPP1", visitor: { name: "Ann" }, timestamp: Number };
  t.match(bodiesOf(t, service, "message_delivered"), [{ ...common, agent: kim, message_id: ids[0], attempts: 1 }]);
  t.match(bodiesOf(t, service, "message_failed"), [
    { ...common, agent: kim, message_id: ids[1], attempts: 3, error: { code: "17", message: failure.message } },
  ]);
  await step("transfer", { agentId: agents.lee.id });
  await settle(service);
  const to = { type: "agent", id: 2, name: "Lee" };
  t.match(bodiesOf(t, service, "chat_transferred"), [{ ...common, agent: kim, to }]);
  await step("accept");
  await step("close");
  await step("reopen");
  await settle(service);
  t.match(bodiesOf(t, service, "chat_reopened"), [{ ...common, agent: kim }]);
  t.same(namesTo(service, "quiet"), ["chat_accepted", "chat_finished"], "others get what they got before");
});

t.test("[WH-44] a rating, and a bot that failed", async (t) => {
  const service = await startWatched(t, true);
  const visitor = await openVisitor(t, service);
  visitor.send({ type: "hello", widget: "OTHERAPP01" });
  await visitor.until(({ type }) => type === "ready");
  await visitor.ask({ type: "message", text: "Hello" });
  // A page repeats a request without an answer under the same id. It is one event.
  for (const id of ["same", "same"]) await visitor.ask({ type: "rate", value: "negative", id });
  await visitor.ask({ type: "rate", value: "positive", comment: "Quick and kind." });
  await settle(service);
  const rated = { event_name: "chat_rated", widget_id: "OTHERAPP01" };
  t.match(
    sentTo(service, "all").map(({ json }) => json),
    [
      { ...rated, rate: "negative", comment: undefined },
      { ...rated, rate: "positive", comment: "Quick and kind." },
    ],
  );
  for (const { json } of sentTo(service, "all")) t.strictSame([...Errors(everyWebhookSchema.chat_rated, json)], []);
  await service.say("7", "Hello");
  await service.settle();
  const failure = { kind: "timeout", code: "timeout", message: "No answer within 3 s." } as const;
  for (let number = 1; number <= 3; number += 1) {
    service.botAttempts.at(-1)?.answer({ httpStatus: null, failure });
    await service.pass(3_000);
  }
  await settle(service);
  const { code, message } = failure;
  t.match(bodiesOf(t, service, "bot_failed"), [{ widget_id: "MOBILEAPP1", error: { code, message } }]);
});

t.test(
  "[WH-44] an agent's presence goes once to an endpoint of all channels, and to those of the agent's channels",
  async (t) => {
    const service = await startWatched(t, false);
    const kim = await service.enter("kim");
    await service.settle();
    kim.send({ type: "available", value: false });
    await kim.until(({ type }) => type === "available");
    kim.vanish();
    await eventually(() => sentTo(service, "all").length === 3);
    await service.enter("ada");
    await service.enter("max", { available: false });
    await service.settle();
    const seen = (name: string) => sentTo(service, name).map(({ json }) => json);
    for (const json of seen("all")) t.strictSame([...Errors(everyWebhookSchema.agent_presence, json)], []);
    const of = (name: string, previous: string, status: string, ...channels: readonly string[]) => ({
      ...{ agent: { name }, previous_status: previous, status, channels },
    });
    const both = ["MOBILEAPP1", "OTHERAPP01"];
    const ofKim = [
      of("Kim", "offline", "online", ...both),
      of("Kim", "online", "away", ...both),
      of("Kim", "away", "offline", ...both),
    ];
    t.match(seen("all"), [...ofKim, of("Max", "offline", "away", "OTHERAPP01")]);
    t.match(
      seen("own"),
      ofKim.map((event) => ({ ...event, channels: ["MOBILEAPP1"] })),
    );
    for (const json of seen("own")) t.strictSame(Object(json).channels, ["MOBILEAPP1"], "no other channel is named");
    t.equal(seen("own").length, 3, "an agent of no channel causes none");
    t.same(namesTo(service, "quiet"), []);
    const token = await service.logIn("ada");
    const { deliveries } = (await service.call("GET", "/api/deliveries?kind=agent_presence", { token })).body;
    t.match(deliveries, [{ channelId: "OTHERAPP01" }, {}, {}, {}, {}, {}, { chatId: null, channelId: "MOBILEAPP1" }]);
  },
);
