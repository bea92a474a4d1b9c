import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { Facts } from "../facts.ts";
import { nowMs } from "../time.ts";
import type { Answer } from "./customer-system.ts";
import { answer } from "./customer-system.ts";
import { serveOnLoopback } from "./serve-on-loopback.ts";

export const signingSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/** The reaction of the owner's server to a request: as a customer system, or `ok` after a delay. */
export type OwnerAnswer = Answer | { readonly afterMs: number };

/** The parts of an event that tests check. Its kind decides which of them it has. */
export interface EventBody {
  readonly event_name: string;
  readonly chat_id?: number;
  readonly visitor: { readonly name: string; readonly phone: string; readonly description: string };
  readonly call?: {
    readonly phone: string;
    readonly status: string;
    readonly reason?: string;
    readonly record_url?: string;
  };
  readonly chat?: {
    readonly blacklisted: boolean;
    readonly messages: readonly { readonly message: string; readonly blacklisted?: boolean }[];
  };
  readonly message?: string;
  readonly offline_message_id?: string;
}

/** One request of the service to the owner's server. */
export interface SeenEvent {
  /** The time at which its head arrived. */
  readonly atMs: number;
  /** When it was answered, or its connection was closed; `null` before that. */
  readonly endedAtMs: number | null;
  readonly id: string;
  readonly attempt: number;
  readonly event: string;
  readonly chatId: number | null;
  /** The name of the visitor. */
  readonly client: string;
  readonly body: string;
  readonly fields: EventBody;
  /** Whether the library of Standard Webhooks accepts its signature. */
  readonly isVerified: boolean;
}

/** An owner's server over real HTTP. It keeps every request, and answers the n-th request of an event as the script says. */
export interface WebhookReceiver {
  readonly url: string;
  readonly facts: Facts;
  readonly seen: readonly SeenEvent[];
  /** Returns the requests about this event of the client's chats, in order. */
  seenOf(client: string, event: string): readonly SeenEvent[];
  /** Resolves with the n-th of them, past or future. */
  untilSeen(client: string, event: string, number: number): Promise<SeenEvent>;
}

/** The answers to the n-th request (counted from 1) with this event's id; `undefined` means `ok`. */
export type OwnerScript = (event: SeenEvent, number: number) => OwnerAnswer | undefined;

export async function openWebhookReceiver(t: Ending, script: OwnerScript = () => undefined): Promise<WebhookReceiver> {
  const seen: SeenEvent[] = [];
  /** The number of requests for each `webhook-id`. */
  const requests = new Map<string, number>();
  const facts = new Facts();
  const secret = new Webhook(signingSecret);
  const server = createServer((request, response) => void serve(request, response));
  // Only the service may end a request that hangs.
  server.requestTimeout = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = nowMs();
    const body = await readText(request).catch(() => null);
    // A kill interrupted the request, so it did not arrive.
    if (body === null) return;
    const event = { ...toSeen(request, body, secret), atMs, endedAtMs: null as number | null };
    seen.push(event);
    const number = (requests.get(event.id) ?? 0) + 1;
    requests.set(event.id, number);
    const end = (): void => {
      event.endedAtMs ??= nowMs();
      facts.changed();
    };
    response.once("close", end);
    const how = script(event, number) ?? "ok";
    const reply = (as: Answer): void => {
      if (as !== "hang") end();
      answer(response, as);
    };
    if (typeof how === "object" && "afterMs" in how) setTimeout(() => reply("ok"), how.afterMs).unref();
    else reply(how);
    facts.changed();
  }

  const seenOf = (client: string, event: string) =>
    seen.filter((each) => each.client === client && each.event === event);
  const url = await serveOnLoopback(t, server);
  return {
    url: `${url}/events`,
    facts,
    seen,
    seenOf,
    untilSeen: (client, event, number) =>
      facts.until(
        `request ${number} about ${event} of ${client}`,
        () => seenOf(client, event)[number - 1],
        () => seen.filter((each) => each.client === client).map(({ event, attempt }) => `${event} ${attempt}`),
      ),
  };
}

function toSeen({ headers }: IncomingMessage, body: string, secret: Webhook) {
  const fields: EventBody = JSON.parse(body);
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return {
    id: given["webhook-id"] ?? "",
    attempt: Number(given["webhook-attempt"]),
    event: fields.event_name,
    chatId: fields.chat_id ?? null,
    client: fields.visitor.name,
    body,
    fields,
    isVerified: isVerified(secret, body, given),
  };
}

function isVerified(secret: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    secret.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
