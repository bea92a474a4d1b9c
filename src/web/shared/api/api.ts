import type { ErrorCode } from "../../../core/errors.ts";
import type { Browser } from "../browser/browser.types.ts";
import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";
import { fieldsOf, parseJson } from "./json.ts";

const words = textsOf("common", common);
const text = textsOf("common", common);

/** The reason why a request failed, for people to read. */
export interface ApiFailure {
  /** The HTTP status of the response; 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The exact message of the service for programs. It must not be shown. Absent without a response. */
  readonly said?: string;
  /** The field of the request that caused the failure, such as `webhooks.url`; null for none. */
  readonly field: string | null;
  /** The id of the request, for the operator of the service; null without a response. */
  readonly requestId: string | null;
  /** After this time the service may accept the request. Absent if it named none. */
  readonly retryAfterSeconds?: number;
}

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ApiFailure };

export interface ApiRequest {
  /** The body that is sent as JSON. */
  readonly body?: unknown;
  /** A file that is sent unchanged, in place of `body`. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** How often the request is sent again when the service asks to come back after a second. Absent: never. */
  readonly comesBack?: number;
}

/** The service's REST API, used with the session's cookie. It never throws: each outcome is an `Answer`. */
export interface Api {
  get<Value>(path: string, signal?: AbortSignal): Promise<Answer<Value>>;
  send<Value>(method: "POST" | "PATCH" | "DELETE" | "PUT", path: string, request?: ApiRequest): Promise<Answer<Value>>;
}

const timeoutMs = 20_000;
/** Files need a long timeout. The service itself aborts a transfer that makes no progress. */
const fileTimeoutMs = 600_000;

/** `refused` is called for each response 401, because the session has ended. */
export function createApi({ fetch, after }: Browser, refused: () => void): Api {
  const call = async <Value>(method: string, path: string, request: ApiRequest): Promise<Answer<Value>> => {
    const { body, file, headers = {}, signal } = request;
    const aborter = new AbortController();
    const abort = (): void => aborter.abort();
    signal?.addEventListener("abort", abort);
    const stop = after(file === undefined ? timeoutMs : fileTimeoutMs, abort);
    try {
      const response = await fetch(path, {
        method,
        headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
        signal: aborter.signal,
        credentials: "same-origin",
        cache: "no-store",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(file === undefined ? {} : { body: file }),
      });
      const text = await response.text();
      if (response.status === 401) refused();
      if (!response.ok) return { ok: false, failure: toFailure(response, text) };
      const value = response.status === 204 ? null : parseJson(text);
      // A broken connection may cut a response short. A network that requires its own login may answer with an HTML page.
      if (value === undefined) return { ok: false, failure: unreadable() };
      return { ok: true, value: value as Value };
    } catch {
      return { ok: false, failure: signal?.aborted ? cancelled() : unreached() };
    } finally {
      stop();
      signal?.removeEventListener("abort", abort);
    }
  };
  return {
    get: (path, signal) => call("GET", path, signal === undefined ? {} : { signal }),
    async send<Value>(method: string, path: string, request: ApiRequest = {}) {
      for (let left = request.comesBack ?? 0; ; left -= 1) {
        const answer = await call<Value>(method, path, request);
        if (left === 0 || answer.ok || answer.failure.retryAfterSeconds !== 1) return answer;
        await new Promise<void>((resolve) => after(1_000, resolve));
      }
    },
  };
}

export const unreached = (): ApiFailure => ({
  status: 0,
  code: "unreached",
  message: words("unreached"),
  field: null,
  requestId: null,
});
export const unreadable = (): ApiFailure => ({ ...unreached(), code: "unreadable", message: words("unreadable") });
const cancelled = (): ApiFailure => ({ ...unreached(), code: "cancelled", message: words("cancelled") });

/** Returns whether the service may have carried out the request, or may still do so. */
export const isUnknown = ({ status, code }: ApiFailure): boolean =>
  (status === 0 && code !== "cancelled") || status === 504;

/** Returns whether the same request may succeed later. */
export const isPassing = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

/** Reads the reason of the failure from the service's response. */
export function toFailure(response: Response, text: string): ApiFailure {
  const { error } = fieldsOf<{ readonly error: { readonly code?: string; readonly message?: string } }>(text);
  const { code = "unexpected", message: said = "" } = error ?? {};
  const retryAfterSeconds = Number(response.headers.get("Retry-After") ?? 0);
  return {
    status: response.status,
    code,
    message: failureWords(code, error?.message, response.status),
    said,
    field: /^Field ([^\s:]+)/.exec(said)?.[1] ?? null,
    requestId: response.headers.get("X-Request-Id"),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  };
}

/** A text for each code whose message of the service is for programs. A code without a text does not compile. */
const isKnown = (code: string): code is ErrorCode & keyof typeof common => Object.hasOwn(codes, code);
const codes: Readonly<Record<ErrorCode & keyof typeof common, true>> & Readonly<Record<ErrorCode, true>> = {
  invalid_request: true,
  invalid_client: true,
  unauthorized_client: true,
  unauthorized: true,
  access_denied: true,
  not_found: true,
  method_not_allowed: true,
  conflict: true,
  payload_too_large: true,
  unsupported_media_type: true,
  rate_limited: true,
  internal_error: true,
  overloaded: true,
  unavailable: true,
  timeout: true,
  insufficient_storage: true,
};

/** Messages with field names and received values. They are exact, but they do not help a person who fills in a form. */
const isForPrograms = /^(Field|Parameter|Header|Query parameter|The body)\b|\bgot\b|\bexpected\b|[{}]|""/;

/** Returns the text that is shown for a failure. */
export function failureWords(code: string, message: string | undefined, status: number): string {
  if (message !== undefined && !isForPrograms.test(message)) return message;
  return isKnown(code) ? text(code) : text("failed", { status });
}
