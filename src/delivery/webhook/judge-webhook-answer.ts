import type { CrmAnswer } from "../../../machines/chat/crm.types.ts";
import type { AttemptFailure } from "../../../machines/delivery/delivery.types.ts";
import { readCrmAnswer } from "../../codec/c-webhook/crm-answer.ts";
import { isJsonObject, parseJson } from "../../codec/json/json.ts";
import { cleanText, cutCodePoints, describeValue, isBlankText } from "../../codec/text/text.ts";
import { explainStatus, isSuccess } from "../request/explain-error.ts";
import { hideSecrets } from "../request/hide-secrets.ts";

/** The meaning of a complete response of the owner's server. Source: WH-24, WH-31, WH-33 to WH-35, WH-37. */
export interface WebhookVerdict {
  readonly failure: AttemptFailure | null;
  readonly isFinal: boolean;
  readonly crmAnswer: CrmAnswer | null;
  /** For the log. */
  readonly note: string | null;
}

const messageLengthMax = 500;

const delivered = { failure: null, isFinal: true } as const;

export function judgeWebhookAnswer({
  httpStatus,
  body,
  secrets,
}: {
  readonly httpStatus: number;
  readonly body: string;
  /** Secrets that no text for a person may repeat. Source: AUTH-14. */
  readonly secrets: readonly string[];
}): WebhookVerdict {
  if (!isSuccess(httpStatus)) return refused(httpStatus);
  const answer = parse(body);
  if (!isJsonObject(answer)) return { ...delivered, crmAnswer: null, note: "no JSON object" };
  const result = answer["result"] ?? null;
  if (result === null) return { ...delivered, crmAnswer: null, note: "no result" };
  if (typeof result === "string" && result.toLowerCase() === "ok") {
    const { crmAnswer, notes } = readCrmAnswer(answer);
    return { ...delivered, crmAnswer, note: notes.length === 0 ? null : notes.join("; ") };
  }
  const message = explainResult(result, secrets);
  const failure = { kind: "error_answer", code: "error_answer", message } as const;
  return { failure, isFinal: true, crmAnswer: null, note: null };
}

/** Returns the server's text for the agent. A value that is no text, or empty, is described. Source: WH-31, DEL-16. */
function explainResult(result: unknown, secrets: readonly string[]): string {
  if (typeof result !== "string") return `The receiver answered the result ${describeValue(result)}.`;
  const text = cleanText(result);
  if (text.trim().toUpperCase() === "FAILURE") return "The receiver answered FAILURE.";
  if (isBlankText(text)) return "The receiver answered an empty result.";
  return cutCodePoints(hideSecrets(text, secrets), messageLengthMax);
}

function refused(status: number): WebhookVerdict {
  const isGone = status === 410;
  const kind = isGone ? "gone" : "http_status";
  const message = isGone
    ? "The receiver answered HTTP 410: it does not want this event again."
    : explainStatus(status, "receiver");
  return { failure: { kind, code: kind, message }, isFinal: isGone, crmAnswer: null, note: null };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // A body can also be plain text, HTML or empty.
    return undefined;
  }
}
