import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { chime, isOn, switchTo } from "../../shell/attention/alerts.ts";
import { NotifySetting } from "../../shell/attention/notify-setting.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { Section } from "../forms/form-section.tsx";

const text = textsOf("settings-you", settingsYou);

/** The switches for notices, the same as in the inbox. */
export function AttentionSection(): JSX.Element {
  const desk = useDesk();
  const turnSound = (isTurnedOn: boolean): void => {
    switchTo(desk, "sound", isTurnedOn);
    if (isTurnedOn) chime("chat");
  };
  return (
    <Section title={text("attention")} help={text("attentionHelp")}>
      <div class="attention-choices">
        <label class="attention-choice">
          <input
            type="checkbox"
            checked={isOn(desk, "sound")}
            onChange={(event) => turnSound(event.currentTarget.checked)}
          />
          {text("sound")}
        </label>
        <NotifySetting />
      </div>
    </Section>
  );
}
