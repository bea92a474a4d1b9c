import type { ApiFailure } from "../../data/api.ts";

/** Whether the failure is about this field of what was sent, or about an entry of it: `hiddenErrorCodes[2]`, `webhooks.url`. */
export const isAbout = ({ field }: ApiFailure, place: string): boolean =>
  field !== null && (field === place || field.startsWith(`${place}[`) || field.startsWith(`${place}.`));

/** What the service said, to stand beside a field: without the name the field has in the protocol. */
export function besideField({ message }: ApiFailure, place: string): string {
  const rest = /^Field (\S+?):? (.+)$/s.exec(message);
  if (rest === null) return message;
  const [, field = "", words = ""] = rest;
  const entry = /^\[(\d+)\]/.exec(field.slice(place.length));
  return entry === null ? sentence(words) : `Entry ${Number(entry[1]) + 1} ${words}`;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A list as it stands in a text field, an entry on each line. */
export const toLines = (entries: readonly string[]): string => entries.join("\n");

export const fromLines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
