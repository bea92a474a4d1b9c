import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ApiChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../../shared/language/texts.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { placeOf, route } from "../../../shell/route.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { CheckField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf, useChange } from "../channel-fields.tsx";
import { channelsOf } from "../channels-data.ts";
import { firstMessageLine, statusLine } from "./curl-lines.ts";
import { SendTest } from "./send-test.tsx";
import { SigningSecret } from "./signing-secret.tsx";

const text = textsOf("settings-programs", settingsPrograms);

/** The addresses that connect customer system and service, and the state of the connection. Source: CH-02. */
export function ConnectionTab({ channel }: ChannelTabProps): JSX.Element | null {
  if (channel.kind !== "api") return null;
  return (
    <>
      {route.value.query.has("new") && <WhatNow channel={channel} />}
      <Section title={text("serviceEndpoint")} help={text("serviceEndpointHelp")}>
        <CopyField label={text("endpointUrl")} value={channel.endpointUrl} help={text("endpointUrlHelp")} />
        <CopyField label={text("statusUrl")} value={channel.statusUrl} help={text("statusUrlHelp")} />
        <Renew channel={channel} />
      </Section>
      <Section title={text("tryShell")} help={text("tryShellHelp")}>
        <CopyField label={text("sendFirst")} value={firstMessageLine(channel.endpointUrl)} />
        <CopyField label={text("askStatus")} value={statusLine(channel.statusUrl)} />
      </Section>
      <SendTest
        channelId={channel.id}
        target="customer_system"
        title={text("sendTest")}
        help={text("sendTestHelp", { url: channel.webhookUrl })}
        action={text("sendTest")}
      />
      <SigningSecret id={channel.id} path="secret" secrets={channel} end={{ signingSecret: null }} />
      <SigningSecret id={channel.id} path="incoming/secret" secrets={channel.incoming}>
        {channel.incoming.signed && <RequireSignature channel={channel} />}
      </SigningSecret>
    </>
  );
}

/** The next steps after a channel was created. Source: CH-02. */
const WhatNow = ({ channel: { id, name } }: { readonly channel: ApiChannelAnswer }): JSX.Element => (
  <section class="settings-notice" aria-labelledby="what-now">
    <h2 id="what-now">{text("whatNow", { name })}</h2>
    <ol class="plain-list">
      <li>{text("pasteEndpoint")}</li>
      <li>{text("sendTestBelow")}</li>
    </ol>
    <p>
      {split(text("thenWrite", { inbox: "{inbox}", pages: "{pages}" }), {
        inbox: <a href={placeOf(["inbox", "waiting"])}>{text("inboxLink")}</a>,
        pages: <a href={placeOf(["settings", "channels", id, "bot"])}>{text("theirPages")}</a>,
      })}
    </p>
  </section>
);

/** Source: AUTH-18. */
function RequireSignature({ channel }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "signatures"),
    saved: { requireSignature: channel.requireSignature },
    sentences: { requireSignature: () => text("incomingMissing") },
    send: change,
  });
  return (
    <SettingsForm form={form}>
      <CheckField
        label={text("requireSignature")}
        of={bind(form, "requireSignature")}
        help={text("requireSignatureHelp")}
      />
    </SettingsForm>
  );
}

/** Source: CH-06. */
function Renew({ channel: { id, name } }: { readonly channel: ApiChannelAnswer }): JSX.Element {
  const data = channelsOf(useDesk());
  const isAsking = useSignal(false);
  const said = useSignal("");
  return (
    <div class="save-bar">
      <button type="button" onClick={() => (isAsking.value = true)}>
        {text("renewEllipsis")}
      </button>
      <p class="said" role="status">
        {said.value}
      </p>
      {isAsking.value && (
        <Confirm
          title={text("renewAsk", { name })}
          action={text("renew")}
          act={() => data.act("POST", id, "random")}
          onDone={() => (said.value = text("renewed"))}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            <li>{text("renewSecret")}</li>
            <li>{text("renewNothing")}</li>
            <li>{text("renewWhen")}</li>
          </ul>
        </Confirm>
      )}
    </div>
  );
}
