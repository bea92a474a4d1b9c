import t from "tap";
import type { InspectedChat, InspectedStep } from "../../src/codec/inspect/inspected.types.ts";
import { asDeliveryId } from "../../src/core/ids.ts";
import { orderSteps } from "../../src/inspect/read-chat.ts";
import { chatOf } from "../desk/chat-of.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";

async function readChat(service: Service, id: string): Promise<InspectedChat> {
  const { status, body } = await service.call("GET", `/api/inspect/chats/${id}`, { token: await service.logIn("ada") });
  if (status !== 200) throw new Error(`Expected 200, got ${status}`);
  return JSON.parse(JSON.stringify(body)).chat;
}
const nameOf = ({ actor, event }: InspectedStep): string => `${actor.replace(/(?<=delivery\/).*/, "…")} ${event.type}`;

t.test("a chat is read with all its actors, and their steps in the order in which they happened", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot, webhooks } } });
  await service.say("7", "Hello");
  service.botAttempts[0]?.answer();
  await service.settle();
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "How can I help?" } });
  service.attempts[0]?.answer();
  await service.settle();
  await service.say("8", "Another client");
  const chat = await readChat(service, "1");
  t.same([chat.chatId, chat.exportedAtMs, chat.isCut], ["1", service.clock.nowMs(), undefined]);
  const kinds = chat.actors.map(({ actor }) => actor.replace(/(?<=delivery\/).*/, "…"));
  t.same(kinds.slice(0, 3), ["chat/1", "bot/1", "webhooks/1"]);
  t.same(
    kinds.slice(3),
    Array.from({ length: kinds.length - 3 }, () => "delivery/…"),
  );
  t.ok(chat.actors.every(({ chatId, chart }) => chatId === "1" && chart !== null));
  const names = chat.steps.map(nameOf);
  t.same(names.slice(0, 8), [
    "chat/1 message.received",
    "bot/1 client.wrote",
    "delivery/… delivery.queued",
    "delivery/… attempt.succeeded",
    "bot/1 delivery.ended",
    "chat/1 chat.accept-requested",
    "webhooks/1 report.made",
    "bot/1 agent.accepted",
  ]);
  for (const [index, { actor, from, event }] of chat.steps.entries())
    if (from !== null)
      t.ok(
        chat.steps.slice(0, index).some((step) => step.actor === from),
        `${from} sent ${event.type} to ${actor} before`,
      );
  t.notMatch(JSON.stringify(chat.steps), /Hello|How can I help/, "the kept steps contain no message texts");
});

t.test("the newest part of a long chat is shown, with a note that there is more", async (t) => {
  const service = await startService(t);
  const chat = await chatOf(service, "kim");
  const message = await service.store.read("message", [1, 1]);
  t.equal((await chat.reply("Hi")).status, 202);
  if (message === undefined) throw new Error("Expected a message");
  await service.store.commit({}, () =>
    Array.from({ length: 600 }, (_, index) => ({
      table: "message" as const,
      key: [1, index + 10] as const,
      row: {
        ...message,
        seq: index + 10,
        deliveryId: asDeliveryId(`01HF7YAT00000000000000${String(index).padStart(4, "0")}`),
      },
    })),
  );
  t.equal((await readChat(service, "1")).isCut, true);
});

const step = (actor: string, event: string, more: Partial<InspectedStep> = {}): InspectedStep => ({
  actor,
  revision: 1,
  index: 0,
  atMs: 5,
  event: { type: event },
  cause: "r",
  from: null,
  before: "a",
  after: "a",
  effects: [],
  ...more,
});
const tell = (to: string, event: string) => ({ type: "effect.actor.tell", to, event });

t.test("steps of one commit are in the order of their tells, even if some are missing", (t) => {
  const chat = [
    step("chat/1", "one", { effects: [tell("bot/1", "b"), tell("delivery/1", "d")] }),
    step("chat/1", "answered", { index: 1, from: "delivery/1" }),
    step("chat/1", "later", { revision: 2, atMs: 9 }),
  ];
  const delivery = [step("delivery/1", "d", { from: "chat/1", effects: [tell("chat/1", "answered")] })];
  const botSteps = [
    step("bot/1", "b", { from: "chat/1", effects: [tell("gone/1", "x")] }),
    step("bot/1", "alone", { index: 1, cause: "other" }),
  ];
  const orphan = [step("call/1", "told by nobody that is here", { from: "delivery/7", atMs: 1 })];
  const names = (lists: readonly (readonly InspectedStep[])[]) =>
    orderSteps(lists.map((steps) => steps.map((one) => ({ commit: one.atMs, step: one })))).map(
      ({ actor, event }) => `${actor} ${event.type}`,
    );
  t.same(names([delivery, botSteps, chat, orphan]), [
    "call/1 told by nobody that is here",
    "chat/1 one",
    "bot/1 b",
    "delivery/1 d",
    "chat/1 answered",
    "bot/1 alone",
    "chat/1 later",
  ]);
  t.same(names([]), []);
  const [ring, back] = [step("a/1", "x", { from: "b/1" }), step("b/1", "y", { from: "a/1" })];
  t.equal(names([[ring], [back]]).length, 2, "each step waits for the other");
  t.end();
});
