import t from "tap";
import { widgetDefaults } from "../../src/codec/settings/channel-defaults.ts";
import { asChannelId } from "../../src/core/ids.ts";
import { createBotTests } from "../../src/domain/bot/bot-tests.ts";
import { until } from "../delivery/through-service.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { seen } from "../harness/customer.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asAgent } from "./administrator.ts";

const path = "/api/channels/MOBILEAPP1/bot";

t.test("[BOT-52] a name and an endpoint connect a bot; its provider and its token are made", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const endpoint = "https://bot.example.com/hook";
  const stored = (id = "MOBILEAPP1") => service.app.runtime.directory.find(id)?.settings.bot;
  for (const [body, message] of [
    [{}, "Field name is missing: it must be 1 to 100 characters, not blank."],
    [{ name: "Robin", token: "t0k3n" }, "Field token must be 16 to 255 characters, got something else."],
    [{ name: "Robin", endpoint: "http://127.0.0.1/" }, /^Field endpoint must be a permitted target\. /],
    [{ name: "Robin", endpoint: "https://{token}.example.com/" }, /^Field endpoint must be/],
    [{ name: "Robin", provider: "acme" }, "Field provider is not known here: expected one of name, endpoint, token."],
  ] as const)
    t.match(await ask("POST", path, body), { status: 400, body: { error: { message } } }, JSON.stringify(body));
  const { status, body } = await ask("POST", path, { name: "Robin Übel", endpoint });
  t.equal(status, 201);
  t.match(body.channel.bot, { provider: "robin-u-bel", endpoint, name: "Robin Übel" });
  const { token } = body as unknown as { readonly token: string };
  t.match(token, /^[\w-]{22,}$/);
  t.equal(stored()?.token, token);
  t.match((await ask("GET", "/api/providers/robin-u-bel")).body.provider, { name: "Robin Übel" });
  t.match(await ask("POST", path, { name: "Robin", endpoint }), {
    status: 409,
    body: { error: { message: "The channel has a bot already: disconnect it first." } },
  });
  const own = await ask("POST", "/api/channels/OTHERAPP01/bot", {
    name: "Robin Übel",
    endpoint,
    token: "t".repeat(16),
  });
  t.match(own, { status: 201, body: { token: null, channel: { bot: { provider: "robin-u-bel" } } } });
  t.equal(stored("OTHERAPP01")?.token, "t".repeat(16));
  t.equal((await ask("POST", "/api/channels/NOSUCHAPP1/bot", { name: "Robin", endpoint })).status, 404);
  const shown = JSON.stringify([(await ask("GET", "/api/channels")).body, service.logLines]);
  t.notOk(shown.includes(token), "the token is answered only once");
});

t.test("[BOT-50] a test of a bot is one event about the chat 0, and shows what the bot posts there", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  const ask = await asAgent(t, service);
  const post = async (message: object | null) =>
    service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, {
      body: message === null ? { event: "INVITE_AGENT", chat_id: 0 } : { event: "BOT_MESSAGE", chat_id: "0", message },
    });
  const unknown = { status: 400, body: { error: { message: "There is no chat with the chat_id 0." } } };
  t.match(await post({ type: "TEXT", text: "Hello" }), unknown, "outside a test");
  const begin = async () => {
    service.clock.advance(1_000);
    const before = service.botAttempts.length;
    const answer = ask("POST", "/api/channels/MOBILEAPP1/test", { target: "bot" });
    await until(() => service.botAttempts.length > before);
    return { answer, sent: service.botAttempts.at(-1) };
  };
  const first = await begin();
  t.match(first.sent, { attempt: 1, event: { event: "CLIENT_MESSAGE", chatId: "0", clientNumber: 0 } });
  t.match(await ask("POST", "/api/channels/MOBILEAPP1/test", { target: "bot" }), {
    status: 409,
    body: { error: { message: "A test of the bot of channel MOBILEAPP1 runs already. Wait for its result." } },
  });
  t.equal((await post({ type: "TEXT", text: "Hello" })).status, 200);
  t.match(await post({ type: "PHOTO" }), { status: 400, body: { error: { message: /^Field message\.type/ } } });
  first.sent?.answer();
  await service.settle();
  t.equal(
    (await post({ type: "BUTTONS", title: "Which?", buttons: [{ text: "This" }, { text: "That" }] })).status,
    200,
  );
  t.equal((await post(null)).status, 200);
  await service.pass(500);
  const { test } = (await first.answer).body;
  t.match(test, { target: "bot", delivered: true, status: 200, request: { body: /"event":"CLIENT_MESSAGE"/ } });
  t.notOk(JSON.stringify(test).includes(bot.token), "the token is masked");
  t.strictSame(test.posts, [
    { event: "BOT_MESSAGE", type: "text", text: "Hello", buttons: [] },
    { event: "BOT_MESSAGE", type: "buttons", text: "Which?", buttons: ["This", "That"] },
    { event: "INVITE_AGENT", type: null, text: null, buttons: [] },
  ]);
  t.match(await post({ type: "TEXT", text: "Late" }), unknown, "after the test");

  const silent = await begin();
  silent.sent?.answer();
  await service.settle();
  await service.pass(3_000);
  t.match((await silent.answer).body.test, { delivered: true, posts: [] });
  const failed = await begin();
  failed.sent?.answer({
    httpStatus: 500,
    failure: { kind: "http_status", code: "http_status", message: "The bot answered HTTP 500." },
  });
  t.match((await failed.answer).body.test, { delivered: false, posts: [], error: { code: "http_status" } });
  t.equal(await service.store.scan("chatState", { limit: 1 }).then((rows) => rows.length), 0, "no chat was made");
  t.match(await ask("POST", "/api/channels/OTHERAPP01/test", { target: "bot" }), {
    status: 409,
    body: { error: { message: "The channel has no bot: connect one first." } },
  });
});

t.test("at most 20 bots are tested at once, and a test keeps at most 20 posts", async (t) => {
  const clock = createManualClock(0);
  const tests = createBotTests(clock);
  const ids = Array.from({ length: 21 }, (_, index) => asChannelId(`CHANNEL${index}`));
  const [first = asChannelId("")] = ids;
  const running = ids.slice(0, 20).map((id) => tests.begin(id));
  t.match(tests.refusal(asChannelId("CHANNEL20")), {
    code: "conflict",
    message: /^There are already 20 tests of bots/,
  });
  for (let post = 0; post < 30; post += 1) tests.note(first, null);
  const posts = running[0]?.posts();
  clock.advance(500);
  t.equal((await posts)?.length, 20);
  running[0]?.end();
  t.equal(tests.refusal(asChannelId("CHANNEL20")), null);
  t.equal(tests.refusal(first), null);
});

t.test("[BOT-51] the sample bot shows text, buttons, Markdown and a hand-over, and sends no request", async (t) => {
  const service = await startService(t, { channels: { OTHERAPP01: { kind: "widget", widget: widgetDefaults } } });
  const ask = await asAgent(t, service);
  for (const id of ["MOBILEAPP1", "OTHERAPP01"])
    t.match(await ask("POST", `/api/channels/${id}/bot`, { name: "Sample bot" }), { status: 201 });
  const tested = await ask("POST", "/api/channels/MOBILEAPP1/test", { target: "bot" });
  t.match(tested.body.test, { delivered: true, posts: [{ type: "text" }, { type: "buttons" }] });

  await service.say("7", "Hello");
  await service.settle();
  await service.say("7", "Show me formatted text");
  await service.settle();
  t.match(service.attempts, [{ content: { type: "text", text: "I am the sample bot. You wrote: Hello" } }]);
  const said = async () => (await seen(service)).messages.map(({ from, type }) => `${from} ${type}`);
  t.same(await said(), ["client text", "bot text", "bot buttons", "client text", "bot markdown", "bot buttons"]);
  await service.say("7", "An agent, please");
  await service.settle();
  t.match((await seen(service)).chat, { state: /^(waiting|unstaffed)$/ });

  const { page } = await enterVisitor(t, service, { widget: "OTHERAPP01" });
  await page.ask({ type: "message", text: "Hello" });
  await service.settle();
  t.equal(service.botAttempts.length, 0);
});
