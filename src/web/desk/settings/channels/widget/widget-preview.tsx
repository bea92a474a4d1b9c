import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Scene } from "../../../../preview/scene.types.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { settingsChannelTabs } from "../../../texts/en/settings-channel-tabs.ts";
import type { LookValues } from "./look-values.ts";
import { seenColor } from "./look-values.ts";

const text = textsOf("settings-channel-tabs", settingsChannelTabs);

/** While somebody types, the preview waits this long. */
const afterMs = 200;

/** The widget itself, in a frame, with the values of the form before they are saved: also offline, dark and on a phone. */
export function WidgetPreview({
  values,
  hasBot,
}: {
  readonly values: LookValues;
  readonly hasBot: boolean;
}): JSX.Element {
  const id = useId();
  const frame = useRef<HTMLIFrameElement>(null);
  const isOffline = useSignal(false);
  const isDark = useSignal(false);
  const isPhone = useSignal(false);
  const scene = toScene(values, isOffline.value, hasBot);
  const show = (): void => frame.current?.contentWindow?.postMessage(scene, location.origin);
  useEffect(() => {
    const timer = setTimeout(show, afterMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(scene), isDark.value]);
  return (
    <section class="widget-preview" aria-labelledby={id}>
      <h2 id={id}>{text("preview")}</h2>
      <div class="preview-switches">
        <Switch label={text("previewOffline")} of={isOffline} />
        <Switch label={text("previewDark")} of={isDark} />
        <Switch label={text("previewPhone")} of={isPhone} />
      </div>
      <div class="preview-page" data-on={isPhone.value ? "phone" : "page"}>
        <iframe
          ref={frame}
          src="/desk/preview"
          title={text("preview")}
          data-theme={isDark.value ? "dark" : "light"}
          onLoad={show}
        />
      </div>
    </section>
  );
}

const toScene = (values: LookValues, isOffline: boolean, hasBot: boolean): Scene => ({
  settings: {
    look: {
      color: values.color === "" ? null : seenColor(values.color),
      position: values.position,
      language: values.language || null,
      title: values.title || null,
      greeting: values.greeting || null,
      sound: values.sound,
    },
    contactsForm: values.contactsForm,
    contactsFirst: values.contactsFirst,
    ...(values.home && { suggestions: values.suggestions }),
  },
  isOffline,
  hasBot,
  agent: "Kim",
  asked: text("previewAsked"),
  answered: text("previewAnswered"),
});

const Switch = ({ label, of }: { readonly label: string; readonly of: Signal<boolean> }): JSX.Element => (
  <label>
    <input type="checkbox" checked={of.value} onChange={(event) => (of.value = event.currentTarget.checked)} />
    {label}
  </label>
);
