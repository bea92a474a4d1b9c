import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { IconName } from "../../shared/parts/icon.tsx";
import type { Me } from "../shell/standing.ts";
import { offerOf } from "../shell/standing.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lateMs = minuteMs;
const tooLateMs = 5 * minuteMs;

export interface Wait {
  readonly level: "normal" | "late" | "too-late";
  readonly words: string;
}

/** Since when the client waits for a person; null while it waits for none. */
export function waitOf({ waitingSince }: Pick<DeskChat, "waitingSince">, nowMs: number): Wait | null {
  if (waitingSince === null) return null;
  const waitedMs = nowMs - waitingSince;
  if (waitedMs < lateMs) return { level: "normal", words: "Waits <1 min" };
  return { level: waitedMs < tooLateMs ? "late" : "too-late", words: `Waits ${spanOf(waitedMs)}` };
}

/** "7 min", "3 h", "2 days". */
function spanOf(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < 48 * hourMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.floor(ms / (24 * hourMs))} days`;
}

export interface StateWords {
  readonly icon: IconName;
  readonly words: string;
}

/** Who has the chat, or what became of it; null where there is nothing to say beside the client's wait. */
export function stateOf(chat: DeskChat, me: Me): StateWords | null {
  switch (chat.state) {
    case "with_bot":
      return { icon: "bot", words: "Bot" };
    case "with_agent":
      return chat.agent === null || chat.agent.id === me.id ? null : { icon: "person", words: chat.agent.name };
    case "unstaffed":
      return { icon: "warning", words: "Unstaffed" };
    case "closed":
      return { icon: "check", words: "Closed" };
    case "blocked":
      return { icon: "close", words: "Blocked" };
    default:
      return offerWords(chat, me);
  }
}

function offerWords(chat: DeskChat, me: Me): StateWords | null {
  if (chat.offeredTo === null) return null;
  const isOwn = offerOf(chat, me) === "me" && chat.offeredTo.kind === "agent";
  return { icon: "transfer", words: isOwn ? "For you" : `For ${chat.offeredTo.name}` };
}

const kinds: Readonly<Record<string, string>> = {
  photo: "Photo",
  video: "Video",
  audio: "Sound",
  voice: "Voice message",
  document: "File",
  sticker: "Sticker",
  location: "Location",
  buttons: "Buttons",
  invitation: "Invitation",
};

export interface LastLine {
  /** "You:", the bot, the agent's name; empty for the client's own words. */
  readonly who: string;
  readonly text: string;
}

/** What was said last, and by whom. */
export function lastLineOf({ last, agent }: DeskChat, me: Me, botName: string): LastLine {
  if (last === null) return { who: "", text: "Nothing was said yet" };
  const text = last.text === "" ? (kinds[last.type] ?? "Message") : last.text;
  switch (last.from) {
    case "agent":
      return { who: agent?.id === me.id ? "You:" : `${agent?.name ?? "Agent"}:`, text };
    case "bot":
      return { who: `${botName}:`, text };
    default:
      return { who: "", text };
  }
}

const callWords: Readonly<Record<string, string>> = {
  start: "Calling",
  agent_connected: "Calling",
  client_connected: "On a call",
};

/** What is to be said of a call that runs; null for none. */
export const callOf = ({ call }: Pick<DeskChat, "call">): string | null =>
  call === null ? null : (callWords[call.status] ?? null);
