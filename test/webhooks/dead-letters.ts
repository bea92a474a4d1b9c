import type { Test } from "tap";
import type { AttemptFailure } from "../../machines/tells.ts";
import { asChannelId, clientConversation } from "../../src/core/ids.ts";
import type { ApiAnswer, Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";

export const gone: AttemptFailure = { kind: "gone", code: "gone", message: "The receiver wants no more." };
export const crmAddress = "https://crm.example.com/***";
const trace = { address: crmAddress, answer: "No more", note: null };

/** Two answers of the owner's server: it refuses an event permanently, or it accepts the event. */
export const refuse = { httpStatus: 410, failure: gone, isFinal: true, trace };
export const take = { httpStatus: 200, failure: null, trace };

/** A visitor of the channel leaves messages while no agent is there. Each is one event. */
export async function leaveMessages(service: Service, count: number, senderId = "7"): Promise<void> {
  const channelId = asChannelId("MOBILEAPP1");
  const conversation = clientConversation(channelId, senderId);
  const target = { kind: "sought", conversation, channelId, senderId, senderIdKind: "string" } as const;
  for (let number = 1; number <= count; number += 1) {
    const nowMs = service.clock.nowMs();
    const event = { type: "offline.message-left", nowMs, contact: {}, text: `message ${number}` } as const;
    const outcome = await service.app.runtime.post.send({ target, event, cause: "test" });
    if (!outcome.ok) throw new Error(outcome.failure.message);
  }
  await service.settle();
}

/** Like `leaveMessages`, but the owner's server refuses all of them permanently. */
export async function leaveDeadLetters(service: Service, count: number): Promise<void> {
  const before = service.reports.length;
  await leaveMessages(service, count);
  for (const report of service.reports.slice(before)) report.answer(refuse);
  await service.settle();
}

/** Calls the API as Ada, the administrator. */
export async function asAda(service: Service, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  return service.call(method, path, { token: await service.logIn("ada"), ...(body === undefined ? {} : { body }) });
}

export const deadLetters = (service: Service): Promise<ApiAnswer> =>
  asAda(service, "GET", "/api/deliveries?state=failed&kind=webhook");

/** Kim accepts a new chat, writes in it and closes it. Returns its id. */
export async function closedChat(service: Service, sender: string): Promise<string> {
  const token = await service.logIn("kim");
  await service.say(sender, "Hello");
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  const id = body.chats[0]?.id ?? "";
  await service.call("POST", `/api/chats/${id}/accept`, { token });
  await service.call("POST", `/api/chats/${id}/messages`, { token, body: { type: "text", text: "Hi" } });
  await service.settle();
  service.attempts.at(-1)?.answer();
  await service.call("POST", `/api/chats/${id}/close`, { token });
  await service.settle();
  return id;
}

/** Starts a service with webhooks on MOBILEAPP1. */
export const startToldService = (t: Test, options: ServiceOptions = {}): Promise<Service> =>
  startService(t, { channels: { MOBILEAPP1: { webhooks } }, ...options });
