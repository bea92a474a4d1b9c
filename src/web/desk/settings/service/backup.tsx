import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { BackupAnswer } from "../../../../codec/admin/admin-backup.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { openTarget } from "../../../shared/browser/save-file.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { exactTime } from "../../../shared/parts/times.ts";
import { ExportProgress } from "../../parts/export-progress.tsx";
import type { ExportRun } from "../../parts/file-export.ts";
import { sizeOf } from "../../parts/size-of.ts";
import { tell } from "../../shell/notices.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { Section } from "../forms/form-section.tsx";
import { backupFile, saveBackup } from "./backup-run.ts";

const text = textsOf("settings", settings);

/** The backup continues while another page is open. */
const running = signal<ExportRun | null>(null);

/** All stored data in one file, and the state of the copies in the backup folder. */
export function Backup(): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<Answer<BackupAnswer> | null>(null);
  useEffect(() => {
    void api.get<BackupAnswer>("/api/backup").then((answer) => {
      state.value = answer;
    });
  }, []);
  const { value: answer } = state;
  // The data are stored where the service cannot copy them.
  const isElsewhere = answer?.ok === false && answer.failure.code === "conflict";
  return (
    <Section title={text("backup")} help={text("backupHelp")}>
      {answer !== null && !answer.ok && <p role="alert">{answer.failure.message}</p>}
      {answer?.ok === true && answer.value.folder !== null && <FolderState folder={answer.value.folder} />}
      {!isElsewhere && <Download />}
    </Section>
  );
}

type Folder = NonNullable<BackupAnswer["folder"]>;

const FolderState = ({ folder: { copiedUpTo, failure } }: { readonly folder: Folder }): JSX.Element => (
  <p>
    {copiedUpTo === null ? text("backupFolderEmpty") : text("backupFolderUpTo", { time: exactTime(copiedUpTo) })}
    {failure !== null && <span class="error"> {text("backupFolderFailed", { failure })}</span>}
  </p>
);

function Download(): JSX.Element {
  const { api, browser } = useDesk();
  const run = running.value;
  const begin = async (): Promise<void> => {
    const target = await openTarget(backupFile(browser.nowMs()));
    if (target === null || running.peek() !== null) return;
    const begun = saveBackup({ api, browser, target });
    running.value = begun;
    const { kind, count, failure } = await begun.ended;
    running.value = null;
    if (kind === "done") tell(text("backupSaved", { size: sizeOf(count) }));
    if (kind === "failed") tell(text("noBackup", { failure: failure?.message ?? "" }), "failed");
  };
  const start = (): void =>
    void begin().catch((error: unknown) => tell(text("fileNotOpened", { error: String(error) }), "failed"));
  if (run !== null) return <ExportProgress run={run} say={sizeOf} />;
  return (
    <div class="save-bar">
      <button type="button" onClick={start}>
        <Icon name="download" /> {text("downloadBackup")}
      </button>
    </div>
  );
}
