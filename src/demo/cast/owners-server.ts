import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { momentMs } from "../../core/clock.ts";
import { decodeLoosely, textAt } from "../json.ts";
import { Facts } from "./facts.ts";
import type { Answer, Ending, Observer, PeerRequest } from "./peer.ts";
import { servePeer } from "./peer.ts";

export const signingSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/** The parts of an event that are looked at. Its kind decides which of them it has. */
export interface EventBody {
  readonly event_name: string;
  readonly chat_id?: number;
  readonly user_token?: string | null;
  readonly visitor: {
    readonly name: string;
    readonly phone: string;
    readonly description: string;
    readonly email?: string;
    readonly number?: string;
  };
  readonly call?: {
    readonly phone: string;
    readonly status: string;
    readonly reason?: string;
    readonly record_url?: string;
  };
  readonly chat?: {
    readonly blacklisted: boolean;
    readonly messages: readonly { readonly message: string; readonly blacklisted?: boolean }[];
    readonly rate?: string | null;
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
  /** The same in all attempts. Source: WH-39. */
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
export interface OwnersServer {
  readonly url: string;
  readonly facts: Facts;
  readonly seen: readonly SeenEvent[];
  /** Returns the requests about this event of the client's chats, in order. */
  seenOf(client: string, event: string): readonly SeenEvent[];
  /** Resolves with the n-th of them, past or future. */
  untilSeen(client: string, event: string, number: number): Promise<SeenEvent>;
}

/** The answers to the n-th request (counted from 1) with this event's id; `undefined` means `ok`. */
export type OwnerScript = (event: SeenEvent, number: number) => Answer | undefined;

export interface OwnerManner {
  readonly secret?: string;
  readonly observer?: Observer<PeerRequest & SeenEvent>;
}

export async function openOwnersServer(
  t: Ending,
  script: OwnerScript = () => undefined,
  { secret = signingSecret, observer }: OwnerManner = {},
): Promise<OwnersServer> {
  const seen: SeenEvent[] = [];
  /** The number of requests for each `webhook-id`. */
  const requests = new Map<string, number>();
  const facts = new Facts();
  const webhook = new Webhook(secret);
  const events = new WeakMap<PeerRequest, PeerRequest & SeenEvent & { endedAtMs: number | null }>();
  const url = await servePeer(t, {
    paths: /^\/events$/,
    take(request) {
      const event = { ...request, ...toSeen(request, webhook) };
      events.set(request, event);
      seen.push(event);
      const number = (requests.get(event.id) ?? 0) + 1;
      requests.set(event.id, number);
      observer?.came(event);
      const answer = script(event, number) ?? "ok";
      facts.changed();
      return answer;
    },
    answered(request, status, body) {
      const event = events.get(request);
      if (event === undefined) return;
      event.endedAtMs = momentMs();
      observer?.answered(event, status, body);
      facts.changed();
    },
  });
  const seenOf = (client: string, event: string) =>
    seen.filter((each) => each.client === client && each.event === event);
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

function toSeen({ atMs, headers, body }: PeerRequest, webhook: Webhook): SeenEvent & { endedAtMs: null } {
  const fields = decodeLoosely(body) as EventBody;
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return {
    atMs,
    endedAtMs: null,
    id: given["webhook-id"] ?? "",
    attempt: Number(given["webhook-attempt"]),
    event: fields.event_name,
    chatId: fields.chat_id ?? null,
    client: textAt(fields, "visitor", "name"),
    body,
    fields,
    isVerified: isVerified(webhook, body, given),
  };
}

function isVerified(webhook: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    webhook.verify(body, headers);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
