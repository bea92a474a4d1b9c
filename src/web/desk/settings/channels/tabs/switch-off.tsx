import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { channelsOf } from "../channels-data.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** Switches whether the channel accepts messages. Source: CH-14. */
export function SwitchOff({ channel: { id, name, kind, enabled } }: ChannelTabProps): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  const state = useSignal<FormState>(untried);
  const set = (value: boolean) => channelsOf(desk).change(id, { enabled: value });
  const { failure } = state.value;
  return (
    <Section title={text("onOrOff")}>
      <p>{text(enabled ? "isOn" : offKeys[kind])}</p>
      {failure !== null && (
        <p class="error" role="alert">
          {failure.message}
        </p>
      )}
      <div class="save-bar">
        {enabled ? (
          <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
            {text("switchOffEllipsis")}
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void submit(state, () => set(true))}>
            {text("switchOn")}
          </button>
        )}
      </div>
      {isAsking.value && (
        <Confirm
          title={text("switchOffAsk", { name })}
          action={text("switchOff")}
          act={() => set(false)}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            {consequences[kind].map((key) => (
              <li key={key}>{text(key)}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </Section>
  );
}

const offKeys = { api: "apiIsOff", widget: "widgetIsOff" } as const;

const consequences = {
  api: ["offStatus", "offRejected", "offUndelivered", "offKept"],
  widget: ["offVisitors", "offKept"],
} as const;
