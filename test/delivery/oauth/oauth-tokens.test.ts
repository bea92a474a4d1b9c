import t from "tap";
import type { OauthSettings } from "../../../machines/channel/channel.types.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { userAgent } from "../../../src/core/version.ts";
import type { OutboundBotEvent } from "../../../src/ports/outbound.ts";
import { loopback } from "../attempts.ts";
import { clientSecret, grantTokens, openProvider, toTelling } from "../bot/bots.ts";
import type { Behaviour } from "../peer.ts";
import { reply, replyOk } from "../peer.ts";
import { until } from "../through-service.ts";
import { holdBack, inTurn, openTimed, passTurns, told } from "../timed-outbound.ts";

const timeoutMs = 3_000;

const tellingTo = (bot: Parameters<typeof toTelling>[0], changes: Partial<OutboundBotEvent> = {}): OutboundBotEvent =>
  toTelling(bot, { timeoutMs, ...changes });

const unauthorized = reply("401 Unauthorized", "");

t.test("[AUTH-08] the bytes of the token request, and its token on every event", async (t) => {
  const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
  const { tell } = openTimed(t);
  const { host, requests } = provider.peer;
  const endpoint = `http://kim:s3cret@${host}/hook`;
  for (const attempt of [1, 2, 3]) {
    t.match(await tell(tellingTo({ ...provider.bot, endpoint }, { attempt })), { httpStatus: 200, failure: null });
  }
  const form = `grant_type=client_credentials&client_id=kim&client_secret=${clientSecret}`;
  t.equal(
    requests[0],
    [
      "POST /token HTTP/1.1",
      `host: ${host}`,
      "connection: keep-alive",
      `User-Agent: ${userAgent}`,
      "Accept-Encoding: identity",
      "Content-Type: application/x-www-form-urlencoded",
      "Accept: application/json",
      `content-length: ${form.length}`,
      "",
      form,
    ].join("\r\n"),
  );
  t.strictSame(provider.carried(), Array(3).fill("Bearer tk-1-hush"), "instead of user and password");
  t.equal(requests.length, 4);
});

t.test("any number of simultaneous events needs only one token request", async (t) => {
  const token = holdBack(grantTokens());
  const provider = await openProvider(t, { bot: replyOk, token: token.behave });
  const { tell } = openTimed(t);
  const telling = tellingTo(provider.bot);
  const all = Array.from({ length: 20 }, () => tell(telling));
  await until(() => token.held.length > 0);
  t.equal(provider.carried().length, 0);
  token.letGo();
  t.ok((await Promise.all(all)).every(({ failure }) => failure === null));
  t.strictSame([provider.forms().length, provider.carried()], [1, Array(20).fill("Bearer tk-1-hush")]);
});

t.test("[AUTH-09] a token is used until shortly before it expires", async (t) => {
  for (const [said, usedS] of [
    [{ expires_in: 3600 }, 3570],
    [{ expires_in: "120" }, 90],
    [{ expires_in: 61 }, 31],
    [{ expires_in: 60 }, 30],
    [{ expires_in: 5 }, 2.5],
    [{}, 300],
  ] as const) {
    const provider = await openProvider(t, { bot: replyOk, token: grantTokens(said) });
    const { tell, clock } = openTimed(t);
    await tell(tellingTo(provider.bot));
    clock.advance(usedS * 1000 - 1);
    await tell(tellingTo(provider.bot));
    clock.advance(1);
    await Promise.all([1, 2].map(() => tell(tellingTo(provider.bot))));
    t.strictSame(
      provider.carried(),
      [1, 1, 2, 2].map((number) => `Bearer tk-${number}-hush`),
      `${JSON.stringify(said)}: ${usedS} s`,
    );
  }
});

t.test("changed credentials need a new token, a copy of the same credentials does not", async (t) => {
  const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
  const { tell } = openTimed(t);
  const { oauth } = provider.bot;
  if (!oauth) throw new Error("The provider has a token endpoint");
  const changes: Partial<OauthSettings>[] = [
    {},
    {},
    { clientId: "lee" },
    { clientId: "lee", clientSecret: "hush-other" },
    { clientId: "lee", clientSecret: "hush-other", tokenUrl: `${oauth.tokenUrl}/v2` },
  ];
  for (const change of changes) await tell(tellingTo({ ...provider.bot, oauth: { ...oauth, ...change } }));
  t.strictSame(
    provider.carried(),
    [1, 1, 2, 3, 4].map((number) => `Bearer tk-${number}-hush`),
  );
  await tell(tellingTo(provider.bot, { channelId: asChannelId("OTHERBOT01") }));
  t.equal(provider.carried().at(-1), "Bearer tk-5-hush", "each bot has its own token");
});

t.test(
  "[AUTH-11] after a 401, a new token is fetched once for all requests with the old token, and these requests are repeated",
  async (t) => {
    const old = holdBack(unauthorized);
    const isOld = (request: string): boolean => request.includes("tk-1-");
    const provider = await openProvider(t, {
      bot: (socket, request) => (isOld(request) ? old.behave(socket, request) : replyOk(socket, request)),
      token: grantTokens(),
    });
    const { tell } = openTimed(t);
    const all = Array.from({ length: 5 }, () => tell(tellingTo(provider.bot)));
    await until(() => old.held.length === 5);
    const late = old.held.splice(4);
    old.letGo();
    for (const seen of await Promise.all(all.slice(0, 4))) t.match(seen, { httpStatus: 200, failure: null });
    old.held.push(...late);
    old.letGo();
    t.match(await all[4], { httpStatus: 200, failure: null }, "after a late refusal, the present token is used");
    t.equal(provider.forms().length, 2);
    t.equal(provider.carried().filter((value) => value === "Bearer tk-2-hush").length, 5);
  },
);

t.test("the same if the endpoint returns the same token again", async (t) => {
  const same = reply("200 OK", '{"access_token":"tk-same-hush","expires_in":3600}');
  const late = holdBack(unauthorized);
  const provider = await openProvider(t, { bot: inTurn(late.behave, unauthorized, replyOk), token: same });
  const { tell } = openTimed(t);
  const first = tell(tellingTo(provider.bot));
  await until(() => late.held.length > 0);
  t.match(await tell(tellingTo(provider.bot)), { httpStatus: 200, failure: null });
  late.letGo();
  t.match(await first, { httpStatus: 200, failure: null }, "a refusal from before the renewal");
  t.strictSame([provider.carried().length, provider.forms().length], [4, 2]);
});

t.test("a request with an endless 401 is not repeated, but its token is not used again", async (t) => {
  const cut: Behaviour = (socket) => socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 9\r\n\r\n{");
  const provider = await openProvider(t, { bot: inTurn(cut, replyOk), token: grantTokens() });
  const { tell } = openTimed(t);
  t.match(await tell(tellingTo(provider.bot)), { httpStatus: 401, failure: { kind: "connection" } });
  t.match(await tell(tellingTo(provider.bot, { attempt: 2 })), { httpStatus: 200, failure: null });
  t.strictSame(provider.carried(), ["Bearer tk-1-hush", "Bearer tk-2-hush"]);
});

t.test("a second 401 is the failure, and the next attempt begins with the newest token", async (t) => {
  const provider = await openProvider(t, { bot: unauthorized, token: grantTokens() });
  const { tell } = openTimed(t);
  const refused = { httpStatus: 401, failure: { kind: "http_status", message: "The bot answered HTTP 401." } };
  t.match(await tell(tellingTo(provider.bot)), refused);
  t.match(await tell(tellingTo(provider.bot, { attempt: 2 })), refused);
  t.strictSame(
    provider.carried(),
    [1, 2, 2, 3].map((number) => `Bearer tk-${number}-hush`),
  );
});

t.test("token request, request, new token request and repeated request have 3 s together", async (t) => {
  const bot = holdBack(unauthorized);
  const token = holdBack(grantTokens());
  const provider = await openProvider(t, { bot: bot.behave, token: token.behave });
  const { tell, clock } = openTimed(t);
  const step = async ({ held, letGo }: typeof bot, byMs: number) => {
    await until(() => held.length > 0);
    clock.advance(byMs);
    letGo();
  };
  const running = tell(tellingTo(provider.bot));
  await step(token, 1_000);
  await step(bot, 1_000);
  await step(token, 999);
  await until(() => bot.held.length > 0);
  clock.advance(1);
  const late = { durationMs: 3_000, httpStatus: null };
  t.match(await running, { ...late, failure: { kind: "timeout", message: "The bot did not answer within 3 s." } });
  bot.held.splice(0);

  const next = tell(tellingTo(provider.bot, { attempt: 2 }));
  await step(bot, 2_500);
  await until(() => token.held.length > 0);
  clock.advance(500);
  const message = "The bot's token endpoint did not answer within 3 s.";
  t.match(await next, { ...late, failure: { kind: "timeout", message }, trace: { answer: null } });
  await passTurns();
  token.letGo();
  const last = tell(tellingTo(provider.bot, { attempt: 3 }));
  await until(() => bot.held.length > 0);
  t.equal(provider.carried().at(-1), "Bearer tk-3-hush", "a token that came too late is used by the next attempt");
  t.equal(provider.forms().length, 3);
  clock.advance(3_000);
  await last;
});

t.test(
  "no attempt waits for a token longer than its own time, and all waiting attempts fail if the token request fails",
  async (t) => {
    const token = holdBack(reply("503 Service Unavailable", "busy"));
    const provider = await openProvider(t, { bot: replyOk, token: inTurn(token.behave, token.behave, grantTokens()) });
    const { tell, clock } = openTimed(t);
    const patient = tell(tellingTo(provider.bot));
    await until(() => token.held.length > 0);
    const hasty = tell(tellingTo(provider.bot, { timeoutMs: 1_000 }));
    clock.advance(1_000);
    t.match(await hasty, {
      durationMs: 1_000,
      failure: { message: "The bot's token endpoint did not answer within 1 s." },
    });
    const second = tell(tellingTo(provider.bot));
    clock.advance(2_000);
    const timedOut = { failure: { kind: "timeout", message: "The bot's token endpoint did not answer within 3 s." } };
    t.match(await patient, { ...timedOut, durationMs: 3_000 });
    t.match(await second, { ...timedOut, durationMs: 2_000 }, "the token request has failed");
    const anew = [1, 2].map(() => tell(tellingTo(provider.bot)));
    token.held.splice(0);
    await until(() => token.held.length > 0);
    token.letGo();
    const busy = { httpStatus: 503, failure: { message: "The bot's token endpoint answered HTTP 503." } };
    for (const seen of await Promise.all(anew)) t.match(seen, busy);
    t.match(await tell(tellingTo(provider.bot)), { httpStatus: 200, failure: null });
    t.strictSame([provider.forms().length, provider.carried()], [3, ["Bearer tk-1-hush"]]);
  },
);

const tokenInside = '{"access_token":"tk-inside-hush","token_type":"mac"}';
const failures: readonly { readonly name: string; readonly behave: Behaviour; readonly outcome: object }[] = [
  {
    name: "a 401 that repeats the request",
    behave: (socket, request) => reply("401 Unauthorized", `{"error":"invalid_client"} ${request}`)(socket, request),
    outcome: {
      httpStatus: 401,
      failure: { kind: "http_status", message: "The bot's token endpoint answered HTTP 401." },
      trace: { answer: /^\{"error":"invalid_client"\} POST/ },
    },
  },
  {
    name: "a redirect",
    behave: reply("307 Temporary Redirect", "", "Location: /token2\r\n"),
    outcome: {
      httpStatus: 307,
      failure: {
        kind: "http_status",
        message: "The bot's token endpoint answered with a redirect (HTTP 307), which is not followed.",
      },
    },
  },
  ...["", "ok", "null", '{"access_token":"a b"}', tokenInside, " ".repeat(80 * 1024) + tokenInside].map((body) => ({
    name: `200 with ${body.trim() || "nothing"} in ${body.length} characters`,
    behave: reply("200 OK", body),
    outcome: {
      httpStatus: 200,
      failure: {
        kind: "unexpected_answer",
        message: "The bot's token endpoint answered without a usable Bearer access token.",
      },
      trace: { answer: null },
    },
  })),
  {
    name: "a closed connection",
    behave: (socket) => socket.end(),
    outcome: {
      httpStatus: null,
      failure: {
        kind: "connection",
        message: "The bot's token endpoint closed the connection before it had answered.",
      },
    },
  },
];
t.test("the token endpoint fails: the attempt fails, and the next one requests a new token", async (t) => {
  for (const { name, behave, outcome } of failures) {
    const provider = await openProvider(t, { bot: replyOk, token: inTurn(behave, grantTokens()) });
    const { tell } = openTimed(t);
    const seen = await tell(tellingTo(provider.bot));
    t.match(seen, outcome, name);
    t.equal(seen.trace.address, `http://${provider.peer.host}/token`);
    t.equal(provider.carried().length, 0, `${name}: the bot got no request`);
    t.match(await tell(tellingTo(provider.bot, { attempt: 2 })), { httpStatus: 200, failure: null }, name);
  }
});

t.test("the token URL follows the same rules as every target", async (t) => {
  const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
  const askWith = (allowHttp: boolean, allow: string, tokenUrl: string) => {
    const { tell } = openTimed(t, { policy: { allow: [allow], allowHttp } });
    const oauth = { tokenUrl, clientId: "kim", clientSecret };
    return tell(tellingTo({ endpoint: "https://127.0.0.1:1/hook", oauth }));
  };
  const refused = { httpStatus: null, failure: { kind: "refused_target" } };
  const { host } = provider.peer;
  t.match(await askWith(false, "127.0.0.0/8", `http://${host}/token`), refused);
  const outside = await askWith(true, "127.0.0.1/32", `http://10.0.0.1/3b6fA0aaaaaaaaaaaaaaaa?key=s3cret`);
  t.match(outside, { ...refused, trace: { address: "http://10.0.0.1/***?key=***" } });
  t.match(await askWith(true, "127.0.0.0/8", "none"), {
    failure: { kind: "refused_target", message: "The token URL of the bot must be an absolute https URL." },
  });
  const endpoint = `http://${host}/hook`;
  const { tell } = openTimed(t, { policy: { ...loopback, allowHttp: false } });
  t.match(await tell(tellingTo({ ...provider.bot, endpoint })), refused);
  const { tell: tellOne } = openTimed(t, { policy: { ...loopback, allow: ["127.0.0.1/32"] } });
  t.match(await tellOne(tellingTo({ ...provider.bot, endpoint: "http://127.0.0.2:1/hook" })), refused);
  t.equal(provider.peer.connections.total, 0, "no token is requested for a bot with a refused target");
});

t.test("a token endpoint that hangs delays only its own bot", async (t) => {
  const isStuck = (request: string): boolean => request.includes("client_id=stuck");
  const grant = grantTokens();
  const provider = await openProvider(t, {
    bot: replyOk,
    token: (socket, request) => (isStuck(request) ? undefined : grant(socket, request)),
  });
  const { tell, clock } = openTimed(t);
  const { oauth } = provider.bot;
  if (!oauth) throw new Error("The provider has a token endpoint");
  const stuck = [1, 2, 3].map((number) =>
    tell(
      tellingTo(
        { ...provider.bot, oauth: { ...oauth, clientId: `stuck${number}` } },
        { channelId: asChannelId("STUCKBOT") },
      ),
    ),
  );
  t.match(await tell(tellingTo(provider.bot)), { httpStatus: 200, failure: null });
  clock.advance(3_000);
  for (const { failure } of await Promise.all(stuck)) t.equal(failure?.kind, "timeout");
});

t.test(
  "[AUTH-10] no request has a token before the token is stored, and a token that cannot be stored is not used",
  async (t) => {
    const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
    const { tell, failNext, hold, lines, knownTokens } = openTimed(t);
    failNext(1);
    t.match(await tell(tellingTo(provider.bot)), {
      failure: { message: "No access token for the bot could be obtained because of an error in the service." },
    });
    t.match(lines[0], { level: "error", text: "An access token could not be stored and is not used" });
    t.equal(provider.carried().length, 0);
    const release = hold();
    const running = tell(tellingTo(provider.bot, { attempt: 2 }));
    await until(() => provider.forms().length === 2);
    await passTurns();
    t.equal(provider.carried().length, 0);
    release();
    t.match(await running, { httpStatus: 200, failure: null });
    const { channelId, bot } = toTelling(provider.bot);
    t.ok(bot.oauth !== null && knownTokens.accepts({ channelId, oauth: bot.oauth }, provider.carried()[0]));
  },
);

t.test("a stop ends the wait for a token, but waits while a token is being stored", async (t) => {
  const provider = await openProvider(t, { bot: replyOk, token: grantTokens() });
  const { tell, close, hold, commits } = openTimed(t);
  const release = hold();
  const running = tell(tellingTo(provider.bot));
  await until(() => commits() > 0);
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  await passTurns();
  t.notOk(isClosed);
  release();
  await closing;
  const interrupted = { failure: { kind: "interrupted" } };
  t.match(await running, interrupted);
  t.match(await tell(tellingTo(provider.bot, { channelId: asChannelId("OTHERBOT01") })), interrupted);
  t.strictSame([provider.forms().length, provider.carried()], [1, []]);
});

t.test("no log, trace or failure contains a token or a secret, not even one repeated by an answer", async (t) => {
  const echo: Behaviour = (socket, request) =>
    reply(request.includes("tk-1-") ? "401 No" : "500 No", request)(socket, request);
  const provider = await openProvider(t, { bot: echo, token: grantTokens() });
  const { tell } = openTimed(t);
  const seen = await tell(tellingTo(provider.bot));
  t.match(seen.trace.answer, /Authorization: Bearer \*\*\*\r\n/);
  t.match(seen.trace.address, /\/hook\/\*\*\*$/);
  const everything = JSON.stringify(told);
  t.ok(everything.length > 10_000);
  for (const secret of ["hush", "t0k3n", "s3cret", "3b6fA0"]) t.notOk(everything.includes(secret), secret);
});
