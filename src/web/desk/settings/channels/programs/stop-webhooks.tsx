import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useDesk } from "../../../shell/use-desk.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { channelsOf } from "../channels-data.ts";

/** No URL, no webhooks. Source: WH-01. */
export function StopWebhooks({ channel: { id, name } }: ChannelTabProps): JSX.Element {
  const data = channelsOf(useDesk());
  const isAsking = useSignal(false);
  return (
    <Section title="Switch the webhooks off">
      <div class="save-bar">
        <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
          Switch off…
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={`Switch the webhooks of ${name} off?`}
          action="Switch off"
          act={() => data.change(id, { webhooks: null })}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            <li>No more events are told. Those that are waiting are not sent any more.</li>
            <li>URL and signing secret are forgotten.</li>
          </ul>
        </Confirm>
      )}
    </Section>
  );
}
