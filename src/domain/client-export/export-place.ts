/** The parts of a chat, in the order in which an export has them. */
const chatParts = ["chat", "messages", "files", "actors", "steps"] as const;
type ChatPart = (typeof chatParts)[number];

/** The place that an export has reached: after a left message, in a part of a chat, or after an entry of the channel's log. */
export type ExportPlace =
  | { readonly section: "left"; readonly after: number }
  | { readonly section: "chats"; readonly chat: number; readonly part: ChatPart; readonly after: string }
  | { readonly section: "log"; readonly after: string };

export const firstPlace: ExportPlace = { section: "left", after: 0 };

/** The form of a written place. */
export const placeForm =
  /^(left\.[0-9]{1,15}|chats\.[0-9]{1,15}\.(chat|messages|files|actors|steps)\.[A-Za-z0-9_/-]{0,200}|log\.[0-9A-Z]{0,26})$/;

export const writePlace = (place: ExportPlace): string =>
  place.section === "chats" ? `chats.${place.chat}.${place.part}.${place.after}` : `${place.section}.${place.after}`;

/** Reads a text of `writePlace`. */
export function readPlace(text: string): ExportPlace {
  const [section, first = "", part = "", after = ""] = text.split(".");
  if (section === "left") return { section, after: Number(first) };
  if (section === "log") return { section, after: first };
  return { section: "chats", chat: Number(first), part: chatParts.find((known) => known === part) ?? "chat", after };
}

/** The next part of the same chat; `null` after the last part. */
export const partBehind = (part: ChatPart): ChatPart | null => chatParts[chatParts.indexOf(part) + 1] ?? null;
