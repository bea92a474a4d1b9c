import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { widgetLanguages } from "../../../../../core/widget-languages.ts";
import { currentLanguage, textsOf } from "../../../../shared/language/texts.ts";
import { Field } from "../../../../shared/ui/field.tsx";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { CheckField, ChoiceField, LinesField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import type { Form } from "../../forms/use-form.ts";
import { bind, useForm } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-fields.tsx";
import { formOf, useChange } from "../channel-fields.tsx";
import type { LookValues } from "./look-values.ts";
import {
  checkLook,
  contrastWords,
  lookPlaces,
  lookSentences,
  seenColor,
  toLookChange,
  toLookValues,
} from "./look-values.ts";
import { WidgetPreview } from "./widget-preview.tsx";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** The look and sound of the widget, with a preview before saving. */
export const LookTab = ({ channel }: ChannelTabProps): JSX.Element | null =>
  channel.kind === "widget" ? <Look channel={channel} /> : null;

function Look({ channel }: { readonly channel: WidgetChannelAnswer }): JSX.Element {
  const nameOfLanguage = new Intl.DisplayNames(currentLanguage(), { type: "language" });
  const change = useChange(channel);
  const form = useForm<LookValues>({
    name: formOf(channel.id, "look"),
    saved: toLookValues(channel),
    places: lookPlaces,
    sentences: lookSentences,
    check: checkLook,
    send: (changed) => change(toLookChange(changed)),
  });
  return (
    <div class="look">
      <Section title={text("look")}>
        <SettingsForm form={form}>
          <ColorField form={form} />
          <ChoiceField
            label={text("side")}
            of={bind(form, "position")}
            choices={[
              ["right", text("right")],
              ["left", text("left")],
            ]}
          />
          <ChoiceField
            label={text("language")}
            of={bind(form, "language")}
            choices={[
              ["", text("asBrowser")],
              ...widgetLanguages.map((language) => [language, nameOfLanguage.of(language) ?? language] as const),
            ]}
          />
          <TextField label={text("title")} of={bind(form, "title")} help={text("titleHelp")} />
          <TextField label={text("greeting")} of={bind(form, "greeting")} help={text("greetingHelp")} />
          <CheckField label={text("sound")} of={bind(form, "sound")} help={text("soundHelp")} />
          <CheckField label={text("contactsForm")} of={bind(form, "contactsForm")} help={text("contactsFormHelp")} />
          {form.values.contactsForm && (
            <CheckField
              label={text("contactsFirst")}
              of={bind(form, "contactsFirst")}
              help={text("contactsFirstHelp")}
            />
          )}
          <CheckField label={text("home")} of={bind(form, "home")} help={text("homeHelp")} />
          {form.values.home && (
            <LinesField label={text("suggestions")} of={bind(form, "suggestions")} help={text("suggestionsHelp")} />
          )}
        </SettingsForm>
      </Section>
      <WidgetPreview values={form.values} hasBot={channel.bot !== null} />
    </div>
  );
}

/** Any colour is allowed: the widget chooses a readable text colour for it. */
function ColorField({ form }: { readonly form: Form<LookValues> }): JSX.Element {
  const of = bind(form, "color");
  return (
    <Field label={text("color")} error={of.error} help={contrastWords(seenColor(of.value))}>
      {(control) => (
        <div class="color-field">
          <input
            type="color"
            aria-label={text("pickColor")}
            value={seenColor(of.value)}
            onInput={(event) => of.set(event.currentTarget.value)}
          />
          <input
            {...control}
            class="short"
            autocomplete="off"
            placeholder={text("widgetsOwn")}
            value={of.value}
            onInput={(event) => of.set(event.currentTarget.value.trim())}
            onBlur={of.leave}
          />
          {of.value !== "" && (
            <button type="button" class="quiet" onClick={() => of.set("")}>
              {text("useWidgetsOwn")}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
