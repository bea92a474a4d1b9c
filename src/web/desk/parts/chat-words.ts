import type { DeskChat } from "../../../codec/desk/desk.ts";

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word is to be found in what the page knows of a chat: the client's name and number, and what was said last. */
export function hasWords({ client, last }: Pick<DeskChat, "client" | "last">, words: readonly string[]): boolean {
  const text = `${client.name} #${client.number} ${last?.text ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
