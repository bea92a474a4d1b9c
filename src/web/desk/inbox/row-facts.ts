import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import type { IconName } from "../../shared/ui/icon.tsx";
import type { Surroundings } from "../data/answers.types.ts";
import type { Me } from "../shell/standing.ts";
import { offerOf } from "../shell/standing.ts";
import { inbox } from "../texts/en/inbox.ts";

const text = textsOf("inbox", inbox);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface Wait {
  readonly level: "normal" | "late" | "too-late";
  readonly words: string;
}

/** The client's wait for an agent, by the limits that an administrator has set; null without a wait. */
export function waitOf(
  waitingSince: number | null,
  nowMs: number,
  { calmMs, urgentMs }: Surroundings["waiting"],
): Wait | null {
  if (waitingSince === null) return null;
  const waitedMs = nowMs - waitingSince;
  const words = wordsOf(waitedMs);
  if (waitedMs < calmMs) return { level: "normal", words };
  return { level: waitedMs < urgentMs ? "late" : "too-late", words };
}

function wordsOf(waitedMs: number): string {
  if (waitedMs < minuteMs) return text("waitsBriefly");
  if (waitedMs < hourMs) return text("waitsMinutes", { n: Math.floor(waitedMs / minuteMs) });
  if (waitedMs < 48 * hourMs) return text("waitsHours", { n: Math.floor(waitedMs / hourMs) });
  return text("waitsDays", { n: Math.floor(waitedMs / (24 * hourMs)) });
}

export interface StateWords {
  readonly icon: IconName;
  readonly words: string;
}

/** The chat's agent or result; null when the client's wait is enough. */
export function stateOf(chat: DeskChat, me: Me): StateWords | null {
  switch (chat.state) {
    case "with_bot":
      return { icon: "bot", words: text("bot") };
    case "with_agent":
      return chat.agent === null || chat.agent.id === me.id ? null : { icon: "person", words: chat.agent.name };
    case "unstaffed":
      return { icon: "warning", words: text("unstaffedChat") };
    case "closed":
      return { icon: "check", words: text("closedChat") };
    case "blocked":
      return { icon: "close", words: text("blockedChat") };
    default:
      return offerWords(chat, me);
  }
}

function offerWords(chat: DeskChat, me: Me): StateWords | null {
  if (chat.offeredTo === null) return null;
  const isOwn = offerOf(chat, me) === "me" && chat.offeredTo.kind === "agent";
  return { icon: "transfer", words: isOwn ? text("forYou") : text("forOther", { name: chat.offeredTo.name }) };
}

function kindOf(type: string): string {
  switch (type) {
    case "photo":
    case "video":
    case "audio":
    case "voice":
    case "document":
    case "sticker":
    case "location":
    case "buttons":
    case "invitation":
      return text(type);
    default:
      return text("message");
  }
}

/** The icons of messages without words of their own. */
const kindIcons: Readonly<Record<string, IconName>> = {
  photo: "photo",
  video: "video",
  audio: "audio",
  voice: "mic",
  document: "file",
  sticker: "sticker",
  location: "place",
};

export interface LastLine {
  /** "You:", the bot, the agent's name; empty for the client's own words. */
  readonly who: string;
  readonly text: string;
  /** The icon of a picture, file or place; null for words. */
  readonly icon: IconName | null;
}

/** A picture or a sound is said to be one, also beside its name or comment. */
function wordsOfLast({ type, text: words }: NonNullable<DeskChat["last"]>): string {
  if (words === "") return kindOf(type);
  return type === "document" || !(type in kindIcons) ? words : text("kindAndWords", { kind: kindOf(type), words });
}

/** The last message and its author. */
export function lastLineOf({ last, agent }: DeskChat, me: Me, botName: string): LastLine {
  if (last === null) return { who: "", text: text("nothingSaid"), icon: null };
  const said = wordsOfLast(last);
  const icon = kindIcons[last.type] ?? null;
  switch (last.from) {
    case "agent":
      return {
        who: agent?.id === me.id ? text("youSaid") : whoSaid(agent?.name ?? text("someAgent")),
        text: said,
        icon,
      };
    case "bot":
      return { who: whoSaid(botName), text: said, icon };
    default:
      return { who: "", text: said, icon };
  }
}

const whoSaid = (name: string): string => text("someoneSaid", { name });

/** The text of a running call; null without one. */
export function callOf(call: DeskChat["call"]): string | null {
  switch (call?.status) {
    case "start":
    case "agent_connected":
      return text("calling");
    case "client_connected":
      return text("onCall");
    default:
      return null;
  }
}
