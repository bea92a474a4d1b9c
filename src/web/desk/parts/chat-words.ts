import type { DeskChat } from "../../../codec/desk/desk.ts";

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether the page's data of a chat contain every word: the client's name and number, and the last message. */
export function hasWords({ client, last }: DeskChat, words: readonly string[]): boolean {
  const text = `${client.name} #${client.number} ${last?.text ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
