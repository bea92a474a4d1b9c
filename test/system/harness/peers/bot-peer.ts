import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { Facts } from "../facts.ts";
import { nowMs } from "../time.ts";
import type { Answer } from "./customer-system.ts";
import { answer } from "./customer-system.ts";
import { serveOnLoopback } from "./serve-on-loopback.ts";

/** One request of the service to the bot. */
export interface ToldEvent {
  /** The time at which its head arrived. */
  readonly atMs: number;
  /** The name of the client who has the chat. */
  readonly client: string;
  /** The text of a CLIENT_MESSAGE, otherwise the event's name. */
  readonly what: string;
  readonly id: string;
  /** The path of the address; the token is its last part. */
  readonly path: string;
  readonly body: string;
}

/** A bot provider over real HTTP. It keeps every request, and answers the n-th request of an event as the script says. */
export interface BotPeer {
  readonly url: string;
  readonly told: readonly ToldEvent[];
  /** Returns the requests about this event of the client's chats, in order. */
  toldOf(client: string, what: string): readonly ToldEvent[];
  /** Resolves with the n-th of them, past or future. */
  untilTold(client: string, what: string, number: number): Promise<ToldEvent>;
}

/** The answers to the attempts of an event. The last answer is repeated for further attempts. `ok` for an event without a script. */
export type BotScript = (client: string, what: string) => readonly Answer[] | undefined;

export async function openBotPeer(t: Ending, script: BotScript): Promise<BotPeer> {
  const told: ToldEvent[] = [];
  const facts = new Facts();
  /** The client of each chat id, because events about agents do not name the client. */
  const clients = new Map<string, string>();
  const toldOf = (client: string, what: string) => told.filter((each) => each.client === client && each.what === what);
  const server = createServer((request, response) => void serve(request, response));
  // Only the service may end a request that hangs.
  server.requestTimeout = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = nowMs();
    const body = await readText(request);
    const { event, id, chat_id: chatId, sender, message } = JSON.parse(body);
    if (event === "CLIENT_MESSAGE") clients.set(chatId, sender.name);
    const client = clients.get(chatId) ?? `nobody of chat ${chatId}`;
    const what = event === "CLIENT_MESSAGE" ? message.text : event;
    told.push({ atMs, client, what, id, path: request.url ?? "", body });
    const answers = script(client, what) ?? ["ok"];
    answer(response, answers[toldOf(client, what).length - 1] ?? answers.at(-1) ?? "ok");
    facts.changed();
  }

  const url = await serveOnLoopback(t, server);
  return {
    url: `${url}/bot`,
    told,
    toldOf,
    untilTold: (client, what, number) =>
      facts.until(
        `request ${number} about "${what}" of ${client}`,
        () => toldOf(client, what)[number - 1],
        () => told.filter((each) => each.client === client),
      ),
  };
}
