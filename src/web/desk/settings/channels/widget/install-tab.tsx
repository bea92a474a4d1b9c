import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../../shared/language/texts.ts";
import { byLine } from "../../../../shared/parts/sentences.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { route } from "../../../shell/route.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { checkLines, checkOrigin, originSentence } from "../../forms/checks.ts";
import { LinesField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf, useChange } from "../channel-fields.tsx";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** The chat code, and the web sites that may use it. Source: WJ-36. */
export function InstallTab({ channel }: ChannelTabProps): JSX.Element | null {
  if (channel.kind !== "widget") return null;
  const demo = `/demo/${channel.id}`;
  return (
    <>
      {route.value.query.has("new") && (
        <section class="settings-notice" aria-labelledby="what-now">
          <h2 id="what-now">{text("whatNow", { name: channel.name })}</h2>
          <ol class="plain-list">
            <li>{text("pasteCode")}</li>
            <li>{text("thenTry")}</li>
          </ol>
        </section>
      )}
      <Section title={text("chatCode")}>
        <CopyField
          label={text("scriptLine")}
          value={`<script src="${channel.scriptUrl}" async></script>`}
          help={text("scriptLineHelp")}
        />
        <p>
          {split(text("tryDemo", { link: "{link}" }), {
            link: (
              <a href={demo} target="_blank" rel="noreferrer">
                {text("tryDemoLink")}
              </a>
            ),
          })}
        </p>
      </Section>
      <Origins channel={channel} />
    </>
  );
}

const checkOrigins = checkLines(checkOrigin, 100);

function Origins({ channel }: { readonly channel: WidgetChannelAnswer }): JSX.Element {
  const { allowedOrigins } = channel;
  const change = useChange(channel);
  const form = useForm({
    name: formOf(channel.id, "origins"),
    saved: { allowedOrigins: allowedOrigins as readonly string[] },
    sentences: { allowedOrigins: byLine(originSentence()) },
    check: (values) => ({ allowedOrigins: checkOrigins(values.allowedOrigins) }),
    send: change,
  });
  return (
    <Section title={text("webSites")} help={text("webSitesHelp")}>
      <SettingsForm form={form}>
        <LinesField
          label={text("allowedWebSites")}
          of={bind(form, "allowedOrigins")}
          help={text("allowedWebSitesHelp")}
        />
      </SettingsForm>
    </Section>
  );
}
