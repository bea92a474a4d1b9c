import type { BotContent } from "../../../machines/chat/message.types.ts";
import type { BotEvent } from "../../../machines/tells.ts";
import { fallbackOf } from "../../codec/b-bot/provider-event.ts";
import type { Failure, Result } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OutboundBotEvent, OutboundOutcome } from "../../ports/outbound.ts";
import type { Directory } from "../directory.ts";
import type { BotInbox, BotPost, FindBotChat } from "./bot-inbox.ts";

/** What a bot posts: a message, or null for its request for an agent. */
export type BotSays = BotContent | null;

/** Posts the answers of the bot inside the service. There is no connection, so no address has to be allowed. Source: BOT-51. */
export type TellSampleBot = (event: OutboundBotEvent) => Promise<OutboundOutcome>;

export function createSampleBot(
  inbox: BotInbox,
  findChat: FindBotChat,
  directory: Pick<Directory, "find">,
  clock: Clock,
): TellSampleBot {
  return async ({ channelId, bot, eventId, event }) => {
    const startedAtMs = clock.nowMs();
    const chat = await findChat({ chatId: event.chatId, clientId: null });
    const entry = directory.find(channelId);
    for (const [index, says] of sampleAnswers(event).entries()) {
      if (!chat.ok || entry === undefined) break;
      // A repeated event makes the same ids, which count once.
      const id = `${eventId}-${index}`;
      const posted = { id, fingerprint: id };
      const post: BotPost =
        says === null
          ? { kind: "invitation", posted }
          : { kind: "message", posted, content: says, outward: fallbackOf(says, entry.settings.kind) };
      const received = await new Promise<Result<void>>((resolve) => {
        inbox.receive({ ...entry, bot }, chat.value, post, { requestId: `sample bot ${id}` }, resolve);
      });
      // A chat that is gone needs no answer. Everything else may be taken later.
      if (!received.ok && received.failure.code !== "invalid_request")
        return refusedAt(startedAtMs, clock.nowMs(), received.failure);
    }
    return takenAt(startedAtMs);
  };
}

/** The inbox refused what the bot posts, so the event is sent again, as to a bot that answers 503. */
const refusedAt = (startedAtMs: number, nowMs: number, { code, message }: Failure): OutboundOutcome => ({
  ...takenAt(startedAtMs),
  durationMs: nowMs - startedAtMs,
  httpStatus: 503,
  failure: { kind: "http_status", code, message: `The service did not take the sample bot's answer: ${message}` },
});

/** The outcome of a request to the sample bot. */
export const takenAt = (startedAtMs: number): OutboundOutcome => ({
  startedAtMs,
  durationMs: 0,
  httpStatus: 200,
  failure: null,
  trace: { address: "the sample bot", answer: "", note: null },
});

const text = (words: string): BotContent => ({ type: "text", text: words, media: null });

const nobodyFree = text("Nobody is free now. I stay with you until somebody is.");

const choice: BotContent = {
  type: "buttons",
  text: "What shall I show you?",
  media: null,
  buttons: [
    { text: "Formatted text", id: "markdown" },
    { text: "An agent, please", id: "agent" },
  ],
  fallback: "Write “formatted” to see formatted text, or “agent” to speak with a person.",
};

const formatted: BotContent = {
  type: "markdown",
  text: "This is **bold**, this is *italic*, and this is [a link](https://example.com/).",
  media: null,
  fallback: "This channel shows plain text, so a link is written out: https://example.com/",
};

/** The whole sample bot: it has no memory. */
export function sampleAnswers(event: BotEvent): readonly BotSays[] {
  if (!("text" in event)) return event.event === "AGENT_UNAVAILABLE" ? [nobodyFree] : [];
  const { buttonId, text: words } = event;
  if (buttonId === "agent" || /\b(agent|human|person)\b/i.test(words)) return [text("I am asking an agent."), null];
  if (buttonId === "markdown" || /format|markdown/i.test(words)) return [formatted, choice];
  return [text(`I am the sample bot. You wrote: ${words}`), choice];
}
