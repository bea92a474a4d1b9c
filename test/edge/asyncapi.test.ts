import type { Test } from "tap";
import t from "tap";
import { Errors } from "typebox/value";
import { resolve } from "../admin/described.ts";
import { assertKeepsFormat } from "../admin/format.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { openWatcher } from "../inspect/watcher.ts";
import { asWidget, step } from "../visitors/visitor-channel.ts";

interface SocketDescription {
  readonly servers: object;
  readonly channels: Readonly<Record<string, { readonly address: string }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name: string; readonly payload: unknown }>>;
  };
}

const read = async ({ url }: Service): Promise<SocketDescription> => (await fetch(`${url}/asyncapi.json`)).json();

/** Fails for a frame that is missing in the document or differs from it; returns the types of the frames. */
function assertFrames(
  t: Test,
  description: SocketDescription,
  socket: string,
  frames: readonly { readonly type: string }[],
): ReadonlySet<string> {
  const messages = Object.entries(description.components.messages).filter(([key]) => key.startsWith(`${socket}-sent-`));
  for (const frame of frames) {
    const payload = messages.find(([, { name }]) => name === frame.type)?.[1].payload;
    t.ok(payload, `${socket} ${frame.type} is described`);
    const mistakes = Errors(Object(resolve(description, payload)), frame);
    t.strictSame(mistakes, [], `${socket} ${frame.type} ${JSON.stringify(frame)}`);
  }
  return new Set(frames.map(({ type }) => type));
}

const typesOf = ({ components }: SocketDescription, socket: string): readonly string[] =>
  Object.entries(components.messages)
    .filter(([key]) => key.startsWith(`${socket}-sent-`))
    .map(([, { name }]) => name);

t.test("the description of the sockets is valid and names every socket", async (t) => {
  const service = await startService(t);
  const description = await read(service);
  await assertKeepsFormat(t, "asyncapi.json", description);
  const { host } = new URL(service.url);
  t.match(description.servers, { service: { host, protocol: "ws" } });
  const titles = Object.values(description.components.messages).map(({ payload }) => Object(payload).title);
  t.equal(new Set(titles).size, titles.length, "each payload has a title of its own, for generated code");
  for (const title of titles) t.match(title, /^(Desk|Widget|Inspect)(Received|Sent)[A-Z][A-Za-z]+$/);
  const addresses = Object.values(description.channels).map(({ address }) => address);
  t.strictSame(addresses.sort(), ["/ws/desk", "/ws/inspect", "/ws/widget"]);
});

t.test("every frame of a sample conversation matches the description of the sockets", async (t) => {
  const service = await startService(t, {
    channels: asWidget(),
    telephony: { isConfigured: true, startCall: async () => null, close: async () => undefined },
  });
  const description = await read(service);
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  watcher.send({ type: "nonsense" });
  const left = await enterVisitor(t, service);
  t.equal(left.ready.mode, "offline");
  await left.page.ask({ type: "offline_message", email: "a@b.example", text: "Nobody there" });
  const kim = await service.enter("kim");
  await left.page.until(({ type }) => type === "mode");
  await left.page.ask({ type: "offline_message", email: "a@b.example", text: "Call me all the same" });
  const { page, ready } = await enterVisitor(t, service);
  const other = await enterVisitor(t, service, { visitor: ready.visitor });
  await page.ask({ type: "contact", name: "Ann", email: "ann@example.com" });
  await page.ask({ type: "message", text: "Hello" });
  await page.ask({ type: "message", text: " " });
  await page.ask({ type: "typing", state: "typein" });
  await service.settle();
  const chat = {
    chat: (await service.call("GET", "/api/chats", { token: await service.logIn("kim") })).body.chats[0]?.id,
  };
  const number = Number(chat.chat);
  await step(service, "accept", {}, { chat: number });
  const ada = await service.enter("ada");
  service.reports[0]?.answer({ isFinal: true, failure: { kind: "gone", code: "gone", message: "HTTP 410" } });
  await ada.until(({ type }) => type === "failures");
  await step(service, "typing", { type: "typein" }, { chat: number });
  await step(service, "messages", { type: "text", text: "Hi", replyTo: 1 }, { chat: number });
  await page.ask({ type: "seen", chat: chat.chat, seq: 2 });
  const file = { file: "https://files.example.com/a.png", file_name: "a.png", file_size: 7 };
  await step(service, "messages", { type: "photo", ...file, text: "Look" }, { chat: number });
  await page.ask({ type: "rate", value: "positive" });
  await page.ask({ type: "call", phone: "+442079460181" });
  await step(service, "close", {}, { chat: number });
  kim.send({ type: "available", value: false });
  await kim.until(({ type }) => type === "available");
  await left.page.until(({ type, mode }) => type === "mode" && mode === "offline");
  kim.send({ type: "viewing", chatId: chat.chat });
  kim.send({ type: "beat" });
  await kim.until(({ type }) => type === "beat");
  const late = await service.enter("kim", { since: 999_999_999 });
  watcher.send({ type: "watch", watch: [`chat/${number}`], since: "a frame nobody sent" });
  await watcher.until(({ type }) => type === "parley.gap");
  await watcher.caughtUp();
  const token = await service.logIn("ada");
  const { id } = (await service.call("GET", `/api/chats/${number}`, { token })).body.chat.client;
  await service.call("DELETE", `/api/clients/${encodeURIComponent(id)}`, { token });
  await ada.until(({ type }) => type === "chat_gone");

  const desk = assertFrames(t, description, "desk", [...kim.frames, ...ada.frames, ...late.frames]);
  const widget = assertFrames(
    t,
    description,
    "widget",
    [left, { page }, other].flatMap(({ page: { frames } }) => frames),
  );
  const inspect = assertFrames(t, description, "inspect", watcher.frames);
  const unseen = (socket: string, seen: ReadonlySet<string>) =>
    typesOf(description, socket).filter((type) => !seen.has(type));
  t.strictSame(
    { desk: unseen("desk", desk), widget: unseen("widget", widget), inspect: unseen("inspect", inspect) },
    { desk: [], widget: [], inspect: [] },
    "every frame was received",
  );
});
