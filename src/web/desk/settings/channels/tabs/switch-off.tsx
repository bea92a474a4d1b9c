import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { ErrorText, Field } from "../../../../shared/ui/field.tsx";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { tell } from "../../../shell/notices.tsx";
import { go, placeOf } from "../../../shell/route.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { AskingButton, Confirm } from "../../forms/confirm.tsx";
import { draftsOf } from "../../forms/drafts.ts";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf } from "../channel-fields.tsx";
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
      {failure !== null && <ErrorText>{failure.message}</ErrorText>}
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

/** Removes the channel after its name was typed. Source: CH-14. */
export function RemoveChannel({ channel: { id, name, kind } }: ChannelTabProps): JSX.Element {
  const desk = useDesk();
  const typed = useSignal("");
  const done = (): void => {
    draftsOf(desk).drop(formOf(id));
    tell(text("wasRemoved", { name }));
    go(placeOf(["settings", "channels"]), true);
  };
  return (
    <Section title={text("removeChannel")} help={text("removeChannelHelp")}>
      <AskingButton
        button={text("removeEllipsis")}
        look="danger"
        onAsk={() => (typed.value = "")}
        title={text("removeName", { name })}
        action={text("removeForGood")}
        why={typed.value.trim() === name.trim() ? null : text("typeNameFirst")}
        act={() => channelsOf(desk).remove(id)}
        onDone={done}
      >
        <ul class="plain-list">
          <li>{text(kind === "api" ? "removeApi" : "removeWidget")}</li>
          <li>{text("removeUndelivered")}</li>
          <li>{text("removeSettings")}</li>
        </ul>
        <Field label={text("typeName", { name })}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              value={typed.value}
              onInput={(event) => (typed.value = event.currentTarget.value)}
            />
          )}
        </Field>
      </AskingButton>
    </Section>
  );
}
