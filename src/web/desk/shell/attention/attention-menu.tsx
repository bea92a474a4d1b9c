import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import { shell } from "../../texts/en/shell.ts";
import { useCommands } from "../commands/commands.ts";
import { useDesk } from "../use-desk.ts";
import { chime, isOn, switchTo } from "./alerts.ts";
import { NotifySetting } from "./notify-setting.tsx";

const text = textsOf("shell", shell);

/** The button that opens the switches for notices of new chats. */
export function AttentionMenu(): JSX.Element {
  const desk = useDesk();
  const isOpen = useSignal(false);
  const hasSound = isOn(desk, "sound");
  const turnSound = (): void => {
    switchTo(desk, "sound", !hasSound);
    if (!hasSound) chime("chat");
  };
  useCommands(
    [{ id: "sound", title: text(hasSound ? "soundOff" : "soundOn"), group: text("inbox"), run: turnSound }],
    [hasSound],
  );
  return (
    <>
      <button
        type="button"
        class="icon-button"
        popovertarget="attention-menu"
        aria-expanded={isOpen.value}
        {...named(text(hasSound ? "soundIsOn" : "soundIsOff"), text("attention"))}
      >
        <Icon name={hasSound ? "sound" : "mute"} />
      </button>
      <fieldset
        id="attention-menu"
        class="menu attention-menu"
        popover="auto"
        aria-label={text("attention")}
        onToggle={(event) => (isOpen.value = event.newState === "open")}
      >
        <label class="attention-choice">
          <input type="checkbox" checked={hasSound} onChange={turnSound} />
          {text("soundFor")}
        </label>
        <NotifySetting />
      </fieldset>
    </>
  );
}
