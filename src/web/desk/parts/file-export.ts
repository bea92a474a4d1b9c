import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Api } from "../../shared/api/api.ts";
import { isPassing } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { FileContent, Target } from "../../shared/browser/save-file.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { parts } from "../texts/en/parts.ts";

const text = textsOf("parts", parts);

/** `running` with a failure: the export is retrying. `stopped`: it continues at the same place on request. */
export interface ExportState {
  readonly kind: "running" | "stopped" | "done" | "failed" | "cancelled";
  /** The number of written items. */
  readonly count: number;
  readonly failure: { readonly message: string } | null;
}

export interface ExportRun {
  readonly state: ReadonlySignal<ExportState>;
  goOn(): void;
  cancel(): void;
  /** Resolves when the export is complete, has finally failed, or was cancelled. */
  readonly ended: Promise<ExportState>;
}

export interface Writing {
  readonly read: Read;
  write(content: FileContent): Promise<void>;
  counted(more: number): void;
  readonly cancelled: AbortSignal;
}

/** The service did not send all data; the message is for people. */
export class ExportError extends Error {}

/** Writes the service's pages to a file, one by one. `writeAll` resolves with false after a cancel. */
export function runExport(
  api: Api,
  browser: Browser,
  target: Target,
  writeAll: (writing: Writing) => Promise<boolean>,
): ExportRun {
  const state = signal<ExportState>({ kind: "running", count: 0, failure: null });
  const aborter = new AbortController();
  const show = (change: Partial<ExportState>): void => {
    state.value = { ...state.value, ...change };
  };
  const { read, goOn } = createReader({ api, browser, cancelled: aborter.signal, show });
  const run = async (): Promise<ExportState> => {
    try {
      const isWhole = await writeAll({
        read,
        write: (content) => target.write(content),
        counted: (more) => show({ count: state.value.count + more }),
        cancelled: aborter.signal,
      });
      if (isWhole) {
        await target.close();
        show({ kind: "done" });
      }
    } catch (error) {
      // Any other failure is local: the disk is full, or the file is no longer writable.
      const message = error instanceof ExportError ? error.message : text("fileNotWritten", { error: String(error) });
      show({ kind: "failed", failure: { message } });
    }
    if (aborter.signal.aborted && state.value.kind !== "done") show({ kind: "cancelled" });
    // An incomplete file cannot always be removed.
    if (state.value.kind !== "done") await target.abort().catch(() => undefined);
    return state.value;
  };
  return { state, goOn, cancel: () => aborter.abort(), ended: run() };
}

/** Resolves with null after a cancel, and with `gone` for removed data. All other failures are retried. */
export type Read = <Value>(path: string, gone?: Value) => Promise<Value | null>;

/** The delays of the retries; after the last one the agent must decide. */
const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

/** Requests until success: retries temporary failures, and permanent ones after `goOn`. */
function createReader({
  api,
  browser,
  cancelled,
  show,
}: {
  readonly api: Api;
  readonly browser: Browser;
  readonly cancelled: AbortSignal;
  /** The state of the requests: `running` with a failure is retrying, `stopped` waits for `goOn`. */
  readonly show: (change: { readonly kind?: "running" | "stopped"; readonly failure?: ExportState["failure"] }) => void;
}): { read: Read; goOn: () => void } {
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
