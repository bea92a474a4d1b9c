import { asChannelId, clientConversation } from "../../../../src/core/ids.ts";
import type { Service } from "../../../harness/service.ts";
import { token } from "./week-process.ts";
import type { WeekService } from "./week-service.ts";

const secondMs = 1_000;
const chats = 130;
const callEvery = 5;
const offlineEvery = 3;
const eventsOfChat = 3;
/** The events of a call: four statuses, and the update that adds its number to the contacts. */
const eventsOfCall = 5;
/** How many events `makeEvents` makes. */
export const eventsMade = chats * eventsOfChat + (chats / callEvery) * eventsOfCall + Math.floor(chats / offlineEvery);

export const channelId = asChannelId("MOBILEAPP1");

/** Makes chats, calls and offline messages, evenly over this time. */
export async function makeEvents(week: WeekService, spanMs: number): Promise<void> {
  const beganAtMs = week.nowMs();
  for (let number = 1; number <= chats; number += 1) {
    await week.runUntil(beganAtMs + Math.floor((number * spanMs) / chats));
    if (number % offlineEvery === 0) await leaveMessage(week.service(), number);
    await holdChat(week, number);
  }
}

async function leaveMessage({ app, clock }: Service, number: number): Promise<void> {
  const senderId = `offline-${number}`;
  const conversation = clientConversation(channelId, senderId);
  const target = { kind: "sought", conversation, channelId, senderId, senderIdKind: "string" } as const;
  const text = `Message ${number}`;
  const event = { type: "offline.message-left", nowMs: clock.nowMs(), contact: {}, text } as const;
  const outcome = await app.runtime.post.send({ target, event, cause: "test" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
}

/** Runs a chat from its first message to its end. */
async function holdChat(week: WeekService, number: number): Promise<void> {
  const service = week.service();
  await service.say(`c${number}`, "Where is my parcel?");
  const chat = `/api/chats/${(await service.store.read("counter", ["chat"]))?.last}`;
  const token = await service.logIn("kim");
  const step = async (method: string, path: string, body: object = {}): Promise<void> => {
    const answer = await service.call(method, `${chat}/${path}`, { token, body });
    if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  await step("POST", "accept");
  await step("POST", "messages", { type: "text", text: "It is on its way." });
  await step("PATCH", "contact", { name: `Client ${number}` });
  await week.runUntil(week.nowMs() + 2 * secondMs);
  if (number % callEvery === 0) {
    await step("POST", "call", { phone: "+442079460181" });
    await endCall(week);
  }
  await step("POST", "close");
  await week.settle();
}

async function endCall(week: WeekService): Promise<void> {
  await week.settle();
  const service = week.service();
  const callId = String((await service.store.read("counter", ["call"]))?.last);
  for (const status of ["agent_connected", "client_connected", "end"]) {
    const answer = await service.call("POST", `/calls/${token}`, { body: { call_id: callId, status } });
    if (answer.status !== 200) throw new Error(`${status}: ${JSON.stringify(answer.body)}`);
  }
}
