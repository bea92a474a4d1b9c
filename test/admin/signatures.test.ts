import t from "tap";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { newSigningSecret } from "../../src/core/random/signing-secret.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { asAgent, newChannel } from "./administrator.ts";

const dayMs = 24 * 60 * 60_000;
const path = "/api/channels/MOBILEAPP1";
const [first, second, third] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
const off = { signed: false, previousSecretUntil: null };
const settingsOf = (service: Service): ChannelSettings => {
  const settings = service.app.runtime.directory.find("MOBILEAPP1")?.settings;
  if (settings === undefined) throw new Error("Expected the channel");
  return settings;
};

/** Where a channel has a secret: the change that sets it, where the answer and the settings show it, and the operation that makes it. */
const places = [
  {
    name: "requests to the customer system",
    route: "secret",
    change: (signingSecret: string | null) => ({ signingSecret }),
    shown: (channel: Shown) => channel,
    stored: (settings: ChannelSettings) => settings,
  },
  {
    name: "messages of the customer system",
    route: "incoming/secret",
    change: (incomingSecret: string | null) => ({ incomingSecret }),
    shown: (channel: Shown) => channel.incoming,
    stored: (settings: ChannelSettings) => settings.incoming,
  },
  {
    name: "events for the bot",
    route: "bot/secret",
    change: (signingSecret: string | null) => ({ bot: { signingSecret } }),
    shown: (channel: Shown) => channel.bot,
    stored: (settings: ChannelSettings) => settings.bot,
  },
] as const;
interface Secrets {
  readonly signed: boolean;
  readonly previousSecretUntil: number | null;
}
interface Shown extends Secrets {
  readonly incoming: Secrets;
  readonly bot: Secrets | null;
}
const secretsOf = (secrets: Secrets | null) => ({
  signed: secrets?.signed,
  previousSecretUntil: secrets?.previousSecretUntil,
});

for (const { name, route, change, shown, stored } of places)
  t.test(`[AUTH-17, AUTH-18] the secret of ${name} is made, changed and removed; only its maker sees it`, async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
    const ask = await asAgent(t, service);
    const seen: unknown[] = [];
    const set = async (secret: string | null) => {
      const { body } = await ask("PATCH", path, change(secret));
      seen.push(body);
      return secretsOf(shown(body.channel));
    };
    t.strictSame(secretsOf(shown((await ask("GET", path)).body.channel)), off);
    const untilMs = service.clock.nowMs() + dayMs;
    t.strictSame(await set(first), { signed: true, previousSecretUntil: null });
    t.strictSame(await set(second), { signed: true, previousSecretUntil: untilMs });
    t.match(stored(settingsOf(service)), { signingSecret: second, previousSecret: { secret: first, untilMs } });
    await ask("PATCH", path, { name: "Renamed" });
    t.strictSame(await set(second), { signed: true, previousSecretUntil: untilMs }, "the same secret is not a change");
    const made = await ask("POST", `${path}/${route}`);
    t.equal(made.status, 200);
    t.match(made.body.signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/, "32 bytes");
    t.match(stored(settingsOf(service)), {
      signingSecret: made.body.signingSecret,
      previousSecret: { secret: second },
    });
    service.clock.advance(dayMs);
    const listed = (await ask("GET", "/api/channels")).body;
    seen.push(listed, (await ask("PATCH", path, change(`${third}!`))).body);
    t.strictSame(secretsOf(shown((await ask("GET", path)).body.channel)), { signed: true, previousSecretUntil: null });
    t.strictSame(await set(null), off, "removed at once");
    t.match(stored(settingsOf(service)), { signingSecret: null, previousSecret: null });
    const told = JSON.stringify([seen, service.logLines]);
    for (const secret of [first, second, third, String(made.body.signingSecret)])
      t.notOk(told.includes(secret.slice(6, 30)), "no part of a secret");
  });

t.test("secrets need something to sign, and are only for administrators", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const kim = await asAgent(t, service, "kim");
  const { id } = (await ask("POST", "/api/channels", { kind: "widget", name: "Site", agents: [1] })).body.channel;
  for (const [where, status, message] of [
    [`${path}/bot/secret`, 409, /The channel has no bot/],
    [`/api/channels/${id}/secret`, 409, /A widget has no customer system/],
    [`/api/channels/${id}/incoming/secret`, 409, /A widget has no customer system/],
    ["/api/channels/NOSUCHAPP1/secret", 404, /./],
  ] as const)
    t.match(await ask("POST", where), { status, body: { error: { message } } }, where);
  for (const { route } of places)
    t.match(await kim("POST", `${path}/${route}`), { status: 403, body: { error: { code: "access_denied" } } });
  for (const [body, message] of [
    [{ requireSignature: true }, /^Field requireSignature must be false while there is no incomingSecret/],
    [{ requireSignature: "yes" }, /^Field requireSignature must be true or false, got "yes"/],
    [{ incomingSecret: first, signingSecret: first }, /^Field incomingSecret must differ from signingSecret/],
    [{ incomingSecret: "s3cret" }, /^Field incomingSecret must be "whsec_" and base64 of 1 to 256 bytes, or null, got/],
    [{ signingSecret: 7 }, /^Field signingSecret must be "whsec_" and base64 of 1 to 256 bytes, or null, got/],
    [{ bot: { ...newBot, signingSecret: "s3cret" } }, /^Field bot\.signingSecret must be "whsec_" and base64/],
  ] as const)
    for (const refused of [
      await ask("PATCH", path, body),
      await ask("POST", "/api/channels", { ...newChannel, ...body }),
    ]) {
      t.match(refused, { status: 400, body: { error: { code: "invalid_request", message } } }, JSON.stringify(body));
      t.notMatch(refused.body.error.message, /s3cret/);
    }
  const demanding = { incomingSecret: first, requireSignature: true };
  t.match(await ask("PATCH", path, demanding), {
    status: 200,
    body: { channel: { requireSignature: true, incoming: { signed: true } } },
  });
  t.match(await ask("PATCH", path, { incomingSecret: null }), { status: 400 }, "messages need the secret");
  t.equal((await ask("PATCH", path, { incomingSecret: null, requireSignature: false })).status, 200);
  t.match(await ask("PATCH", `/api/channels/${id}`, demanding), {
    status: 400,
    body: { error: { message: /^Field incomingSecret is not known here/ } },
  });
});

t.test("[AUTH-18] no secret counts in both directions, also not a previous one", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const message = /^Field incomingSecret must differ from signingSecret/;
  for (const [given, other] of [
    ["signingSecret", "incomingSecret"],
    ["incomingSecret", "signingSecret"],
  ] as const) {
    t.equal((await ask("PATCH", path, { [given]: first, [other]: null })).status, 200);
    const moved = await ask("PATCH", path, { [given]: second, [other]: first });
    t.match(moved, { status: 400, body: { error: { message } } }, "it counts for one more day");
    t.equal((await ask("PATCH", path, { [given]: second })).status, 200);
    service.clock.advance(dayMs);
    t.equal((await ask("PATCH", path, { [other]: first })).status, 200, "nothing is signed with it any more");
    t.equal((await ask("PATCH", path, { signingSecret: null, incomingSecret: null })).status, 200);
  }
});

const newBot = { provider: "acme-bots", endpoint: "https://bot.example.com/hook", token: "s3cret-t0k3n" };

t.test("a start with other secrets in the config file is a change of secrets", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const secrets = (signingSecret: string | null) => ({ signingSecret, previousSecret: null });
  const start = async (secret: string | null) => {
    const service = await startService(t, {
      store,
      channels: {
        MOBILEAPP1: { ...secrets(secret), incoming: secrets(secret), bot: { ...bot, ...secrets(secret) } },
      },
    });
    const settings = settingsOf(service);
    await service.stop();
    return places.map(({ stored }) => stored(settings));
  };
  for (const [secret, before] of [
    [first, null],
    [second, first],
    [second, first],
    [null, null],
  ] as const) {
    const previousSecret = before === null ? null : { secret: before, untilMs: Number };
    t.match(await start(secret), Array(3).fill({ signingSecret: secret, previousSecret }));
  }
});

t.test("[AUTH-18] a secret that the config file moves to the other direction ends in the first at once", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const secrets = (signingSecret: string) => ({ signingSecret, previousSecret: null });
  const start = async (own: string, incoming: string) => {
    const channel = { ...secrets(own), incoming: secrets(incoming) };
    const service = await startService(t, { store, channels: { MOBILEAPP1: channel } });
    const { signingSecret, previousSecret, incoming: stored } = settingsOf(service);
    await service.stop();
    return [signingSecret, previousSecret?.secret, stored.signingSecret, stored.previousSecret?.secret];
  };
  await start(first, second);
  t.strictSame(await start(second, third), [second, first, third, undefined]);
  t.strictSame(await start(third, second), [third, undefined, second, undefined]);
});
