import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { widgetLanguages } from "../../../../../core/widget-languages.ts";
import { currentLanguage, textsOf } from "../../../../shared/language/texts.ts";
import { Field } from "../../../../shared/ui/field.tsx";
import { textColorOn } from "../../../../shared/ui/text-color.ts";
import { chooseLanguage } from "../../../../widget/i18n/languages.ts";
import type { Words } from "../../../../widget/i18n/words.ts";
import { english, loadWords } from "../../../../widget/i18n/words.ts";
import { Icon } from "../../../../widget/ui/icon.tsx";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import { CheckField, ChoiceField, TextField } from "../../forms/fields.tsx";
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
        </SettingsForm>
      </Section>
      <WidgetPreview values={form.values} />
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

/** The head, the bubbles and the label of the widget, with the values of the form: also offline, dark and on a phone. */
function WidgetPreview({ values }: { readonly values: LookValues }): JSX.Element {
  const id = useId();
  const words = useSignal<Words>(english);
  const { language } = chooseLanguage(values.language === "" ? null : values.language, navigator.languages);
  useEffect(() => {
    let isWanted = true;
    void loadWords(language).then((loaded) => {
      if (isWanted) words.value = loaded;
    });
    return () => {
      isWanted = false;
    };
  }, [language]);
  const color = seenColor(values.color);
  const isOffline = useSignal(false);
  const isDark = useSignal(false);
  const isPhone = useSignal(false);
  return (
    <section class="widget-preview" aria-labelledby={id}>
      <h2 id={id}>{text("preview")}</h2>
      <div class="preview-switches">
        <Switch label={text("previewOffline")} of={isOffline} />
        <Switch label={text("previewDark")} of={isDark} />
        <Switch label={text("previewPhone")} of={isPhone} />
      </div>
      <div
        class="preview-page"
        data-side={values.position}
        data-theme={isDark.value ? "dark" : "light"}
        data-on={isPhone.value ? "phone" : "page"}
        dir={language === "ar" ? "rtl" : "ltr"}
        lang={language}
        style={{ "--accent": color, "--on-accent": textColorOn(color) }}
      >
        <div class="preview-window">
          <p class="preview-head">
            <span class="preview-face">
              <Icon name="chat" />
            </span>
            <span>
              <strong>{values.title || words.value.chat}</strong>
              <br />
              {isOffline.value ? words.value.offline : words.value.withAgent}
            </span>
          </p>
          {isOffline.value ? (
            <>
              <p class="preview-text">
                <strong>{words.value.offlineTitle}</strong>
                <br />
                {words.value.offlineText}
              </p>
              <p class="preview-box">{words.value.write}</p>
            </>
          ) : (
            <>
              <p class="preview-bubble">{values.greeting || words.value.greeting}</p>
              <p class="preview-bubble mine">…</p>
            </>
          )}
        </div>
        {!isPhone.value && (
          <span class="preview-label">
            <Icon name="chat" />
          </span>
        )}
      </div>
    </section>
  );
}

const Switch = ({ label, of }: { readonly label: string; readonly of: Signal<boolean> }): JSX.Element => (
  <label>
    <input type="checkbox" checked={of.value} onChange={(event) => (of.value = event.currentTarget.checked)} />
    {label}
  </label>
);
