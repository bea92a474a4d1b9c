import type { JSX } from "preact";
import { split, textsOf } from "../../shared/language/texts.ts";
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
        {text("cancel")}
      </button>
    </div>
  );
}
