import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { BackupAnswer } from "../../../../codec/admin/admin-backup.ts";
import type { Answer, ApiFailure } from "../../../shared/api/api.ts";
import type { Target } from "../../../shared/browser/save-file.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { press, underWay } from "../../../shared/parts/press.ts";
import { exactTime } from "../../../shared/parts/times.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import type { Export } from "../../parts/export-progress.tsx";
import { ExportProgress, exportTo } from "../../parts/export-progress.tsx";
import { sizeOf } from "../../parts/size-of.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { PageTitle, Section } from "../forms/form-section.tsx";
import { backupFile, saveBackup } from "./backup-run.ts";

const text = textsOf("settings", settings);

/** Tasks that otherwise need access to the service's machine. */
export const Service = (): JSX.Element => (
  <main class="settings-page">
    <PageTitle>{text("service")}</PageTitle>
    <Backup />
    <ReloadConfig />
  </main>
);

/** `POST /api/config/reload`. */
interface ReloadAnswer {
  readonly changed: readonly string[];
  readonly needsRestart: readonly string[];
}

/** Reloads the config file and shows the result. */
function ReloadConfig(): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<Answer<ReloadAnswer> | "untried" | "busy">("untried");
  const reload = async (): Promise<void> => {
    state.value = "busy";
    state.value = await api.send<ReloadAnswer>("POST", "/api/config/reload");
  };
  const { value: at } = state;
  const isBusy = at === "busy";
  return (
    <Section title={text("configFile")} help={text("configFileHelp")}>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void reload())}>
          {text(isBusy ? "readingConfig" : "reloadConfig")}
        </button>
      </div>
      <div role="status" class="reloaded">
        {typeof at === "object" && at.ok && <Reloaded {...at.value} />}
      </div>
      {typeof at === "object" && !at.ok && (
        <p class="error reload-mistakes" role="alert">
          {mistakesOf(at.failure)}
        </p>
      )}
    </Section>
  );
}

/** The mistakes as in the log; each names its key of the file. */
const mistakesOf = ({ code, said, message }: ApiFailure): string =>
  code === "invalid_request" && said !== undefined ? said : message;

const Reloaded = ({ changed, needsRestart }: ReloadAnswer): JSX.Element => (
  <>
    {changed.length + needsRestart.length === 0 && <p>{text("configSame")}</p>}
    <Keys title={text("configChanged")} keys={changed} />
    <Keys title={text("configWaiting")} keys={needsRestart} />
  </>
);

const Keys = ({ title, keys }: { readonly title: string; readonly keys: readonly string[] }): JSX.Element | null =>
  keys.length === 0 ? null : (
    <>
      <p>{title}</p>
      <ul class="plain-list">
        {keys.map((key) => (
          <li key={key}>
            <code>{key}</code>
          </li>
        ))}
      </ul>
    </>
  );

/** The backup continues while another page is open. */
const running = signal<Export | null>(null);

/** All stored data in one file, and the state of the copies in the backup folder. */
function Backup(): JSX.Element {
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
  const { value: now } = running;
  const start = (): void => {
    const begin = (target: Target): Export => ({ of: "backup", run: saveBackup(api, browser, target) });
    void exportTo(backupFile(browser.nowMs()), running, begin, {
      done: (bytes) => text("backupSaved", { size: sizeOf(bytes) }),
      failed: (failure) => text("noBackup", { failure }),
    });
  };
  if (now !== null) return <ExportProgress run={now.run} say={sizeOf} />;
  return (
    <div class="save-bar">
      <button type="button" onClick={start}>
        <Icon name="download" /> {text("downloadBackup")}
      </button>
    </div>
  );
}
