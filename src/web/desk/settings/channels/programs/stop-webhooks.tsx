import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { channelsOf } from "../channels-data.ts";

const text = textsOf("settings-programs", settingsPrograms);

/** Removes the webhook URL, which stops the webhooks. Source: WH-01. */
export function StopWebhooks({ channel: { id, name } }: ChannelTabProps): JSX.Element {
  const data = channelsOf(useDesk());
  const isAsking = useSignal(false);
  return (
    <Section title={text("switchWebhooksOff")}>
      <div class="save-bar">
        <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
          {text("switchOffEllipsis")}
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={text("switchWebhooksOffAsk", { name })}
          action={text("switchOff")}
          act={() => data.change(id, { webhooks: null })}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            <li>{text("noMoreEvents")}</li>
            <li>{text("webhooksForgotten")}</li>
          </ul>
        </Confirm>
      )}
    </Section>
  );
}
