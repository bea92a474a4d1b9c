import { textsOf } from "../../shared/language/texts.ts";
import { causes } from "../texts/en/causes.ts";

const text = textsOf("causes", causes);

/** The cause of a turn as a readable sentence; the addresses of actors stay unchanged. */
export function wordsOfCause(cause: string): string {
  for (const [pattern, words] of patterns) if (pattern.test(cause)) return cause.replace(pattern, words());
  return cause;
}

/** Each cause pattern with its text. The text names the groups of the pattern. */
const patterns: readonly (readonly [pattern: RegExp, words: () => string])[] = [
  [/^deadline (\S+) of (\S+)$/, () => text("deadline", { id: "$1", actor: "$2" })],
  [/^attempt (\d+) of (\S+)$/, () => text("attempt", { number: "$1", actor: "$2" })],
  [/^request of (\S+)$/, () => text("request", { actor: "$1" })],
  [/^tell (\S+)$/, () => text("tell", { id: "$1" })],
  [/^socket (\S+)$/, () => text("socket", { id: "$1" })],
  [/^configuration$/, () => text("configuration")],
  [/^removal$/, () => text("removal")],
  [/^closed channel (\S+)$/, () => text("closed", { actor: "channel/$1" })],
  [/^removed agent (\S+)$/, () => text("removed", { actor: "agent/$1" })],
  [/^disconnected bot of chat (\S+)$/, () => text("botDisconnected", { actor: "chat/$1" })],
  // The id of the process that took the request, and the request's number there.
  [/^([\w-]{4,}-[0-9a-z]+)$/, () => text("process", { id: "$1" })],
];
