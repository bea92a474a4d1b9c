import type { CrmAnswer } from "../../machines/chat/crm.types.ts";
import type { AttemptFailure } from "../../machines/delivery/delivery.types.ts";
import { readCrmAnswer } from "../codec/crm-answer.ts";
import { isJsonObject } from "../codec/json.ts";
import { cleanText, cutCodePoints } from "../codec/text.ts";
import { explainStatus, isSuccess } from "./explain-error.ts";

/** What a whole answer of the owner's server means. Source: WH-24, WH-31, WH-33 to WH-35, WH-37. */
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
}: {
  readonly httpStatus: number;
  readonly body: string;
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
  const text = typeof result === "string" ? result : JSON.stringify(result);
  const isNamed = text.toUpperCase() !== "FAILURE" && text.trim() !== "";
  const message = isNamed ? cutCodePoints(cleanText(text), messageLengthMax) : "The receiver answered FAILURE.";
  const failure = { kind: "error_answer", code: "error_answer", message } as const;
  return { failure, isFinal: true, crmAnswer: null, note: null };
}

function refused(status: number): WebhookVerdict {
  const isGone = status === 410;
  const kind = isGone ? "gone" : "http_status";
  const message = isGone
    ? "The receiver answered HTTP 410: it wants no more of this event."
    : explainStatus(status, "receiver");
  return { failure: { kind, code: kind, message }, isFinal: isGone, crmAnswer: null, note: null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text, HTML and nothing at all are answers too.
    return undefined;
  }
}
