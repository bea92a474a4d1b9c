import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { shell } from "../../texts/en/shell.ts";
import { useDesk } from "../use-desk.ts";
import { isOn, switchTo } from "./alerts.ts";
import { askPermission, permission } from "./notifications.ts";

const text = textsOf("shell", shell);

/** Whether the browser shows notifications, and how to allow them. */
export function NotifySetting(): JSX.Element {
  const desk = useDesk();
  switch (permission.value) {
    case "granted":
      return (
        <label class="attention-choice">
          <input
            type="checkbox"
            checked={isOn(desk, "notify")}
            onChange={(event) => switchTo(desk, "notify", event.currentTarget.checked)}
          />
          {text("notifications")}
        </label>
      );
    case "default":
      return (
        <>
          <p class="help">{text("notificationsShow")}</p>
          <button type="button" onClick={() => void askPermission()}>
            {text("allowNotifications")}
          </button>
        </>
      );
    case "denied":
      return <p class="help">{text("notificationsBlocked")}</p>;
    case "unknown-here":
      return <p class="help">{text("notificationsNone")}</p>;
  }
}

/** Offers notifications once, while no chat is open. The browser asks only after a click. */
export function NotifyOffer(): JSX.Element | null {
  const desk = useDesk();
  if (permission.value !== "default" || !isOn(desk, "offer")) return null;
  return (
    <div class="card notify-offer">
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
