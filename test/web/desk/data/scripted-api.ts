import type { Answer, Api, ApiFailure } from "../../../../src/web/shared/api/api.ts";

interface Asked {
  readonly path: string;
  /** Answers the request with this value. */
  answer(value: unknown): Promise<void>;
  fail(failure?: Partial<ApiFailure>): Promise<void>;
}

/** An API whose responses the test sends, at any time and in any order. */
export function createScriptedApi() {
  const asked: Asked[] = [];
  const ask = <Value>(path: string, signal?: AbortSignal): Promise<Answer<Value>> =>
    new Promise((resolve) => {
      const settle = (answer: Answer<Value>): Promise<void> => {
        resolve(answer);
        signal?.removeEventListener("abort", cancel);
        return new Promise((done) => setImmediate(done));
      };
      const none = { status: 0, code: "unreached", message: "The service could not be reached.", field: null };
      const fail = (failure: Partial<ApiFailure> = {}): Promise<void> =>
        settle({ ok: false, failure: { ...none, requestId: null, ...failure } });
      const cancel = (): void => void fail({ code: "cancelled" });
      signal?.addEventListener("abort", cancel);
      asked.push({ path, fail, answer: (value) => settle({ ok: true, value: value as Value }) });
    });
  const api: Api = { get: ask, send: (method, path) => ask(`${method} ${path}`) };
  return {
    api,
    /** The number of requests so far. */
    count: () => asked.length,
    /** Returns the n-th request, counted from 0. */
    at(index: number): Asked {
      const one = asked[index];
      if (one === undefined) throw new Error(`Expected request ${index}, there were ${asked.length}`);
      return one;
    },
  };
}
