import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { FileKind, Target } from "../../shared/browser/save-file.ts";
import { openTarget } from "../../shared/browser/save-file.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { cancel } from "../../shared/parts/press.ts";
import { tell } from "../shell/notices.tsx";
import { parts } from "../texts/en/parts.ts";
import type { ExportRun } from "./file-export.ts";

const text = textsOf("parts", parts);

interface ExportProgressProps {
  readonly run: ExportRun;
  /** "3 chats". */
  readonly say: (count: number) => string;
}

/** The progress of an export. */
export function ExportProgress({ run, say }: ExportProgressProps): JSX.Element {
  const { kind, count, failure } = run.state.value;
  return (
    <div class="export-progress">
      <p role="status">
        {split(text(kind === "stopped" ? "exportStopped" : "exporting", { count: "{count}" }), {
          count: <span class="number">{say(count)}</span>,
        })}
        {failure !== null && (
          <span class="help">
            {kind === "stopped" ? failure.message : text("tryingAgain", { reason: failure.message })}
          </span>
        )}
      </p>
      {kind === "stopped" && (
        <button type="button" onClick={run.goOn}>
          {text("goOn")}
        </button>
      )}
      <button type="button" onClick={run.cancel}>
        {cancel()}
      </button>
    </div>
  );
}

/** An export, and what it exports. */
export interface Export {
  readonly of: string;
  readonly run: ExportRun;
}

/**
 * Asks for a file and exports to it. A notice says how the export ended. `running` holds the export while it runs, also while another
 * section is open; one at a time.
 */
export async function exportTo(
  file: FileKind,
  running: Signal<Export | null>,
  begin: (target: Target) => Export,
  words: { readonly done: (count: number) => string; readonly failed: (reason: string) => string },
): Promise<void> {
  try {
    const target = await openTarget(file);
    if (target === null || running.peek() !== null) return;
    const begun = begin(target);
    running.value = begun;
    const { kind, count, failure } = await begun.run.ended;
    running.value = null;
    if (kind === "done") tell(words.done(count));
    if (kind === "failed") tell(words.failed(failure?.message ?? ""), "failed");
  } catch (error) {
    tell(text("fileNotOpened", { error: String(error) }), "failed");
  }
}
