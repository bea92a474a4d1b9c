import type { JSX } from "preact";
import type { ExportRun } from "./export-run.ts";

interface ExportProgressProps {
  readonly run: ExportRun;
  /** "3 chats". */
  readonly say: (count: number) => string;
}

/** How far an export has come. */
export function ExportProgress({ run, say }: ExportProgressProps): JSX.Element {
  const { kind, count, failure } = run.state.value;
  return (
    <div class="export-progress">
      <p role="status">
        {kind === "stopped" ? "Export stopped at" : "Exporting:"} <span class="number">{say(count)}</span>
        {failure !== null && (
          <span class="help">{kind === "stopped" ? failure.message : `${failure.message} Trying again…`}</span>
        )}
      </p>
      {kind === "stopped" && (
        <button type="button" onClick={run.goOn}>
          Go on
        </button>
      )}
      <button type="button" onClick={run.cancel}>
        Cancel
      </button>
    </div>
  );
}
