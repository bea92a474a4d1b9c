import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { channelsOf } from "../channels-data.ts";

/** Whether the channel takes messages. Source: CH-14. */
export function SwitchOff({ channel: { id, name, kind, enabled } }: ChannelTabProps): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  const state = useSignal<FormState>(untried);
  const set = (value: boolean) => channelsOf(desk).change(id, { enabled: value });
  const { failure } = state.value;
  return (
    <Section title="On or off">
      <p>
        {enabled
          ? "The channel is on: it takes messages."
          : `The channel is switched off: ${offWords[kind]} Its settings and chats are kept.`}
      </p>
      {failure !== null && (
        <p class="error" role="alert">
          {failure.message}
        </p>
      )}
      <div class="save-bar">
        {enabled ? (
          <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
            Switch off…
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void submit(state, () => set(true))}>
            Switch on
          </button>
        )}
      </div>
      {isAsking.value && (
        <Confirm
          title={`Switch ${name} off?`}
          action="Switch off"
          act={() => set(false)}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            {(kind === "api" ? apiConsequences : widgetConsequences).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </Section>
  );
}

const offWords = {
  api: "the status query answers 0, and messages are rejected with status 403.",
  widget: "its visitors find it offline, and their messages are not taken.",
};

const apiConsequences = [
  "The status query answers 0 (offline), whoever is there.",
  "Messages of customers are rejected with status 403.",
  "What agents wrote and was not delivered yet fails at once.",
  "Settings and chats are kept. You can switch it on again at any time.",
];
const widgetConsequences = [
  "Visitors find the widget offline, and their messages are not taken.",
  "Settings and chats are kept. You can switch it on again at any time.",
];
