import t from "tap";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "./visitor-channel.ts";

t.test("[WJ-54] the desk learns which messages a visitor has seen, and only from that visitor", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  const stranger = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await step(service, "messages", { type: "text", text: "Hi" });
  await step(service, "messages", { type: "text", text: "How can I help?" });
  await page.until(({ message }) => message?.seq === 3);
  const chat = async () =>
    (await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") })).body.chat as {
      readonly seenSeq?: number;
      readonly updatedAt: number;
    };
  const before = await chat();
  t.notOk("seenSeq" in before, "nothing is said before the page reports it");
  for (const [seq, known] of [
    [2, 2],
    [3, 3],
    [2, 3],
    [9, 3],
  ] as const) {
    t.match(await page.ask({ type: "seen", chat: "1", seq }), { type: "done" });
    t.strictSame(await chat(), { ...before, seenSeq: known }, `after ${seq}`);
  }
  await kim.until((frame) => frame.chat?.seenSeq === 3);
  const refused = { type: "failed", reason: "The visitor has no such chat." };
  t.match(await stranger.page.ask({ type: "seen", chat: "1", seq: 3 }), refused);
  t.match(await page.ask({ type: "seen", chat: "99", seq: 1 }), refused);
  t.equal(page.frames.filter(({ type }) => type === "chat").length, 2, "the visitor's pages hear nothing of it");
  await step(service, "messages", { type: "text", text: "Bye" });
  await step(service, "close");
  t.match(await page.ask({ type: "seen", chat: "1", seq: 4 }), { type: "done" });
  t.match(await chat(), { state: "closed", seenSeq: 4 });
});

t.test("[WJ-55] a reply can quote a message that the visitor can see, and desk and widget show it", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  const long = "Where is my order? ".repeat(20).trim();
  await page.ask({ type: "message", text: long });
  await step(service, "accept");
  await step(service, "note", { text: "A regular" });
  const token = await service.logIn("kim");
  const reply = (text: string, replyTo?: number) =>
    service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text, replyTo } });
  const shown = { seq: 1, from: "client", type: "text", text: long.slice(0, 160) };
  const sent = await reply("On its way", 1);
  t.match(sent.body, { message: { text: "On its way", quote: { ...shown, agentId: null } } });
  t.match((await kim.until(({ message }) => message?.text === "On its way")).message, sent.body.message);
  t.strictSame((await page.until(({ message }) => message?.text === "On its way")).message.quote, shown);
  await reply("Tomorrow", 3);
  t.match((await page.until(({ message }) => message?.text === "Tomorrow")).message.quote, { seq: 3, from: "agent" });
  for (const replyTo of [2, 99]) {
    const error = { code: "invalid_request", message: /^Field replyTo must .* got \d+\.$/ };
    t.match(await reply("No", replyTo), { status: 400, body: { error } });
  }
  await reply("Plain");
  t.notOk("quote" in (await page.until(({ message }) => message?.text === "Plain")).message);
});
