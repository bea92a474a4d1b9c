import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Ending } from "../../../src/demo/cast/peer.ts";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import type { Clock } from "../../../src/ports/clock.ts";

interface Event {
  readonly event: string;
  readonly id: string;
  readonly client_id: string;
  readonly chat_id: string;
  readonly message?: { readonly text: string };
}

/** Everything that a bot can do otherwise than a good one. */
export interface BotMistakes {
  readonly status?: number;
  readonly takesAnyToken?: true;
  readonly refusesUnknownKeys?: true;
  readonly actsOnRepeats?: true;
  readonly talksOn?: true;
  /** It knows clients and no chats. */
  readonly knowsClients?: true;
  readonly answersAfterPost?: true;
  readonly retries?: "never" | "under another id" | "at once";
  /** Writes the body of its posts. */
  readonly write?: (event: Event, body: object) => string;
}

export interface ModelBot {
  readonly url: string;
  /** Where it posts; set when the address is known. */
  posting: string;
}

const keys = new Set([
  "event",
  "id",
  "client_id",
  "chat_id",
  "site_id",
  "agents_online",
  "sender",
  "channel",
  "message",
]);
const token = "parley-try";

/** A bot that echoes, and makes these mistakes. */
export async function openModelBot(t: Ending, clock: Clock, mistakes: BotMistakes): Promise<ModelBot> {
  const seen = new Set<string>();
  const silent = new Set<string>();
  const bot = { url: "", posting: "" };
  const placeOf = ({ client_id, chat_id }: Event): string => (mistakes.knowsClients ? client_id : chat_id);

  const post = async (event: Event, body: object, number: number): Promise<void> => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const id = `${event.id}-${number}${mistakes.retries === "under another id" ? `-${attempt}` : ""}`;
      const said = { id, chat_id: event.chat_id, ...body };
      const text = mistakes.write?.(event, said) ?? JSON.stringify(said);
      const { status, headers } = await fetch(bot.posting, { method: "POST", body: text });
      if ((status !== 503 && status !== 429) || mistakes.retries === "never") return;
      const pauseMs = mistakes.retries === "at once" ? 0 : Number(headers.get("retry-after")) * 1_000;
      await new Promise<void>((resolve) => void clock.wakeAt(clock.nowMs() + pauseMs, resolve));
    }
  };

  const act = async (event: Event): Promise<void> => {
    if (event.event === "AGENT_JOINED") silent.add(placeOf(event));
    if (seen.has(event.id) && !mistakes.actsOnRepeats) return;
    seen.add(event.id);
    if (event.event === "AGENT_UNAVAILABLE" || (silent.has(placeOf(event)) && !mistakes.talksOn)) return;
    const text = `You wrote: ${event.message?.text}`;
    await post(event, { event: "BOT_MESSAGE", message: { type: "TEXT", text } }, 1);
    if (/human/.test(text)) await post(event, { event: "INVITE_AGENT" }, 2);
  };

  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const event: Event = JSON.parse(body);
    const isUnknown = Object.keys(event).some((key) => !keys.has(key));
    const mayPass = request.url === `/hook/${token}` || mistakes.takesAnyToken;
    const refused = isUnknown && mistakes.refusesUnknownKeys ? 400 : undefined;
    const status = mayPass ? (refused ?? mistakes.status ?? 200) : 401;
    const acting = status === 200 ? act(event) : Promise.resolve();
    if (mistakes.answersAfterPost) await acting;
    response.writeHead(status).end("{}");
    // The command may have ended meanwhile.
    await acting.catch(() => undefined);
  });
  bot.url = `${await serveOnLoopback(t, server)}/hook`;
  return bot;
}
