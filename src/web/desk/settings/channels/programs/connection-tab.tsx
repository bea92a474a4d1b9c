import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ApiChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { placeOf, route } from "../../../shell/route.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { channelsOf } from "../channels-data.ts";
import { firstMessageLine, statusLine } from "./curl-lines.ts";
import { SendTest } from "./send-test.tsx";

/** How the customer system and the service find each other, and whether they do. Source: CH-02. */
export function ConnectionTab({ channel }: ChannelTabProps): JSX.Element | null {
  if (channel.kind !== "api") return null;
  return (
    <>
      {route.value.query.has("new") && <WhatNow channel={channel} />}
      <Section
        title="Service endpoint"
        help="Your system talks to the service here. Who knows the address can write as any customer: keep it secret."
      >
        <CopyField label="Endpoint URL" value={channel.endpointUrl} help="Post what customers write to it." />
        <CopyField label="Status URL" value={channel.statusUrl} help="Answers 1 while agents are online, else 0." />
        <Renew channel={channel} />
      </Section>
      <Section title="Try it from a shell" help="These lines do what your system will do.">
        <CopyField label="Send a first customer message" value={firstMessageLine(channel.endpointUrl)} />
        <CopyField label="Ask for the status" value={statusLine(channel.statusUrl)} />
      </Section>
      <SendTest
        channel={channel}
        target="customer_system"
        title="Send test"
        help={`One message, marked as a test, to your system at ${channel.webhookUrl}. Nothing is repeated, no agent sees it.`}
        action="Send test"
      />
    </>
  );
}

/** What follows when a channel was made. Source: CH-02. */
const WhatNow = ({ channel: { id, name } }: { readonly channel: ApiChannelAnswer }): JSX.Element => (
  <section class="settings-notice" aria-labelledby="what-now">
    <h2 id="what-now">{name} is connected. What now</h2>
    <ol class="plain-list">
      <li>Paste the endpoint URL below into your system.</li>
      <li>Send a test below, to see whether your system takes what agents write.</li>
    </ol>
    <p>
      Then write a first message, from your system or with the line below: it comes to the{" "}
      <a href={placeOf(["inbox", "waiting"])}>inbox</a>. A bot and webhooks can be added on{" "}
      <a href={placeOf(["settings", "channels", id, "bot"])}>their pages</a>.
    </p>
  </section>
);

/** Source: CH-06. */
function Renew({ channel: { id, name } }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const data = channelsOf(useDesk());
  const isAsking = useSignal(false);
  const said = useSignal("");
  return (
    <div class="save-bar">
      <button type="button" onClick={() => (isAsking.value = true)}>
        Renew the address…
      </button>
      <p class="said" role="status">
        {said.value}
      </p>
      {isAsking.value && (
        <Confirm
          title={`Renew the address of ${name}?`}
          action="Renew"
          act={() => data.act(id, "random")}
          onDone={() => (said.value = "Renewed: give your system the new address.")}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            <li>
              The address gets a new secret part. The old one answers 404 at once, for messages and for the status.
            </li>
            <li>Your system cannot send anything until it has the new address.</li>
            <li>Do this when the old address has become known to others.</li>
          </ul>
        </Confirm>
      )}
    </div>
  );
}
