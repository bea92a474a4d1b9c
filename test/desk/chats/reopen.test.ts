import t from "tap";
import { asChannelId, clientConversation } from "../../../src/core/ids.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot, webhooks } from "../../harness/service-config.ts";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";
import { told } from "../../webhooks/told.ts";
import { channelNamed, chatOf, waitingChat } from "../chat-of.ts";

const conflict = (message: RegExp) => ({ status: 409, body: { error: { code: "conflict", message } } });
const windowMs = 600_000;

const recordOf = async (service: Service, senderId = "7") =>
  service.store.read("client", [clientConversation(asChannelId("MOBILEAPP1"), senderId)]);

/** The result of the archive for these words. */
const foundBy = async (service: Service, words: string): Promise<readonly string[]> => {
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", `/api/archive?q=${words}`, { token });
  return body.chats.map(({ id }: { id: string }) => id);
};

t.test("a chat closed by mistake is reopened: the agent has it, and it is the client's open chat", async (t) => {
  const service = await startService(t);
  const { id, token, step, reply } = await chatOf(service, "kim");
  const closedAt = service.clock.nowMs();
  t.match(await step("close"), {
    status: 200,
    body: { chat: { state: "closed", reopenableUntil: closedAt + windowMs } },
  });
  t.equal((await recordOf(service))?.openChatId, null);
  await service.pass(1_000);
  const lee = await service.enter("lee");
  const leeToken = await service.logIn("lee");
  const opened = await service.call("POST", `/api/chats/${id}/reopen`, { token: leeToken });
  const open = { id, state: "with_agent", agent: { id: 2 }, closedAt: null, reopenableUntil: null };
  t.match(opened, { status: 200, body: { chat: { ...open, client: { chatsCount: 1 } } } });
  await lee.until(({ chat }) => chat?.state === "with_agent" && chat.closedAt === null);
  t.equal((await recordOf(service))?.openChatId, id);
  const { body: listed } = await service.call("GET", "/api/chats?state=open", { token });
  t.strictSame(
    listed.chats.map((chat: { id: string }) => chat.id),
    [id],
    "it is among the open chats",
  );
  await service.say("7", "One more thing");
  t.match(await reply("Kim's"), conflict(/Lee/), "she does not have the chat");
  const { body } = await service.call("GET", `/api/chats/${id}/messages`, { token });
  t.strictSame(
    body.messages.map(({ text }: { text: string }) => text),
    ["Hello", "Lee opened the chat again.", "One more thing"],
    "the client's next message joins the chat",
  );
});

t.test("a chat that cannot be reopened is refused with the reason; the operator sets the limit", async (t) => {
  const service = await startService(t, { limits: { reopenWindowMs: 1_000 } });
  const { id, token, step } = await chatOf(service, "kim");
  t.match(await step("reopen"), conflict(/not closed/));
  await step("close");
  const max = await service.logIn("max");
  t.match(
    await service.call("POST", `/api/chats/${id}/reopen`, { token: max }),
    { status: 404 },
    "max does not see this chat",
  );
  t.match(await service.call("POST", "/api/chats/99/reopen", { token }), { status: 404 });
  const settings = channelNamed(service, "MOBILEAPP1", ["kim", "lee"]);
  await configureChannel(service.app.runtime, { ...settings, enabled: false });
  t.match(await step("reopen"), conflict(/switched off/));
  await configureChannel(service.app.runtime, { ...settings, enabled: true });

  await service.say("7", "Another matter");
  t.match(await step("reopen"), conflict(/another open chat by now, 2;/));
  const second = (path: string, body?: unknown) => service.call("POST", `/api/chats/2/${path}`, { token, body });
  await second("close");
  service.clock.advance(1_001);
  t.match(await second("reopen"), conflict(/too long ago.*possible for 1 second after/));

  await service.say("7", "Spam");
  const third = (path: string, body?: unknown) => service.call("POST", `/api/chats/3/${path}`, { token, body });
  await third("blacklist", { value: true });
  await third("close");
  t.match(await service.call("GET", "/api/chats/3", { token }), { body: { chat: { reopenableUntil: null } } });
  t.match(await third("reopen"), conflict(/blacklist/));
});

t.test("a chat of a channel that was removed stays closed", async (t) => {
  const service = await startService(t);
  const { id, step } = await chatOf(service, "kim");
  await step("close");
  const settings = channelNamed(service, "MOBILEAPP1", ["kim"]);
  await removeChannel(service.app.runtime, settings.id);
  const token = await service.logIn("ada");
  const answer = await service.call("POST", `/api/chats/${id}/reopen`, { token });
  t.ok([404, 409].includes(answer.status), `answered ${answer.status}`);
  t.equal((await recordOf(service))?.openChatId, null);
});

t.test("[WH-17, WH-42] each closing is reported with the log so far, under its own id, and mailed", async (t) => {
  const chatLogEmails = ["archive@example.com"];
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks, chatLogEmails } } });
  const { id, step, reply } = await chatOf(service, "kim");
  await reply("Before");
  await step("close");
  const firstClosedAt = service.clock.nowMs();
  await service.pass(1_000);
  await step("reopen");
  await reply("After");
  await step("close");
  const events = await told(t, service);
  t.strictSame(
    events.map(({ event_name }) => event_name),
    ["chat_accepted", "chat_finished", "chat_finished"],
    "no event reports the reopening",
  );
  const texts = events.slice(1).map((event) =>
    Object(event["chat"])
      .messages.map(Object)
      .map(({ message }: never) => message),
  );
  t.strictSame(texts, [
    ["Hello", "Before"],
    ["Hello", "Before", "After"],
  ]);
  const ids = service.reports.map(({ deliveryId }) => deliveryId);
  t.equal(new Set(ids).size, 3, "each closing has its own event");
  await service.settle();
  t.equal(service.mails.length, 2);
  for (const mail of service.mails) mail.answer();
  t.match(service.mails[0]?.text, new RegExp(`Closed:? +${new Date(firstClosedAt).toISOString()}`));
  t.match([service.mails[0]?.text.includes("After"), service.mails[1]?.text.includes("After")], [false, true]);
  t.equal((await waitingChat(service, "kim", "8")).id, `${Number(id) + 1}`, "chat numbers continue");
});

t.test("the archive has a chat once, only while it is closed, and its last messages find it", async (t) => {
  const service = await startService(t);
  const { id, step, reply } = await chatOf(service, "kim");
  await reply("Marmalade");
  await step("close");
  t.strictSame(await foundBy(service, "marmalade"), [id]);
  await step("reopen");
  t.strictSame(await foundBy(service, "marmalade"), [], "an open chat is not in the archive");
  await reply("Gooseberry");
  await step("close");
  t.strictSame(await foundBy(service, "gooseberry"), [id]);
  t.strictSame(await foundBy(service, ""), [id]);

  await Promise.all([step("reopen"), step("close")]);
  t.strictSame(await foundBy(service, "opened"), [id], "also if it is closed at the same moment");
});

t.test("an agent reopens a chat that was the bot's: AGENT_JOINED is sent once", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.say("7", "Hello");
  await service.settle();
  const token = await service.logIn("kim");
  service.botAttempts[0]?.answer();
  for (const step of ["close", "reopen", "close", "reopen"])
    t.equal((await service.call("POST", `/api/chats/1/${step}`, { token })).status, 200);
  await service.settle();
  service.botAttempts[1]?.answer();
  t.strictSame(
    service.botAttempts.map(({ event }) => event.event),
    ["CLIENT_MESSAGE", "AGENT_JOINED"],
  );
});

t.test("[WJ-43] the widget continues in the reopened chat", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  const token = await service.logIn("kim");
  const step = (path: string, body?: unknown) => service.call("POST", `/api/chats/1/${path}`, { token, body });
  await step("accept");
  await step("close");
  await page.until(({ chat }) => chat?.state === "closed");
  await step("reopen");
  await page.until(
    ({ chat }) => chat?.state === "with_agent" && page.frames.some((frame) => frame.chat?.state === "closed"),
  );
  await step("messages", { type: "text", text: "Still here?" });
  await page.until(({ message }) => message?.text === "Still here?");
  await page.ask({ type: "message", text: "Yes" });
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  t.equal(body.messages.at(-1)?.text, "Yes", "in the same chat");
});
