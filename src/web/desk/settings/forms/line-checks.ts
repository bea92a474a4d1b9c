import { textsOf } from "../../../shared/language/texts.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import type { Check } from "./checks.ts";

const text = textsOf("settings-forms", settingsForms);

/** Checks several entries, one on each line, and returns the first error with its line. */
export const checkLines =
  (check: Check, linesMax = Number.POSITIVE_INFINITY) =>
  (lines: readonly string[]): string | null => {
    if (lines.length > linesMax) return text("tooManyLines", { max: linesMax, count: lines.length });
    for (const [index, line] of lines.entries()) {
      const wrong = check(line);
      if (wrong !== null) return text("inLine", { line: index + 1, sentence: wrong });
    }
    return null;
  };

export const mailboxSentence = (): string => text("mailboxesWrong");
export const wordSentence = (): string => text("wordsWrong");
export const errorCodeSentence = (): string => text("errorCodesWrong");
export const originSentence = (): string => text("originsWrong");
export const safeUrlSentence = (): string => text("safeUrlsWrong");

const part = '[^\\s@<>,;:"()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f]+';
const mailbox = new RegExp(`^${part}@${part}$`, "u");

/** Source: WH-27. */
export const checkMailbox: Check = (value) =>
  mailbox.test(value) && [...value].length <= 254 ? null : text("mailboxWrong");

export const checkWord: Check = (value) => ([...value].length <= 100 ? null : text("wordWrong"));

export const checkErrorCode: Check = (value) => ([...value].length <= 2048 ? null : text("errorCodeWrong"));

/** Source: WJ-36. */
export const checkOrigin: Check = (value) => (isOrigin(value) ? null : text("originWrong"));

/** Source: WJ-21. */
export const checkSafeUrl: Check = (value) => {
  const isTaken = /^https?:\/\//i.test(value) ? URL.canParse(value) : isDomain(value);
  return isTaken && [...value].length <= 2048 ? null : text("safeUrlWrong");
};

const isDomain = (value: string): boolean => !/[\s/?#@:\\]/.test(value) && URL.canParse(`https://${value}`);

function isOrigin(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === "/" && search === "" && hash === "" && username === "" && password === "";
}
