import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { shell } from "../../texts/en/shell.ts";
import { useDesk } from "../use-desk.ts";
import { isOn, switchTo } from "./attention-settings.ts";
import { askPermission, permission } from "./notifications.ts";

const text = textsOf("shell", shell);

/** Offers notifications once, while no chat is open. The browser asks only after a click. */
export function NotifyOffer(): JSX.Element | null {
  const desk = useDesk();
  if (permission.value !== "default" || !isOn(desk, "offer")) return null;
  return (
    <div class="notify-offer">
      <p>{text("notifyOffer")}</p>
      <div>
        <button type="button" onClick={() => void askPermission()}>
          {text("allowNotifications")}
        </button>
        <button type="button" class="quiet" onClick={() => switchTo(desk, "offer", false)}>
          {text("notNow")}
        </button>
      </div>
    </div>
  );
}
