import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Field } from "../../../../shared/parts/field.tsx";
import { tell } from "../../../shell/notices.tsx";
import { go, placeOf } from "../../../shell/route.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { draftsOf } from "../../forms/drafts.ts";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { channelsOf } from "../channels-data.ts";
import { formsOf } from "../use-channel-form.ts";

/** Takes the channel away, after its name was typed. Source: CH-14. */
export function RemoveChannel({ channel: { id, name, kind } }: ChannelTabProps): JSX.Element {
  const desk = useDesk();
  const isAsking = useSignal(false);
  const typed = useSignal("");
  const ask = (): void => {
    typed.value = "";
    isAsking.value = true;
  };
  const done = (): void => {
    draftsOf(desk).drop(formsOf(id));
    tell(`${name} was removed`);
    go(placeOf(["settings", "channels"]), true);
  };
  return (
    <Section title="Remove the channel" help="To stop it for a while, switch it off instead.">
      <div class="save-bar">
        <button type="button" class="danger" onClick={ask}>
          Remove…
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={`Remove ${name}?`}
          action="Remove for good"
          why={typed.value.trim() === name.trim() ? null : "Type the name of the channel first."}
          act={() => channelsOf(desk).remove(id)}
          onDone={done}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            <li>
              {kind === "api" ? "Its addresses answer 404 from now on." : "Pages that carry its script show no widget."}
            </li>
            <li>What was not delivered yet fails at once. A bot of it is disconnected.</li>
            <li>Its settings are gone. Its chats stay in the archive.</li>
          </ul>
          <Field label={`Type ${name} to confirm`}>
            {(control) => (
              <input
                {...control}
                autocomplete="off"
                value={typed.value}
                onInput={(event) => (typed.value = event.currentTarget.value)}
              />
            )}
          </Field>
        </Confirm>
      )}
    </Section>
  );
}
