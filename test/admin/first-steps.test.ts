import t from "tap";
import type { FirstSteps } from "../../src/codec/admin/first-steps.ts";
import { sampleWebhookUrl } from "../../src/core/addresses/sample-customer.ts";
import { startService } from "../harness/service.ts";
import { agents, bot, password } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { openVisitor } from "../harness/visitor-client.ts";
import { asAgent } from "./administrator.ts";

const token = "a-token-of-24-characters";

t.test("first steps are ticked by the state of the service, and shown until an administrator hides them", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const channels = {
    MOBILEAPP1: { webhookUrl: sampleWebhookUrl(token) },
    OTHERAPP01: { webhookUrl: "https://x.invalid/" },
  };
  const config = { agents: [{ profile: agents.ada, password }], providers: [{ id: "acme-bots", name: "Acme Bots" }] };
  const service = await startService(t, { store, channels, config });
  const ask = await asAgent(t, service);
  const read = async (): Promise<FirstSteps> => (await ask("GET", "/api/first-steps")).body as unknown as FirstSteps;
  const done = async () =>
    Object.entries((await read()).steps)
      .filter(([, isDone]) => isDone)
      .map(([name]) => name);
  const first = await read();
  t.match(first, { isShown: true, channels: { apiChannelId: "MOBILEAPP1", widgetId: null, scriptUrl: null } });
  t.equal(first.channels.samplePageUrl, `${service.url}/sample/MOBILEAPP1/${token}`);
  t.same(await done(), []);

  await service.say("visitor-1", "Hello");
  t.same(await done(), ["written"]);
  await ask("POST", "/api/chats/1/accept");
  await service.call("POST", "/api/chats/1/notes", { token: await service.logIn("ada"), body: { text: "A note" } });
  t.same(await done(), ["written"], "a note is not an answer");
  await ask("POST", "/api/chats/1/messages", { type: "text", text: "Hi" });
  await service.settle();
  t.same(await done(), ["written", "answered"]);

  const site = { kind: "widget", id: "WEBSITE001", name: "Site", agents: [4] };
  t.equal((await ask("POST", "/api/channels", site)).status, 201);
  const visit = async (page: string): Promise<void> => {
    const visitor = await openVisitor(t, service);
    visitor.send({ type: "hello", widget: "WEBSITE001", page: { url: page, title: "" } });
    await visitor.until(({ type }) => type === "ready");
    await service.settle();
  };
  await visit(`${service.url}/demo/WEBSITE001?page=shoes`);
  t.same(await done(), ["written", "answered"], "its demo page is not a page of a site");
  await visit("https://shop.example.com/");
  t.same(await done(), ["written", "answered", "installed"]);

  await ask("PATCH", "/api/channels/MOBILEAPP1", { webhookUrl: "https://shop.example.com/chat" });
  await ask("POST", "/api/agents", { name: "Lee", email: "lee@example.com" });
  const { providerId: provider, endpoint, token: botToken } = bot;
  await ask("PATCH", "/api/channels/WEBSITE001", { bot: { provider, endpoint, token: botToken } });
  t.match(await read(), { isShown: false, channels: { samplePageUrl: null, widgetId: "WEBSITE001" } });
  t.equal((await done()).length, 6);

  const choose = (isShown: unknown) => ask("PATCH", "/api/first-steps", { isShown });
  t.match((await choose(true)).body, { isShown: true });
  await service.stop();
  const again = await startService(t, { store, config, channels });
  const asked = await asAgent(t, again);
  t.match((await asked("GET", "/api/first-steps")).body, {
    isShown: true,
    steps: { answered: true, installed: true },
  });
  t.match((await asked("PATCH", "/api/first-steps", { isShown: false })).body, { isShown: false });
  t.match((await asked("PATCH", "/api/first-steps", {})).body.error.message, /^Field isShown is missing/);
  t.match((await asked("PATCH", "/api/first-steps", { isShown: 1 })).body.error.message, /true or false, got 1/);
});

t.test("a desk with real work, and agents, are not shown first steps", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  t.match((await ask("GET", "/api/first-steps")).body, { isShown: true });
  for (let number = 0; number <= 25; number += 1) await service.say(`c${number}`, "Hello");
  t.match((await ask("GET", "/api/first-steps")).body, { isShown: false });
  const token = await service.logIn("kim");
  t.equal((await service.call("GET", "/api/first-steps", { token })).status, 403);
});
