import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Answer, ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { press, underWay } from "../../../shared/parts/press.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { Section } from "../forms/form-section.tsx";

const text = textsOf("settings", settings);

/** `POST /api/config/reload`. */
interface ReloadAnswer {
  readonly changed: readonly string[];
  readonly needsRestart: readonly string[];
}

/** Reloads the config file and shows the result. */
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
