import t from "tap";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import type { ChannelChange } from "./visitor-channel.ts";
import { asWidget, step } from "./visitor-channel.ts";

const departments = [{ id: 2, name: "Sales" }];
const sales = { kind: "department", id: 2, name: "Sales" };

const start = (t: Parameters<typeof startService>[0], change: ChannelChange = {}) =>
  startService(t, { channels: asWidget(change), config: { departments } });

const shownTo = async (service: Service, path: string) =>
  (await service.call("GET", `/api/chats/1${path}`, { token: await service.logIn("kim") })).body;
const linesOf = async (service: Service) =>
  (await shownTo(service, "/messages")).messages.map(({ from, type, text }) => [from, type, text]);

t.test("[WJ-25] the answer to an invitation shows agents its text, and goes to its department", async (t) => {
  const service = await start(t);
  const kim = await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  const text = `<b>May I help?</b>\u0007${"x".repeat(1_000)}`;
  const shown = `<b>May I help?</b>${"x".repeat(982)}`;
  const asked = await page.ask({ type: "message", text: "Yes", invitation: { text, departmentId: 2 } });
  t.match(asked, { type: "done", seq: 2 }, "the number is the number of the message");
  t.match((await kim.until(({ chat }) => chat?.id === "1")).chat, {
    state: "waiting",
    department: { id: 2, name: "Sales" },
    offeredTo: sales,
    client: { invite: shown },
  });
  await page.ask({ type: "message", text: "Hello?", invitation: { text, departmentId: 2 } });
  await page.ask({ type: "message", text: "Anybody?", invitation: { text: " \n", departmentId: 2 } });
  t.strictSame(await linesOf(service), [
    ["system", "invitation", shown],
    ["client", "text", "Yes"],
    ["client", "text", "Hello?"],
    ["client", "text", "Anybody?"],
  ]);
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  await back.page.ask({ type: "beat" });
  t.strictSame(
    back.page.texts(),
    ["Yes", "Hello?", "Anybody?"],
    "the page does not receive the invitation that it showed itself",
  );

  await step(service, "accept");
  await page.ask({ type: "message", text: "And", invitation: { text: "Still there?" } });
  t.match((await shownTo(service, "")).chat, { state: "with_agent", department: { id: 2 }, offeredTo: null });
  t.strictSame((await linesOf(service)).slice(4), [
    ["system", "invitation", "Still there?"],
    ["client", "text", "And"],
  ]);
});

t.test("an unknown department changes nothing; the invitation is still shown", async (t) => {
  const service = await start(t);
  const { page } = await enterVisitor(t, service);
  for (const [index, departmentId] of [3, 0, -2, 2.5, 1e300, null].entries()) {
    const invitation = { text: `Invitation ${index}`, departmentId };
    t.match(await page.ask({ type: "message", text: "Yes", invitation }), { type: "done" }, `${departmentId}`);
  }
  t.match((await shownTo(service, "")).chat, { department: null, offeredTo: null, client: { invite: "Invitation 5" } });
});

t.test("the bot answers the invited visitor first; agents that the bot invites see the department", async (t) => {
  const service = await start(t, { bot });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Yes", invitation: { text: "May I help?", departmentId: 2 } });
  t.match((await shownTo(service, "")).chat, { state: "with_bot", department: { id: 2 }, offeredTo: null });
  await page.ask({ type: "message", text: "A person, please", wantsAgent: true });
  await kim.until(({ chat }) => chat?.state === "waiting");
  t.match((await shownTo(service, "")).chat.department, { id: 2, name: "Sales" });
});

t.test("the button for an agent offers the chat to agents, and the bot does not receive the message", async (t) => {
  const service = await start(t, { bot });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello", wantsAgent: false });
  t.match(await page.ask({ type: "message", id: "w", text: "A person, please", wantsAgent: true }), { seq: 2 });
  t.match(await page.ask({ type: "message", id: "w", text: "A person, please", wantsAgent: true }), { seq: 2 });
  await page.until(({ chat }) => chat?.state === "waiting");
  await kim.until(({ message }) => message?.text === "A person, please");
  service.botAttempts[0]?.answer();
  await service.settle();
  t.strictSame(
    service.botAttempts.map(({ event }) => (event.event === "CLIENT_MESSAGE" ? event.text : event.event)),
    ["Hello"],
  );
  await service.pass(60_000);
  await page.until(({ chat }) => chat?.state === "unstaffed");
  t.equal(service.botAttempts.at(-1)?.event.event, "AGENT_UNAVAILABLE", "no agent accepted");
});

t.test(
  "the first message may ask for an agent: the bot receives it, and then that no agent is available",
  async (t) => {
    const service = await start(t, { bot });
    const { page, ready } = await enterVisitor(t, service);
    t.equal(ready.mode, "offline");
    t.match(await page.ask({ type: "message", text: "A person, please", wantsAgent: true }), { type: "done", seq: 1 });
    await page.until(({ chat }) => chat?.state === "unstaffed");
    await service.settle();
    const told = () =>
      service.botAttempts.map(({ event }) => (event.event === "CLIENT_MESSAGE" ? event.text : event.event));
    t.strictSame(told(), ["A person, please"]);
    const body = { event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text: "Your e-mail, please?" } };
    t.equal((await service.call("POST", "/bots/webhooks/acme-bots/t0k3n", { body })).status, 200, "the bot may answer");
    service.botAttempts[0]?.answer();
    await service.settle();
    t.strictSame(told(), ["A person, please", "AGENT_UNAVAILABLE"]);
  },
);

t.test("without a bot, the request for an agent is a usual message", async (t) => {
  const service = await start(t);
  const { page } = await enterVisitor(t, service);
  t.match(await page.ask({ type: "message", text: "A person, please", wantsAgent: true }), { type: "done", seq: 1 });
  t.match(await page.until(({ type }) => type === "chat"), { chat: { state: "waiting" } });
  t.strictSame(await linesOf(service), [["client", "text", "A person, please"]]);
});
