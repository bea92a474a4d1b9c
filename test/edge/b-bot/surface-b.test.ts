import t from "tap";
import { Check } from "typebox/value";
import { asChannelId } from "../../../src/core/ids.ts";
import { removeChannel } from "../../../src/domain/configure.ts";
import { assertDescribed, readDescription } from "../../admin/described.ts";
import { fixtureNames, readFixture } from "../../codec/fixtures.ts";
import { configure } from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { until } from "../edge-world.ts";
import type { WireAnswer } from "../wire.ts";
import { ask, openWire, request } from "../wire.ts";
import { accepted, botPath, message, otherBot, pathOf, post, saidBy, says, setUp, startWithBot } from "./provider.ts";

const portOf = (service: Service): number => Number(new URL(service.url).port);
const refusal = ({ status, body }: WireAnswer): readonly unknown[] => [status, JSON.parse(body).error.code];
const oauth = { tokenUrl: "https://bot.example.com/oauth", clientId: "c", clientSecret: "s3cr3t" };
const channelId = asChannelId("MOBILEAPP1");
const hello = JSON.stringify(says("Hi"));
const keep = (service: Service, token: string, lifeMs = 3_600_000): Promise<void> =>
  service.knownTokens.keep({ channelId, oauth }, token, service.clock.nowMs() + lifeMs);

t.test("[ERR-17, ERR-14] a request with several errors is answered by the first check in the order", async (t) => {
  const { store, hold } = createFaultyStore();
  const rates = { botPerSecond: 1, botBurst: 3, senderPerSecond: 0.001, senderBurst: 1 };
  const limits = { ...rates, pendingEventsMax: 8, bodyBytesMax: 1_000 };
  const channels = { MOBILEAPP1: { bot: { ...bot, oauth } } };
  const service = await startWithBot(t, { store, limits, channels });
  await service.say("8", "Hello", "OTHERAPP01");
  await keep(service, "tk");
  const port = portOf(service);
  const right = "Authorization: Bearer tk";
  const [known, fresh, malformed] = ["known", "fresh", "not a key"].map((key) => `Idempotency-Key: ${key}`);
  const headersOf = (key: string | undefined, ...more: readonly string[]): readonly string[] =>
    [right, key ?? "", ...more].filter((header) => header !== "");
  t.equal((await ask(port, "POST", botPath, hello, headersOf(known))).status, 200, "the only event of the chat");
  await configure(service, { enabled: false });
  await service.settle();

  const release = hold();
  const held = Array.from({ length: 8 }, (_, at) => configure(service, { enabled: false, name: `held ${at}` }));
  await until(() => service.app.runtime.registry.counts().pending === 8);
  const useUp = async (): Promise<void> => {
    while ((await ask(port, "POST", botPath, "{", headersOf(undefined))).status !== 429);
  };
  const tooLarge = " ".repeat(1_001);
  const wrong = pathOf({ ...bot, token: "wrong" });
  const twice = ["Authorization: Bearer a", "Authorization: Bearer b", malformed ?? ""];
  for (const at of ["/nothing", `${wrong}?token=x`]) {
    const answer = await ask(port, "PUT", at, tooLarge, twice);
    t.strictSame(refusal(answer), [502, "overloaded"], `overload is checked before ${at}`);
  }
  release();
  await Promise.all(held);
  await useUp();
  const early: readonly [string, string, readonly string[], readonly unknown[], string][] = [
    ["PUT", `${wrong}/more?token=x`, twice, [404, "not_found"], "no such route"],
    ["PUT", `${wrong}?token=x`, twice, [405, "method_not_allowed"], "the method, before the credentials"],
    ["POST", `${wrong}?token=x`, twice, [400, "invalid_request"], "several credentials, before the token"],
    ["POST", wrong, twice.slice(1), [401, "invalid_client"], "the token, before the header"],
    ["POST", botPath, twice.slice(1), [401, "unauthorized_client"], "the header, before the rate"],
    ["POST", botPath, headersOf(malformed), [429, "rate_limited"], "the token's rate, before the key"],
  ];
  for (const [method, path, headers, expected, why] of early) {
    const answer = await ask(port, method, path, tooLarge, headers);
    t.strictSame(refusal(answer), expected, why);
    if (answer.status === 405) t.equal(answer.headers.get("allow"), "POST");
    if (answer.status === 401) t.equal(answer.headers.get("www-authenticate"), "Bearer");
    if (answer.status === 429) t.equal(answer.headers.get("retry-after"), "1");
  }

  const next = (body: unknown, key?: string): Promise<WireAnswer> => {
    service.clock.advance(1_000);
    return ask(port, "POST", botPath, typeof body === "string" ? body : JSON.stringify(body), headersOf(key));
  };
  const unknownChat = { chat_id: "999" };
  const late: readonly [unknown, string | undefined, readonly unknown[], RegExp, string][] = [
    [tooLarge, malformed, [400, "invalid_request"], /Idempotency-Key must/, "the key's form, before the size"],
    [tooLarge, known, [400, "invalid_request"], /another body/, "a key of another body, before the size"],
    [tooLarge, fresh, [400, "invalid_request"], /larger than 1000 bytes/, "the size, before the JSON"],
    ['{"event":"NONE",', fresh, [400, "invalid_request"], /not valid JSON/, "the JSON, before the event"],
    ['{"event":"NONE","event":"NONE"}', fresh, [400, "invalid_request"], /event\W+occurs twice/, "the keys too"],
    [{ event: " ", chat_id: {} }, fresh, [400, "invalid_request"], /event must be/, "a blank event"],
    [{ event: "NONE", chat_id: {} }, fresh, [405, "method_not_allowed"], /NONE/, "an unknown event, before the fields"],
    [{ event: "CLIENT_MESSAGE" }, fresh, [405, "method_not_allowed"], /CLIENT_MESSAGE/, "one of the other direction"],
    [says(" ", unknownChat), fresh, [400, "invalid_request"], /message\.text/, "the fields, before the chat"],
    [says("Hi", unknownChat), fresh, [400, "invalid_request"], /999/, "the chat, before the disabled channel"],
    [says("Hi", { chat_id: 2 }), fresh, [403, "access_denied"], /chat 2/, "whose chat, before the chat's rate"],
    [says("Hi"), fresh, [403, "access_denied"], /disabled/, "the disabled channel, before the chat's rate"],
  ];
  for (const [body, key, expected, words, why] of late) {
    const answer = await next(body, key);
    t.strictSame(refusal(answer), expected, why);
    t.match(answer.body, words);
    t.equal(answer.headers.get("allow"), expected[0] === 405 ? "POST" : undefined);
  }
  const repeat = await next(hello, known);
  t.equal(repeat.status, 200, "a repeat is recognized before the disabled channel and the chat's rate are checked");
  await configure(service, { enabled: true });
  t.strictSame(refusal(await next(says("Hi"), fresh)), [429, "rate_limited"], "the chat's rate is checked last");
  t.strictSame(await saidBy(service), ["Hi"], "no refused event was stored");
  service.clock.advance(1_000_000);
  t.equal((await next(says("There"), fresh)).status, 200);

  service.clock.advance(10_000);
  const wire = await openWire(port);
  t.teardown(() => wire.abort());
  wire.send(request("POST", botPath, "{", [right]));
  t.equal((await wire.answer()).status, 400);
  const letGo = hold();
  service.clock.advance(1_000_000);
  const last = ask(port, "POST", botPath, JSON.stringify(says("Last")), [right]);
  await until(() => service.app.runtime.registry.counts().pending === 1);
  const stopping = service.app.stop();
  wire.send(request("PUT", "/nothing", tooLarge, twice));
  t.strictSame(refusal(await wire.answer()), [503, "unavailable"], "shutdown is checked before everything else");
  letGo();
  t.equal((await last).status, 200);
  await Promise.all([stopping, service.stop()]);
});

t.test("[AUTH-07, ERR-14] an unknown provider and a wrong token get byte for byte the same answer", async (t) => {
  const channels = { MOBILEAPP1: { bot }, OTHERAPP01: { bot: otherBot } };
  const service = await startWithBot(t, { channels });
  const port = portOf(service);
  const guesses = [
    { ...bot, token: "t0k3m" },
    { ...bot, token: "t0k3" },
    { ...bot, token: "t0k3nn" },
    { ...bot, token: "T0K3N" },
    { ...bot, token: "t0k3n\n" },
    { ...bot, token: otherBot.token },
    { ...bot, token: "x".repeat(3_000) },
    { ...bot, token: "\u0000" },
    { ...bot, providerId: "nobody" },
    { ...bot, providerId: "acme-bots\n", token: bot.token },
    { ...bot, providerId: "ACME-BOTS" },
    { ...bot, providerId: "__proto__", token: "constructor" },
  ];
  const expected = JSON.parse(readFixture("error-401-invalid-client").toString());
  const seen = new Set<string>();
  for (const guess of guesses) {
    for (const form of ["webhooks", "providers"]) {
      const answer = await ask(port, "POST", pathOf(guess, form), hello);
      t.strictSame([answer.status, JSON.parse(answer.body)], [401, expected], JSON.stringify(guess.token.slice(0, 20)));
      t.equal(answer.headers.get("www-authenticate"), "Bearer");
      seen.add(answer.fixedHead + answer.body);
    }
  }
  t.equal(seen.size, 1);
  await setUp(service, "MOBILEAPP1", { bot: { ...bot, token: "n3w" } });
  t.equal((await ask(port, "POST", botPath, hello)).status, 401, "a changed token is valid from the next request on");
  t.equal((await ask(port, "POST", pathOf({ ...bot, token: "n3w" }), hello)).status, 200);
  await removeChannel(service.app.runtime, channelId);
  t.equal((await ask(port, "POST", pathOf({ ...bot, token: "n3w" }), hello)).status, 401, "the channel is removed");
  t.equal((await ask(port, "POST", pathOf(otherBot), hello)).status, 403, "the other bot exists");
  await setUp(service, "OTHERAPP01", { bot: null });
  t.equal((await ask(port, "POST", pathOf(otherBot), hello)).status, 401, "and afterwards it does not");
});

t.test(
  "[AUTH-02] after many wrong tokens from one address, further wrong tokens are 429, and correct tokens still work",
  async (t) => {
    const service = await startWithBot(t, { limits: { badPathsPerMinute: 3 } });
    const guess = async (token: string) =>
      (await service.call("POST", pathOf({ ...bot, token }), { body: says("Hi") })).status;
    t.strictSame([await guess("a"), await guess("b"), await guess("c"), await guess("d")], [401, 401, 401, 429]);
    t.equal(await guess(bot.token), 200);
    service.clock.advance(60_000);
    t.equal(await guess("e"), 401);
  },
);

t.test("[AUTH-10] if access tokens are used, a request must have an obtained token that has not expired", async (t) => {
  const channels = { MOBILEAPP1: { bot: { ...bot, oauth } }, OTHERAPP01: { bot: otherBot } };
  const service = await startWithBot(t, { channels });
  const send = (...headers: readonly string[]) => ask(portOf(service), "POST", botPath, hello, headers);
  const expected = JSON.parse(readFixture("error-401-unauthorized-client").toString());
  const refused = async (why: string, ...headers: readonly string[]): Promise<void> => {
    const answer = await send(...headers);
    t.strictSame([answer.status, JSON.parse(answer.body)], [401, expected], why);
    t.equal(answer.headers.get("www-authenticate"), "Bearer");
  };
  await refused("before any token was obtained", "Authorization: Bearer first");
  await keep(service, "first", 60_000);
  await service.knownTokens.keep(
    { channelId: asChannelId("OTHERAPP01"), oauth },
    "others",
    service.clock.nowMs() + 60_000,
  );
  await refused("no header");
  await refused("an empty header", "Authorization: ");
  await refused("another token", "Authorization: Bearer wrong");
  await refused("another scheme", "Authorization: Basic first");
  await refused("the token of another bot", "Authorization: Bearer others");
  t.equal((await send("Authorization: Bearer first")).status, 200);
  await keep(service, "second", 120_000);
  t.equal((await send("Authorization: Bearer first")).status, 200, "an earlier token that has not expired");
  t.equal((await send("Authorization: Bearer second")).status, 200);
  service.clock.advance(60_000);
  await refused("an earlier one that has expired", "Authorization: Bearer first");
  t.equal((await send("Authorization: Bearer second")).status, 200);
  service.clock.advance(60_000);
  await refused("the current one has expired", "Authorization: Bearer second");
  await setUp(service, "MOBILEAPP1", { bot });
  for (const header of ["Authorization: Bearer wrong", "Authorization: nonsense", "X-Nothing: 1"]) {
    t.equal((await send(header)).status, 200, `not configured: ${header} is ignored`);
  }
});

t.test("[AUTH-12] several sets of credentials are a bad request, even if one is correct", async (t) => {
  const service = await startWithBot(t);
  const port = portOf(service);
  const right = "Authorization: Bearer a";
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [botPath, [right, right]],
    [botPath, [right, "authorization: Basic b"]],
    [`${botPath}?token=${bot.token}`, []],
    [`${botPath}?token=`, []],
    [`${botPath}?a=b&access_token=x`, [right]],
    [`${pathOf(otherBot)}?token=x`, []],
    [`${pathOf(bot, "providers")}?access_token=x`, []],
  ];
  for (const [path, headers] of rows) {
    const answer = await ask(port, "POST", path, hello, headers);
    t.strictSame(refusal(answer), [400, "invalid_request"], path);
    t.match(answer.body, /Credentials were sent more than once/);
    t.notMatch(answer.body, /t0k3n/);
  }
  t.strictSame(await saidBy(service), []);
  for (const query of ["?tokens=x", "?x=token", "?a=b"]) {
    t.equal((await ask(port, "POST", botPath + query, hello, [right])).status, 200, query);
  }
});

t.test("[BOT-05] the address, its alias and all their spellings accept the same events", async (t) => {
  const odd = { ...bot, token: "a/b c?d=e&%\u00e9\u{1f600}" };
  const service = await startWithBot(t, { channels: { MOBILEAPP1: { bot: odd } } });
  const port = portOf(service);
  const escapedAll = odd.token.replace(/[\s\S]/gu, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
  const paths = [
    pathOf(odd),
    pathOf(odd, "providers"),
    `${pathOf(odd)}/`,
    `${pathOf(odd, "providers")}/`,
    `/bots/webhooks/%61cme-bots/${escapedAll}`,
  ];
  for (const [index, path] of paths.entries()) {
    const answer = await ask(port, "POST", path, JSON.stringify(says(`Hi ${index}`)));
    t.strictSame([answer.status, answer.body], [200, '{"result":"ok"}'], path);
    t.equal(answer.headers.get("content-type"), "application/json");
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "x"]) {
    t.equal((await ask(port, "POST", pathOf(odd), hello, [`Content-Type: ${type}`])).status, 200, type);
  }
  t.equal((await ask(port, "POST", pathOf(odd), `\ufeff${hello}`)).status, 200, "a byte-order mark is skipped");
  t.equal((await saidBy(service)).length, paths.length + 5);

  for (const path of ["/bots/webhooks/acme-bots", "/bots/webhooks//x", `${pathOf(odd)}/more`, "/bots/other/a/b"]) {
    t.strictSame(refusal(await ask(port, "POST", path, hello)), [404, "not_found"], path);
  }
  t.strictSame(refusal(await ask(port, "POST", "/bots/webhooks/acme-bots/%zz", hello)), [404, "not_found"]);
  for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await ask(port, method, pathOf(odd, "providers"), method === "GET" ? undefined : hello);
    t.strictSame([...refusal(answer), answer.headers.get("allow")], [405, "method_not_allowed", "POST"], method);
  }
});

t.test(
  "[LIM-01, LIM-02] each bot and each of its chats has a rate limit; a refusal has the time to wait",
  async (t) => {
    const channels = { MOBILEAPP1: { bot }, OTHERAPP01: { bot: otherBot } };
    const limits = { botPerSecond: 10, botBurst: 20, senderPerSecond: 2, senderBurst: 3 };
    const service = await startWithBot(t, { channels, limits });
    await service.say("8", "Hello");
    await service.say("9", "Hello", "OTHERAPP01");
    await service.settle();
    const status = async (path: string, body: object): Promise<number> => {
      const { status, headers } = await service.call("POST", path, { body });
      if (status === 429) t.equal(headers.get("retry-after"), "1");
      return status;
    };
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1) statuses.push(await status(botPath, says("Hi")));
    t.strictSame(statuses, [200, 200, 200, 429], "the burst of a chat");
    t.equal(await status(botPath, { event: "INVITE_AGENT", client_id: 1 }), 429, "also by its client");
    t.equal(await status(botPath, says("Hi", { chat_id: "2" })), 200, "another chat has its own rate");
    service.clock.advance(1_000);
    t.equal(await status(botPath, says("Hi")), 200, "an event after Retry-After is accepted");

    service.clock.advance(2_000);
    const tried: number[] = [];
    for (let times = 0; times < 21; times += 1) {
      tried.push(await status(pathOf(bot, times % 2 === 0 ? "webhooks" : "providers"), message({ type: "NONE" })));
    }
    t.strictSame(tried, [...Array(20).fill(400), 429], "the burst of a bot, including its alias and bad requests");
    t.equal(await status(pathOf({ ...bot, token: "wrong" }), says("Hi")), 401, "other callers do not use up the rate");
    t.equal(await status(pathOf(otherBot), says("Hi", { chat_id: "3" })), 200, "another bot has its own rate");
    service.clock.advance(1_000);
    t.equal(await status(botPath, says("Hi")), 200, "an event after Retry-After is accepted");
  },
);

t.test("[ERR-19] surface B answers only with its own statuses", async (t) => {
  const service = await startWithBot(t, { limits: { bodyBytesMax: 30_000 } });
  const port = portOf(service);
  const tooLarge = await ask(port, "POST", botPath, " ".repeat(30_001));
  t.strictSame(
    [tooLarge.status, JSON.parse(tooLarge.body).error],
    [400, { code: "invalid_request", message: "The request body is larger than 30000 bytes." }],
  );
  const chunked = await openWire(port);
  t.teardown(() => chunked.abort());
  chunked.send(`POST ${botPath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
  chunked.send(`7d00\r\n${" ".repeat(0x7d00)}\r\n0\r\n\r\n`);
  t.strictSame(refusal(await chunked.answer()), [400, "invalid_request"], "a body without a declared length");
  const deep = `{"event":"INVITE_AGENT","chat_id":"1","x":${"[".repeat(64)}${"]".repeat(64)}}`;
  t.strictSame(refusal(await ask(port, "POST", botPath, deep)), [400, "invalid_request"], "65 levels");

  const answers = await Promise.all(Array.from({ length: 502 }, (_, at) => post(service, says(`Hi ${at}`))));
  const refused = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
  t.strictSame(refused, [502], "too many messages wait for the customer system");
  const full = await post(service, says("One more"));
  t.strictSame([full.status, full.body.error.code], [502, "overloaded"]);
  t.equal((await saidBy(service)).length, 501, "no refused event is stored");
  t.equal(
    (await post(service, message({ type: "MARKDOWN", content: "**x**" }))).status,
    200,
    "a message that is not sent is accepted",
  );
  service.attempts[0]?.answer();
  await service.settle();
  t.equal((await post(service, says("One more"))).status, 200);
});

t.test("[AUTH-14] no log entry and no answer contains tokens or Authorization values", async (t) => {
  const service = await startWithBot(t, { channels: { MOBILEAPP1: { bot: { ...bot, oauth } } } });
  const port = portOf(service);
  await keep(service, "4cc3ss");
  const answers = [
    await ask(port, "POST", botPath, hello, ["Authorization: Bearer 4cc3ss", "Idempotency-Key: k"]),
    await ask(port, "POST", botPath, "{", ["Authorization: Bearer 4cc3ss"]),
    await ask(port, "POST", botPath, hello, ["Authorization: Bearer wr0ng"]),
    await ask(port, "POST", `${botPath}?token=t0k3n`, hello),
    await ask(port, "POST", `${botPath}/t0k3n`, hello),
    await ask(port, "POST", `${botPath}1`, hello),
    await ask(port, "GET", botPath),
  ];
  t.strictSame(
    answers.map(({ status }) => status),
    [200, 400, 401, 400, 404, 401, 405],
  );
  const told = JSON.stringify([answers.map(({ body, fixedHead }) => [body, fixedHead]), service.logLines]);
  for (const secret of ["t0k3n", "4cc3ss", "wr0ng", "s3cr3t"]) t.notMatch(told, secret);
  const answered = service.logLines.filter(({ route }) => route === "/bots/webhooks/:providerId/:token");
  t.equal(answered.length, 6);
  t.match(answered[0], { status: 200, subject: "MOBILEAPP1" });
  const marks = await service.store.scan("idempotency", { prefix: [], limit: 10 });
  t.equal(marks.length, 1);
  t.notMatch(JSON.stringify(marks), /t0k3n|4cc3ss/);
  t.strictSame((await post(service, hello, { authorization: "Bearer 4cc3ss" })).body, accepted);
});

t.test("requests and answers match their description, and there are no other statuses", async (t) => {
  const service = await startWithBot(t, { limits: { botPerSecond: 1, botBurst: 9, bodyBytesMax: 2_000 } });
  const description = await readDescription(service);
  const allowed = ["200", "400", "401", "403", "404", "405", "415", "429", "500", "502", "503", "504"];
  for (const form of ["webhooks", "providers"]) {
    const { responses } = description.paths[`/bots/${form}/{providerId}/{token}`]?.["post"] ?? { responses: {} };
    t.strictSame(Object.keys(responses).sort(), allowed, form);
  }
  const schema = Object(description.components.schemas["ProviderEvent"]);
  for (const name of [...fixtureNames("b-bot-message"), ...fixtureNames("b-invite-agent")]) {
    t.ok(Check(schema, JSON.parse(readFixture(name).toString())), name);
  }
  const bodies = [hello, "{", JSON.stringify({ event: "NONE" }), " ".repeat(3_000), JSON.stringify(says("Hi"))];
  const paths = [...bodies.map(() => botPath), `${botPath}x`, `${botPath}?token=x`, ...Array(6).fill(botPath)];
  const statuses: number[] = [];
  for (const [index, path] of paths.entries()) {
    const answer = await service.call("POST", path, { body: bodies[index] ?? hello });
    assertDescribed(t, description, "POST", path, answer);
    statuses.push(answer.status);
  }
  await configure(service, { enabled: false });
  service.clock.advance(1_000);
  assertDescribed(t, description, "POST", botPath, await post(service, hello));
  t.strictSame(statuses, [200, 400, 405, 400, 200, 401, 400, 200, 200, 200, 200, 429, 429]);
});
