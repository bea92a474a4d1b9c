import { passwordBounds } from "../../../../codec/settings/password-bounds.ts";
import type { Sentence } from "../../../shared/parts/sentences.ts";

/** Why a value cannot be taken, in words for whoever typed it; null when it can, as far as a page can tell. */
export type Check = (value: string) => string | null;

/** As the service counts: in code points. */
const isLonger = (value: string, charactersMax: number): boolean =>
  value.length > charactersMax && [...value].length > charactersMax;

const atMost = (charactersMax: number): string =>
  `Use ${charactersMax.toLocaleString("en")} characters at most: this is longer.`;

/** A text that has to be there: `wanted` completes "Enter …". */
const checkText =
  (wanted: string, charactersMax: number): Check =>
  (value) => {
    if (!/\S/.test(value)) return `Enter ${wanted}.`;
    return isLonger(value, charactersMax) ? atMost(charactersMax) : null;
  };

/** Source: CH-04. */
export const checkName = checkText("a name", 100);

export const nameSentence = "Enter a name of 100 characters at most.";

/** Empty: there is one that stands in for it. */
export const checkOptionalText =
  (charactersMax: number): Check =>
  (value) => {
    if (value === "") return null;
    if (!/\S/.test(value)) return "There are only spaces in it. Write something, or leave it empty.";
    return isLonger(value, charactersMax) ? atMost(charactersMax) : null;
  };

export const checkOptionalName = checkOptionalText(100);

export const urlSentence = "Enter a whole address, like https://shop.example.com/chat.";

/** Whether requests may go there at all the service says, when it is sent. Source: CH-04. */
export const checkUrl: Check = (value) => {
  if (!isHttpUrl(value)) return urlSentence;
  return isLonger(value, 2048) ? atMost(2048) : null;
};

export const checkOptionalUrl: Check = (value) => (value === "" ? null : checkUrl(value));

/** Source: BOT-06. */
export const checkBotEndpoint: Check = (value) => {
  const wrong = checkUrl(value);
  if (wrong !== null || !new URL(value).hostname.includes("{token}")) return wrong;
  return "{token} cannot be a part of the host name. Put it behind the host, like https://bot.example.com/{token}.";
};

export const tokenSentence = "Enter the token that the provider made for this bot, 255 characters at most.";

/** No message repeats it. Source: BOT-04, AUTH-14. */
export const checkToken: Check = (value) => {
  if (value === "") return "Enter the token that the provider made for this bot.";
  return isLonger(value, 255) || /^\.{1,2}$/.test(value) ? tokenSentence : null;
};

export const emailSentence = "Enter an e-mail address, like pat@example.com.";

export const checkEmail: Check = (value) => (/^[^\s@]{1,64}@[^\s@]{1,255}$/u.test(value) ? null : emailSentence);

/** Empty: the agent is not called. */
export const checkPhone: Check = (value) => (isLonger(value.trim(), 2048) ? atMost(2048) : null);

export const providerIdSentence = "Use 3 to 64 small letters a to z, digits, _ and -, like acme-bots.";

/** Source: BOT-03. */
export const checkProviderId: Check = (value) => (/^[a-z0-9_-]{3,64}$/.test(value) ? null : providerIdSentence);

export const shortcutSentence = "Use letters, digits, - and _ without spaces, 32 at most, like hello.";

export const checkShortcut: Check = (value) => {
  if (value === "") return "Enter a shortcut, like hello.";
  return /^[\p{L}\p{M}\p{Nd}_-]{1,32}$/u.test(value) ? null : shortcutSentence;
};

export const checkReplyText = checkText("the text", 10_000);

export const passwordSentence = `Use ${passwordBounds.minLength} to ${passwordBounds.maxLength.toLocaleString("en")} characters, and no password that many people have.`;

/** Of a password that takes the place of another one. */
export const newPasswordSentence: Sentence = ({ said = "" }) =>
  /another one than current/.test(said) ? "This is the password you have. Enter another one." : passwordSentence;

/** Nothing that was typed is repeated. Source: AUTH-14. */
export const checkPassword: Check = (value) => {
  if (value === "") return "Enter a new password.";
  return isLonger(value, passwordBounds.minLength - 1) && !isLonger(value, passwordBounds.maxLength)
    ? null
    : passwordSentence;
};

/** Empty: one is made. */
export const checkOptionalPassword: Check = (value) => (value === "" ? null : checkPassword(value));

export const colorSentence = "Enter # and six digits or letters from a to f, like #1f6feb, or pick a colour.";

/** Empty: the widget's own. */
export const checkColor: Check = (value) => (value === "" || /^#[0-9A-Fa-f]{6}$/.test(value) ? null : colorSentence);

const isHttpUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
