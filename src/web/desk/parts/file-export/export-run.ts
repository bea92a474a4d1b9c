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

/** `running` with a failure: it is tried again. `stopped`: it goes on where it was when it is told to. */
export interface ExportState {
  readonly kind: "running" | "stopped" | "done" | "failed" | "cancelled";
  /** How much is written, of whatever it is that is counted. */
  readonly count: number;
  readonly failure: Pick<ApiFailure, "message"> | null;
}

export interface ExportRun {
  readonly state: ReadonlySignal<ExportState>;
  goOn(): void;
  cancel(): void;
  /** Resolves when it is done, has failed for good, or was cancelled. */
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

/** The service did not tell all; its message is for people. */
export class ExportError extends Error {}

/** Writes what the service tells, page by page, to a file. `writeAll` resolves with false where it was cancelled. */
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
      // Where it is not the service, the disk is full, or the file may not be written any more.
      const message = error instanceof ExportError ? error.message : text("fileNotWritten", { error: String(error) });
      show({ kind: "failed", failure: { message } });
    }
    if (aborter.signal.aborted && state.value.kind !== "done") show({ kind: "cancelled" });
    // What cannot be written cannot always be taken back.
    if (state.value.kind !== "done") await target.abort().catch(() => undefined);
    return state.value;
  };
  return { state, goOn, cancel: () => aborter.abort(), ended: run() };
}
