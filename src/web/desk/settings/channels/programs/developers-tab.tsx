import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { press, underWay } from "../../../../shared/parts/press.ts";
import { byLine } from "../../../../shared/parts/sentences.ts";
import { ErrorText } from "../../../../shared/ui/field.tsx";
import type { FormState } from "../../../parts/form.ts";
import { submit, untried } from "../../../parts/form.ts";
import { placeOf } from "../../../shell/route.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { ChannelEndpointPages, ChannelEndpoints, isAtEndpoint } from "../../endpoints/channel-endpoints.tsx";
import { checkLines, checkSafeUrl, checkUrl, safeUrlSentence, targetSentence } from "../../forms/checks.ts";
import { AskingButton } from "../../forms/confirm.tsx";
import { LinesField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf, useChange } from "../channel-fields.tsx";
import { channelsOf } from "../channels-data.ts";
import { IdentitySection } from "./identity-section.tsx";
import { replayAll } from "./replay.ts";
import { SendTest } from "./send-test.tsx";
import { SigningSecret } from "./signing-secret.tsx";

const text = textsOf("settings-programs", settingsPrograms);

/** Integration settings for developers: events for the owner's server, proofs of visitors, and the allowed link targets in custom data. Source: WH-01, WJ-21, WJ-48. */
export const DevelopersTab = ({ channel }: ChannelTabProps): JSX.Element =>
  isAtEndpoint() ? <ChannelEndpointPages channel={channel} /> : <Developers channel={channel} />;

const Developers = ({ channel }: ChannelTabProps): JSX.Element => (
  <>
    <h2 class="tab-title">{text("developers")}</h2>
    <WebhookUrl channel={channel} />
    {channel.webhooks !== null && channel.webhooks.url !== "" && (
      <>
        <SigningSecret
          id={channel.id}
          path="webhooks/secret"
          secrets={channel.webhooks}
          end={{ webhooks: { signingSecret: null } }}
        />
        <SendTest
          channelId={channel.id}
          target="webhooks"
          title={text("sendTestEvent")}
          help={text("sendTestEventHelp")}
          action={text("sendTestEvent")}
        />
      </>
    )}
    <ChannelEndpoints channel={channel} />
    {channel.webhooks !== null && (
      <>
        <Section title={text("deliveries")} help={text("deliveriesHelp")}>
          <p>
            <a href={placeOf(["deliveries"], { channel: channel.id, kind: "webhook" })}>{text("allEvents")}</a>
          </p>
          <ReplayWebhooks id={channel.id} />
        </Section>
        <StopWebhooks channel={channel} />
      </>
    )}
    {channel.kind === "widget" && <IdentitySection channel={channel} />}
    {channel.kind === "widget" && <SafeUrls id={channel.id} channel={channel} safeUrls={channel.safeUrls} />}
  </>
);

function WebhookUrl({ channel }: ChannelTabProps): JSX.Element {
  const url = channel.webhooks?.url ?? "";
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "webhooks"),
    saved: { url },
    places: { url: "webhooks.url" },
    sentences: { url: targetSentence },
    check: (values) => ({ url: checkUrl(values.url) }),
    send: (changed) => change({ webhooks: changed }),
  });
  return (
    <Section title={text("webhooks")} help={text(url === "" ? "webhooksOff" : "webhooksOn")}>
      <SettingsForm form={form} {...(url === "" && { action: text("switchOn") })}>
        <TextField
          label={text("webhookUrl")}
          type="url"
          placeholder="https://crm.example.com/hook"
          of={bind(form, "url")}
          help={text("webhookUrlHelp")}
        />
      </SettingsForm>
    </Section>
  );
}

interface SafeUrlsProps extends ChannelTabProps {
  readonly id: string;
  readonly safeUrls: readonly string[];
}

const checkSafeUrls = checkLines(checkSafeUrl, 100);

/** Source: WJ-21. */
function SafeUrls({ channel, safeUrls }: SafeUrlsProps): JSX.Element {
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "safe URLs"),
    saved: { safeUrls },
    sentences: { safeUrls: byLine(safeUrlSentence()) },
    check: (values) => ({ safeUrls: checkSafeUrls(values.safeUrls) }),
    send: change,
  });
  return (
    <Section title={text("safeUrl")} help={text("safeUrlHelp")}>
      <SettingsForm form={form}>
        <LinesField label={text("safeUrlList")} of={bind(form, "safeUrls")} help={text("safeUrlListHelp")} />
      </SettingsForm>
    </Section>
  );
}

/** Removes the webhook URL, which stops the webhooks. Source: WH-01. */
function StopWebhooks({ channel: { id, name, webhooks } }: ChannelTabProps): JSX.Element {
  const data = channelsOf(useDesk());
  return (
    <Section title={text("switchWebhooksOff")}>
      <AskingButton
        button={text("switchOffEllipsis")}
        look="danger"
        title={text("switchWebhooksOffAsk", { name })}
        action={text("switchOff")}
        act={() => data.change(id, { webhooks: null })}
      >
        <ul class="plain-list">
          <li>{text("noMoreEvents")}</li>
          <li>{text("webhooksForgotten")}</li>
          {webhooks?.endpoints[0] !== undefined && <li>{text("endpointsRemoved")}</li>}
        </ul>
      </AskingButton>
    </Section>
  );
}

/** Resends finally failed events, and shows the progress. Source: WH-38. */
function ReplayWebhooks({ id }: { readonly id: string }): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<FormState>(untried);
  const said = useSignal("");
  const start = (): Promise<boolean> =>
    submit(state, async () => {
      said.value = text("lookingForFailed");
      const done = await replayAll(api, id, (replayed) => {
        said.value = text("replayedSoFar", { n: replayed });
      });
      if (done.ok) said.value = done.value === 0 ? text("nothingToReplay") : text("replayed", { n: done.value });
      return done;
    });
  const { isBusy, failure } = state.value;
  return (
    <>
      <div class="save-bar">
        <button type="button" {...press(isBusy ? underWay() : null, () => void start())}>
          {text("replay")}
        </button>
        <p class="said" role="status">
          {said.value}
        </p>
      </div>
      {failure !== null && <ErrorText>{text("replayStopped", { failure: failure.message })}</ErrorText>}
    </>
  );
}
