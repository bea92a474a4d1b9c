import { createServer } from "node:http";
import type { Test } from "tap";
import t from "tap";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import { channelLog, chatsCount, post, seen } from "../../harness/customer.ts";
import type { DeskFrame } from "../../harness/desk-client.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

const file = { file: "https://shop.example.com/in/a.bin", file_name: "a.bin", file_size: 5 };
const media = (fields: object, sender: object = {}): object => ({ sender: { id: "7", ...sender }, message: fields });

async function take(service: Service, body: object) {
  const answer = await post(service, body);
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
  const { chat, messages } = await seen(service);
  const message = messages.at(-1);
  if (message === undefined) throw new Error("Expected a message");
  const { seq, id, from, at, delivery, agentId, buttons, parts, fallback, buttonId, hidden, ...content } = message;
  return { chat, content };
}
const warningsOf = async (service: Service): Promise<readonly string[]> =>
  (await channelLog(service)).map(({ text }) => text);

/** An address that counts its visits. */
async function openTrap(t: Test): Promise<{ readonly url: string; readonly visits: string[] }> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.end("x");
  });
  return { url: await serveOnLoopback(t, server), visits };
}

t.test("[CH-51, CH-52] media of every type is shown to the agent with all possible fields", async (t) => {
  const service = await startService(t);
  const more = {
    ...{ thumb: "https://shop.example.com/t.jpg", duration: 12, width: 640, height: 480, emoji: "🙂" },
    ...{ performer: "Pat", title: "A song", latitude: 59.9, longitude: -10.5, text: "<i>comment</i>\nof two lines" },
  };
  for (const type of ["video", "audio", "voice", "photo", "sticker", "document"]) {
    const { content } = await take(service, media({ type, ...file, ...more }));
    t.strictSame(content, { type, ...more, ...file });
    t.strictSame((await take(service, media({ type, ...file }))).content, { type, text: "", ...file });
  }
  const place = { type: "location", latitude: 0, longitude: -180 };
  t.strictSame((await take(service, media(place))).content, { ...place, text: "" });
  const full = { type: "location", ...more, ...file };
  t.strictSame((await take(service, media(full))).content, full);
  t.strictSame(await warningsOf(service), []);
});

t.test("[CH-30] a photo of any size, kind or extension is accepted and shown unchanged", async (t) => {
  const service = await startService(t);
  for (const photo of [
    "https://shop.example.com/huge-5000x5000.bmp",
    "https://shop.example.com/avatar.svg?size=1",
    "http://shop.example.com/a.exe",
    "https://shop.example.com/%F0%9F%98%80",
    "https://shop.example.com/my avatar.webp",
    "https://user:word@192.168.0.1:8443/a#b",
    "HTTPS://SHOP.EXAMPLE.COM/A",
  ]) {
    const { chat } = await take(service, media({ type: "text", text: "Hello" }, { photo }));
    t.equal(chat.client.photo, photo);
  }
  t.strictSame(await warningsOf(service), []);
});

t.test("[CH-58] the service never fetches a link in a customer's message", async (t) => {
  const trap = await openTrap(t);
  const service = await startService(t);
  const kim = await service.enter("kim");
  for (const [at, type] of ["photo", "video", "audio", "voice", "sticker", "document"].entries()) {
    const links = { file: `${trap.url}/file-${at}`, thumb: `${trap.url}/thumb-${at}` };
    const sender = { photo: `${trap.url}/photo-${at}`, url: `${trap.url}/page-${at}` };
    const { content } = await take(service, media({ ...links, type, file_name: "a", file_size: 1 }, sender));
    t.match(content, links);
  }
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
  await service.settle();
  service.attempts[0]?.answer();
  await service.call("POST", "/api/chats/1/close", { token });
  await kim.until((frame) => frame.chat?.state === "closed");
  await service.pass(60_000);
  t.strictSame(trap.visits, []);
  t.equal(await (await fetch(`${trap.url}/works`)).text(), "x");
  t.strictSame(trap.visits, ["/works"]);
});

const typing = (id: string, type: "typein" | "typeout", more: object = {}): object => ({
  sender: { id, ...more },
  message: { type, text: "ignored", file: 7, id: {} },
});
const states = (frames: readonly DeskFrame[]): string[] =>
  frames.filter(({ type }) => type === "typing").map(({ state }) => state);

t.test("[CH-45, CH-48] typing is shown from typein until typeout, the next message, or for 10 s", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  const send = async (body: object): Promise<void> => {
    t.equal((await post(service, body)).status, 200);
    await service.settle();
  };
  const shown = async (expected: readonly string[], why: string): Promise<void> => {
    await kim.until(() => states(kim.frames).length >= expected.length);
    t.strictSame(states(kim.frames), expected, why);
  };
  await service.say("7", "Hello");
  await send(typing("7", "typein"));
  await shown(["typein"], "begun");
  await send(typing("7", "typeout"));
  await shown(["typein", "typeout"], "ended");
  await send(typing("7", "typein"));
  await service.say("7", "There");
  await shown(["typein", "typeout", "typein", "typeout"], "ended by the message");
  await service.pass(20_000);
  await send(typing("7", "typein"));
  await service.pass(6_000);
  await send(typing("7", "typein"));
  await service.pass(9_500);
  const repeated = states(kim.frames).slice(4);
  t.ok(repeated.length > 0 && repeated.every((state) => state === "typein"), "the 10 s begin at the last typein");
  await service.pass(500);
  await kim.until(() => states(kim.frames).at(-1) === "typeout");
  t.equal(
    states(kim.frames)
      .slice(4)
      .filter((state) => state === "typeout").length,
    1,
  );
  t.match(
    kim.frames.find(({ type }) => type === "typing"),
    { chatId: "1" },
  );
  t.equal((await seen(service)).messages.length, 2, "notices are not messages");
});

t.test("[CH-46, CH-47] a typing notice needs only a sender's id, changes nothing, and opens no chat", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  const facts = { name: "Pat", photo: "nonsense", email: ["x"], invite: "Need help?", url: 5 };
  for (const state of ["typein", "typeout"] as const) {
    const answer = await post(service, typing("7", state, facts));
    t.strictSame([answer.status, answer.body], [200, { result: "ok" }]);
  }
  t.equal(await chatsCount(service), 0);
  await service.say("7", "Hello");
  t.equal((await post(service, typing("7", "typein", facts))).status, 200);
  await kim.until(({ type }) => type === "typing");
  const { chat, messages } = await seen(service);
  t.match(chat.client, { name: "Anonymous", photo: null, email: null, invite: null });
  t.equal(chat.page, null);
  t.equal(messages.length, 1);
  t.strictSame(await channelLog(service), [], "an ignored field causes no warning");
  for (const id of ["", " ", undefined, 1.5]) {
    const answer = await post(service, { sender: { id }, message: { type: "typein" } });
    t.match(answer, { status: 400, body: { error: { message: /sender\.id/ } } });
  }
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/close", { token });
  await service.settle();
  const before = states(kim.frames).length;
  t.equal((await post(service, typing("7", "typein"))).status, 200);
  await service.say("8", "Hello");
  await kim.until((frame) => frame.message?.text === "Hello" && frame.chatId === "2");
  t.equal(
    states(kim.frames)
      .slice(before)
      .filter((state) => state === "typein").length,
    0,
    "a notice does not reopen a chat",
  );
  t.equal(await chatsCount(service), 2);
});
