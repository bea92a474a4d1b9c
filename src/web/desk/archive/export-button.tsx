import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { FileKind } from "../../shared/browser/save-file.ts";
import { openTarget } from "../../shared/browser/save-file.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ExportProgress } from "../parts/export-progress.tsx";
import type { ExportRun } from "../parts/file-export.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { tell } from "../shell/notices.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";
import type { ExportFormat } from "./archive-export.ts";
import { startExport } from "./archive-export.ts";
import type { ArchiveQuery } from "./query.ts";
import { isEverything } from "./query.ts";

const text = textsOf("archive", archive);

/** The export continues while another section is open. */
const running = signal<ExportRun | null>(null);

/** Writes the search results to a file. */
export function ExportButton({ query }: { readonly query: ArchiveQuery }): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  const run = running.value;
  const ask = (): void => {
    isAsking.value = true;
  };
  useCommands(
    run === null ? [{ id: "archive export", title: text("exportFound"), group: text("title"), run: ask }] : [],
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
    if (kind === "done") tell(text("exported", { n: count }));
    if (kind === "failed") tell(text("nothingExported", { reason: failure?.message ?? "" }), "failed");
  };
  const start = (format: ExportFormat) => () =>
    void begin(format).catch((error: unknown) => tell(text("fileNotOpened", { error: String(error) }), "failed"));
  if (run !== null) return <ExportProgress run={run} say={chatsOf} />;
  return (
    <>
      <button type="button" onClick={ask}>
        <Icon name="download" /> {text("export")}
      </button>
      {isAsking.value && (
        <Dialog title={text("exportClosed")} onClose={() => (isAsking.value = false)}>
          <p>{text(isEverything(query) ? "exportAll" : "exportFitting")}</p>
          <div class="formats">
            <button type="button" onClick={start("csv")}>
              <b>{text("table")}</b>
              <span class="help">{text("tableHas")}</span>
            </button>
            <button type="button" onClick={start("jsonl")}>
              <b>{text("everything")}</b>
              <span class="help">{text("everythingHas")}</span>
            </button>
          </div>
          <button type="button" class="quiet" onClick={() => (isAsking.value = false)}>
            {text("cancel")}
          </button>
        </Dialog>
      )}
    </>
  );
}

const chatsOf = (count: number): string => text("chats", { n: count });

function kindOf(format: ExportFormat, nowMs: number): FileKind {
  const name = `chats-${new Date(nowMs).toISOString().slice(0, 10)}`;
  return format === "csv"
    ? { name: `${name}.csv`, mimeType: "text/csv", extension: ".csv" }
    : { name: `${name}.jsonl`, mimeType: "application/x-ndjson", extension: ".jsonl" };
}
