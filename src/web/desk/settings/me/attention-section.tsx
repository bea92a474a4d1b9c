import type { JSX } from "preact";
import { isOn, switchTo } from "../../shell/attention/attention-settings.ts";
import { chime } from "../../shell/attention/chime.ts";
import { NotifySetting } from "../../shell/attention/notify-setting.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { Section } from "../forms/form-section.tsx";

/** The same switches as in the inbox. */
export function AttentionSection(): JSX.Element {
  const desk = useDesk();
  const turnSound = (isTurnedOn: boolean): void => {
    switchTo(desk, "sound", isTurnedOn);
    if (isTurnedOn) chime("chat");
  };
  return (
    <Section title="Sound and notifications" help="In this browser. While you are away you are told of nothing.">
      <div class="attention-choices">
        <label class="attention-choice">
          <input
            type="checkbox"
            checked={isOn(desk, "sound")}
            onChange={(event) => turnSound(event.currentTarget.checked)}
          />
          Sound for new chats and messages
        </label>
        <NotifySetting />
      </div>
    </Section>
  );
}
