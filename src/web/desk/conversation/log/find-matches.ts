import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Span } from "../../parts/highlight.ts";
import { placesIn } from "../../parts/highlight.ts";

/** One place of the searched words. */
export interface Match {
  readonly seq: number;
  /** The place in the shown text; null when the words are in the name of the file. */
  readonly span: Span | null;
}

/** The places of the words in the messages, the newest first. Lines of the service have none. */
export function findMatches(messages: readonly DeskMessage[], words: string): readonly Match[] {
  if (words.trim() === "") return [];
  return messages.flatMap((message) => matchesIn(message, words)).reverse();
}

function matchesIn(message: DeskMessage, words: string): readonly Match[] {
  const { seq, type, file_name: name = "" } = message;
  if (type === "event") return [];
  const inName: readonly Match[] = placesIn(name, words).length > 0 ? [{ seq, span: null }] : [];
  return [...inName, ...placesIn(shownTextOf(message), words).map((span) => ({ seq, span }))];
}

const shownTextOf = ({ text, parts }: DeskMessage): string =>
  parts.length === 0 ? text : parts.map((part) => part.text).join("");

/** The place of a match among others that may have grown since; null when it is gone. */
export function indexOfMatch(matches: readonly Match[], { seq, span }: Match): number | null {
  const at = matches.findIndex((one) => one.seq === seq && one.span?.[0] === span?.[0]);
  return at === -1 ? null : at;
}
