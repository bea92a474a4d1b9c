import { randomUUID } from "node:crypto";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { encodeAgentMessage, encodeTypingNotice } from "../../codec/a-customer/agent-message.ts";
import { isJsonObject } from "../../codec/json/json.ts";
import { secretTexts, withSignature } from "../../codec/signatures/signature.ts";
import { repeatsOf } from "../../codec/test-fault.ts";
import { cleanText, cutCodePoints, isBlankText } from "../../codec/text/text.ts";
import type { Log } from "../../ports/log.ts";
import type { Outbound, OutboundAttempt, OutboundOutcome, OutboundVerdict } from "../../ports/outbound.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl, secretsOfTarget, toEndpoint } from "../address/address-guard.ts";
import type { ExchangeResult } from "../request/ask.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { RequestDroppedError } from "../request/exchange.ts";
import {
  explainError,
  explainStatus,
  hideSecrets,
  isSuccess,
  noTrace,
  startOfAnswer,
} from "../request/explain-error.ts";
import type { FoundTarget, RequestParts } from "../request/found-target.ts";
import { createFoundTargets, headersFor, parseAnswer, refusalOf } from "../request/found-target.ts";

interface CustomerRequestParts extends RequestParts {
  readonly noticePools: EndpointPools;
}

/** A message or a typing notice for a customer system. */
interface CustomerErrand {
  /** The `webhook-id` of a signed request. */
  readonly id: string;
  readonly settings: ChannelSettings;
  readonly timeoutMs: number;
  readonly pools: EndpointPools;
  readonly encode: () => string;
  readonly isWanted?: () => boolean;
  /** For the log. */
  readonly about: { readonly messageId: string } | { readonly typing: string };
}

/** Sends agents' messages and typing notices. Source: DEL-03, DEL-07, DEL-16, DEL-20, DEL-26 to DEL-28, AUTH-03. */
export function createCustomerRequests(parts: CustomerRequestParts): Pick<Outbound, "attempt" | "notify"> {
  const { asker, clock, log, plainLog } = parts;
  const findTarget = createTargetFinder(parts.guard);
  const send = async (errand: CustomerErrand): Promise<OutboundOutcome | null> => {
    const startedAtMs = clock.nowMs();
    const target = findTarget(errand.settings);
    const result = await asker.ask({
      pools: errand.pools,
      target,
      toRequest: () => toRequest(errand, target, clock.nowMs()),
      untilMs: startedAtMs + errand.timeoutMs,
      isWanted: errand.isWanted,
    });
    if (result.error instanceof RequestDroppedError) return null;
    const durationMs = clock.nowMs() - startedAtMs;
    const outcome = { startedAtMs, durationMs, ...toVerdict(errand, target, result, log) };
    logOutcome(plainLog, errand, outcome);
    return outcome;
  };
  return {
    async attempt(attempt) {
      const { settings, timeoutMs, messageId, deliveryId: id } = attempt;
      const encode = (): string => encodeAgentMessage(attempt);
      const pools = attempt.attempt === 1 ? parts.pools.first : parts.pools.retry;
      const errand = { id, settings, timeoutMs, encode, pools, about: { messageId } };
      const untilMs = clock.nowMs() + timeoutMs;
      let outcome = await send(errand);
      for (let again = timesOf(attempt) - 1; again > 0 && outcome?.failure === null; again -= 1) {
        const repeated = await send({ ...errand, timeoutMs: untilMs - clock.nowMs() });
        // The delivery waits no longer than for one request, so a repeat that gets no answer in the time that is left decides nothing.
        if (repeated?.httpStatus === null) break;
        outcome = repeated;
      }
      if (outcome === null) throw new Error("Expected that the sending of a message is never cancelled");
      return outcome;
    },
    notify(notice) {
      const { settings, timeoutMs, isWanted, state } = notice;
      const encode = (): string => encodeTypingNotice(notice);
      // A notice is no delivery, and never repeated.
      const id = settings.signingSecret === null ? "" : randomUUID();
      return send({ id, settings, timeoutMs, encode, isWanted, pools: parts.noticePools, about: { typing: state } });
    },
  };
}

/** How often a message is sent: once, unless a test channel is asked for more. Source: CH-62. */
const timesOf = ({ settings, content }: OutboundAttempt): number =>
  settings.isTest && content.type === "text" ? repeatsOf(content.text) : 1;

function toRequest({ id, encode, settings }: CustomerErrand, { endpoint, headers }: FoundTarget, nowMs: number) {
  const body = Buffer.from(encode());
  return {
    path: endpoint?.path ?? "",
    headers: withSignature(headers, settings, { id, body, nowMs }),
    body,
    isChunked: settings.chunked,
  };
}

function toVerdict(
  errand: CustomerErrand,
  { endpoint, secrets }: FoundTarget,
  { httpStatus, answer, error }: ExchangeResult,
  log: Log,
): OutboundVerdict {
  const address = endpoint?.address ?? null;
  const body = secrets.length === 0 ? answer : hideSecrets(answer, secrets);
  if (httpStatus === null) {
    return { httpStatus, failure: failureOf(error, errand, log), trace: { ...noTrace, address } };
  }
  const { failure, note } =
    error === null
      ? judgeAnswer({ httpStatus, body }, errand.settings)
      : { failure: failureOf(error, errand, log), note: null };
  return { httpStatus, failure, trace: { address, answer: startOfAnswer(body), note } };
}

function failureOf(error: unknown, errand: CustomerErrand, log: Log) {
  const { settings, about, timeoutMs } = errand;
  const failure = explainError(error, timeoutMs, "customer system");
  if (failure !== null) return failure;
  log.error({ channelId: settings.id, ...about, err: error }, "An attempt failed because of a defect");
  const message = "The message could not be sent because of an error in the service.";
  return { kind: "connection", code: "connection", message } as const;
}

/** The log never gets the URL, because its random parts are secrets (AUTH-14). */
function logOutcome(plainLog: Log, { settings, about }: CustomerErrand, outcome: OutboundOutcome): void {
  const { httpStatus, durationMs, failure, trace } = outcome;
  if (failure === null && trace.note === null) return;
  const what = "typing" in about ? "a typing notice" : "an agent message";
  plainLog.info(
    { channelId: settings.id, ...about, httpStatus, durationMs, failure, note: trace.note },
    failure === null ? `Delivered ${what}` : `Attempt to deliver ${what} failed`,
  );
}

/** The response of a customer system, with the first bytes of its body decoded. */
interface Answer {
  readonly httpStatus: number;
  readonly body: string;
}

/** `note` is for the log. It says how a positive answer differs from the one in the protocol. */
interface Verdict {
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
  const body = parseAnswer(answer.body);
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

/**
 * Finds the target of a channel's current settings. A change creates a new settings object, so a cached target stays valid under the same policy.
 * Source: AUTH-03, AUTH-05, AUTH-06, VER-01.
 */
function createTargetFinder(guard: AddressGuard): (settings: ChannelSettings) => FoundTarget {
  const targets = createFoundTargets<ChannelSettings, FoundTarget>(guard);
  return (settings) => {
    const known = targets.get(settings);
    if (known !== undefined) return known;
    const endpoint = toEndpoint(settings);
    const form = "The webhook URL of the channel must be an absolute https URL.";
    const refusal = refusalOf(endpoint, guard, form);
    const url = parseHttpUrl(settings.webhookUrl);
    const secrets = [...secretTexts(settings), ...(url === null ? [] : secretsOfTarget(url, settings.id))];
    // One customer system can serve several channels. The limit of connections belongs to the system. Source: DEL-19.
    const target = { endpoint, headers: headersFor(endpoint), refusal, owner: null, secrets };
    targets.set(settings, target);
    return target;
  };
}
