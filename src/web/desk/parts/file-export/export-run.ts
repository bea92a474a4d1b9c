import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import type { FileContent, Target } from "../../../shared/browser/save-file.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { parts } from "../../texts/en/parts.ts";
import type { Read } from "./patient-reader.ts";
import { createReader } from "./patient-reader.ts";

const text = textsOf("parts", parts);

/** `running` with a failure: the export is retrying. `stopped`: it continues at the same place on request. */
export interface ExportState {
  readonly kind: "running" | "stopped" | "done" | "failed" | "cancelled";
  /** The number of written items. */
  readonly count: number;
  readonly failure: Pick<ApiFailure, "message"> | null;
}

export interface ExportRun {
  readonly state: ReadonlySignal<ExportState>;
  goOn(): void;
  cancel(): void;
  /** Resolves when the export is complete, has finally failed, or was cancelled. */
  readonly ended: Promise<ExportState>;
}

export interface ExportParts {
  readonly api: Pick<Api, "get">;
  readonly browser: Pick<Browser, "after" | "random">;
  readonly target: Target;
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
  { api, browser, target }: ExportParts,
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
