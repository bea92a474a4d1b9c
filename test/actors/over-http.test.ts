import t from "tap";
import { configureAgent, configureChannel, removeAgent, removeChannel } from "../../src/domain/configure.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";

const randomOf = (service: Service): string => settingsOf(service).random;
function settingsOf(service: Service, id = "MOBILEAPP1") {
  const entry = service.app.runtime.directory.find(id);
  if (entry === undefined) throw new Error(`Expected a channel ${id}`);
  return entry.settings;
}
const post = (service: Service, random: string, message: object) =>
  service.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body: { sender: { id: "c1" }, message } });
const statusOf = async (service: Service, random: string): Promise<string> => {
  const answer = await fetch(`${service.url}/chat-api/${random}/MOBILEAPP1/status`);
  return `${answer.status} ${answer.status === 200 ? await answer.text() : ""}`.trim();
};
const text = { type: "text", text: "hello" };

/** A chat of Kim's with one running reply and one that waits. */
async function replyTwice(service: Service): Promise<string> {
  const token = await service.logIn("kim");
  await service.say("c1", "question");
  await service.call("POST", "/api/chats/1/accept", { token });
  for (const words of ["first", "second"]) {
    const body = { type: "text", text: words };
    t.equal((await service.call("POST", "/api/chats/1/messages", { token, body })).status, 202);
  }
  await service.settle();
  return token;
}
const failures = async (service: Service, token: string): Promise<readonly unknown[]> => {
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  return body.messages.filter(({ from }) => from === "agent").map(({ delivery }) => delivery);
};

t.test(
  "[CH-14] disabled: status 0 and messages 403; removed: 404 for both; configured again it is served",
  async (t) => {
    const service = await startService(t);
    const { runtime } = service.app;
    const random = randomOf(service);
    await service.enter("kim");
    t.equal(await statusOf(service, random), "200 1");
    const settings = settingsOf(service);

    await configureChannel(runtime, { ...settings, enabled: false });
    t.equal(await statusOf(service, random), "200 0");
    t.match(await post(service, random, text), { status: 403, body: { error: { code: "access_denied" } } });

    await removeChannel(runtime, settings.id);
    t.equal(await statusOf(service, random), "404");
    t.match(await post(service, random, text), { status: 404, body: { error: { code: "not_found" } } });
    t.equal(await service.status("OTHERAPP01"), "0", "another channel is served");

    await configureChannel(runtime, settings);
    await service.settle();
    t.equal(await statusOf(service, random), "200 1", "its agent is there and says so");
    t.equal((await post(service, random, text)).status, 200);
  },
);

t.test(
  "a removed agent does not count, whatever sockets it has; after it is created again, it counts from its next socket",
  async (t) => {
    const service = await startService(t);
    const { runtime } = service.app;
    await service.enter("kim");
    t.equal(await service.status(), "1");
    await removeAgent(runtime, agents.kim.id);
    await service.settle();
    t.equal(await service.status(), "0");
    await configureAgent(runtime, agents.kim);
    await service.settle();
    t.equal(await service.status(), "0", "its old socket is not a new one");
    await service.enter("kim");
    await service.settle();
    t.equal(await service.status(), "1");
  },
);

t.test("[CH-47] a notice of a client without an open chat is answered 200 and has no effect", async (t) => {
  const service = await startService(t);
  const random = randomOf(service);
  const desk = await service.enter("kim");
  const token = await service.logIn("kim");
  for (const type of ["typein", "typeout"]) {
    t.match(await post(service, random, { type }), { status: 200, body: { result: "ok" } });
  }
  t.strictSame((await service.call("GET", "/api/chats", { token })).body.chats, []);
  await replyTwice(service);
  await service.call("POST", "/api/chats/1/close", { token });
  const seen = desk.frames.length;
  t.equal((await post(service, random, { type: "typein" })).status, 200);
  await service.settle();
  const { body } = await service.call("GET", "/api/chats", { token });
  t.match(body.chats, [{ id: "1", state: "closed" }]);
  t.equal(body.chats.length, 1, "no chat is opened after one was closed");
  t.notOk(desk.frames.some(({ type }) => type === "typing"));
  await service.say("c1", "another");
  await desk.until(({ type, chat }) => type === "chat" && chat.id === "2");
  t.ok(desk.frames.slice(seen).every(({ type }) => type !== "typing"));
});

t.test("the desk sees typing end with the client's next message, before it", async (t) => {
  const service = await startService(t);
  const random = randomOf(service);
  const desk = await service.enter("kim");
  await service.say("c1", "question");
  t.equal((await post(service, random, { type: "typein" })).status, 200);
  await service.say("c1", "another");
  await desk.until(({ type, message }) => type === "message" && message.text === "another");
  const kinds = desk.frames.map(({ type, state, message }) => (type === "message" ? message.text : `${type} ${state}`));
  t.strictSame(
    kinds.filter((kind) => !kind.startsWith("chat") && !kind.startsWith("ready")),
    ["question", "typing typein", "typing typeout", "another"],
  );
});

t.test("an administrator disables the channel: waiting messages fail at once, and the agent sees it", async (t) => {
  const service = await startService(t);
  const desk = await service.enter("kim");
  const token = await replyTwice(service);
  const admin = await service.logIn("ada");
  const disabled = await service.call("PATCH", "/api/channels/MOBILEAPP1", {
    token: admin,
    body: { enabled: false },
  });
  t.equal(disabled.status, 200);
  const message = "The message was not delivered: channel MOBILEAPP1 is disabled.";
  t.match(await failures(service, token), [
    { state: "attempting", attempts: 1 },
    { state: "failed", attempts: 0, error: { code: "channel_closed", message } },
  ]);
  const frame = await desk.until(({ type, message }) => type === "message" && message.delivery?.state === "failed");
  t.match(frame, { chatId: "1", message: { text: "second", delivery: { error: { message } } } });
  service.attempts[0]?.answer({ httpStatus: 503, failure: { kind: "http_status", code: "x", message: "HTTP 503." } });
  await service.pass(10_000);
  t.match(await failures(service, token), [{ state: "failed", error: { message: "HTTP 503." } }, { state: "failed" }]);
  t.equal(service.attempts.length, 1);
});

t.test("an administrator removes the channel: the same, and its chat can still be read", async (t) => {
  const service = await startService(t);
  const token = await replyTwice(service);
  const admin = await service.logIn("ada");
  t.equal((await service.call("DELETE", "/api/channels/MOBILEAPP1", { token: admin })).status, 200);
  const message = "The message was not delivered: channel MOBILEAPP1 does not exist any more.";
  t.match(await failures(service, token), [{ state: "attempting" }, { state: "failed", error: { message } }]);
  service.attempts[0]?.answer();
  await service.settle();
  t.match(await failures(service, token), [{ state: "delivered" }, { state: "failed" }]);
});

t.test(
  "a config file that disables the channel at a start fails the messages that the last process left",
  async (t) => {
    const store = { ...(await openTestStore(t)), close: async () => undefined };
    const first = await startService(t, { store });
    await replyTwice(first);
    const channels = first.app.runtime.directory.channels().map(({ settings }) => ({
      settings: { ...settings, enabled: false },
      random: settings.random,
      acceptTimeoutMs: 60_000,
      bot: null,
      webhooks: null,
    }));
    await first.stop();
    const second = await startService(t, { store, config: { channels } });
    await second.settle();
    const token = await second.logIn("kim");
    t.match(await failures(second, token), [
      { state: "failed", attempts: 1, error: { message: /unknown/ } },
      { state: "failed", attempts: 0, error: { code: "channel_closed" } },
    ]);
    await second.pass(10_000);
    t.equal(second.attempts.length, 0);
  },
);
