import type { LocalReason } from "../body/model.types.ts";
import type { WordKey, Words } from "../i18n/words.ts";

/**
 * The text keys for the reasons with which the widget or the service refuses a request. Source:
 * `src/edge/sockets/visitor/visitor-protocol.md`, WJ-27.
 */
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

/** Returns the reason in the visitor's language, or the service's own text if there is no translation. */
export function reasonIn(words: Words, reason: string): string {
  const key = keys[reason];
  return key === undefined ? reason || words.trouble : words[key];
}
