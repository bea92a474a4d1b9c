/** The parts of a chat, in the order in which an export has them. */
const chatParts = ["chat", "messages", "files", "actors", "steps"] as const;
type ChatPart = (typeof chatParts)[number];

/** How far an export has come: behind which left message, in which part of which chat behind what, or behind which entry of the channel's log. */
export type ExportPlace =
  | { readonly section: "left"; readonly after: number }
  | { readonly section: "chats"; readonly chat: number; readonly part: ChatPart; readonly after: string }
  | { readonly section: "log"; readonly after: string };

export const firstPlace: ExportPlace = { section: "left", after: 0 };

/** Of a place as it is written. */
export const placeForm =
  /^(left\.[0-9]{1,15}|chats\.[0-9]{1,15}\.(chat|messages|files|actors|steps)\.[A-Za-z0-9_/-]{0,200}|log\.[0-9A-Z]{0,26})$/;

export const writePlace = (place: ExportPlace): string =>
  place.section === "chats" ? `chats.${place.chat}.${place.part}.${place.after}` : `${place.section}.${place.after}`;

/** Of what `writePlace` wrote. */
export function readPlace(text: string): ExportPlace {
  const [section, first = "", part = "", after = ""] = text.split(".");
  if (section === "left") return { section, after: Number(first) };
  if (section === "log") return { section, after: first };
  return { section: "chats", chat: Number(first), part: chatParts.find((known) => known === part) ?? "chat", after };
}

/** The next part of the same chat; `null` behind the last. */
export const partBehind = (part: ChatPart): ChatPart | null => chatParts[chatParts.indexOf(part) + 1] ?? null;
