import { passwordBounds, passwordForm } from "../../../../codec/password-bounds.ts";
import { shownValue } from "../../../../codec/value-path.ts";

/** Why a value cannot be taken, in the words the service would use; null when it can, as far as a page can tell. */
export type Check = (value: string) => string | null;

const wrong = (allowed: string, value: string): string => `Must be ${allowed}, got ${shownValue(value)}.`;

/** As the service counts: in code points. */
const isLonger = (value: string, charactersMax: number): boolean =>
  value.length > charactersMax && [...value].length > charactersMax;

/** Source: CH-04. */
export const checkName: Check = (value) =>
  /\S/.test(value) && !isLonger(value, 100) ? null : wrong("1 to 100 characters, not blank", value);

/** Whether requests may go there at all the service says, when it is sent. Source: CH-04. */
export const checkUrl: Check = (value) =>
  isHttpUrl(value) && !isLonger(value, 2048) ? null : wrong("an absolute http or https URL", value);

export const checkOptionalUrl: Check = (value) => (value === "" ? null : checkUrl(value));

/** Source: BOT-06. */
export const checkBotEndpoint: Check = (value) =>
  isHttpUrl(value) && !isLonger(value, 2048) && !new URL(value).hostname.includes("{token}")
    ? null
    : wrong("an absolute http or https URL, {token} not in its host name", value);

/** No message repeats it. Source: BOT-04, AUTH-14. */
export const checkToken: Check = (value) =>
  value !== "" && !isLonger(value, 255) && !/^\.{1,2}$/.test(value)
    ? null
    : "Must be 1 to 255 characters, not . or .., got something else.";

export const checkEmail: Check = (value) =>
  /^[^\s@]{1,64}@[^\s@]{1,255}$/u.test(value) ? null : wrong("an e-mail address", value);

/** Source: BOT-03. */
export const checkProviderId: Check = (value) =>
  /^[a-z0-9_-]{3,64}$/.test(value) ? null : wrong("3 to 64 characters of a-z, 0-9, _ and -", value);

export const checkShortcut: Check = (value) =>
  /^[\p{L}\p{M}\p{Nd}_-]{1,32}$/u.test(value) ? null : wrong("1 to 32 letters, digits, - and _", value);

export const checkReplyText: Check = (value) =>
  /\S/.test(value) && !isLonger(value, 10_000) ? null : "Must be a text of 1 to 10000 characters, not blank.";

/** Nothing that was typed is repeated. Source: AUTH-14. */
export const checkPassword: Check = (value) =>
  isLonger(value, passwordBounds.minLength - 1) && !isLonger(value, passwordBounds.maxLength)
    ? null
    : `Must be ${passwordForm}.`;

/** Empty: one is made. */
export const checkOptionalPassword: Check = (value) => (value === "" ? null : checkPassword(value));

/** Empty: the widget's own. */
export const checkColor: Check = (value) =>
  value === "" || /^#[0-9A-Fa-f]{6}$/.test(value)
    ? null
    : wrong("# and 6 hexadecimal digits, like #1f6feb, or null", value);

const isHttpUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
