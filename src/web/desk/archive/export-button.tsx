import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { FileKind, Target } from "../../shared/browser/save-file.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { cancel } from "../../shared/parts/press.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { Export } from "../parts/export-progress.tsx";
import { ExportProgress, exportTo } from "../parts/export-progress.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { archive } from "../texts/en/archive.ts";
import type { ExportFormat } from "./archive-export.ts";
import { startExport } from "./archive-export.ts";
import type { ArchiveQuery } from "./query.ts";
import { isEverything } from "./query.ts";

const text = textsOf("archive", archive);

/** The export continues while another section is open. */
const running = signal<Export | null>(null);

/** Writes the search results to a file. */
export function ExportButton({ query }: { readonly query: ArchiveQuery }): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  const run = running.value?.run ?? null;
  const ask = (): void => {
    isAsking.value = true;
  };
  useCommands(
    run === null ? [{ id: "archive export", title: text("exportFound"), group: text("title"), run: ask }] : [],
    [run === null],
  );
  const start = (format: ExportFormat) => (): void => {
    const { api, browser } = desk;
    isAsking.value = false;
    const begin = (target: Target): Export => {
      const names = new Map(desk.surroundings.peek().channels.map(({ id, name }) => [id, name]));
      const channelName = (id: string): string => names.get(id) ?? id;
      return { of: format, run: startExport({ api, browser, query, format, target, channelName }) };
    };
    void exportTo(kindOf(format, browser.nowMs()), running, begin, {
      done: (n) => text("exported", { n }),
      failed: (reason) => text("nothingExported", { reason }),
    });
  };
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
            {cancel()}
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
