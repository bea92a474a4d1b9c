import t from "tap";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { asAgent, newChannel } from "./administrator.ts";

const dayMs = 24 * 60 * 60_000;
const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(24)).toString("base64")}`;
const [first, second, third] = [secretOf("a"), secretOf("b"), secretOf("c")];
const url = "https://crm.example.com/hook";
const smtp = { url: "smtp://mail.example.com", from: "chat@example.com" };

/** Lets an agent accept a new chat. Returns the event for the owner's server, and the settings that were used. */
async function reportOf(service: Service, sender: string) {
  const before = service.reports.length;
  const token = await service.logIn("kim");
  await service.say(sender, "Hello");
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  await service.call("POST", `/api/chats/${body.chats[0]?.id}/accept`, { token });
  await service.settle();
  service.reports.slice(before).map((report) => report.answer());
  await service.settle();
  return service.reports[before];
}

t.test("[WH-01] webhooks are set, changed and ended by an administrator; without a URL there are none", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const path = "/api/channels/MOBILEAPP1";
  t.equal((await ask("GET", path)).body.channel.webhooks, null);
  t.equal(await reportOf(service, "1"), undefined, "no event is sent");

  const set = await ask("PATCH", path, { webhooks: { url } });
  t.strictSame(set.body.channel.webhooks, { url, signed: false, previousSecretUntil: null, endpoints: [] });
  t.match(await reportOf(service, "2"), {
    webhooks: { url, signingSecret: null },
    json: { event_name: "chat_accepted" },
  });
  await ask("PATCH", path, { webhooks: { signingSecret: first } });
  const moved = await ask("PATCH", path, { webhooks: { url: "http://crm.example.com/new" } });
  t.match(moved.body.channel.webhooks, { url: "http://crm.example.com/new", signed: true });
  await ask("PATCH", path, { name: "Renamed" });
  t.match(await reportOf(service, "3"), {
    webhooks: { url: "http://crm.example.com/new", signingSecret: first, previousSecret: null },
  });
  t.equal((await ask("PATCH", path, { webhooks: null })).body.channel.webhooks, null);
  t.equal(await reportOf(service, "4"), undefined);

  const made = await ask("POST", "/api/channels", { ...newChannel, webhooks: { url, signingSecret: first } });
  t.match(made, { status: 201, body: { channel: { webhooks: { url, signed: true, previousSecretUntil: null } } } });
  const without = await ask("POST", "/api/channels", { ...newChannel, webhooks: null });
  t.match(without, { status: 201, body: { channel: { webhooks: null } } });
});

t.test(
  "[WH-40] after a change the previous secret signs for 24 hours, and there are never three secrets",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
    const ask = await asAgent(t, service);
    const path = "/api/channels/MOBILEAPP1";
    const change = async (signingSecret: string | null) =>
      (await ask("PATCH", path, { webhooks: { signingSecret } })).body.channel.webhooks;
    const sent = async (sender: string) => {
      const settings = (await reportOf(service, sender))?.webhooks;
      return [settings?.signingSecret, settings?.previousSecret];
    };
    const untilMs = service.clock.nowMs() + dayMs;
    t.strictSame(
      await change(first),
      { url, signed: true, previousSecretUntil: null, endpoints: [] },
      "there was no previous secret",
    );
    t.strictSame(await change(second), { url, signed: true, previousSecretUntil: untilMs, endpoints: [] });
    t.strictSame(await sent("1"), [second, { secret: first, untilMs }]);
    service.clock.advance(1_000);
    t.match(await change(second), { previousSecretUntil: untilMs }, "the same secret is not a change");
    t.match(await change(third), { previousSecretUntil: untilMs + 1_000 });
    t.strictSame(
      await sent("2"),
      [third, { secret: second, untilMs: untilMs + 1_000 }],
      "the first secret has expired",
    );
    service.clock.advance(dayMs - 1);
    t.match((await ask("GET", path)).body.channel.webhooks, { previousSecretUntil: untilMs + 1_000 });
    service.clock.advance(1);
    t.match((await ask("GET", path)).body.channel.webhooks, { signed: true, previousSecretUntil: null });
    await change(first);
    t.strictSame(
      await change(null),
      { url, signed: false, previousSecretUntil: null, endpoints: [] },
      "without a signature at once",
    );
    t.strictSame(await sent("3"), [null, null]);
  },
);

t.test("a new secret is returned once, and no other response or log entry has a secret", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const ask = await asAgent(t, service);
  const path = "/api/channels/MOBILEAPP1";
  const made = await ask("POST", `${path}/webhooks/secret`);
  const { signingSecret = "" } = made.body;
  t.match(made, { status: 200, body: { channel: { webhooks: { signed: true, previousSecretUntil: null } } } });
  t.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/, "32 bytes");
  const again = (await ask("POST", `${path}/webhooks/secret`)).body;
  t.not(again.signingSecret, signingSecret);
  t.type(again.channel.webhooks?.previousSecretUntil, "number");
  t.strictSame((await reportOf(service, "1"))?.webhooks.previousSecret?.secret, signingSecret);
  await ask("PATCH", path, { webhooks: { signingSecret: first } });
  const seen = [];
  for (const [method, where, body] of [
    ["GET", path, undefined],
    ["GET", "/api/channels", undefined],
    ["PATCH", path, { name: "Renamed" }],
    ["PATCH", path, { webhooks: { signingSecret: `${first}!` } }],
    ["PATCH", path, { webhooks: first }],
    ["PATCH", path, { webhooks: [first] }],
    ["POST", "/api/channels", { ...newChannel, webhooks: { signingSecret: first } }],
  ] as const)
    seen.push((await ask(method, where, body)).body);
  const told = JSON.stringify([seen, service.logLines]);
  for (const secret of [signingSecret, String(again.signingSecret), first])
    t.notOk(told.includes(secret.slice(6, 30)), "no part of a secret");
  await ask("PATCH", path, { webhooks: null });
  t.match(await ask("POST", `${path}/webhooks/secret`), { status: 409, body: { error: { code: "conflict" } } });
  t.equal((await ask("POST", "/api/channels/NOSUCHAPP1/webhooks/secret")).status, 404);
});

t.test("a start with another secret in the config file is a change of secret", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const start = (signingSecret: string | null) =>
    startService(t, { store, channels: { MOBILEAPP1: { webhooks: { ...webhooks, signingSecret } } } });
  const settings = (service: Service) => service.app.runtime.directory.find("MOBILEAPP1")?.settings.webhooks;
  const one = await start(first);
  t.strictSame(settings(one), { url, signingSecret: first, previousSecret: null, endpoints: [] });
  await one.stop();
  const two = await start(second);
  const untilMs = two.clock.nowMs() + dayMs;
  t.strictSame(settings(two), {
    url,
    signingSecret: second,
    previousSecret: { secret: first, untilMs },
    endpoints: [],
  });
  const { signingSecret } = (await (await asAgent(t, two))("POST", "/api/channels/MOBILEAPP1/webhooks/secret")).body;
  await two.stop();
  const three = await start(second);
  t.match(
    settings(three),
    { signingSecret: second, previousSecret: { secret: signingSecret } },
    "the config file decides again",
  );
  await three.stop();
  const four = await start(second);
  t.strictSame(settings(four), settings(three), "the same secret is not a change");
  await four.stop();
  t.strictSame(settings(await start(null)), { url, signingSecret: null, previousSecret: null, endpoints: [] });
});

t.test("the addresses of chat logs are stored if there is a mail server", async (t) => {
  const service = await startService(t, { config: { smtp } });
  const ask = await asAgent(t, service);
  const path = "/api/channels/MOBILEAPP1";
  const set = await ask("PATCH", path, { chatLogEmails: ["a@shop.example", "b+log@shop.example", "a@shop.example"] });
  t.strictSame(set.body.channel.chatLogEmails, ["a@shop.example", "b+log@shop.example"]);
  t.equal(
    (await ask("PATCH", path, { name: "Shop" })).body.channel.chatLogEmails.length,
    2,
    "a missing field stays unchanged",
  );
  await reportOf(service, "7");
  await service.call("POST", "/api/chats/1/close", { token: await service.logIn("kim") });
  await service.settle();
  t.match(service.mails, [{ to: ["a@shop.example", "b+log@shop.example"] }]);
  t.strictSame((await ask("PATCH", path, { chatLogEmails: [] })).body.channel.chatLogEmails, []);

  const without = await startService(t);
  const askWithout = await asAgent(t, without);
  for (const [method, where, body] of [
    ["PATCH", path, { chatLogEmails: ["a@shop.example"] }],
    ["POST", "/api/channels", { ...newChannel, chatLogEmails: ["a@shop.example"] }],
  ] as const)
    t.match(await askWithout(method, where, body), {
      status: 400,
      body: { error: { code: "invalid_request", message: "Field chatLogEmails needs smtp in the config file." } },
    });
  t.equal((await askWithout("PATCH", path, { chatLogEmails: [] })).status, 200);
});

t.test("a mistake in webhooks is named and changes nothing; plain http is allowed there", async (t) => {
  const hosts = { "public.example": "93.184.216.34", "intranet.example": "10.0.0.7" };
  const service = await startService(t, { hosts, config: { smtp }, channels: { MOBILEAPP1: { webhooks } } });
  const ask = await asAgent(t, service);
  const secretForm =
    /^Field webhooks\.signingSecret must be "whsec_" and base64 of 1 to 256 bytes, or null, got something else\.$/;
  const wrong: readonly (readonly [change: unknown, message: RegExp])[] = [
    [{ webhooks: "on" }, /^Field webhooks must be an object, or null, got a text/],
    [{ webhooks: [] }, /^Field webhooks must be an object, or null, got a list/],
    [{ webhooks: { url: 7 } }, /^Field webhooks\.url must be an absolute http or https URL, got 7/],
    [{ webhooks: { url: "/hook" } }, /^Field webhooks\.url must be an absolute/],
    [{ webhooks: { url: "ftp://public.example" } }, /^Field webhooks\.url must be an absolute/],
    [{ webhooks: { url: null } }, /^Field webhooks\.url must be an absolute/],
    [{ webhooks: { url: "http://127.0.0.1/" } }, /^Field webhooks\.url must be a permitted target\..*loopback/],
    [{ webhooks: { url: "http://intranet.example/" } }, /^Field webhooks\.url .*10\.0\.0\.7.*private/],
    [{ webhooks: { url: `https://public.example/${"x".repeat(8_200)}` } }, /^Field webhooks\.url must be/],
    [
      { webhooks: { url, secret: first } },
      /^Field webhooks\.secret is not known here: expected one of url, signingSecret, endpoints/,
    ],
    [{ webhooks: { url, signingSecret: "" } }, secretForm],
    [{ webhooks: { url, signingSecret: "s3cret" } }, secretForm],
    [{ webhooks: { url, signingSecret: "whsec_" } }, secretForm],
    [{ webhooks: { url, signingSecret: "whsec_s3cret-s3cret" } }, secretForm],
    [{ webhooks: { url, signingSecret: 7 } }, secretForm],
    [{ webhookUrl: "http://public.example/" }, /^Field webhookUrl .*outbound\.allowHttp/],
    [{ chatLogEmails: "a@b.example" }, /^Field chatLogEmails must be a list of at most 20 e-mail addresses/],
    [{ chatLogEmails: Array(21).fill("a@b.example") }, /^Field chatLogEmails must be a list of at most 20/],
    ...["a", "a@", "@b", "a@b@c", "a@b, c@d", "A <a@b>", "a b@c", "a@b\r\nBcc: c@d", `a@${"b".repeat(253)}`].map(
      (email) => [{ chatLogEmails: [email] }, /^Field chatLogEmails\[0\] must be an e-mail address, got /] as const,
    ),
  ];
  const before = (await ask("GET", "/api/channels")).body;
  for (const [change, message] of wrong) {
    const refusal = { status: 400, body: { error: { code: "invalid_request", message } } };
    for (const refused of [
      await ask("PATCH", "/api/channels/MOBILEAPP1", change),
      await ask("POST", "/api/channels", { ...newChannel, ...Object(change) }),
    ]) {
      t.match(refused, refusal, JSON.stringify(change));
      t.notMatch(refused.body.error.message, /s3cret/);
    }
  }
  const unset = await ask("PATCH", "/api/channels/OTHERAPP01", { webhooks: { signingSecret: first } });
  t.match(unset, { status: 400, body: { error: { message: /^Field webhooks\.url is missing: it must be/ } } });
  t.strictSame((await ask("GET", "/api/channels")).body, before, "nothing was created or changed");

  const plain = { webhooks: { url: "http://public.example/hook" } };
  t.match(await ask("PATCH", "/api/channels/MOBILEAPP1", plain), { status: 200, body: { channel: plain } });
});

t.test("webhooks are only for administrators", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const kim = await asAgent(t, service, "kim");
  for (const [method, path, body] of [
    ["PATCH", "/api/channels/MOBILEAPP1", { webhooks: null }],
    ["POST", "/api/channels/MOBILEAPP1/webhooks/secret", undefined],
    ["POST", "/api/channels/MOBILEAPP1/webhooks/replay", {}],
  ] as const)
    t.match(await kim(method, path, body), { status: 403, body: { error: { code: "access_denied" } } }, path);
  for (const path of ["secret", "replay"])
    t.equal((await service.call("POST", `/api/channels/MOBILEAPP1/webhooks/${path}`)).status, 401);
  t.strictSame(service.app.runtime.directory.find("MOBILEAPP1")?.settings.webhooks, webhooks);
});
