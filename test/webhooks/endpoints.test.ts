import t from "tap";
import { Errors } from "typebox/value";
import type { WebhookEndpoint, WebhookSettings } from "../../machines/channel/channel.types.ts";
import { everyWebhookSchema } from "../../src/codec/c-webhook/webhook-schemas.ts";
import { endpointEvents, webhookEvents } from "../../src/codec/settings/webhook-events.ts";
import type { AdminBody } from "../admin/administrator.ts";
import { asAgent, newChannel } from "../admin/administrator.ts";
import { until } from "../delivery/through-service.ts";
import { channelLog } from "../harness/customer.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { openVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "../visitors/visitor-channel.ts";

const endpointOf = (name: string, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...{ name, url: `https://${name}.example.com/hook`, signingSecret: null, previousSecret: null },
  ...{ events: webhookEvents, paused: false, ordered: false, orderedWaitMs: 60_000, ...changes },
});
const all: WebhookSettings = {
  ...webhooks,
  endpoints: [
    endpointOf("all"),
    endpointOf("ends", { events: ["chat_finished"] }),
    endpointOf("asleep", { paused: true }),
  ],
};
const sent = (service: Service) =>
  service.reports.map(({ event, webhooks: { url } }) => `${event} to ${new URL(url).hostname}`);

async function acceptAndClose(service: Service): Promise<void> {
  const token = await service.logIn("kim");
  await service.say("7", "Hello");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.settle();
  await service.call("POST", "/api/chats/1/close", { token });
  await service.settle();
}

t.test(
  "[WH-43] each receiver gets the events that it wants, once, in its own order and under its own ids",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks: all } } });
    const token = await service.logIn("kim");
    await service.say("7", "Hello");
    await service.call("POST", "/api/chats/1/accept", { token });
    await service.settle();
    t.same(sent(service), ["chat_accepted to crm.example.com", "chat_accepted to all.example.com"]);
    const [crm, everything] = service.reports;
    t.same(crm?.body, everything?.body, "the bodies are the same");
    everything?.answer({ crmAnswer: { crmLink: "https://all.example.com/cards/1" } });
    await service.settle();
    const { chat } = (await service.call("GET", "/api/chats/1", { token })).body;
    t.equal(chat.crmLink, null, "agents see only the answers of the webhook URL");
    await service.call("POST", "/api/chats/1/close", { token });
    await service.settle();
    const ended = ["chat_finished to all.example.com", "chat_finished to ends.example.com"];
    t.same(sent(service).slice(2).sort(), ended, "a first attempt delays only the events of its receiver");
    crm?.answer({ httpStatus: 500, failure: { kind: "http_status", code: "http_status", message: "HTTP 500." } });
    await service.settle();
    t.same(sent(service).slice(4), ["chat_finished to crm.example.com"]);
    t.equal(new Set(service.reports.map(({ deliveryId }) => deliveryId)).size, 5);
  },
);

t.test(
  "[WH-44] an endpoint can get the beginning of each chat and each message; the webhook URL does not",
  async (t) => {
    const wanted = endpointOf("live", { events: endpointEvents });
    const service = await startService(t, {
      channels: { MOBILEAPP1: { webhooks: { ...all, endpoints: [...all.endpoints, wanted] } } },
    });
    const token = await service.logIn("kim");
    const settle = async (): Promise<void> => {
      for (let seen = -1; seen < service.reports.length; ) {
        seen = service.reports.length;
        for (const report of service.reports) report.answer();
        await service.settle();
      }
    };
    await service.say({ id: "7", name: "Ann" }, "Where is my order?");
    await settle();
    await service.call("POST", "/api/chats/1/accept", { token });
    await service.call("POST", "/api/chats/1/note", { token, body: { text: "A good customer" } });
    await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "On its way." } });
    await settle();
    const live = service.reports.filter(({ webhooks: { url } }) => url === wanted.url);
    for (const { event, json } of live) t.strictSame([...Errors(everyWebhookSchema[event], json)], [], event);
    t.match(
      live.map(({ json }) => json),
      [
        { event_name: "chat_started", chat_id: 1, widget_id: "MOBILEAPP1", visitor: { name: "Ann", chats_count: 1 } },
        {
          event_name: "message_created",
          message_id: String,
          message: { message: "Where is my order?", type: "visitor" },
        },
        { event_name: "message_created", message: { message: "On its way.", type: "agent", agent_id: 1 } },
      ],
    );
    t.equal(live.length, 3, "notes and lines of the service are no messages");
    t.same(
      sent(service).filter((line) => !line.includes("live")),
      ["chat_accepted to crm.example.com", "chat_accepted to all.example.com"],
      "others get what they got before",
    );
  },
);

t.test(
  "[WH-45] the events of a chat wait at an ordered endpoint for one that is retried, and pass it in the end",
  async (t) => {
    const wait = { ordered: true, orderedWaitMs: 600_000 };
    const endpoints = [endpointOf("calm", wait), endpointOf("eager")];
    const service = await startService(t, {
      channels: { MOBILEAPP1: { webhooks: { ...webhooks, url: "", endpoints } } },
    });
    const names = () => sent(service).map((line) => line.replace(/\.example.*/, ""));
    const answer = async (index: number, isGood = false) => {
      const failure = { kind: "http_status", code: "http_status", message: "HTTP 500." } as const;
      service.reports[index]?.answer(isGood ? {} : { httpStatus: 500, failure });
      await service.settle();
    };
    await acceptAndClose(service);
    t.same(names(), ["chat_accepted to calm", "chat_accepted to eager"]);
    await answer(0);
    await answer(1);
    t.same(names().slice(2), ["chat_finished to eager"], "only the other endpoint goes on after the failure");
    await answer(2, true);
    await service.pass(7_000);
    t.same(names().slice(3).sort(), ["chat_accepted to calm", "chat_accepted to eager"], "the second attempts");
    const calm = service.reports.findIndex(
      ({ event, attempt, webhooks: { url } }) => /calm/.test(url) && event === "chat_accepted" && attempt === 2,
    );
    await answer(calm, true);
    t.same(names().slice(5), ["chat_finished to calm"], "it goes on after a success");

    const other = await startService(t, {
      channels: { MOBILEAPP1: { webhooks: { ...webhooks, url: "", endpoints: [endpointOf("calm", wait)] } } },
    });
    await acceptAndClose(other);
    const failure = { kind: "http_status", code: "http_status", message: "HTTP 500." } as const;
    // 5 s, 5 min and 30 min: the fourth attempt would begin after 10 minutes.
    for (const passedMs of [0, 7_000, 363_000]) {
      await other.pass(passedMs);
      t.same(sent(other).at(-1), "chat_accepted to calm.example.com");
      other.reports.at(-1)?.answer({ httpStatus: 500, failure });
      await other.settle();
    }
    t.same(sent(other).at(-1), "chat_finished to calm.example.com", "after the third failure nobody waits any longer");
    const token = await other.logIn("ada");
    const { deliveries } = (await other.call("GET", "/api/deliveries?kind=chat_accepted", { token })).body;
    t.match((await other.call("GET", `/api/deliveries/${deliveries[0]?.id}`, { token })).body, {
      delivery: {
        attempts: [{ note: null }, { note: null }, { note: "Later events of the chat no longer wait for this one." }],
      },
    });
  },
);

t.test("[WH-45] later events pass an event whose retry began too late, such as after an outage", async (t) => {
  const calm = endpointOf("calm", { ordered: true, orderedWaitMs: 600_000 });
  const service = await startService(t, {
    channels: { MOBILEAPP1: { webhooks: { ...webhooks, url: "", endpoints: [calm] } } },
  });
  const failure = { kind: "http_status", code: "http_status", message: "HTTP 500." } as const;
  await acceptAndClose(service);
  service.reports.at(-1)?.answer({ httpStatus: 500, failure });
  await service.settle();
  service.clock.advance(2 * 60 * 60_000);
  await service.settle();
  t.match(service.reports.at(-1), { event: "chat_accepted", attempt: 2 });
  service.reports.at(-1)?.answer({ httpStatus: 500, failure });
  await service.settle();
  t.match(service.reports.at(-1), { event: "chat_finished", attempt: 1 });
});

t.test("a channel can have endpoints only; a paused endpoint loses nothing that was made before", async (t) => {
  const only: WebhookSettings = { ...webhooks, url: "", endpoints: [endpointOf("all")] };
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks: only } } });
  const ask = await asAgent(t, service);
  await acceptAndClose(service);
  t.same(sent(service), ["chat_accepted to all.example.com"]);
  const pause = async (paused: boolean) =>
    t.equal(
      (
        await ask("PATCH", "/api/channels/MOBILEAPP1", {
          webhooks: { endpoints: [{ name: "all", url: "https://all.example.com/hook", paused }] },
        })
      ).status,
      200,
    );
  await pause(true);
  service.reports[0]?.answer();
  await service.settle();
  t.equal(service.reports.length, 1, "the next event is not sent");
  const token = await service.logIn("ada");
  const failed = async () => (await service.call("GET", "/api/deliveries?state=failed", { token })).body.deliveries;
  t.match(await failed(), [{ error: { message: "The endpoint all is paused." } }]);
  await pause(false);
  await ask("POST", "/api/channels/MOBILEAPP1/webhooks/replay", {});
  await service.settle();
  t.same(sent(service).slice(1), ["chat_finished to all.example.com"]);
});

t.test(
  "endpoints of all channels get the events of each; they are stored, and those of the config file are declared",
  async (t) => {
    const service = await startService(t, { config: { endpoints: [endpointOf("bi", { events: ["chat_finished"] })] } });
    const ask = await asAgent(t, service);
    const path = "/api/webhook-endpoints";
    const url = "https://crm.example.com/in";
    t.match((await ask("GET", path)).body, { endpoints: [{ name: "bi", events: ["chat_finished"], signed: false }] });
    const secret = `whsec_${Buffer.from("s3cret-s3cret-s3cret-2").toString("base64")}`;
    const [bi, crm] = [
      { name: "bi", url: "https://bi.example.com/hook", events: ["chat_finished"] },
      { name: "crm", url },
    ];
    const set = await ask("PUT", path, {
      endpoints: [bi, { ...crm, signingSecret: secret, events: ["chat_accepted"] }],
    });
    t.match(set, { status: 200, body: { endpoints: [{ name: "bi" }, { name: "crm", signed: true }] } });
    await acceptAndClose(service);
    t.same(sent(service), ["chat_accepted to crm.example.com", "chat_finished to bi.example.com"]);
    t.match(service.reports[0]?.webhooks, { signingSecret: secret });
    await ask("PUT", path, { endpoints: [bi] });
    service.reports[0]?.answer({
      httpStatus: 500,
      failure: { kind: "http_status", code: "http_status", message: "HTTP 500." },
    });
    await service.pass(10_000);
    const token = await service.logIn("ada");
    const { deliveries } = (await service.call("GET", "/api/deliveries?state=failed", { token })).body;
    t.match(deliveries, [{ error: { message: "There is no endpoint crm any more." } }]);
    for (const [endpoints, message] of [
      [[bi, bi], /^Field endpoints\[1\]\.name must differ from endpoints\[0\]\.name, got "bi"/],
      [[{ ...bi, url: "http://127.0.0.1/" }], /^Field endpoints\[0\]\.url must be a permitted target/],
      [[{ ...bi, events: ["all"] }], /^Field endpoints\[0\]\.events\[0\] must be one of call_event, /],
    ] as const)
      t.match(await ask("PUT", path, { endpoints }), { status: 400, body: { error: { message } } });
    t.same((await ask("PUT", path, { endpoints: [] })).body, { endpoints: [] });
  },
);

t.test(
  "an endpoint of all channels that the config file no longer names ends, and one that was set stays",
  async (t) => {
    const store = { ...(await openTestStore(t)), close: async () => undefined };
    const [own, bi] = [endpointOf("own"), endpointOf("bi")];
    const service = await startService(t, { store, config: { endpoints: [own, bi] } });
    const ask = await asAgent(t, service);
    const path = "/api/webhook-endpoints";
    const endpoints = [own, bi, endpointOf("crm")].map(({ name, url }) => ({ name, url, paused: true }));
    t.equal((await ask("PUT", path, { endpoints })).status, 200);
    await service.stop();
    const again = await startService(t, { store, config: { endpoints: [own] } });
    const shown = {
      endpoints: [
        { name: "own", paused: false },
        { name: "crm", paused: true },
      ],
    };
    const { body } = await (await asAgent(t, again))("GET", path);
    t.match(body, shown);
    t.equal(body.endpoints.length, 2);
    await again.stop();
    const last = await startService(t, { store });
    t.match((await (await asAgent(t, last))("GET", path)).body, { endpoints: [{ name: "crm" }] });
  },
);

t.test("[WH-45] an event that belongs to no chat has no note about later events of a chat", async (t) => {
  const calm = endpointOf("calm", { ordered: true, orderedWaitMs: 1_000, events: ["offline_message"] });
  const own = { ...webhooks, url: "", endpoints: [calm] };
  const service = await startService(t, { channels: asWidget({ webhooks: own }) });
  const visitor = await openVisitor(t, service);
  visitor.send({ type: "hello", widget: "MOBILEAPP1" });
  await visitor.until(({ type }) => type === "ready");
  await visitor.ask({ type: "offline_message", text: "Please call me.", email: "ann@example.com" });
  await service.settle();
  const failure = { kind: "http_status", code: "http_status", message: "HTTP 500." } as const;
  service.reports[0]?.answer({ httpStatus: 500, failure });
  await service.settle();
  const token = await service.logIn("ada");
  const { deliveries } = (await service.call("GET", "/api/deliveries?kind=offline_message", { token })).body;
  t.match((await service.call("GET", `/api/deliveries/${deliveries[0]?.id}`, { token })).body, {
    delivery: { attempts: [{ error: { code: "http_status" }, note: null }] },
  });
});

t.test("endpoints are set by an administrator; a mistake is named, and no secret is answered", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const path = "/api/channels/MOBILEAPP1";
  const secret = `whsec_${Buffer.from("s3cret-s3cret-s3cret-1").toString("base64")}`;
  const one = { name: "bi", url: "https://bi.example.com/in" };
  const set = async (endpoints: unknown) => ask("PATCH", path, { webhooks: { endpoints } });
  t.match(
    (await set([{ ...one, signingSecret: secret, events: ["chat_finished", "chat_finished"] }])).body.channel.webhooks,
    {
      url: "",
      endpoints: [{ ...one, signed: true, previousSecretUntil: null, events: ["chat_finished"], paused: false }],
    },
  );
  const kept = (
    await set([
      { ...one, paused: true },
      { ...one, name: "crm" },
    ])
  ).body.channel.webhooks?.endpoints;
  t.match(kept, [
    { name: "bi", signed: true, events: webhookEvents, paused: true },
    { name: "crm", signed: false },
  ]);
  const named = [...webhookEvents, ...endpointEvents].join(", ");
  for (const [endpoints, message] of [
    [{}, /^Field webhooks\.endpoints must be a list of at most 10 objects, got an object/],
    [[{ name: "bi" }], /^Field webhooks\.endpoints\[0\]\.url is missing/],
    [
      [{ ...one, name: "B I" }],
      /^Field webhooks\.endpoints\[0\]\.name must be 1 to 32 characters of a-z, 0-9 and -, got "B I"/,
    ],
    [[one, one], /^Field webhooks\.endpoints\[1\]\.name must differ from webhooks\.endpoints\[0\]\.name, got "bi"/],
    [[{ ...one, url: "http://127.0.0.1/" }], /^Field webhooks\.endpoints\[0\]\.url must be a permitted target/],
    [[{ ...one, events: [] }], /^Field webhooks\.endpoints\[0\]\.events must be a list of call_event, /],
    [
      [{ ...one, events: ["chat_finished", "chat_begun"] }],
      new RegExp(`^Field webhooks\\.endpoints\\[0\\]\\.events\\[1\\] must be one of ${named}, got "chat_begun"`),
    ],
    [[{ ...one, signingSecret: "s3cret" }], /^Field webhooks\.endpoints\[0\]\.signingSecret must be "whsec_"/],
    [[{ ...one, paused: "yes" }], /^Field webhooks\.endpoints\[0\]\.paused must be true or false/],
    [
      Array.from({ length: 11 }, (_, index) => ({ ...one, name: `n${index}` })),
      /^Field webhooks\.endpoints must be a list/,
    ],
    [[], /^Field webhooks\.url is missing/],
  ] as const)
    t.match(await set(endpoints), { status: 400, body: { error: { message } } }, JSON.stringify(endpoints));
  t.match(await ask("POST", "/api/channels", { ...newChannel, webhooks: { endpoints: [one] } }), { status: 201 });
  const told = JSON.stringify([(await ask("GET", "/api/channels")).body, service.logLines]);
  t.notOk(told.includes(secret.slice(6, 30)));
});

t.test("[WH-43] one endpoint is changed or removed; changes of two administrators at once both count", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const url = "https://robin:s3cret@crm.example.com/in";
  for (const [path, at, show] of [
    ["/api/webhook-endpoints", "/api/webhook-endpoints", ({ endpoints }: AdminBody) => endpoints],
    [
      "/api/channels/MOBILEAPP1/webhooks/endpoints",
      "/api/channels/MOBILEAPP1",
      ({ channel }: AdminBody) => channel.webhooks?.endpoints,
    ],
  ] as const) {
    for (const name of ["crm", "bi", "old"]) await ask("POST", path, { name, url });
    const answers = await Promise.all([
      ask("PATCH", `${path}/crm`, { paused: true }),
      ask("PATCH", `${path}/crm`, { url: "https://***:***@crm.example.com/new", events: ["chat_finished"] }),
      ask("PATCH", `${path}/bi`, { signingSecret: null }),
      ask("DELETE", `${path}/old`),
    ]);
    t.strictSame(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
      path,
    );
    t.match(show((await ask("GET", at)).body), [
      { name: "crm", url: /\/new$/, events: ["chat_finished"], paused: true, signed: true, previousSecretUntil: null },
      { name: "bi", signed: false, paused: false, events: webhookEvents },
    ]);
    t.match(await ask("PATCH", `${path}/crm`, {}), { status: 200 }, "nothing is changed");
    for (const [method, name, body, status, message] of [
      ["PATCH", "old", { paused: true }, 404, /^There is no such endpoint/],
      ["DELETE", "old", undefined, 404, /^There is no such endpoint/],
      ["PATCH", "crm", { name: "other" }, 400, /^Field name is not known here/],
      ["PATCH", "crm", { events: [] }, 400, /^Field events must be a list of call_event, /],
      ["PATCH", "crm", { url: "http://127.0.0.1/" }, 400, /^Field url must be a permitted target/],
      ["PATCH", "crm", { url: "https://***:***@evil.example.com/" }, 400, /^Field url must contain the user/],
    ] as const)
      t.match(await ask(method, `${path}/${name}`, body), { status, body: { error: { message } } });
    for (const name of ["crm", "bi"]) t.match(await ask("DELETE", `${path}/${name}`), { status: 200 });
  }
  const { body } = await ask("GET", "/api/channels/MOBILEAPP1");
  t.equal(body.channel.webhooks, null, "a channel without receivers has no webhooks");
  t.match(await ask("PATCH", "/api/channels/NOSUCHAPP1/webhooks/endpoints/crm", {}), { status: 404 });
});

t.test(
  "[WH-43] an added endpoint gets a secret, which is answered once; it is replaced alone, and a test goes to the endpoint also while it is paused",
  async (t) => {
    const service = await startService(t);
    const ask = await asAgent(t, service);
    const crm = { name: "crm", url: "https://crm.example.com/in", paused: true };
    for (const [path, mark, show] of [
      ["/api/webhook-endpoints", "*", ({ endpoints }: AdminBody) => endpoints],
      ["/api/channels/MOBILEAPP1/webhooks/endpoints", "", ({ channel }: AdminBody) => channel.webhooks?.endpoints],
    ] as const) {
      const added = await ask("POST", path, crm);
      t.match(added, { status: 201, body: { signingSecret: /^whsec_/ } }, path);
      t.match(show(added.body), [{ name: "crm", signed: true, previousSecretUntil: null, paused: true }]);
      t.match(await ask("POST", path, { ...crm, name: "open", signingSecret: null }), {
        body: { signingSecret: null },
      });
      const renewed = await ask("POST", `${path}/crm/secret`);
      t.match(renewed, { status: 200, body: { signingSecret: /^whsec_/ } });
      t.not(renewed.body.signingSecret, added.body.signingSecret);
      t.match(show(renewed.body), [
        { name: "crm", signed: true, previousSecretUntil: Number },
        { name: "open", signed: false, previousSecretUntil: null },
      ]);
      t.match(await ask("POST", `${path}/bi/secret`), { status: 404, body: { error: { code: "not_found" } } });
      for (const [body, status, message] of [
        [crm, 409, /^Field name must be another one: there is already an endpoint .* with this name/],
        [{ ...crm, name: "B I" }, 400, /^Field name must be 1 to 32 characters/],
        [{ ...crm, name: "bi", url: "http://127.0.0.1/" }, 400, /^Field url must be a permitted target/],
        [{ ...crm, name: "bi", url: "https://***:***@crm.example.com/" }, 400, /^Field url must contain the user/],
      ] as const)
        t.match(await ask("POST", path, body), { status, body: { error: { message } } });
      for (let n = 2; n < 10; n += 1) await ask("POST", path, { ...crm, name: `n${n}` });
      const eleventh = { status: 409, body: { error: { message: /^There are already 10 endpoints/ } } };
      t.match(await ask("POST", path, { ...crm, name: "n10" }), eleventh);

      const tests = "/api/channels/MOBILEAPP1/test";
      const before = service.reports.length;
      const tested = ask("POST", tests, { target: "webhooks", endpoint: `${mark}crm` });
      await until(() => service.reports.length > before);
      t.match(service.reports.at(-1), { event: "offline_message", webhooks: { url: crm.url } });
      service.reports.at(-1)?.answer();
      t.match(await tested, { status: 200, body: { test: { delivered: true } } });
      t.match(await ask("POST", tests, { target: "webhooks", endpoint: `${mark}bi` }), {
        status: 409,
        body: { error: { message: `There is no endpoint "${mark}bi".` } },
      });
      service.clock.advance(1_000);
    }
    t.match(await ask("POST", "/api/channels/MOBILEAPP1/test", { target: "customer_system", endpoint: "crm" }), {
      status: 400,
      body: { error: { message: /^Field endpoint must be absent/ } },
    });
    t.match(await ask("POST", "/api/channels/NOSUCHAPP1/webhooks/endpoints", crm), { status: 404 });
    t.match(
      (await channelLog(service)).map(({ text }) => text),
      [/^test of the endpoint \*crm by Ada/, /^test of the endpoint crm by Ada/],
    );
  },
);
