import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import { isPassing } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";

/** Resolves with null after a cancel, and with `gone` for removed data. All other failures are retried. */
export type Read = <Value>(path: string, gone?: Value) => Promise<Value | null>;

export interface ReaderParts {
  readonly api: Pick<Api, "get">;
  readonly browser: Pick<Browser, "after" | "random">;
  readonly cancelled: AbortSignal;
  /** The state of the requests: `running` with a failure is retrying, `stopped` waits for `goOn`. */
  readonly show: (change: {
    readonly kind?: "running" | "stopped";
    readonly failure?: Pick<ApiFailure, "message"> | null;
  }) => void;
}

/** The delays of the retries; after the last one the agent must decide. */
const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

/** Requests until success: retries temporary failures, and permanent ones after `goOn`. */
export function createReader({ api, browser, cancelled, show }: ReaderParts): { read: Read; goOn: () => void } {
  /** Several requests may wait for the same `goOn`. */
  const waiting = new Set<() => void>();
  const goOn = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  cancelled.addEventListener("abort", goOn);
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const stop = browser.after(ms, resolve);
      cancelled.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  const read: Read = async <Value>(path: string, gone?: Value) => {
    let hasFailed = false;
    for (let tries = 0; !cancelled.aborted; tries += 1) {
      const answer = await api.get<Value>(path, cancelled);
      if (cancelled.aborted) return null;
      if (answer.ok) {
        if (hasFailed) show({ kind: "running", failure: null });
        return answer.value;
      }
      const { failure } = answer;
      if (failure.status === 404 && gone !== undefined) return gone;
      hasFailed = true;
      const pauseMs = pausesMs[tries];
      if (isPassing(failure) && pauseMs !== undefined) {
        show({ failure });
        await pause(pauseMs * (1 + browser.random() / 2));
      } else {
        show({ kind: "stopped", failure });
        await new Promise<void>((resolve) => waiting.add(resolve));
        show({ kind: "running" });
        tries = -1;
      }
    }
    return null;
  };
  return { read, goOn };
}
