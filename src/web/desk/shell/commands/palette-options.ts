import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { OpenFound } from "../../data/open-search.ts";
import { hasWords, wordsOf } from "../../parts/chat-words.ts";
import type { Command } from "./commands.ts";

export interface PaletteOption {
  readonly id: string;
  readonly title: string;
  /** The group of a command, or the place of the words. */
  readonly detail: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** A short list is easier to read; a single letter is in almost every chat. */
const chatsMax = 8;
const charactersMin = 2;

/** Every word must be in the title or the group. Of two commands with one id the newest is listed. */
export function commandOptions(commands: readonly Command[], sought: string): readonly PaletteOption[] {
  const words = sought.toLowerCase().split(/\s+/);
  const newest = new Map(commands.map((command) => [command.id, command]));
  return [...newest.values()]
    .filter(({ title, group }) => words.every((word) => `${title} ${group}`.toLowerCase().includes(word)))
    .map(({ group, ...command }) => ({ ...command, detail: group }));
}

/** Open chats that match by the page's own data, then those that the service found. */
export function chatOptions(
  chats: Iterable<DeskChat>,
  found: OpenFound,
  sought: string,
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
    const { name, number } = chat.client;
    const title = name === "Anonymous" ? `${name} #${number}` : name;
    const detail = (list === further ? place?.text : undefined) ?? chat.last?.text ?? "";
    list.push({ id: `chat ${chat.id}`, title, detail, run: () => open(chat) });
  }
  return [...known, ...further].slice(0, chatsMax);
}
