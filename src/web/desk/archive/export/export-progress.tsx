import type { JSX } from "preact";
import type { ExportRun } from "./export-run.ts";

/** How far an export has come. */
export function ExportProgress({ run }: { readonly run: ExportRun }): JSX.Element {
  const { kind, chats, failure } = run.state.value;
  return (
    <div class="export-progress">
      <p role="status">
        {kind === "stopped" ? "Export stopped at" : "Exporting:"}{" "}
        <span class="number">{chats === 1 ? "1 chat" : `${chats} chats`}</span>
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
