import t from "tap";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { configureChannel } from "../../../src/domain/configure.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { bot, webhooks } from "../../harness/service-config.ts";
import type { ChatOf } from "../chat-of.ts";
import { channelNamed, chatOf } from "../chat-of.ts";

const full: AttemptFailure = { kind: "error_answer", code: "5", message: "Mailbox is full." };
const hidden: AttemptFailure = { kind: "error_answer", code: "17", message: "Internal words.", isHidden: true };

/** Lets every attempt of the current message fail. */
async function failAll(service: Service, failure: AttemptFailure = full): Promise<void> {
  for (let number = 1; number <= 3; number += 1) {
    await service.settle();
    for (const attempt of service.attempts.slice(-3)) attempt.answer({ failure });
    await service.pass(3_000);
  }
}
const failedIds = async (service: Service, name: AgentName, query = ""): Promise<readonly string[]> => {
  const { status, body } = await service.call("GET", `/api/chats?failed=true${query}`, {
    token: await service.logIn(name),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.chats.map(({ id }: { id: string }) => id);
};
const read = async (service: Service, { id, token }: ChatOf) => service.call("GET", `/api/chats/${id}`, { token });
const dismiss = async (service: Service, name: AgentName, chatId: string, body: unknown) =>
  service.call("POST", `/api/chats/${chatId}/dismiss-failed`, { token: await service.logIn(name), body });

t.test("a chat with a message that failed is marked for everybody who sees it, and found", async (t) => {
  const service = await startService(t);
  const kim = await chatOf(service, "kim", "a");
  const other = await chatOf(service, "max", "b", "OTHERAPP01");
  const desk = await service.enter("lee");
  const sent = (await kim.reply("Hi")).body.message;
  const atMs = service.clock.nowMs();
  t.match((await read(service, kim)).body, { chat: { failed: null } }, "during the attempts");
  t.strictSame(await failedIds(service, "ada"), []);
  await failAll(service);
  const id = sent.delivery?.id ?? "";
  const at = (await read(service, kim)).body.chat.failed?.at ?? 0;
  t.ok(at >= atMs + 6_000 && at <= atMs + 9_000, "after the third failed attempt");
  const failed = {
    count: 1,
    since: at,
    at,
    seq: sent.seq,
    deliveryId: id,
    agentId: 1,
    error: { code: "5", message: "Mailbox is full." },
    deliveryIds: [id],
  };
  t.strictSame((await read(service, kim)).body.chat.failed, failed);
  await desk.until(({ type, chat }) => type === "chat" && chat?.failed?.deliveryId === id);
  for (const name of ["kim", "lee", "ada"] as const) t.strictSame(await failedIds(service, name), [kim.id], name);
  t.strictSame(await failedIds(service, "max"), [], "not for an agent without the channel");
  await other.reply("Hi");
  await failAll(service, hidden);
  t.strictSame(await failedIds(service, "ada"), [other.id, kim.id], "newest first");
  t.strictSame(await failedIds(service, "ada", "&channel=MOBILEAPP1"), [kim.id]);
  t.match(
    (await read(service, other)).body,
    { chat: { failed: { count: 1, error: null } } },
    "a hidden text stays hidden",
  );
  t.match(await service.call("GET", "/api/chats?failed=yes", { token: kim.token }), {
    status: 400,
    body: { error: { code: "invalid_request", message: 'Parameter failed must be true, got "yes".' } },
  });
});

t.test(
  "a chat with a failed message is marked until the message is sent again and delivered, or the client is answered",
  async (t) => {
    const service = await startService(t);
    const kim = await chatOf(service, "kim", "a");
    await service.enter("kim");
    const first = (await kim.reply("one")).body.message.delivery?.id;
    await failAll(service);
    const resend = async (name: AgentName) =>
      service.call("POST", `/api/deliveries/${first}/resend`, { token: await service.logIn(name) });
    t.match(await resend("lee"), { status: 409 }, "its agent is online");
    t.match(await resend("kim"), { status: 202 });
    t.match((await read(service, kim)).body, { chat: { failed: { count: 1, error: null } } }, "while it is sent again");
    await service.settle();
    service.attempts.at(-1)?.answer();
    await service.settle();
    t.match((await read(service, kim)).body, { chat: { failed: null } });
    t.strictSame(await failedIds(service, "kim"), []);

    await kim.reply("two");
    await failAll(service);
    await kim.reply("three");
    t.match(
      (await read(service, kim)).body,
      { chat: { failed: { count: 1 } } },
      "an answer that is not delivered yet does not count",
    );
    await service.settle();
    service.attempts.at(-1)?.answer();
    await service.settle();
    t.match((await read(service, kim)).body, { chat: { failed: null } });
  },
);

t.test("any agent of the channel can resend in a chat whose agent is offline", async (t) => {
  const service = await startService(t);
  const kim = await chatOf(service, "kim", "a");
  const id = (await kim.reply("Hi")).body.message.delivery?.id;
  await failAll(service);
  await kim.step("close");
  t.strictSame(await failedIds(service, "lee", "&state=closed"), [kim.id], "closed chats are found as well");
  const answer = await service.call("POST", `/api/deliveries/${id}/resend`, { token: await service.logIn("lee") });
  t.match(answer, { status: 202 }, "Kim has no desk open");
  await service.settle();
  service.attempts.at(-1)?.answer();
  await service.settle();
  t.strictSame(await failedIds(service, "lee"), []);
});

t.test(
  "the chat records the agent who dismisses a failure; without a failure there is nothing to dismiss",
  async (t) => {
    const service = await startService(t);
    const kim = await chatOf(service, "kim", "a");
    const first = (await kim.reply("one")).body.message.delivery?.id;
    await failAll(service);
    const second = (await kim.reply("two")).body.message.delivery?.id;
    await failAll(service);
    await kim.step("close");
    t.match(await dismiss(service, "max", kim.id, { deliveryId: first }), { status: 404 });
    t.match(await dismiss(service, "lee", kim.id, { deliveryId: 7 }), {
      status: 400,
      body: { error: { message: /^Field deliveryId must be the id of a delivery that failed.*, got 7\.$/ } },
    });
    t.match(await dismiss(service, "lee", kim.id, {}), { status: 400 });
    t.match(await dismiss(service, "lee", kim.id, { deliveryId: first }), {
      status: 200,
      body: { chat: { state: "closed", failed: { count: 1, deliveryId: second } } },
    });
    t.match(await dismiss(service, "lee", kim.id, { deliveryId: first }), {
      status: 409,
      body: { error: { code: "conflict", message: /is not marked as failed/ } },
    });
    t.strictSame(await failedIds(service, "kim"), [kim.id]);
    t.match(await dismiss(service, "lee", kim.id, { deliveryId: second }), {
      status: 200,
      body: { chat: { failed: null } },
    });
    t.strictSame(await failedIds(service, "kim"), []);
    const { messages } = (await service.call("GET", `/api/chats/${kim.id}/messages`, { token: kim.token })).body;
    t.strictSame(
      messages.slice(3).map(({ type, text }: { type: string; text: string }) => `${type}: ${text}`),
      [
        "event: Lee dismissed a message that was not delivered.",
        "event: Lee dismissed a message that was not delivered.",
      ],
    );
    t.equal(service.attempts.length, 6, "none of this is sent to the customer system");
  },
);

t.test(
  "[WH-38] administrators learn of bots and owners' servers that failed, until one has seen or replayed it",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { bot, webhooks } } });
    const ada = await service.logIn("ada");
    const desk = await service.enter("ada");
    const listed = async () => (await service.call("GET", "/api/failures", { token: ada })).body;
    const isNews = ({ type }: { type: string }): boolean => type === "failures";
    t.strictSame(await listed(), { count: 0, deliveryIds: [], deliveries: [] });
    await service.say({ id: "a", name: "Pat" }, "Hello");
    for (let number = 1; number <= 3; number += 1) {
      await service.settle();
      service.botAttempts.at(-1)?.answer({ failure: full });
      await service.pass(3_000);
    }
    await desk.until(isNews);
    t.match(await listed(), {
      count: 1,
      deliveries: [{ kind: "CLIENT_MESSAGE", state: "failed", error: { code: "5" } }],
    });
    await service.call("POST", "/api/chats/1/accept", { token: await service.logIn("kim") });
    await service.settle();
    service.reports[0]?.answer({ isFinal: true, failure: { kind: "gone", code: "gone", message: "HTTP 410" } });
    await service.settle();
    const both = await listed();
    t.match(both, { count: 2, deliveries: [{ kind: "chat_accepted" }, { kind: "CLIENT_MESSAGE" }] });

    const kim = await service.logIn("kim");
    t.match(await service.call("GET", "/api/failures", { token: kim }), { status: 403 });
    const seen = (token: string, body: unknown) => service.call("POST", "/api/failures/seen", { token, body });
    t.match(await seen(kim, { deliveryIds: both.deliveryIds }), { status: 403 });
    t.match(await seen(ada, { deliveryIds: [] }), {
      status: 400,
      body: { error: { message: /^Field deliveryIds must be 1 to 1000 ids of deliveries, got/ } },
    });
    t.match(await seen(ada, { deliveryIds: [both.deliveryIds[1]] }), { status: 200, body: { result: "ok" } });
    t.strictSame((await listed()).deliveryIds, [both.deliveryIds[0]]);
    t.match(await service.call("POST", `/api/deliveries/${both.deliveryIds[0]}/resend`, { token: ada }), {
      status: 202,
    });
    t.strictSame((await listed()).deliveryIds, [], "replayed");
  },
);

t.test("a delivery cancelled with its channel is no failure of a server; its messages are marked", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const kim = await chatOf(service, "kim", "a");
  await kim.reply("one");
  await kim.reply("two");
  const settings = channelNamed(service, "MOBILEAPP1", ["kim", "lee"]);
  await configureChannel(service.app.runtime, { ...settings, enabled: false });
  await service.settle();
  service.attempts.at(-1)?.answer({ failure: full });
  await service.settle();
  t.match((await read(service, kim)).body, { chat: { failed: { count: 2 } } });
});
