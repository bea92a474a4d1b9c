import type { Test } from "tap";
import t from "tap";
import type { SampleChat } from "../../../src/codec/a-customer/sample-chat.ts";
import type { ApiChannelAnswer } from "../../../src/codec/admin/channel-answer.ts";
import { sampleCustomer, sampleWebhookUrl } from "../../../src/core/addresses/sample-customer.ts";
import { asChannelId, clientConversation } from "../../../src/core/ids.ts";
import { DamagedRowError } from "../../../src/ports/store-errors.ts";
import { createHeldRows } from "../../harness/held-rows.ts";
import type { ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

const token = "a-token-of-24-characters";
const page = `/sample/MOBILEAPP1/${token}`;
const path = `${page}/messages`;
const channels = { MOBILEAPP1: { webhookUrl: sampleWebhookUrl(token) } };
const start = (test: Test, options: ServiceOptions = {}) => startService(test, { channels, ...options });

t.test("the sample customer writes messages and reads delivered replies without an outgoing connection", async (t) => {
  const service = await start(t);
  const { call, clock } = service;
  const read = async () => (await call("GET", path)).body as unknown as SampleChat;
  t.strictSame(await read(), { messages: [], typing: null, agentsOnline: false });
  t.match(await call("POST", path, { body: { text: "Hello" } }), { status: 200, body: { result: "ok" } });
  t.match(await read(), { messages: [{ from: "customer", name: null, text: "Hello" }] });

  const kim = await service.logIn("kim");
  const desk = await service.enter("kim", { available: true });
  t.equal((await read()).agentsOnline, true);
  await call("POST", "/api/chats/1/accept", { token: kim });
  await call("POST", "/api/chats/1/typing", { token: kim, body: { type: "typein" } });
  await service.settle();
  t.equal((await read()).typing, "Kim");
  clock.advance(10_000);
  t.equal((await read()).typing, null, "forgotten 10 s after the last notice");
  await call("POST", path, { body: { typing: "typein" } });
  await desk.until((frame) => frame.type === "typing" && frame.state === "typein");
  await call("POST", "/api/chats/1/notes", { token: kim, body: { text: "Among us" } });
  await call("POST", "/api/chats/1/messages", { token: kim, body: { type: "text", text: "Hi Ann" } });
  await service.settle();
  const { messages } = await read();
  t.match(
    messages,
    [{ text: "Hello" }, { from: "agent", name: "Kim", text: "Hi Ann" }],
    "no note and no entry of the chat",
  );
  t.equal(messages.length, 2);
  const [delivery] = (await call("GET", "/api/deliveries", { token: await service.logIn("ada") })).body.deliveries;
  t.match(delivery, { state: "delivered", attempts: [{ status: 200, address: "the sample customer" }] });
  t.equal(service.attempts.length, 0, "no request left the service");

  // A customer of another system on the same channel is answered as well.
  await service.say("8", "Good evening");
  await call("POST", "/api/chats/2/accept", { token: kim });
  await call("POST", "/api/chats/2/messages", { token: kim, body: { type: "text", text: "Hi" } });
  await service.settle();
  t.equal((await read()).messages.length, 2, "the page belongs to one customer");
});

t.test("a client without the token learns nothing, and guessing does not help", async (t) => {
  const service = await start(t, { limits: { badPathsPerMinute: 6 } });
  const { call } = service;
  const { body } = await call("GET", "/api/channels/MOBILEAPP1", { token: await service.logIn("ada") });
  const secret = body.channel as unknown as ApiChannelAnswer;
  t.equal(secret.samplePageUrl, `${service.url}${page}`, "administrators get the address");
  const [, random] = /chat-api\/([^/]+)\//.exec(secret.endpointUrl) ?? [];
  for (const address of [page, path]) {
    const text = await (await fetch(`${service.url}${address}`)).text();
    t.notOk(text.includes(String(random)), "the channel's secret is not in it");
  }
  const wrong = [`${page}x`, "/sample/OTHERAPP01/-", "/sample/NOSUCHAPP/-", `${page.slice(0, -1)}x/messages`];
  for (const address of wrong)
    t.match(await call("GET", address), { status: 404, body: { error: { code: "not_found" } } });
  for (const body of [{ text: "Hello" }, {}]) t.equal((await call("POST", `${page}x/messages`, { body })).status, 404);
  t.equal((await call("GET", `${page}x`)).status, 429);
  t.equal((await call("GET", `${page}y`)).status, 429);
  t.equal((await fetch(`${service.url}${page}`)).status, 200, "a client that has the token is let in");
  t.notOk(JSON.stringify(service.logLines).includes(token), "the token is not in the log");
});

t.test("messages of the sample page have the same limits as other customer messages", async (t) => {
  const service = await start(t, {
    limits: { samplePerSecond: 1, sampleBurst: 10, senderPerSecond: 1, senderBurst: 1 },
  });
  const post = (body: unknown) => service.call("POST", path, { body });
  const refused = [
    [{ text: " " }, "Field text must be 1 to 1000 characters, not blank"],
    [{ text: "x".repeat(1_001) }, "Field text must be 1 to 1000 characters"],
    [{ text: 7 }, "Field text must be"],
    [{}, "Field text is missing"],
    [{ text: "Hello", typing: "typein" }, "The body must be an object with either text or typing"],
    [{ typing: "yes" }, 'Field typing must be "typein" or "typeout", got "yes"'],
  ] as const;
  for (const [body, words] of refused) {
    const answer = await post(body);
    t.equal(answer.status, 400);
    t.ok(answer.body.error.message.startsWith(words), answer.body.error.message);
  }
  t.equal((await post({ text: "One" })).status, 200);
  t.equal((await post({ text: "Two" })).status, 429, "the limit of the customer");
  service.clock.advance(1_000);
  const ada = await service.logIn("ada");
  await service.call("PATCH", "/api/channels/MOBILEAPP1", { token: ada, body: { enabled: false } });
  t.match(await post({ text: "Three" }), { status: 403, body: { error: { message: "This channel is disabled." } } });
  t.equal((await post({ text: " " })).status, 403, "the channel is checked before the body");
  t.equal((await service.call("GET", path)).status, 200);
  t.equal((await service.call("GET", path)).status, 429, "the limit of the address");
});

t.test("a channel with another customer system has no sample customer", async (t) => {
  const service = await start(t);
  const token = await service.logIn("ada");
  const body = { webhookUrl: "https://shop.example.com/chat" };
  t.match(await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body }), {
    status: 200,
    body: { channel: { samplePageUrl: null } },
  });
  for (const address of [page, path]) t.equal((await service.call("GET", address)).status, 404);
  t.equal((await service.call("POST", path, { body: { text: "Hello" } })).status, 404);
});

t.test(
  "the config file switches the sample customer off: requests to it fail like requests to an unknown address",
  async (t) => {
    const service = await start(t, { config: { sampleCustomer: false } });
    t.equal((await service.call("GET", page)).status, 404);
    const kim = await service.logIn("kim");
    await service.say("visitor-1", "Hello");
    await service.call("POST", "/api/chats/1/accept", { token: kim });
    await service.call("POST", "/api/chats/1/messages", { token: kim, body: { type: "text", text: "Hi" } });
    await service.settle();
    t.equal(service.attempts.length, 1, "the message goes to the customer system");
  },
);

t.test("with little space on the disk, messages of the sample customer keep their order during lookups", async (t) => {
  const { store, hold } = createHeldRows();
  const latest = { freeBytes: 2 ** 40, totalBytes: 2 ** 42 };
  const { call, settle } = await start(t, { store, disk: { latest, close: async () => undefined } });
  await call("POST", path, { body: { text: "Hello" } });
  // The free space is below the floor for chats and above the floor for messages.
  latest.freeBytes = 2 ** 27;
  const holdClient = () => hold("client", [clientConversation(asChannelId("MOBILEAPP1"), sampleCustomer.id)]);
  for (const isDamaged of [false, true]) {
    const row = holdClient();
    const answered: string[] = [];
    const send = async (body: object, name: string): Promise<number> => {
      const { status } = await call("POST", path, { body });
      answered.push(name);
      return status;
    };
    const text = send({ text: `damaged: ${isDamaged}` }, "text");
    await row.asked;
    // A typing notice needs no lookup.
    const typing = send({ typing: "typein" }, "typing");
    await call("GET", "/healthz");
    await settle();
    t.strictSame(answered, []);
    if (isDamaged) row.fail(new DamagedRowError("client", "1", "the client is damaged"));
    else row.letGo();
    t.strictSame(await Promise.all([text, typing]), [isDamaged ? 500 : 200, 200]);
  }
  const { messages } = (await call("GET", path)).body as unknown as SampleChat;
  t.strictSame(
    messages.map(({ text }) => text),
    ["Hello", "damaged: false"],
  );
});
