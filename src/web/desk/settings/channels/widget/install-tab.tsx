import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { byLine } from "../../../../shared/parts/sentences.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { route } from "../../../shell/route.ts";
import { bind } from "../../forms/bound.ts";
import { LinesField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { checkLines, checkOrigin, originSentence } from "../../forms/line-checks.ts";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { useChannelForm } from "../use-channel-form.ts";

/** The chat code, and which web sites may carry it. Source: WJ-36. */
export function InstallTab({ channel }: ChannelTabProps): JSX.Element | null {
  if (channel.kind !== "widget") return null;
  const demo = `/demo/${channel.id}`;
  return (
    <>
      {route.value.query.has("new") && (
        <section class="settings-notice" aria-labelledby="what-now">
          <h2 id="what-now">{channel.name} is connected. What now</h2>
          <ol class="plain-list">
            <li>Paste the chat code below into your pages.</li>
            <li>Try the widget on the demo page, then give it your colour and words.</li>
          </ol>
        </section>
      )}
      <Section title="Chat code">
        <CopyField
          label="Script line"
          value={`<script src="${channel.scriptUrl}" async></script>`}
          help="Put it before </body> of every page that is to have the widget."
        />
        <p>
          <a href={demo} target="_blank" rel="noreferrer">
            Try it on the demo page
          </a>{" "}
          (opens in a new tab)
        </p>
      </Section>
      <Origins channel={channel} />
    </>
  );
}

const checkOrigins = checkLines(checkOrigin, 100);

function Origins({ channel }: { readonly channel: WidgetChannelAnswer }): JSX.Element {
  const { allowedOrigins } = channel;
  const form = useChannelForm({
    name: "origins",
    channel,
    saved: { allowedOrigins: allowedOrigins as readonly string[] },
    sentences: { allowedOrigins: byLine(originSentence()) },
    check: (values) => ({ allowedOrigins: checkOrigins(values.allowedOrigins) }),
  });
  return (
    <Section
      title="Web sites"
      help="Elsewhere the widget does not connect. With an empty list any web site may carry it."
    >
      <SettingsForm form={form}>
        <LinesField
          label="Allowed web sites"
          of={bind(form, "allowedOrigins")}
          help="An address without a path on each line, like https://shop.example.com."
        />
      </SettingsForm>
    </Section>
  );
}
