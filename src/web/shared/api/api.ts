import type { Browser } from "../browser/browser.types.ts";
import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";
import { failureWords } from "./failure-words.ts";

const words = textsOf("common", common);

/** Why something was not done, to be read by a person. */
export interface ApiFailure {
  /** Of the answer; 0 when none came. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The service's own words for programs, exact and not to be shown; absent when no answer came. */
  readonly said?: string;
  /** Which field of what was sent is meant, like `webhooks.url`; null for none. */
  readonly field: string | null;
  /** To be told to whoever runs the service; null when no answer came. */
  readonly requestId: string | null;
}

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ApiFailure };

export interface ApiRequest {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The service's REST API, by the session's cookie. Never throws: whatever happens is an answer. */
export interface Api {
  get<Value>(path: string, signal?: AbortSignal): Promise<Answer<Value>>;
  send<Value>(method: "POST" | "PATCH" | "DELETE" | "PUT", path: string, request?: ApiRequest): Promise<Answer<Value>>;
}

const timeoutMs = 20_000;
/** Files take their time: the service cuts off those that stand still. */
const fileTimeoutMs = 600_000;

/** `refused` hears of every answer 401: the session has ended. */
export function createApi({ fetch, after }: Pick<Browser, "fetch" | "after">, refused: () => void): Api {
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
      const value = response.status === 204 ? null : read(text);
      // A line that broke may end an answer early, a network that wants a login of its own answers pages.
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
    send: (method, path, request = {}) => call(method, path, request),
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

/** Whether the same request may do better later. */
export const isPassing = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

/** Why the service did not do it, from its answer. */
export function toFailure(response: Response, text: string): ApiFailure {
  const { error } = (read(text) ?? {}) as { error?: { code?: string; message?: string } };
  const { code = "unexpected", message: said = "" } = error ?? {};
  return {
    status: response.status,
    code,
    message: failureWords(code, error?.message, response.status),
    said,
    field: /^Field ([^\s:]+)/.exec(said)?.[1] ?? null,
    requestId: response.headers.get("X-Request-Id"),
  };
}

/** Undefined for what is no JSON, as answers of something between us and the service. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
