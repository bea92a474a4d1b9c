import { typedTokenMin } from "../../../../codec/settings/bot-token-bounds.ts";
import { passwordBounds } from "../../../../codec/settings/password-bounds.ts";
import { urlLengthMax } from "../../../../codec/text/url-length.ts";
import { ownNetworkHint } from "../../../../core/addresses/own-network.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentence } from "../../../shared/parts/sentences.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";

const text = textsOf("settings-forms", settingsForms);

/** Returns the error of a value, in words for the user; null when the page finds no error. */
export type Check = (value: string) => string | null;

/** Counts code points, like the service. */
const isLonger = (value: string, charactersMax: number): boolean =>
  value.length > charactersMax && [...value].length > charactersMax;

const atMost = (max: number): string => text("tooLong", { max });

/** A required text; `missing` is the error of an empty one. */
const checkText =
  (missing: "nameMissing" | "textMissing", charactersMax: number): Check =>
  (value) => {
    if (!/\S/.test(value)) return text(missing);
    return isLonger(value, charactersMax) ? atMost(charactersMax) : null;
  };

/** Source: CH-04. */
export const checkName = checkText("nameMissing", 100);

export const nameSentence = (): string => text("nameWrong");

/** Empty: a default is used. */
export const checkOptionalText =
  (charactersMax: number): Check =>
  (value) => {
    if (value === "") return null;
    if (!/\S/.test(value)) return text("onlySpaces");
    return isLonger(value, charactersMax) ? atMost(charactersMax) : null;
  };

export const checkOptionalName = checkOptionalText(100);

export const urlSentence = (): string => text("urlWrong");

/** Only the service decides whether requests may go there, after the form is sent. Source: CH-04. */
export const checkUrl: Check = (value) => {
  if (!isHttpUrl(value)) return urlSentence();
  return isLonger(value, urlLengthMax) ? atMost(urlLengthMax) : null;
};

export const checkOptionalUrl: Check = (value) => (value === "" ? null : checkUrl(value));

/** Source: BOT-06. */
export const checkBotEndpoint: Check = (value) => {
  const wrong = checkUrl(value);
  if (wrong !== null || !new URL(value).hostname.includes("{token}")) return wrong;
  return text("tokenInHost", { token: "{token}" });
};

export const tokenSentence = (): string => text("tokenWrong", { min: typedTokenMin });

/** No message repeats the token. Source: BOT-04, AUTH-14. */
export const checkToken: Check = (value) => {
  if (value === "") return text("tokenMissing");
  return isLonger(value, typedTokenMin - 1) && !isLonger(value, 255) ? null : tokenSentence();
};

export const emailSentence = (): string => text("emailWrong");

export const checkEmail: Check = (value) => (/^[^\s@]{1,64}@[^\s@]{1,255}$/u.test(value) ? null : emailSentence());

/** Empty: the agent is not called. */
export const checkPhone: Check = (value) => (isLonger(value.trim(), 2048) ? atMost(2048) : null);

export const providerIdSentence = (): string => text("providerIdWrong");

/** Source: BOT-03. */
export const checkProviderId: Check = (value) => (/^[a-z0-9_-]{3,64}$/.test(value) ? null : providerIdSentence());

export const shortcutSentence = (): string => text("shortcutWrong");

export const checkShortcut: Check = (value) => {
  if (value === "") return text("shortcutMissing");
  return /^[\p{L}\p{M}\p{Nd}_-]{1,32}$/u.test(value) ? null : shortcutSentence();
};

export const checkReplyText = checkText("textMissing", 10_000);

export const passwordSentence = (): string =>
  text("passwordWrong", { min: passwordBounds.minLength, max: passwordBounds.maxLength });

/** The texts for a new password that replaces another one. */
export const newPasswordSentence: Sentence = ({ said = "" }) =>
  /another one than current/.test(said) ? text("passwordSame") : passwordSentence();

/** No message repeats the typed text. Source: AUTH-14. */
export const checkPassword: Check = (value) => {
  if (value === "") return text("passwordMissing");
  return isLonger(value, passwordBounds.minLength - 1) && !isLonger(value, passwordBounds.maxLength)
    ? null
    : passwordSentence();
};

/** Empty: the service generates one. */
export const checkOptionalPassword: Check = (value) => (value === "" ? null : checkPassword(value));

export const colorSentence = (): string => text("colorWrong");

/** Empty: the widget's default. */
export const checkColor: Check = (value) => (value === "" || /^#[0-9A-Fa-f]{6}$/.test(value) ? null : colorSentence());

const isHttpUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

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

/** The reason why the service sends nothing to an address, and who can change that. Source: AUTH-04 to AUTH-06. */
export const targetSentence: Sentence = ({ said = "" }: ApiFailure) => {
  if (/must be an https URL/.test(said)) return text("plainHttp");
  const target = /The target (\S+(?: \([^()]+\))?) is ([^;.]+)/.exec(said);
  if (target === null) return urlSentence();
  const [, address = "", kind = ""] = target;
  return `${refusal(address, kind)} ${text(said.includes(ownNetworkHint) ? "ownNetworkHint" : "notPublic")}`;
};

/** The service names the kind of an address in English. */
function refusal(target: string, kind: string): string {
  if (kind === "a private address") return text("privateTarget", { target });
  if (kind === "a loopback address") return text("loopbackTarget", { target });
  if (kind === "a link-local address") return text("linkLocalTarget", { target });
  return text("otherTarget", { target, kind });
}

/** A list as text for a field, one entry on each line. */
export const toLines = (entries: readonly string[]): string => entries.join("\n");

export const fromLines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
