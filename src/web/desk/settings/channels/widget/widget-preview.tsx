import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import { textsOf } from "../../../../shared/language/texts.ts";
import { textColorOn } from "../../../../shared/styles/text-color.ts";
import { chooseLanguage } from "../../../../widget/i18n/languages.ts";
import type { Words } from "../../../../widget/i18n/words.ts";
import { english, loadWords } from "../../../../widget/i18n/words.ts";
import { Icon } from "../../../../widget/ui/icon.tsx";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import type { LookValues } from "./look-values.ts";
import { seenColor } from "./look-values.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** The head, the bubbles and the label of the widget, with the values of the form: also offline, dark and on a phone. */
export function WidgetPreview({ values }: { readonly values: LookValues }): JSX.Element {
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
              <p class="preview-box">{words.value.message}</p>
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
