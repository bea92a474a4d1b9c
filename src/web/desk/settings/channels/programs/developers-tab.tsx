import type { JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { byLine } from "../../../../shared/parts/sentences.ts";
import { placeOf } from "../../../shell/route.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { bind } from "../../forms/bound.ts";
import { checkUrl } from "../../forms/checks.ts";
import { LinesField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { checkLines, checkSafeUrl, safeUrlSentence } from "../../forms/line-checks.ts";
import { targetSentence } from "../../forms/target-words.ts";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { useChannelForm } from "../use-channel-form.ts";
import { ReplayWebhooks } from "./replay-webhooks.tsx";
import { SendTest } from "./send-test.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { StopWebhooks } from "./stop-webhooks.tsx";

const text = textsOf("settings-programs", settingsPrograms);

/** Integration settings for developers: events for the owner's server, and the allowed link targets in custom data. Source: WH-01, WJ-21. */
export const DevelopersTab = ({ channel }: ChannelTabProps): JSX.Element => (
  <>
    <h2 class="tab-title">{text("developers")}</h2>
    <WebhookUrl channel={channel} />
    {channel.webhooks !== null && (
      <>
        <SigningSecret id={channel.id} webhooks={channel.webhooks} />
        <SendTest
          channel={channel}
          target="webhooks"
          title={text("sendTestEvent")}
          help={text("sendTestEventHelp")}
          action={text("sendTestEvent")}
        />
        <Section title={text("deliveries")} help={text("deliveriesHelp")}>
          <p>
            <a href={placeOf(["deliveries"], { channel: channel.id, kind: "webhook" })}>{text("allEvents")}</a>
          </p>
          <ReplayWebhooks id={channel.id} />
        </Section>
        <StopWebhooks channel={channel} />
      </>
    )}
    {channel.kind === "widget" && <SafeUrls id={channel.id} channel={channel} safeUrls={channel.safeUrls} />}
  </>
);

function WebhookUrl({ channel }: ChannelTabProps): JSX.Element {
  const { webhooks } = channel;
  const form = useChannelForm({
    name: "webhooks",
    channel,
    saved: { url: webhooks?.url ?? "" },
    places: { url: "webhooks.url" },
    sentences: { url: targetSentence },
    check: ({ url }) => ({ url: checkUrl(url) }),
    toChange: (changed) => ({ webhooks: changed }),
  });
  return (
    <Section title={text("webhooks")} help={text(webhooks === null ? "webhooksOff" : "webhooksOn")}>
      <SettingsForm form={form} {...(webhooks === null && { action: text("switchOn") })}>
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
  const form = useChannelForm({
    name: "safe URLs",
    channel,
    saved: { safeUrls },
    sentences: { safeUrls: byLine(safeUrlSentence()) },
    check: (values) => ({ safeUrls: checkSafeUrls(values.safeUrls) }),
  });
  return (
    <Section title={text("safeUrl")} help={text("safeUrlHelp")}>
      <SettingsForm form={form}>
        <LinesField label={text("safeUrlList")} of={bind(form, "safeUrls")} help={text("safeUrlListHelp")} />
      </SettingsForm>
    </Section>
  );
}
