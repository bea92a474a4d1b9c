import { systemClock } from "../../core/clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { decodeLoosely, textAt } from "../json.ts";
import { Facts } from "./facts.ts";
import type { Answer, Ending, Observer, PeerRequest } from "./peer.ts";
import { servePeer } from "./peer.ts";

/** An event that the service sent to a bot. Source: B1, BOT-10 to BOT-15. */
export interface BotEvent extends PeerRequest {
  /** The same in every repeat of the event. */
  readonly id: string;
  /** The name of the client who has the chat. */
  readonly client: string;
  /** The text of a CLIENT_MESSAGE, otherwise the event's name. */
  readonly what: string;
  /** CLIENT_MESSAGE, AGENT_JOINED, AGENT_UNAVAILABLE, or a name that bots do not know. */
  readonly name: string;
  readonly chatId: string;
  readonly clientId: string;
  readonly fields: unknown;
}

/** A bot provider over real HTTP. It keeps every request, and answers the n-th request of an event as the script says. */
export interface BotProvider {
  readonly url: string;
  readonly facts: Facts;
  readonly events: readonly BotEvent[];
  /** Returns the requests about this event of the client's chats, in order. */
  eventsOf(client: string, what: string): readonly BotEvent[];
  /** Resolves with the n-th of them, past or future. */
  untilEvent(client: string, what: string, number: number): Promise<BotEvent>;
}

/** The answers to the attempts of an event. The last answer is repeated for further attempts. `ok` for an event without a script. */
export type BotScript = (client: string, what: string, event: BotEvent) => readonly Answer[] | undefined;

/** What a bot does besides: `requests` answers what is no event, for example a request for an access token. */
export interface BotManner {
  readonly clock?: Clock;
  readonly observer?: Observer<BotEvent>;
  requests?(request: PeerRequest): Answer | undefined;
}

export async function openBotProvider(
  t: Ending,
  script: BotScript,
  { observer, requests, clock = systemClock }: BotManner = {},
): Promise<BotProvider> {
  const events: BotEvent[] = [];
  const facts = new Facts();
  /** The client of each chat id, because events about agents do not name the client. */
  const clients = new Map<string, string>();
  const eventsOf = (client: string, what: string) =>
    events.filter((each) => each.client === client && each.what === what);
  const seen = new WeakMap<PeerRequest, BotEvent>();
  const url = await servePeer(t, {
    clock,
    paths: /^\/(hook|oauth)(\/|$)/,
    take(request) {
      const other = requests?.(request);
      if (other !== undefined) return other;
      const event = toEvent(request, clients);
      seen.set(request, event);
      events.push(event);
      observer?.came(event);
      const answers = script(event.client, event.what, event) ?? ["ok"];
      const answer = answers[eventsOf(event.client, event.what).length - 1] ?? answers.at(-1) ?? "ok";
      facts.changed();
      return answer;
    },
    answered(request, status, body) {
      const event = seen.get(request);
      if (event !== undefined) observer?.answered(event, status, body);
    },
  });
  return {
    url: `${url}/hook`,
    facts,
    events,
    eventsOf,
    untilEvent: (client, what, number) =>
      facts.until(
        `request ${number} about "${what}" of ${client}`,
        () => eventsOf(client, what)[number - 1],
        () => events.filter((each) => each.client === client),
      ),
  };
}

function toEvent(request: PeerRequest, clients: Map<string, string>): BotEvent {
  const fields = decodeLoosely(request.body);
  const [name, chatId] = [textAt(fields, "event"), textAt(fields, "chat_id")];
  const isMessage = name === "CLIENT_MESSAGE";
  if (isMessage) clients.set(chatId, textAt(fields, "sender", "name"));
  return {
    ...request,
    ...{ name, chatId, fields, id: textAt(fields, "id"), clientId: textAt(fields, "client_id") },
    client: clients.get(chatId) ?? `nobody of chat ${chatId}`,
    what: isMessage ? textAt(fields, "message", "text") : name,
  };
}
