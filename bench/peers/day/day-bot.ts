import { App } from "uWebSockets.js";
import { replyTo } from "../../load/clients/turns.ts";
import type { BotReport } from "../../load/day/day-orders.ts";
import { knownPath, returnPath } from "../../load/day/day-orders.ts";
import { wantsPerson } from "../../load/day/day-texts.ts";
import { listen } from "../listen.ts";
import type { Poster } from "../poster.ts";
import { createPoster } from "../poster.ts";
import { answerJson, answerOk, takeJson } from "../take-json.ts";

/**
 * The day's bot: it accepts every event at once, and sends one reply to each, or asks for an agent when the client does. It posts
 * the messages of a chat in order. A post without an answer is repeated when the service runs again, with the key that makes a
 * repeat harmless. Argument: the path of the service's webhook.
 */
const [path = ""] = process.argv.slice(2);
const connections = 64;
const againAfterMs = 200;

interface BotEvent {
  readonly event: string;
  readonly id: string;
  readonly client_id: string;
  readonly chat_id: string;
  readonly message?: { readonly text: string; readonly timestamp: number };
}

/** The messages to post in one chat; the first one is in progress. */
interface Chat {
  readonly unsaid: { readonly id: string; readonly body: string }[];
  isPosting: boolean;
}

const chats = new Map<string, Chat>();
const heard = new Set<string>();
const refused: Record<string, number> = {};
let poster: Poster | null = null;

function hear({ event, id, client_id, chat_id, message }: BotEvent): void {
  if (event !== "CLIENT_MESSAGE" || message === undefined || heard.has(id)) return;
  heard.add(id);
  const names = { id, client_id, chat_id };
  const said = { type: "TEXT", text: replyTo(message.text), timestamp: message.timestamp };
  const body = wantsPerson(message.text)
    ? { event: "INVITE_AGENT", ...names }
    : { event: "BOT_MESSAGE", ...names, message: said };
  const chat = chats.get(chat_id) ?? { unsaid: [], isPosting: false };
  chats.set(chat_id, chat);
  chat.unsaid.push({ id, body: JSON.stringify(body) });
  sayNext(chat);
}

function sayNext(chat: Chat): void {
  const [next] = chat.unsaid;
  if (chat.isPosting || next === undefined) return;
  chat.isPosting = true;
  poster?.post(
    path,
    next.body,
    (status) => {
      chat.isPosting = false;
      // The outcome is unknown, so the post is repeated.
      if (status === null) return void setTimeout(() => sayNext(chat), againAfterMs);
      if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
      chat.unsaid.shift();
      sayNext(chat);
    },
    next.id,
  );
}

async function useService({ url }: { readonly url: string }): Promise<object> {
  // Requests in progress fail when the connections close.
  await poster?.close();
  poster = createPoster(url, connections);
  for (const chat of chats.values()) sayNext(chat);
  return {};
}

const report = async (): Promise<BotReport> => ({
  refused,
  unsaid: [...chats.values()].reduce((sum, { unsaid }) => sum + unsaid.length, 0),
});

const app = App()
  .post(returnPath, (response) => answerJson<{ readonly url: string }>(response, useService))
  .post(knownPath, (response) => answerJson<object>(response, report))
  .post("/*", (response) => {
    takeJson<BotEvent>(response, (event) => {
      answerOk(response);
      hear(event);
    });
  });

listen("day-bot", app);
