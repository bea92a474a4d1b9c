import type { JSX } from "preact";
import { byLine } from "../../../../shared/parts/sentences.ts";
import { placeOf } from "../../../shell/route.ts";
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

/** Integration settings for developers: events for the owner's server, and where links of custom data may lead. Source: WH-01, WJ-21. */
export const DevelopersTab = ({ channel }: ChannelTabProps): JSX.Element => (
  <>
    <h2 class="tab-title">Integration settings for developers</h2>
    <WebhookUrl channel={channel} />
    {channel.webhooks !== null && (
      <>
        <SigningSecret id={channel.id} webhooks={channel.webhooks} />
        <SendTest
          channel={channel}
          target="webhooks"
          title="Send test event"
          help="One event, marked as a test, to the URL above. Nothing is repeated."
          action="Send test event"
        />
        <Section
          title="Deliveries"
          help="Events that failed for good are kept, and can be sent again with the same ids and bodies."
        >
          <p>
            <a href={placeOf(["deliveries"], { channel: channel.id, kind: "webhook" })}>
              Every event of this channel in the log of deliveries
            </a>
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
    <Section
      title="Webhooks"
      help={
        webhooks === null
          ? "Off: no events are told. With a URL, your server hears of accepted, changed, assigned and finished chats, offline messages and calls."
          : "Your server hears of accepted, changed, assigned and finished chats, offline messages and calls."
      }
    >
      <SettingsForm form={form} {...(webhooks === null && { action: "Switch on" })}>
        <TextField
          label="Webhook URL"
          type="url"
          placeholder="https://crm.example.com/hook"
          of={bind(form, "url")}
          help="http and https both work; https keeps the contents to yourself."
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
    <Section
      title="Safe URL"
      help="Links that pages give agents with setCustomData work only on these domains and those below them; others are shown without their link. With an empty list, all are blocked."
    >
      <SettingsForm form={form}>
        <LinesField
          label="Safe URL list"
          of={bind(form, "safeUrls")}
          help="A domain or an http or https URL on each line, like crm.example.com."
        />
      </SettingsForm>
    </Section>
  );
}
