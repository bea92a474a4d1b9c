import { Readable } from "node:stream";
import type { Pool } from "undici";
import { createPacer } from "../../core/bounds/pacer.ts";
import { userAgent } from "../../core/version.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ConnectionSlots, EndpointPools } from "./endpoint-pools.ts";
import type { Answer, ExchangeOptions, OutboundRequest } from "./exchange.ts";
import { headerOf, runExchange, timedOut } from "./exchange.ts";
import { NotBegunError } from "./explain-error.ts";

/** One request in progress. */
export interface Errand {
  readonly pools: EndpointPools;
  readonly target: AskedTarget;
  readonly toRequest: () => OutboundRequest;
  /** The deadline in Unix milliseconds for all of it: the wait for a connection, connecting, sending and reading. */
  readonly untilMs: number;
  /** Called just before the request is written. */
  readonly isWanted?: (() => boolean) | undefined;
}

export interface AskedTarget {
  /** `null` when the configured value is not an address. */
  readonly endpoint: { readonly origin: string } | null;
  /** The reason why requests to this target are not allowed. */
  readonly refusal: Error | null;
  /** The owner with separate connections at a shared origin. `null` when the origin has one owner. */
  readonly owner: string | null;
}

/** The first headers of each request, names and values alternate. A response that is packed all the same is read. */
export const ownHeaders: readonly string[] = ["User-Agent", userAgent, "Accept-Encoding", "identity"];

export interface ExchangeResult {
  /** `null` when no response began. */
  readonly httpStatus: number | null;
  /** The value of `Retry-After` in milliseconds, 0 without one. Source: RFC 9110, 10.2.3. */
  readonly retryAfterMs: number;
  /** The text of the response body, of the part that came and is within the limit. */
  readonly answer: string;
  /** The reason why the response is incomplete, `null` when it is complete. */
  readonly error: unknown;
}

/** Makes all outbound requests. After `close`, no new request begins. */
export interface Asker {
  /** Makes one request over one connection. Every outcome is a value: the promise does not reject. */
  ask(errand: Errand): Promise<ExchangeResult>;
  close(): void;
}

const unanswered = { httpStatus: null, retryAfterMs: 0, answer: "" };

export function createAsker(clock: Clock): Asker {
  const pace = createPacer();
  let isClosed = false;

  /** Resolves with `null` when a connection is free. Requests that time out end one at a time, each in its own turn of the event loop. */
  const waitFor = async (slots: ConnectionSlots, untilMs: number): Promise<Error | null> => {
    const wait = slots.wait();
    const alarm = clock.wakeAt(untilMs, () => {
      wait.withdraw();
      pace(() => wait.end(timedOut));
    });
    const refusal = await wait.ended;
    alarm.cancel();
    return refusal;
  };
  return {
    async ask({ pools, target, toRequest, untilMs, isWanted }) {
      if (isClosed) return { ...unanswered, error: new NotBegunError() };
      if (target.endpoint === null || target.refusal !== null) return { ...unanswered, error: target.refusal };
      const { origin } = target.endpoint;
      const taken = pools.take(origin, target.owner);
      const { slots, pool } = taken;
      try {
        const refusal = slots.tryTake() ? null : await waitFor(slots, untilMs);
        if (refusal !== null) return { ...unanswered, error: isClosed ? new NotBegunError() : refusal };
        const { httpStatus, retryAfter, text, error } = await holding(slots, () =>
          pools.far === undefined
            ? exchangeText(pool, toRequest(), { clock, pace, untilMs, answerBytesMax: pools.answerBytesMax, isWanted })
            : pools.far(origin, target.owner, toRequest(), untilMs),
        );
        const retryAfterMs = retryAfter === "" ? 0 : readRetryAfter(retryAfter, clock.nowMs());
        return { httpStatus, retryAfterMs, answer: text, error };
      } catch (error) {
        return { ...unanswered, error };
      } finally {
        pools.giveBack(taken);
      }
    },
    close() {
      isClosed = true;
    },
  };
}

async function holding(slots: ConnectionSlots, exchange: () => Promise<Answer>): Promise<Answer> {
  try {
    return await exchange();
  } finally {
    slots.giveBack();
  }
}

/** Makes one request and reads the text of its answer. Every outcome is a value: the promise does not reject. */
export async function exchangeText(pool: Pool, request: OutboundRequest, options: ExchangeOptions): Promise<Answer> {
  const { path, headers, body, isChunked = false, reset = false } = request;
  const received = await runExchange(
    pool,
    {
      method: "POST",
      path,
      headers,
      // undici does not know the length of a stream, so it uses chunked transfer encoding.
      body: isChunked ? Readable.from([body]) : body,
      reset,
    },
    options,
  );
  const text = textOfAnswer(received.body, headerOf(received.headers, "content-type"));
  const { httpStatus, error } = received;
  return { httpStatus, retryAfter: headerOf(received.headers, "retry-after"), text, error };
}

const utf8 = new TextDecoder();
const charsetOf = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

/**
 * The text of a body. Some servers name a charset and send UTF-8 all the same, so the charset of `Content-Type` counts for what is not UTF-8.
 * A byte-order mark at the start is skipped.
 */
function textOfAnswer(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8.decode(bytes);
  return utf8Of(bytes) ?? decoderFor(charset).decode(bytes);
}

/** `null` for bytes that are something else. UTF-16 and ISO-2022-JP look like UTF-8 with control characters that no text has. */
function utf8Of(bytes: Uint8Array): string | null {
  try {
    // The last character can be cut.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return text.includes("\0") || text.includes("\x1b") ? null : text;
  } catch {
    return null;
  }
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // Nobody knows this charset.
    return utf8;
  }
}
/** Longer than any server asks for, and small enough for exact arithmetic. */
const secondsMax = 1e9;

/**
 * Returns `Retry-After` in milliseconds from now. It accepts seconds and the three date forms of HTTP. Returns 0 for anything else, and for the past.
 * Source: RFC 9110, 5.6.7 and 10.2.3.
 */
export function readRetryAfter(text: string, nowMs: number): number {
  const value = text.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value), secondsMax) * 1_000;
  const atMs = readHttpDate(value, nowMs);
  return atMs === null ? 0 : Math.max(0, atMs - nowMs);
}

const time = "(?<hours>\\d\\d):(?<minutes>\\d\\d):(?<seconds>\\d\\d)";
/** Fri, 20 Nov 2026 18:40:19 GMT; Friday, 20-Nov-26 18:40:19 GMT; Fri Nov 20 18:40:19 2026. */
const forms: readonly RegExp[] = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function readHttpDate(text: string, nowMs: number): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return null;
  const { day, month, year, hours, minutes, seconds } = parts;
  const monthIndex = months.indexOf(month ?? "");
  if (monthIndex < 0) return null;
  return Date.UTC(
    wholeYear(year ?? "", nowMs),
    monthIndex,
    Number(day),
    Number(hours),
    Number(minutes),
    Number(seconds),
  );
}

/** A year of two digits means the year that is at most 50 years in the future. */
function wholeYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
