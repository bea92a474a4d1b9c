import type { Check } from "./checks.ts";

/** Of several texts, an entry on each line: the first that is wrong, by its line. */
export const checkLines =
  (check: Check, linesMax = Number.POSITIVE_INFINITY) =>
  (lines: readonly string[]): string | null => {
    if (lines.length > linesMax) return `Enter ${linesMax} lines at most: there are ${lines.length}.`;
    for (const [index, line] of lines.entries()) {
      const wrong = check(line);
      if (wrong !== null) return `Line ${index + 1}: ${wrong}`;
    }
    return null;
  };

export const mailboxSentence = "Enter one e-mail address on each line, like log@example.com.";
export const wordSentence = "Use 100 characters at most on a line.";
export const errorCodeSentence = "Use 2,048 characters at most on a line.";
export const originSentence = "Enter an address without a path on each line, like https://shop.example.com.";
export const safeUrlSentence = "Enter a domain on each line, like crm.example.com.";

const part = '[^\\s@<>,;:"()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f]+';
const mailbox = new RegExp(`^${part}@${part}$`, "u");

/** Source: WH-27. */
export const checkMailbox: Check = (value) =>
  mailbox.test(value) && [...value].length <= 254 ? null : "this is no e-mail address.";

export const checkWord: Check = (value) => ([...value].length <= 100 ? null : "use 100 characters at most.");

export const checkErrorCode: Check = (value) => ([...value].length <= 2048 ? null : "use 2,048 characters at most.");

/** Source: WJ-36. */
export const checkOrigin: Check = (value) =>
  isOrigin(value) ? null : "enter an address without a path, like https://shop.example.com.";

/** Source: WJ-21. */
export const checkSafeUrl: Check = (value) => {
  const isTaken = /^https?:\/\//i.test(value) ? URL.canParse(value) : isDomain(value);
  return isTaken && [...value].length <= 2048 ? null : "enter a domain, like crm.example.com.";
};

const isDomain = (value: string): boolean => !/[\s/?#@:\\]/.test(value) && URL.canParse(`https://${value}`);

function isOrigin(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === "/" && search === "" && hash === "" && username === "" && password === "";
}
