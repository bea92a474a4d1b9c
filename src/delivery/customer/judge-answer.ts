import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { AttemptFailure } from "../../../machines/delivery/delivery.types.ts";
import { isJsonObject, parseJson } from "../../codec/json/json.ts";
import { cleanText, cutCodePoints, isBlankText } from "../../codec/text/text.ts";
import { explainStatus, isSuccess } from "../request/explain-error.ts";

/** The response of a customer system, with the first bytes of its body decoded. */
export interface Answer {
  readonly httpStatus: number;
  readonly body: string;
}

/** `note` is for the log. It says how a positive answer differs from the one in the protocol. */
export interface Verdict {
  readonly failure: AttemptFailure | null;
  readonly note: string | null;
}

/** The maximal length of an error text in code points. Source: DEL-16. */
const messageLengthMax = 500;
const codeLengthMax = 255;

const positive: Verdict = { failure: null, note: null };
const positiveWithoutResult: Verdict = { failure: null, note: "no result" };

/**
 * Decides whether an answer is positive, and returns the text for the agent when it is not. An error in the body counts before
 * the HTTP status. Source: DEL-07, DEL-09 to DEL-16.
 */
export function judgeAnswer(
  answer: Answer,
  settings: Pick<ChannelSettings, "strictAnswers" | "hiddenErrorCodes">,
): Verdict {
  const body = parseBody(answer.body);
  const error = isJsonObject(body) ? (body["error"] ?? null) : null;
  if (error !== null && (settings.strictAnswers || !isEmpty(error)))
    return judgeError(error, settings.hiddenErrorCodes);
  const status = answer.httpStatus;
  if (!isSuccess(status)) return failed("http_status", null, explainStatus(status, "customer system"));
  const result = isJsonObject(body) ? (body["result"] ?? null) : null;
  return settings.strictAnswers ? judgeStrictly(status, result) : judgeLeniently(result);
}

/** Source: DEL-12, DEL-14, DEL-15. */
function judgeError(error: unknown, hiddenCodes: readonly string[]): Verdict {
  const code = codeOf(error);
  const { failure, note } = failed("error_answer", code, messageOf(error));
  const isHidden = failure !== null && code !== null && hiddenCodes.includes(code);
  return isHidden ? { failure: { ...failure, isHidden }, note } : { failure, note };
}

function judgeLeniently(result: unknown): Verdict {
  if (result === null) return positiveWithoutResult;
  if (result === true || (typeof result === "string" && result.toLowerCase() === "ok")) return positive;
  return failed("unexpected_answer", null, `The customer system answered the unexpected result ${shown(result)}.`);
}

/** What languages write for no error. PHP writes an empty object as `[]`. Source: DEL-10. */
function isEmpty(error: unknown): boolean {
  return error === false || error === "" || (typeof error === "object" && Object.keys(error ?? {}).length === 0);
}

/** Source: DEL-11. */
function judgeStrictly(status: number, result: unknown): Verdict {
  if (status !== 200) return failed("http_status", null, `The customer system answered HTTP ${status} instead of 200.`);
  if (result === "ok") return positive;
  const got = result === null ? "without a result" : `the unexpected result ${shown(result)}`;
  return failed("unexpected_answer", null, `The customer system answered ${got}.`);
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // A body can also be plain text, HTML or empty.
    return undefined;
  }
}

function failed(kind: AttemptFailure["kind"], code: string | null, message: string): Verdict {
  return { failure: { kind, code: code ?? kind, message: cutCodePoints(message, messageLengthMax) }, note: null };
}

/** Returns the customer system's own code as text: `17` and `"17"` are the same. Source: DEL-15. */
function codeOf(error: unknown): string | null {
  const code = isJsonObject(error) ? (error["code"] ?? null) : null;
  if (code === null || code === "") return null;
  return cutCodePoints(cleanText(typeof code === "string" ? code : JSON.stringify(code)), codeLengthMax);
}

/** Source: DEL-12, DEL-13. */
function messageOf(error: unknown): string {
  const message = isJsonObject(error) ? error["message"] : error;
  const text = typeof message === "number" ? String(message) : message;
  if (typeof text === "string" && !isBlankText(cleanText(text))) return cleanText(text);
  const code = codeOf(error);
  return code === null
    ? "The customer system answered with an error."
    : `The customer system answered with error ${code}.`;
}

const shown = (value: unknown): string => cutCodePoints(cleanText(JSON.stringify(value)), 100);
