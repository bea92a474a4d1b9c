import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { widgetLanguages } from "../../../../../core/widget-languages.ts";
import { Field } from "../../../../shared/parts/field.tsx";
import { bind } from "../../forms/bound.ts";
import { CheckField, ChoiceField, TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import type { Form } from "../../forms/use-form.ts";
import type { ChannelTabProps } from "../channel-tab.types.ts";
import { useChannelForm } from "../use-channel-form.ts";
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

const nameOfLanguage = new Intl.DisplayNames(undefined, { type: "language" });

/** What visitors see and hear of the widget, seen before it is saved. */
export const LookTab = ({ channel }: ChannelTabProps): JSX.Element | null =>
  channel.kind === "widget" ? <Look channel={channel} /> : null;

function Look({ channel }: { readonly channel: WidgetChannelAnswer }): JSX.Element {
  const form = useChannelForm<LookValues>({
    name: "look",
    channel,
    saved: toLookValues(channel),
    places: lookPlaces,
    sentences: lookSentences,
    check: checkLook,
    toChange: toLookChange,
  });
  return (
    <div class="look">
      <Section title="Look">
        <SettingsForm form={form}>
          <ColorField form={form} />
          <ChoiceField
            label="Side of the page"
            of={bind(form, "position")}
            choices={[
              ["right", "Right"],
              ["left", "Left"],
            ]}
          />
          <ChoiceField
            label="Language"
            of={bind(form, "language")}
            choices={[
              ["", "As the visitor's browser"],
              ...widgetLanguages.map((language) => [language, nameOfLanguage.of(language) ?? language] as const),
            ]}
          />
          <TextField
            label="Title"
            of={bind(form, "title")}
            help="In the head of the window while no agent has the chat. The widget's own words when empty."
          />
          <TextField
            label="Greeting"
            of={bind(form, "greeting")}
            help="The first bubble. The widget's own words when empty."
          />
          <CheckField
            label="Sound"
            of={bind(form, "sound")}
            help="A new message sounds, unless the visitor switches it off."
          />
          <CheckField
            label="Contacts form"
            of={bind(form, "contactsForm")}
            help="Offered after the visitor's first message."
          />
        </SettingsForm>
      </Section>
      <WidgetPreview values={form.values} />
    </div>
  );
}

/** Any colour will do: the widget takes words that stand out from it. */
function ColorField({ form }: { readonly form: Form<LookValues> }): JSX.Element {
  const of = bind(form, "color");
  return (
    <Field label="Colour" error={of.error} help={contrastWords(seenColor(of.value))}>
      {(control) => (
        <div class="color-field">
          <input
            type="color"
            aria-label="Pick the colour"
            value={seenColor(of.value)}
            onInput={(event) => of.set(event.currentTarget.value)}
          />
          <input
            {...control}
            class="short"
            autocomplete="off"
            placeholder="The widget's own"
            value={of.value}
            onInput={(event) => of.set(event.currentTarget.value.trim())}
            onBlur={of.leave}
          />
          {of.value !== "" && (
            <button type="button" class="quiet" onClick={() => of.set("")}>
              Use the widget's own
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
