import t from "tap";
import type { ApiChannelAnswer } from "../../src/codec/admin/channel-answer.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { copyFolder, openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import type { Ask } from "./administrator.ts";
import { asAgent, newChannel } from "./administrator.ts";

const oauth = { tokenUrl: "https://bot.example.com/token", clientId: "parley", clientSecret: "s3cret-of-client" };
const bot = { provider: "acme-bots", endpoint: "https://bot.example.com/hook", token: "s3cret-t0k3n" };
const publicUrl = "https://chat.example.com";
const shown = {
  provider: bot.provider,
  endpoint: bot.endpoint,
  serviceUrl: `${publicUrl}/bots/webhooks/acme-bots/{token}`,
  name: null,
  photo: null,
  oauth: null,
  signed: false,
  previousSecretUntil: null,
};
const channelPath = "/api/channels/MOBILEAPP1";

async function withProviders(ask: Ask): Promise<void> {
  for (const [id, name] of [
    ["acme-bots", "Acme Bots"],
    ["other_bots", "Other Bots"],
  ])
    await ask("POST", "/api/providers", { id, name });
}

const settingsOf = (service: Service, id = "MOBILEAPP1") => service.app.runtime.directory.find(id)?.settings.bot;

t.test("a bot is connected, changed field by field, disconnected; no response has its secrets", async (t) => {
  const service = await startService(t, { config: { publicUrl } });
  const ask = await asAgent(t, service);
  await withProviders(ask);
  const answers: unknown[] = [];
  const patch = async (change: unknown): Promise<ApiChannelAnswer> => {
    const { status, body } = await ask("PATCH", channelPath, { bot: change });
    answers.push(body);
    t.equal(status, 200, JSON.stringify(body));
    return body.channel;
  };
  t.strictSame((await patch(bot)).bot, shown);
  t.strictSame(settingsOf(service), {
    providerId: bot.provider,
    endpoint: bot.endpoint,
    token: bot.token,
    name: null,
    photo: null,
    oauth: null,
    signingSecret: null,
    previousSecret: null,
  });

  const face = { name: "Robin", photo: "https://bot.example.com/robin.png" };
  t.strictSame((await patch(face)).bot, { ...shown, ...face });
  const shownOauth = { tokenUrl: oauth.tokenUrl, clientId: oauth.clientId };
  t.strictSame((await patch({ oauth })).bot, { ...shown, ...face, oauth: shownOauth });
  const endpoint = "https://bot.example.com/{token}/in";
  const moved = await patch({ endpoint, oauth: { clientId: "parley-2" }, name: null });
  t.strictSame(moved.bot, { ...shown, endpoint, photo: face.photo, oauth: { ...shownOauth, clientId: "parley-2" } });
  t.match(
    settingsOf(service),
    { token: bot.token, oauth: { clientSecret: oauth.clientSecret } },
    "a missing field stays unchanged",
  );
  t.strictSame((await patch({ oauth: null, photo: null, provider: bot.provider })).bot, { ...shown, endpoint });
  t.strictSame((await patch({})).bot, { ...shown, endpoint });
  await patch({ token: "s3cret-t0k3n-2" });
  t.match(settingsOf(service), { token: "s3cret-t0k3n-2", endpoint });
  await patch(face);
  const other = { provider: "other_bots", endpoint: bot.endpoint, token: "s3cret-other" };
  t.strictSame(
    (await patch(other)).bot,
    { ...shown, provider: "other_bots", serviceUrl: `${publicUrl}/bots/webhooks/other_bots/{token}` },
    "another provider's bot starts without the old fields",
  );
  t.equal((await patch(null)).bot, null);
  t.equal((await patch(null)).bot, null);
  t.equal(settingsOf(service), null);

  const options = { acceptTimeoutMs: 5_000, agentKeywords: ["human", "agent please"] };
  const full = { ...bot, ...face, oauth };
  const made = await ask("POST", "/api/channels", { ...newChannel, ...options, bot: full });
  answers.push(made.body);
  t.match(made, { status: 201, body: { channel: { ...options, bot: { ...shown, ...face, oauth: shownOauth } } } });
  const { id } = made.body.channel;
  t.match(settingsOf(service, id), { token: bot.token, oauth });
  for (const path of ["/api/channels", `/api/channels/${id}`]) answers.push((await ask("GET", path)).body);
  t.strictSame((await ask("GET", `/api/channels/${id}`)).body, made.body);
  const later = await ask("PATCH", `/api/channels/${id}`, { acceptTimeoutMs: 86_400_000 });
  t.equal(later.body.channel.acceptTimeoutMs, 86_400_000);
  t.match(settingsOf(service, id), { token: bot.token, oauth }, "another change does not affect the bot");
  answers.push(await (await fetch(`${service.url}/openapi.json`)).json());
  t.notMatch(JSON.stringify(answers), /s3cret/);
  t.notMatch(JSON.stringify(service.logLines), /s3cret/);
});

t.test("a mistake in a bot is named, without its secrets", async (t) => {
  const service = await startService(t, { hosts: { "intranet.example.com": "10.0.0.7" } });
  const ask = await asAgent(t, service);
  await withProviders(ask);
  const before = (await ask("GET", "/api/channels")).body;
  const changed = (change: object) => ({ ...bot, ...change });
  const wrong: readonly (readonly [bot: unknown, message: RegExp])[] = [
    [changed({ provider: "acme" }), /^Field bot\.provider must be the id of a provider, got "acme"/],
    [changed({ provider: "x".repeat(2_000) }), /^Field bot\.provider must be the id of a provider, got "x+…"/],
    [changed({ provider: 7 }), /^Field bot\.provider must be the id of a provider, got 7/],
    [changed({ provider: undefined }), /^Field bot\.provider is missing: it must be the id of a provider/],
    [changed({ endpoint: undefined }), /^Field bot\.endpoint is missing: it must be an absolute http or https URL/],
    [changed({ token: undefined }), /^Field bot\.token is missing: it must be 1 to 255 characters/],
    [changed({ token: "" }), /^Field bot\.token must be 1 to 255 characters, not \. or \.\., got something else/],
    [changed({ token: "s3cret".repeat(50) }), /^Field bot\.token must be 1 to 255 characters.*, got something else/],
    [changed({ token: ["s3cret"] }), /^Field bot\.token must be 1 to 255 characters.*, got something else/],
    [changed({ token: ".." }), /^Field bot\.token must be 1 to 255 characters, not \. or \.\./],
    [changed({ token: "half \ud83d" }), /^Field bot\.token contains half of a character/],
    [changed({ name: " " }), /^Field bot\.name must be 1 to 100 characters, not blank, or null, got " "/],
    [changed({ name: "x".repeat(101) }), /^Field bot\.name must be 1 to 100 characters/],
    [changed({ photo: "/robin.png" }), /^Field bot\.photo must be an absolute http or https URL, or null/],
    [
      changed({ endpoint: "bot.example.com" }),
      /^Field bot\.endpoint must be an absolute http or https URL, \{token\} not in its host name, got "bot/,
    ],
    [
      changed({ endpoint: "https://{token}.bot.example.com/" }),
      /^Field bot\.endpoint must be .*\{token\} not in its host name, got "https/,
    ],
    [changed({ endpoint: "http://bot.example.com/" }), /^Field bot\.endpoint must be a permitted.*outbound\.allowHttp/],
    [changed({ endpoint: "https://127.0.0.1/{token}" }), /^Field bot\.endpoint must be a permitted.*loopback/],
    [changed({ endpoint: "https://intranet.example.com/" }), /^Field bot\.endpoint .*10\.0\.0\.7.*private/],
    [changed({ oauth: { ...oauth, tokenUrl: "http://a.example.com/" } }), /^Field bot\.oauth\.tokenUrl .*allowHttp/],
    [changed({ oauth: { ...oauth, tokenUrl: "https://10.0.0.1/" } }), /^Field bot\.oauth\.tokenUrl .*private/],
    [changed({ oauth: { ...oauth, clientId: "" } }), /^Field bot\.oauth\.clientId must be the client's id, got ""/],
    [changed({ oauth: { ...oauth, clientId: undefined } }), /^Field bot\.oauth\.clientId is missing/],
    [changed({ oauth: { ...oauth, clientSecret: undefined } }), /^Field bot\.oauth\.clientSecret is missing/],
    [changed({ oauth: { ...oauth, clientSecret: 53 } }), /^Field bot\.oauth\.clientSecret must be .*, got something/],
    [changed({ oauth: { ...oauth, scope: "all" } }), /^Field bot\.oauth\.scope is not known here: expected one of tok/],
    [changed({ oauth: "s3cret" }), /^Field bot\.oauth must be an object, or null, got a text/],
    [changed({ secret: "s3cret" }), /^Field bot\.secret is not known here: expected one of provider, endpoint, token/],
    ["s3cret-t0k3n", /^Field bot must be an object(, or null)?, got a text/],
    [[bot], /^Field bot must be an object(, or null)?, got a list/],
  ];
  for (const [one, message] of wrong) {
    for (const [method, path] of [
      ["POST", "/api/channels"],
      ["PATCH", channelPath],
    ] as const) {
      const body = method === "POST" ? { ...newChannel, bot: one } : { name: "Changed", bot: one };
      const refused = await ask(method, path, body);
      t.match(refused, { status: 400, body: { error: { code: "invalid_request", message } } }, `${method} ${message}`);
      t.notMatch(refused.body.error.message, /s3cret/);
    }
  }
  const half = { endpoint: "https://other.example.com/", name: "Robin" };
  const nothingThere = await ask("PATCH", channelPath, { bot: half });
  t.match(nothingThere.body.error.message, /^Field bot\.provider is missing/, "there is no bot to change");
  t.strictSame((await ask("GET", "/api/channels")).body, before, "nothing was created or changed");
  t.equal((await ask("PATCH", channelPath, { bot })).status, 200);
  const stranger = await ask("PATCH", channelPath, { bot: { provider: "other_bots", endpoint: bot.endpoint } });
  t.match(
    stranger.body.error.message,
    /^Field bot\.token is missing/,
    "the token of one provider is not valid for another",
  );
  const asKim = await asAgent(t, service, "kim");
  for (const change of [{ bot: null }, { acceptTimeoutMs: 5_000 }, { agentKeywords: ["human"] }])
    t.equal((await asKim("PATCH", channelPath, change)).status, 403);
  t.match(settingsOf(service), { token: bot.token });
  t.notMatch(JSON.stringify(service.logLines), /s3cret/);
});

t.test("[BOT-04] a provider and a token identify one channel: a pair in use is refused until it is free", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  await withProviders(ask);
  const second = "/api/channels/OTHERAPP01";
  t.equal((await ask("PATCH", channelPath, { bot })).status, 200);
  const taken = { code: "conflict", message: /^Field bot\.token .*channel MOBILEAPP1 \(MOBILEAPP1\).*acme-bots/ };
  for (const refused of [
    await ask("PATCH", second, { bot }),
    await ask("POST", "/api/channels", { ...newChannel, id: "SHOPAPP0001", bot }),
  ]) {
    t.match(refused, { status: 409, body: { error: taken } });
    t.notMatch(refused.body.error.message, /s3cret/);
  }
  t.equal((await ask("GET", "/api/channels/SHOPAPP0001")).status, 404, "nothing was created");
  t.equal((await ask("PATCH", channelPath, { bot })).status, 200, "its own pair is not in use by another");
  t.equal((await ask("PATCH", second, { bot: { ...bot, provider: "other_bots" } })).status, 200, "another provider");
  t.match(
    await ask("PATCH", second, { bot }),
    { status: 409, body: { error: taken } },
    "not when it is changed back either",
  );
  t.equal((await ask("PATCH", second, { bot: { ...bot, token: "s3cret-2" } })).status, 200, "another token");
  t.equal((await ask("PATCH", second, { bot: { token: bot.token } })).status, 409);
  t.equal((await ask("PATCH", channelPath, { enabled: false })).status, 200);
  t.equal((await ask("PATCH", second, { bot: { token: bot.token } })).status, 409, "a disabled channel keeps its pair");

  t.equal((await ask("PATCH", channelPath, { bot: { token: "s3cret-3" } })).status, 200);
  t.equal((await ask("PATCH", second, { bot: { token: bot.token } })).status, 200, "free after a change of the token");
  t.equal((await ask("PATCH", channelPath, { bot: { token: "s3cret-2" } })).status, 200);
  t.equal((await ask("PATCH", second, { bot: null })).status, 200);
  t.equal((await ask("PATCH", channelPath, { bot: { token: bot.token } })).status, 200, "free after a disconnection");
  t.equal((await ask("DELETE", channelPath)).status, 200);
  const racing = await Promise.all(
    ["SHOPAPP0001", "SHOPAPP0002", "SHOPAPP0003"].map((id) => ask("POST", "/api/channels", { ...newChannel, id, bot })),
  );
  t.same(
    racing.map(({ status }) => status).sort(),
    [201, 409, 409],
    "free after the channel is removed, and used once",
  );
});

t.test("a connected bot gets every conversation from then on; open chats stay where they are", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  await withProviders(ask);
  const kim = await service.logIn("kim");
  const stateOf = async (id: number) => (await service.call("GET", `/api/chats/${id}`, { token: kim })).body.chat.state;
  await service.enter("kim");
  await service.say("1", "With Kim");
  await service.say("2", "Waiting");
  await service.call("POST", "/api/chats/1/accept", { token: kim });
  t.equal((await ask("PATCH", channelPath, { bot })).status, 200);
  for (const id of ["1", "2", "3"]) await service.say(id, "With a bot?");
  t.same([await stateOf(1), await stateOf(2), await stateOf(3)], ["with_agent", "waiting", "with_bot"]);
  await service.settle();
  t.match(service.botAttempts, { length: 1 }, "the bot gets only the new conversation");
  t.match(service.botAttempts[0], { bot: { endpoint: bot.endpoint, token: bot.token } });

  const moved = { endpoint: "https://new.example.com/hook", token: "s3cret-new" };
  t.equal((await ask("PATCH", channelPath, { bot: moved })).status, 200);
  const timeout = { kind: "timeout" as const, code: "timeout", message: "No answer." };
  service.botAttempts[0]?.answer({ httpStatus: null, failure: timeout });
  await service.pass(4_000);
  t.match(service.botAttempts.at(-1), { bot: moved, eventId: service.botAttempts[0]?.eventId }, "the next attempt");
  service.botAttempts.at(-1)?.answer();
  t.equal(await stateOf(3), "with_bot", "another address is the same bot");
  const post = (token: string) =>
    service.call("POST", `/bots/webhooks/acme-bots/${token}`, {
      body: { event: "BOT_MESSAGE", chat_id: "3", message: { type: "TEXT", text: "Hi" } },
    });
  t.same([(await post(bot.token)).status, (await post(moved.token)).status], [401, 200], "the next request");

  t.equal((await ask("PATCH", channelPath, { agentKeywords: ["human"], acceptTimeoutMs: 5_000 })).status, 200);
  await service.say("3", " Human ");
  t.equal(await stateOf(3), "waiting", "the new keyword asks for an agent");
  await service.pass(5_500);
  t.equal(await stateOf(3), "unstaffed", "the new time applies");
});

t.test("[BOT-03] a provider in use cannot be deleted, and clients see its new name after a change", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  await withProviders(ask);
  await ask("PATCH", channelPath, { bot });
  await ask("POST", "/api/channels", { ...newChannel, id: "SHOPAPP0001", bot: { ...bot, token: "s3cret-2" } });
  const refused = await ask("DELETE", "/api/providers/acme-bots");
  t.match(refused, { status: 409, body: { error: { code: "conflict" } } });
  t.match(refused.body.error.message, /MOBILEAPP1 \(MOBILEAPP1\), Shop app \(SHOPAPP0001\)/);
  t.equal((await ask("DELETE", "/api/providers/other_bots")).status, 200);

  await service.enter("kim");
  await service.say("7", "Hello");
  const answer = async (text: string) => {
    const body = { event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text } };
    t.equal((await service.call("POST", `/bots/webhooks/acme-bots/${bot.token}`, { body })).status, 200);
    await service.settle();
    return service.attempts.find(({ content }) => "text" in content && content.text === text)?.sender;
  };
  t.match(await answer("one"), { name: "Acme Bots", photo: null });
  for (const attempt of service.attempts) attempt.answer();
  t.equal((await ask("PATCH", "/api/providers/acme-bots", { name: "Acme Robots" })).status, 200);
  t.match(await answer("two"), { name: "Acme Robots" });
  for (const attempt of service.attempts) attempt.answer();
  const photo = "https://bot.example.com/robin.png";
  t.equal((await ask("PATCH", channelPath, { bot: { name: "Robin", photo } })).status, 200);
  t.match(await answer("three"), { name: "Robin", photo });

  t.equal((await ask("PATCH", channelPath, { bot: null })).status, 200);
  t.equal((await ask("DELETE", "/api/channels/SHOPAPP0001")).status, 200);
  t.equal((await ask("DELETE", "/api/providers/acme-bots")).status, 200, "no channel uses it");
  t.match(await ask("PATCH", channelPath, { bot }), { status: 400, body: { error: { message: /bot\.provider/ } } });
});

t.test("an answered change of a bot is stored after a kill in the next moment", async (t) => {
  const folder = quickFolder(t);
  let copies = 1;
  const first = await startService(t, { store: await openSmall(`${folder}/1`) });
  const ask = await asAgent(t, first);
  const afterKill = async () => {
    copies += 1;
    const service = await startService(t, { store: await openSmall(copyFolder(`${folder}/1`, `${folder}/${copies}`)) });
    return { service, ask: await asAgent(t, service) };
  };
  await withProviders(ask);
  const options = { acceptTimeoutMs: 5_000, agentKeywords: ["human"], bot: { ...bot, name: "Robin", oauth } };
  const { id } = (await ask("POST", "/api/channels", { ...newChannel, ...options })).body.channel;
  const second = await afterKill();
  t.match(second.service.app.runtime.directory.findBot(bot.provider, bot.token), { settings: { id } });
  t.match(settingsOf(second.service, id), { name: "Robin", oauth });
  t.match((await second.ask("GET", `/api/channels/${id}`)).body.channel, { acceptTimeoutMs: 5_000, status: 0 });
  const taken = await second.ask("PATCH", channelPath, { bot });
  t.match(taken, { status: 409, body: { error: { message: new RegExp(id) } } });

  await ask("PATCH", `/api/channels/${id}`, { bot: { token: "s3cret-2", oauth: null } });
  const third = await afterKill();
  t.equal(third.service.app.runtime.directory.findBot(bot.provider, bot.token), undefined);
  t.match(settingsOf(third.service, id), { token: "s3cret-2", oauth: null, name: "Robin" });
  await ask("PATCH", `/api/channels/${id}`, { bot: null });
  const fourth = await afterKill();
  t.equal(settingsOf(fourth.service, id), null);
  t.equal((await fourth.ask("DELETE", "/api/providers/acme-bots")).status, 200);
});
