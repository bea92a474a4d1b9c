import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Answer, ApiFailure } from "../../../shared/api/api.ts";
import { press, underWay } from "../../../shared/parts/press.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { Section } from "../forms/form-section.tsx";

/** `POST /api/config/reload`. */
interface ReloadAnswer {
  readonly changed: readonly string[];
  readonly needsRestart: readonly string[];
}

/** Has the config file read again, and shows what came of it. */
export function ReloadConfig(): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<Answer<ReloadAnswer> | "untried" | "busy">("untried");
  const reload = async (): Promise<void> => {
    state.value = "busy";
    state.value = await api.send<ReloadAnswer>("POST", "/api/config/reload");
  };
  const { value: at } = state;
  const isBusy = at === "busy";
  return (
    <Section
      title="Config file"
      help="The service reads it again, as at a signal SIGHUP. With a mistake in it nothing changes. Where several processes serve, it is one of them."
    >
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void reload())}>
          {isBusy ? "Reading…" : "Reload configuration"}
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

/** Mistakes are told as they stand in the log: each names its key of the file. */
const mistakesOf = ({ code, said, message }: ApiFailure): string =>
  code === "invalid_request" && said !== undefined ? said : message;

const Reloaded = ({ changed, needsRestart }: ReloadAnswer): JSX.Element => (
  <>
    {changed.length + needsRestart.length === 0 && <p>The file says what is in effect already.</p>}
    <Keys title="Changed, and in effect:" keys={changed} />
    <Keys title="Changed in the file, and waiting for a restart:" keys={needsRestart} />
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
