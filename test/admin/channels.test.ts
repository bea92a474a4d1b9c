import t from "tap";
import type { ApiChannelAnswer } from "../../src/codec/admin/channel-answer.ts";
import { startService } from "../harness/service.ts";
import { asAgent, newChannel } from "./administrator.ts";

t.test(
  "[CH-01, CH-02, CH-05] an administrator creates a channel, which is served at once under its own address",
  async (t) => {
    const service = await startService(t, { config: { publicUrl: "https://chat.example.com" } });
    const ask = await asAgent(t, service);
    const made = await ask("POST", "/api/channels", newChannel);
    t.equal(made.status, 201);
    t.equal(made.headers.get("cache-control"), "no-store");
    const { id, endpointUrl, statusUrl, ...rest } = made.body.channel;
    t.match(id, /^[A-Za-z0-9]{8,32}$/);
    t.strictSame(rest, {
      ...newChannel,
      kind: "api",
      enabled: true,
      test: false,
      appendPublicId: true,
      chunked: false,
      strictAnswers: false,
      hiddenErrorCodes: [],
      agentKeywords: [],
      acceptTimeoutMs: 60_000,
      bot: null,
      webhooks: null,
      chatLogEmails: [],
      signed: false,
      previousSecretUntil: null,
      incoming: { signed: false, previousSecretUntil: null },
      requireSignature: false,
      status: 0,
      declared: false,
      samplePageUrl: null,
    });
    const [, random] = /^https:\/\/chat\.example\.com\/chat-api\/([A-Za-z0-9_-]{22,})\//.exec(endpointUrl) ?? [];
    t.equal(endpointUrl, `https://chat.example.com/chat-api/${random}/${id}`);
    t.equal(statusUrl, `${endpointUrl}/status`);

    const given = { id: "SHOPAPP0001", random: "a_secret-of-22-letters" };
    const options = {
      enabled: true,
      test: true,
      appendPublicId: false,
      chunked: true,
      strictAnswers: true,
      hiddenErrorCodes: ["user_blocked"],
      agentKeywords: ["agent please"],
      acceptTimeoutMs: 1_000,
      agents: [2, 1, 2],
    };
    const other = await ask("POST", "/api/channels", { ...newChannel, kind: "api", ...given, ...options });
    t.equal(other.status, 201);
    t.match(other.body.channel, { ...options, agents: [2, 1], id: given.id });
    t.ok(other.body.channel.endpointUrl.endsWith(`/chat-api/${given.random}/${given.id}`));
    t.strictSame((await ask("GET", `/api/channels/${given.id}`)).body.channel, other.body.channel);
    const listed = (await ask("GET", "/api/channels")).body.channels;
    t.same(
      listed.map((channel) => channel.id),
      ["MOBILEAPP1", "OTHERAPP01", given.id, id].sort(),
    );
    t.same(
      listed.filter(({ declared }) => declared).map((channel) => channel.id),
      ["MOBILEAPP1", "OTHERAPP01"],
    );

    const desk = await service.enter("kim");
    const post = (path: string, body?: unknown) => service.call(body ? "POST" : "GET", path, body ? { body } : {});
    const path = new URL(endpointUrl).pathname;
    t.equal((await post(`${path}/status`)).body, 1, "its agent is online");
    const body = { sender: { id: "7" }, message: { type: "text", text: "Hello" } };
    t.equal((await post(path, body)).status, 200);
    const { chat } = await desk.until((frame) => frame.type === "chat" && frame.chat.channelId === id);
    t.equal(chat.state, "waiting", "an agent sees the sender");
    const taken = await ask("POST", "/api/channels", { ...newChannel, id: given.id });
    t.match(taken, { status: 409, body: { error: { code: "conflict", message: /SHOPAPP0001/ } } });
    const logged = JSON.stringify(service.logLines);
    t.notOk(logged.includes(String(random)) || logged.includes(given.random), "no random string reaches the log");
  },
);

t.test("[CH-04] a mistake in a channel is named, and nothing is created or changed", async (t) => {
  const service = await startService(t, { hosts: { "intranet.example.com": "10.0.0.7" } });
  const ask = await asAgent(t, service);
  const before = (await ask("GET", "/api/channels")).body;
  const wrong: readonly (readonly [body: unknown, message: RegExp])[] = [
    [{ ...newChannel, name: " \t" }, /^Field name must be 1 to 100 characters, not blank/],
    [{ ...newChannel, name: "x".repeat(101) }, /^Field name must be 1 to 100 characters/],
    [{ ...newChannel, name: 7 }, /^Field name must be .*, got 7\.$/],
    [{ ...newChannel, name: "half \ud83d" }, /^Field name contains half of a character/],
    [{ ...newChannel, webhookUrl: "/hook" }, /^Field webhookUrl must be an absolute http or https URL, got "\/hook"/],
    [{ ...newChannel, webhookUrl: "ftp://a.example.com" }, /^Field webhookUrl must be an absolute/],
    [{ ...newChannel, webhookUrl: "http://shop.example.com" }, /^Field webhookUrl .*https.*outbound\.allowHttp/],
    [{ ...newChannel, webhookUrl: "https://127.0.0.1/" }, /^Field webhookUrl .*loopback/],
    [{ ...newChannel, webhookUrl: "https://intranet.example.com/" }, /^Field webhookUrl .*10\.0\.0\.7.*private/],
    [{ ...newChannel, agents: [] }, /^Field agents must be a list of the ids of one agent or more/],
    [{ ...newChannel, agents: [1, 99] }, /^Field agents\[1\] must be the id of an agent, got 99/],
    [{ ...newChannel, agents: ["1"] }, /^Field agents\[0\] must be an integer from 1, got "1"/],
    [{ ...newChannel, chunked: "on" }, /^Field chunked must be true or false, got "on"/],
    [{ ...newChannel, enabled: null }, /^Field enabled must be true or false, got null/],
    [{ ...newChannel, hiddenErrorCodes: [""] }, /^Field hiddenErrorCodes\[0\] must be an error code/],
    [{ ...newChannel, random: "short-s3cret" }, /^Field random must be 22 to 128 characters.*, got something else/],
    [{ ...newChannel, colour: "red" }, /^Field colour is not known here: expected one of kind, /],
    [{ ...newChannel, agentKeywords: ["agent", " "] }, /^Field agentKeywords\[1\] must be 1 to 100 characters, not bl/],
    [{ ...newChannel, agentKeywords: ["x".repeat(101)] }, /^Field agentKeywords\[0\] must be 1 to 100 characters/],
    [{ ...newChannel, agentKeywords: Array(101).fill("agent") }, /^Field agentKeywords must be a list of at most 100/],
    [{ ...newChannel, agentKeywords: "agent" }, /^Field agentKeywords must be a list .*, got "agent"/],
    [
      { ...newChannel, acceptTimeoutMs: 999 },
      /^Field acceptTimeoutMs must be an integer from 1000 to 86400000, got 999/,
    ],
    [{ ...newChannel, acceptTimeoutMs: 86_400_001 }, /^Field acceptTimeoutMs must be an integer from 1000 to/],
    [{ ...newChannel, acceptTimeoutMs: "5000" }, /^Field acceptTimeoutMs must be an integer .*, got "5000"/],
    [{ ...newChannel, acceptTimeoutMs: null }, /^Field acceptTimeoutMs must be an integer .*, got null/],
    [[newChannel], /^The body must be an object, got a list/],
    ["{", /^The body is not valid JSON/],
    ["", /^The body is not valid JSON/],
  ];
  const onlyNew: typeof wrong = [
    [{ ...newChannel, kind: "fax" }, /^Field kind must be "api" or "widget", got "fax"/],
    [{ ...newChannel, id: "SHORT" }, /^Field id must be 8 to 32 characters of A-Z, a-z and 0-9, got "SHORT"/],
    [{ webhookUrl: newChannel.webhookUrl, agents: [1] }, /^Field name is missing: it must be 1 to 100 characters/],
    [{ name: "Shop", agents: [1] }, /^Field webhookUrl is missing/],
    [{ name: "Shop", webhookUrl: newChannel.webhookUrl }, /^Field agents is missing/],
  ];
  for (const [body, message] of [...wrong, ...onlyNew]) {
    const refused = await ask("POST", "/api/channels", body);
    t.match(refused, { status: 400, body: { error: { code: "invalid_request", message } } }, String(message));
    t.notMatch(refused.body.error.message, /s3cret/);
  }
  for (const [body, message] of wrong) {
    const spoilt = typeof body === "object" && !Array.isArray(body) ? { ...body, name: Object(body).name } : body;
    const refused = await ask("PATCH", "/api/channels/MOBILEAPP1", spoilt);
    const known = message.source.includes("expected one of kind") ? /^Field colour is not known here/ : message;
    t.match(refused, { status: 400, body: { error: { code: "invalid_request", message: known } } }, String(known));
  }
  const moved = await ask("PATCH", "/api/channels/MOBILEAPP1", { id: "SHOPAPP0001" });
  t.match(moved, { status: 400, body: { error: { message: /^Field id is not known here/ } } });
  t.strictSame((await ask("GET", "/api/channels")).body, before, "nothing was created or changed");
  const large = await ask("POST", "/api/channels", { ...newChannel, name: "x".repeat(300_000) });
  t.match(large, { status: 413, body: { error: { code: "payload_too_large" } } });
});

t.test("[CH-06] a changed setting applies from the next request and the next attempt on", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const kim = await service.logIn("kim");
  await service.enter("kim");
  await service.say("7", "Hello");
  await service.call("POST", "/api/chats/1/accept", { token: kim });
  const reply = (text: string) =>
    service.call("POST", "/api/chats/1/messages", { token: kim, body: { type: "text", text } });
  await reply("one");
  t.equal(service.attempts.at(-1)?.settings.webhookUrl, "https://shop.example.com/chat");
  const change = { webhookUrl: "https://new.example.com/hook", chunked: true, name: "Renamed" };
  const changed = await ask("PATCH", "/api/channels/MOBILEAPP1", change);
  t.match(changed, { status: 200, body: { channel: { ...change, agents: [1, 2], appendPublicId: true } } });
  const timeout = { kind: "timeout" as const, code: "timeout", message: "No answer." };
  service.attempts.at(-1)?.answer({ httpStatus: null, failure: timeout });
  await service.pass(4_000);
  t.match(
    service.attempts.at(-1),
    { settings: change, content: { text: "one" } },
    "the next attempt of the same reply",
  );

  t.equal(await service.status(), "1");
  t.equal((await ask("PATCH", "/api/channels/MOBILEAPP1", { agents: [2] })).status, 200);
  t.equal(await service.status(), "0", "its last available agent was removed from it");
  const back = await ask("PATCH", "/api/channels/MOBILEAPP1", { agents: [3, 1] });
  t.equal(back.body.channel.status, 1, "and is added again before the next response");
  t.equal(await service.status(), "1");
  await ask("PATCH", "/api/channels/MOBILEAPP1", { agents: [2] });
  t.match(await ask("PATCH", "/api/channels/MOBILEAPP1", {}), { status: 200, body: { channel: { agents: [2] } } });

  await Promise.all(
    [{ addAgents: [1, 2] }, { addAgents: [3] }, { removeAgents: [2, 99] }].map((one) =>
      ask("PATCH", "/api/channels/MOBILEAPP1", one),
    ),
  );
  const { agents } = (await ask("GET", "/api/channels/MOBILEAPP1")).body.channel;
  t.same(agents.filter((id) => id !== 2).sort(), [1, 3], "changes of agents at once all count");

  const both = [{ name: "By one" }, { strictAnswers: true }, { hiddenErrorCodes: ["a"] }, { agents: [1] }];
  await Promise.all(both.map((one) => ask("PATCH", "/api/channels/MOBILEAPP1", one)));
  const merged = (await ask("GET", "/api/channels/MOBILEAPP1")).body.channel;
  t.match(merged, Object.assign({}, ...both), "two administrators change fields, not the complete record");
  const racing = await Promise.all(
    ["SAMEAPP001", "SAMEAPP001"].map((id) => ask("POST", "/api/channels", { ...newChannel, id })),
  );
  t.same(racing.map(({ status }) => status).sort(), [201, 409]);
});

t.test("the renewed random string is the address; the old one answers 404", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const statusOf = async ({ statusUrl }: ApiChannelAnswer) => (await fetch(statusUrl)).status;
  const first = (await ask("GET", "/api/channels/MOBILEAPP1")).body.channel;
  t.equal(await statusOf(first), 200);
  const renewed = await ask("POST", "/api/channels/MOBILEAPP1/random");
  t.equal(renewed.status, 200);
  const second = renewed.body.channel;
  const noUrls = { endpointUrl: "", statusUrl: "" };
  t.strictSame({ ...second, ...noUrls }, { ...first, ...noUrls }, "nothing else changed");
  t.strictSame([await statusOf(first), await statusOf(second)], [404, 200]);
  const random = "chosen-by-the-administrator";
  const third = (await ask("PATCH", "/api/channels/MOBILEAPP1", { random })).body.channel;
  t.ok(third.endpointUrl.includes(`/${random}/`));
  t.strictSame([await statusOf(second), await statusOf(third)], [404, 200]);
  t.equal((await ask("POST", "/api/channels/NOSUCHAPP1/random")).status, 404);
});

t.test("a disabled channel answers 0 and 403, a removed one 404 for both", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  await service.enter("kim");
  const { endpointUrl } = (await ask("GET", "/api/channels/MOBILEAPP1")).body.channel;
  const path = new URL(endpointUrl).pathname;
  const body = { sender: { id: "7" }, message: { type: "text", text: "Hello" } };
  const both = async () => [
    await (await fetch(`${endpointUrl}/status`)).text(),
    (await service.call("POST", path, { body })).status,
  ];
  t.strictSame(await both(), ["1", 200]);
  t.match(await ask("PATCH", "/api/channels/MOBILEAPP1", { enabled: false }), { body: { channel: { status: 0 } } });
  t.strictSame(await both(), ["0", 403]);
  t.equal((await ask("PATCH", "/api/channels/MOBILEAPP1", { enabled: true })).status, 200);
  t.strictSame(await both(), ["1", 200]);

  const removed = await ask("DELETE", "/api/channels/MOBILEAPP1");
  t.match(removed, { status: 200, body: { result: "ok" } });
  t.equal((await fetch(`${endpointUrl}/status`)).status, 404);
  t.equal((await service.call("POST", path, { body })).status, 404);
  for (const [method, sent] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
    t.equal((await ask(method, "/api/channels/MOBILEAPP1", sent)).status, 404, method);
  t.same(
    (await ask("GET", "/api/channels")).body.channels.map(({ id }) => id),
    ["OTHERAPP01"],
  );
  t.equal((await ask("GET", "/api/chats/1")).status, 200, "its chats can be read");
  const random = path.split("/")[2];
  const again = await ask("POST", "/api/channels", { ...newChannel, id: "MOBILEAPP1", random });
  t.equal(again.status, 201, "a new channel with its id has the same address");
  t.equal(again.body.channel.status, 1);
  t.strictSame(await both(), ["1", 200]);
});

t.test("pages of channels are complete; an unknown cursor is refused", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 2 } });
  const ask = await asAgent(t, service);
  for (const id of ["SHOPAPP0003", "SHOPAPP0001", "SHOPAPP0002"])
    await ask("POST", "/api/channels", { ...newChannel, id });
  const seen: string[] = [];
  let path = "/api/channels";
  for (let pages = 0; pages < 9; pages += 1) {
    const { channels, cursor } = (await ask("GET", path)).body;
    t.ok(channels.length > 0 && channels.length <= 2);
    seen.push(...channels.map(({ id }) => id));
    if (cursor === null) break;
    path = `/api/channels?cursor=${cursor}`;
  }
  t.same(seen, ["MOBILEAPP1", "OTHERAPP01", "SHOPAPP0001", "SHOPAPP0002", "SHOPAPP0003"]);
  const { cursor: ofAgents } = (await ask("GET", "/api/agents")).body;
  t.ok(ofAgents);
  for (const cursor of [ofAgents, "x", "eyJhZnRlciI6", "MQ", "eyJhZnRlciI6MX0%3D"])
    t.match(await ask("GET", `/api/channels?cursor=${cursor}`), {
      status: 400,
      body: { error: { message: /cursor/ } },
    });
});

t.test("the credentials of an address are never returned, and stay when the mask is sent back", async (t) => {
  const service = await startService(t, {
    hosts: { "shop.example.com": "93.184.215.14", "other.example.com": "93.184.215.15" },
  });
  const ask = await asAgent(t, service);
  await ask("POST", "/api/providers", { id: "acme", name: "Acme" });
  const at = (path: string, user = "us3r:s3cr@t", host = "shop.example.com") => `https://${user}@${host}/${path}`;
  const oauth = { clientId: "c", clientSecret: "client-s3cret" };
  const addresses = (user?: string, host?: string) => ({
    webhookUrl: at("a/{channel}?x=%2F", user, host),
    bot: {
      provider: "acme",
      endpoint: at("b", user, host),
      token: "t0k3n-of-the-bot",
      oauth: { ...oauth, tokenUrl: at("c", user, host) },
    },
    webhooks: { url: at("d", user, host) },
  });
  const made = await ask("POST", "/api/channels", { ...newChannel, id: "SIGNEDIN01", ...addresses() });
  t.equal(made.status, 201, JSON.stringify(made.body));
  const path = "/api/channels/SIGNEDIN01";
  const answers = [
    made,
    await ask("GET", path),
    await ask("GET", "/api/channels"),
    await ask("PATCH", path, { name: "Shop" }),
  ];
  for (const { body } of answers) t.notMatch(JSON.stringify(body), /us3r|s3cr/);
  const { webhookUrl, bot, webhooks } = made.body.channel;
  t.strictSame(
    [webhookUrl, bot?.endpoint, bot?.oauth?.tokenUrl, webhooks?.url],
    [at("a/{channel}?x=%2F", "***:***"), at("b", "***:***"), at("c", "***:***"), at("d", "***:***")],
  );
  const kept = () => {
    const settings = service.app.runtime.directory.find("SIGNEDIN01")?.settings;
    return [settings?.webhookUrl, settings?.bot?.endpoint, settings?.bot?.oauth?.tokenUrl, settings?.webhooks?.url];
  };
  const before = [at("a/{channel}?x=%2F"), at("b"), at("c"), at("d")];
  t.strictSame(kept(), before);
  const { provider, token, ...botAddresses } = addresses("***:***").bot;
  const sentBack = { ...addresses("***:***"), bot: { ...botAddresses, name: "Robin" } };
  t.equal((await ask("PATCH", path, sentBack)).status, 200);
  t.strictSame(kept(), before, "the response may be sent back");
  t.equal((await ask("PATCH", path, { webhookUrl: at("moved", "***:***") })).status, 200);
  t.equal(kept()[0], at("moved"), "another path, the same host");
  const elsewhere = addresses("***:***", "other.example.com");
  for (const [field, change] of [
    ["webhookUrl", { webhookUrl: elsewhere.webhookUrl }],
    ["bot.endpoint", { bot: { endpoint: elsewhere.bot.endpoint } }],
    ["bot.oauth.tokenUrl", { bot: { oauth: { tokenUrl: elsewhere.bot.oauth.tokenUrl } } }],
    ["webhooks.url", { webhooks: elsewhere.webhooks }],
    ["webhookUrl", { webhookUrl: at("a", "***:***").replace("https", "http") }],
  ] as const) {
    const refused = await ask("PATCH", path, change);
    t.equal(refused.status, 400, field);
    t.match(refused.body.error.message, new RegExp(`^Field ${field} must `));
  }
  t.match(await ask("POST", "/api/channels", { ...newChannel, webhookUrl: at("a", "***:***") }), { status: 400 });
  t.equal((await ask("PATCH", path, { webhookUrl: at("a", "n3w") })).body.channel.webhookUrl, at("a", "***:***"));
  t.equal((await ask("PATCH", path, { webhookUrl: "https://shop.example.com/a" })).status, 200);
  t.equal(kept()[0], "https://shop.example.com/a", "the credentials are removed");
  t.notMatch(JSON.stringify(service.logLines), /us3r|s3cr@t|s3cr%40t/);
});
