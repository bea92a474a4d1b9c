import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { FileKind } from "../../../shared/browser/save-file.ts";
import { openTarget } from "../../../shared/browser/save-file.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ExportProgress } from "../../parts/file-export/export-progress.tsx";
import type { ExportRun } from "../../parts/file-export/export-run.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { tell } from "../../shell/notices.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import type { ArchiveQuery } from "../query.ts";
import { isEverything } from "../query.ts";
import type { ExportFormat } from "./archive-export.ts";
import { startExport } from "./archive-export.ts";

/** It goes on while one looks at something else. */
const running = signal<ExportRun | null>(null);

/** Writes what was found to a file. */
export function ExportButton({ query }: { readonly query: ArchiveQuery }): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  const run = running.value;
  const ask = (): void => {
    isAsking.value = true;
  };
  useCommands(
    run === null ? [{ id: "archive export", title: "Export what was found", group: "Archive", run: ask }] : [],
    [run === null],
  );
  const begin = async (format: ExportFormat): Promise<void> => {
    const { api, browser } = desk;
    isAsking.value = false;
    const target = await openTarget(kindOf(format, browser.nowMs()));
    if (target === null) return;
    const names = new Map(desk.surroundings.peek().channels.map(({ id, name }) => [id, name]));
    const channelName = (id: string): string => names.get(id) ?? id;
    const begun = startExport({ api, browser, query, format, target, channelName });
    running.value = begun;
    const { kind, count, failure } = await begun.ended;
    running.value = null;
    if (kind === "done") tell(`Exported ${chatsOf(count)}.`);
    if (kind === "failed") tell(`Nothing was exported. ${failure?.message ?? ""}`, "failed");
  };
  const start = (format: ExportFormat) => () =>
    void begin(format).catch((error: unknown) => tell(`The file could not be opened: ${String(error)}`, "failed"));
  if (run !== null) return <ExportProgress run={run} say={chatsOf} />;
  return (
    <>
      <button type="button" onClick={ask}>
        <Icon name="download" /> Export
      </button>
      {isAsking.value && (
        <Dialog title="Export closed chats" onClose={() => (isAsking.value = false)}>
          <p>
            {isEverything(query)
              ? "All closed chats that you may see."
              : "The closed chats that fit what is searched for."}
          </p>
          <div class="formats">
            <button type="button" onClick={start("csv")}>
              <b>Table (CSV)</b>
              <span class="help">A row for each chat: who, when, where, the last message</span>
            </button>
            <button type="button" onClick={start("jsonl")}>
              <b>Everything (JSON Lines)</b>
              <span class="help">A line for each chat, with all its messages; takes longer</span>
            </button>
          </div>
          <button type="button" class="quiet" onClick={() => (isAsking.value = false)}>
            Cancel
          </button>
        </Dialog>
      )}
    </>
  );
}

const chatsOf = (count: number): string => (count === 1 ? "1 chat" : `${count} chats`);

function kindOf(format: ExportFormat, nowMs: number): FileKind {
  const name = `chats-${new Date(nowMs).toISOString().slice(0, 10)}`;
  return format === "csv"
    ? { name: `${name}.csv`, mimeType: "text/csv", extension: ".csv" }
    : { name: `${name}.jsonl`, mimeType: "application/x-ndjson", extension: ".jsonl" };
}
