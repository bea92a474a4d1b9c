import type { PageReport } from "../../../load/day/day-orders.ts";
import type { StoredDay } from "./stored-day.ts";

/** Every sent file is one message, and its download returned the same bytes. No other file is stored. */
export function verifyFiles({ chats }: Pick<StoredDay, "chats">, pages: readonly PageReport[]): readonly string[] {
  const stored = new Map<string, number>();
  for (const { messages } of chats) {
    for (const { content } of messages) {
      const name = content.media?.file_name;
      if (name !== undefined) stored.set(name, (stored.get(name) ?? 0) + 1);
    }
  }
  const files = pages.flatMap((page) => page.files);
  const sent = new Set(files.map(({ name }) => name));
  return [
    ...files
      .filter(({ name }) => stored.get(name) !== 1)
      .map(({ name }) => `${name} is ${stored.get(name) ?? 0} messages, expected 1`),
    ...files.filter((file) => !file.isIntact).map(({ name }) => `${name} was not returned as it was sent`),
    ...[...stored.keys()].filter((name) => !sent.has(name)).map((name) => `${name} is stored, but nobody sent it`),
  ];
}
