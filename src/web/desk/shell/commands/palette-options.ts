import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { Option } from "../../../shared/ui/combobox.tsx";
import type { IconName } from "../../../shared/ui/icon.tsx";
import type { OpenFound } from "../../data/open-search.ts";
import { hasWords, wordsOf } from "../../parts/chat-words.ts";
import type { Command } from "./commands.ts";

export interface PaletteOption extends Option {
  readonly title: string;
  /** The place of the words in a chat. Commands have none. */
  readonly detail: string;
  readonly keys?: string;
  /** Commands have none. */
  readonly icon: IconName | null;
  readonly run: () => void;
}

/** A short list is easier to read; a single letter is in almost every chat. */
const chatsMax = 8;
export const charactersMin = 2;

/**
 * Every word must be in the title or the group. Of two commands with one id the newest is listed. Without words those of the open chat come
 * first, and destructive ones are left out.
 */
export function commandOptions(commands: readonly Command[], sought: string): readonly PaletteOption[] {
  const words = sought.toLowerCase().split(/\s+/);
  const isAsked = sought.trim() !== "";
  const newest = new Map(commands.map((command) => [command.id, command]));
  return [...newest.values()]
    .filter(({ isDestructive }) => isAsked || isDestructive !== true)
    .filter(({ title, group }) => words.every((word) => `${title} ${group}`.toLowerCase().includes(word)))
    .sort((one, other) => (isAsked ? 0 : Number(isOfChat(other)) - Number(isOfChat(one))))
    .map(({ isDestructive: _isDestructive, ...command }) => ({ ...command, icon: null, detail: "" }));
}

const isOfChat = ({ id }: Command): boolean => id.startsWith("chat ");

/** An option that opens a chat. */
export const chatOption = (
  { id, client: { name, number }, last }: DeskChat,
  run: () => void,
  group: string,
  icon: IconName = "chat",
  detail = last?.text ?? "",
): PaletteOption => ({
  id: `chat ${id}`,
  group,
  title: name === "Anonymous" ? `${name} #${number}` : name,
  detail,
  icon,
  run,
});

/** Open chats that match by the page's own data, then those that the service found. */
export function chatOptions(
  chats: Iterable<DeskChat>,
  found: OpenFound,
  sought: string,
  group: string,
  open: (chat: DeskChat) => void,
): readonly PaletteOption[] {
  if (sought.trim().length < charactersMin) return [];
  const words = wordsOf(sought);
  const known: PaletteOption[] = [];
  const further: PaletteOption[] = [];
  for (const chat of chats) {
    if (chat.state === "closed" || chat.state === "blocked") continue;
    const place = found.text === sought.trim() ? found.places.get(chat.id) : undefined;
    const list = hasWords(chat, words) ? known : further;
    if (list === further && place === undefined) continue;
    const detail = list === further ? place?.text : undefined;
    list.push(chatOption(chat, () => open(chat), group, "chat", detail));
  }
  return [...known, ...further].slice(0, chatsMax);
}
