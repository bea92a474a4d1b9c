import type { ChatVisit } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage, MessageContent } from "../../../machines/chat/message.types.ts";
import type { ChatLogEntry } from "../../ports/chat-log-encoder.ts";
import { toWellFormed } from "../text/text.ts";
import type { LogEntry } from "./webhook-schemas.ts";

/** The agent id of bot messages, which name no agent. No agent has this id. Source: WH-23. */
const botId = 0;

/** Returns the surface on which the chat's client reads. Called only if the result depends on the surface. */
type SurfaceOf = () => ChatVisit["surface"];

/** A message as an entry of the chat's log; `null` for a message that neither side sent to the other. Source: WH-21 to WH-23. */
export function toChatLogEntry(message: ChatMessage, surfaceOf: SurfaceOf): LogEntry | null {
  const { from, content, agentId, atMs, isBlacklisted, isHidden } = message;
  if (from === "system" || content.type === "note" || isHidden === true) return null;
  const text = from === "bot" ? textOfBot(message, surfaceOf) : textOf(content);
  if (text === null) return null;
  const said = { message: toWellFormed(text), timestamp: Math.floor(atMs / 1_000) };
  const marked = isBlacklisted === true ? ({ blacklisted: true } as const) : {};
  if (from === "client") return { ...said, type: "visitor", ...marked };
  return { ...said, type: "agent", agent_id: agentId ?? botId, ...marked };
}

/** Whether the text that the client got of this message depends on the client's surface. Only then `surfaceOf` is called. */
export const isBySurface = ({ from, content, deliveryId, isHidden }: ChatMessage): boolean =>
  from === "bot" && isHidden !== true && content.type !== "text" && deliveryId === null;

/**
 * The text that the client got of a bot's message. The widget shows every type, so its client got the full text. Other clients got
 * the plain text that was sent, or nothing. Source: BOT-38, BOT-39.
 */
function textOfBot({ content, deliveryId }: ChatMessage, surfaceOf: SurfaceOf): string | null {
  if (content.type === "text") return content.text;
  if (deliveryId !== null) return content.fallback ?? null;
  return surfaceOf() === "widget" ? textOf(content) : null;
}

function textOf({ type, text, media, buttons = [] }: MessageContent): string {
  const titles = buttons.map((button) => button.text);
  const place = type === "location" ? `${media?.latitude},${media?.longitude}` : undefined;
  const shown = place ?? media?.file ?? media?.emoji ?? "";
  return [text, ...titles, shown].filter((line) => line !== "").join("\n");
}

const encoder = new TextEncoder();

/** The JSON texts of the entries, joined by commas, in a buffer that is not shared. */
export const encodeLogEntries = (entries: readonly ChatLogEntry[]): Uint8Array =>
  encoder.encode(JSON.stringify(entries).slice(1, -1));
