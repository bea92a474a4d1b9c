import type { LocalReason } from "../body/model.types.ts";
import type { WordKey, Words } from "../i18n/languages.ts";

/** What the widget or the service says where it refuses something. Source: `src/edge/sockets/visitor/visitor-protocol.md`, WJ-27. */
const keys: Readonly<Record<string, WordKey>> & Readonly<Record<LocalReason, WordKey>> = {
  too_big: "tooBig",
  too_long: "trouble",
  too_old: "trouble",
  lost: "trouble",
  "Message must not be empty.": "needText",
  "Email must contain @.": "needEmail",
  "Email or phone must be given.": "needReach",
  "Invalid phone number": "needPhone",
  "Callback disabled": "callsOff",
  "Callback unavaiable": "callsBusy",
};

/** In the visitor's language where it has words for it, else as the service said it. */
export function reasonIn(words: Words, reason: string): string {
  const key = keys[reason];
  return key === undefined ? reason || words.trouble : words[key];
}
