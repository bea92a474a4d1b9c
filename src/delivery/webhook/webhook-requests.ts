import type { CrmAnswer } from "../../../machines/chat/client.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { readCrmAnswer } from "../../codec/c-webhook/crm-answer.ts";
import { isJsonObject } from "../../codec/json/json.ts";
import { secretTexts, signRequest } from "../../codec/signatures/signature.ts";
import { cleanText, cutCodePoints, describeValue, isBlankText } from "../../codec/text/text.ts";
import type { Log } from "../../ports/log.ts";
import type { Outbound, OutboundWebhook, WebhookOutcome, WebhookTarget } from "../../ports/outbound.ts";
import type { AddressGuard, Endpoint } from "../address/address-guard.ts";
import { maskAddress, parseHttpUrl, secretsOfTarget, toBasic } from "../address/address-guard.ts";
import type { ExchangeResult } from "../request/ask.ts";
import {
  explainError,
  explainStatus,
  hideSecrets,
  isSuccess,
  NotBegunError,
  noTrace,
  startOfAnswer,
} from "../request/explain-error.ts";
import type { FoundTarget, RequestParts } from "../request/found-target.ts";
import { createFoundTargets, headersFor, parseAnswer, refusalOf } from "../request/found-target.ts";

/** Sends events to owners' servers. Source: WH-01, WH-33 to WH-35, WH-37, WH-39, WH-40. */
export function createWebhookRequests(parts: RequestParts): Pick<Outbound, "report"> {
  const { asker, clock } = parts;
  const findTarget = createWebhookTargetFinder(parts.guard);
  return {
    async report(report) {
      const startedAtMs = clock.nowMs();
      const target = findTarget(report.webhooks, report.channelId);
      const result = await asker.ask({
        pools: report.attempt === 1 ? parts.pools.first : parts.pools.retry,
        target,
        toRequest: () => toRequest(report, target, clock.nowMs()),
        untilMs: startedAtMs + report.timeoutMs,
      });
      const durationMs = clock.nowMs() - startedAtMs;
      const outcome = { startedAtMs, durationMs, ...toVerdict(report, target, result, parts) };
      logOutcome(parts.plainLog, report, outcome);
      return outcome;
    },
  };
}

const toRequest = (report: OutboundWebhook, { endpoint, headers }: FoundTarget, nowMs: number) => ({
  path: endpoint?.path ?? "",
  headers: headersOf(report, headers, nowMs),
  body: report.body,
});

/** Headers besides those of the target: the id of the event, and the signature of this attempt. Source: WH-39, WH-40. */
export const headersOf = (
  { deliveryId: id, webhooks, body, attempt }: OutboundWebhook,
  ofTarget: readonly string[],
  nowMs: number,
): string[] => [
  ...ofTarget,
  ...["webhook-id", id, "webhook-attempt", String(attempt)],
  ...signRequest(webhooks, { id, body, nowMs }),
];

type Verdict = Omit<WebhookOutcome, "startedAtMs" | "durationMs">;

function toVerdict(report: OutboundWebhook, target: FoundTarget, result: ExchangeResult, parts: RequestParts): Verdict {
  const { httpStatus, error } = result;
  // A status of failure decides, whether the body is complete or not. Source: WH-35, WH-37.
  const isJudged = httpStatus !== null && (error === null || !isSuccess(httpStatus));
  return isJudged ? toJudged(target, httpStatus, result) : toUnanswered(report, target, result, parts);
}

function toJudged({ endpoint, secrets }: FoundTarget, httpStatus: number, result: ExchangeResult): Verdict {
  const body = result.answer;
  const { note, ...verdict }: WebhookVerdict = judgeWebhookAnswer({ httpStatus, body, secrets });
  const answer = startOfAnswer(hideSecrets(body, secrets));
  const trace = { address: endpoint?.address ?? null, answer, note };
  return { httpStatus, ...verdict, trace, retryAfterMs: result.retryAfterMs };
}

function toUnanswered(
  report: OutboundWebhook,
  { endpoint }: FoundTarget,
  { httpStatus, error }: ExchangeResult,
  parts: RequestParts,
): Verdict {
  return {
    httpStatus,
    failure: failureOf(error, report, parts),
    trace: { ...noTrace, address: endpoint?.address ?? null },
    crmAnswer: null,
    isFinal: false,
    retryAfterMs: 0,
    ...(error instanceof NotBegunError && { isWithdrawn: true }),
  };
}

function failureOf(error: unknown, { channelId, deliveryId, timeoutMs }: OutboundWebhook, { log }: RequestParts) {
  const failure = explainError(error, timeoutMs, "receiver");
  if (failure !== null) return failure;
  log.error({ channelId, deliveryId, err: error }, "An attempt failed because of a defect");
  const message = "The event could not be sent because of an error in the service.";
  return { kind: "connection", code: "connection", message } as const;
}

function logOutcome(plainLog: Log, report: OutboundWebhook, outcome: WebhookOutcome): void {
  const { channelId, deliveryId, event, attempt } = report;
  const { httpStatus, durationMs, failure, trace } = outcome;
  const about = { channelId, deliveryId, event, attempt, httpStatus, durationMs };
  if (failure !== null) plainLog.info({ ...about, failure }, "Attempt to deliver a webhook event failed");
  else if (trace.note !== null) plainLog.info({ ...about, note: trace.note }, "Delivered a webhook event");
}

/** The meaning of a complete response of the owner's server. Source: WH-24, WH-31, WH-33 to WH-35, WH-37. */
interface WebhookVerdict {
  readonly failure: AttemptFailure | null;
  readonly isFinal: boolean;
  /** `null` without anything for the agent, so that nobody is told. */
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
  const answer = parseAnswer(body);
  if (!isJsonObject(answer)) return { ...delivered, crmAnswer: null, note: "no JSON object" };
  const result = answer["result"] ?? null;
  if (result === null) return { ...delivered, crmAnswer: null, note: "no result" };
  if (typeof result === "string" && result.toLowerCase() === "ok") {
    const { crmAnswer, notes } = readCrmAnswer(answer);
    const note = notes.length === 0 ? null : notes.join("; ");
    return { ...delivered, crmAnswer: Object.keys(crmAnswer).length === 0 ? null : crmAnswer, note };
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

/** Finds the target of a channel's present settings. Source: WH-01, WH-41, AUTH-05, AUTH-06, VER-01. */
function createWebhookTargetFinder(
  guard: AddressGuard,
): (webhooks: WebhookTarget, channelId: ChannelId) => FoundTarget {
  const targets = createFoundTargets<WebhookTarget, FoundTarget>(guard);
  return (webhooks, channelId) => {
    const known = targets.get(webhooks);
    if (known !== undefined && known.owner === channelId) return known;
    const url = parseHttpUrl(webhooks.url);
    const endpoint = url === null ? null : toWebhookEndpoint(url, channelId);
    const headers = headersFor(endpoint);
    const secrets = url === null ? [] : [...secretsOfTarget(url, channelId), ...secretTexts(webhooks)];
    const form = "The webhook URL of the channel must be an absolute http or https URL.";
    const refusal = refusalOf(endpoint, guard, form, { allowHttp: true });
    // One host can serve many owners. A dead server takes no connections from another owner.
    const target = { endpoint, refusal, owner: channelId, headers, secrets };
    targets.set(webhooks, target);
    return target;
  };
}

/** The URL as configured, with nothing appended. */
export function toWebhookEndpoint(url: URL, channelId: ChannelId): Endpoint {
  const { origin, pathname, search } = url;
  return { origin, path: pathname + search, authorization: toBasic(url), address: maskAddress(url, channelId) };
}
