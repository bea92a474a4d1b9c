import type { ChatMessage, MessageContent } from "../../machines/chat/message.types.ts";
import type { ChatLogEntry } from "../ports/chat-log-encoder.ts";

/** No agent has it: the bot's. Source: WH-23. */
const botId = 0;

/** What was said as an entry of the chat's log; `null` for what neither side said to the other. Source: WH-21 to WH-23. */
export function toChatLogEntry({
  from,
  content,
  agentId,
  atMs,
  isBlacklisted,
  isHidden,
}: ChatMessage): ChatLogEntry | null {
  if (from === "system" || content.type === "note" || isHidden === true) return null;
  const said = { message: textOf(content), timestamp: Math.floor(atMs / 1_000) };
  const marked = isBlacklisted === true ? ({ blacklisted: true } as const) : {};
  if (from === "client") return { ...said, type: "visitor", ...marked };
  return { ...said, type: "agent", agent_id: from === "bot" ? botId : (agentId ?? botId), ...marked };
}

function textOf({ type, text, media, buttons = [] }: MessageContent): string {
  if (type === "location") return withComment(text, `${media?.latitude ?? ""},${media?.longitude ?? ""}`);
  if (media?.file !== undefined) return withComment(text, media.file);
  return [text, ...buttons.map((button) => button.text)].filter((line) => line !== "").join("\n");
}

const withComment = (comment: string, what: string): string => (comment === "" ? what : `${comment}\n${what}`);
