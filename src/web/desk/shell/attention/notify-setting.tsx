import type { JSX } from "preact";
import { useDesk } from "../use-desk.ts";
import { isOn, switchTo } from "./attention-settings.ts";
import { askPermission, permission } from "./notifications.ts";

/** Whether the browser shows new chats, and the way to let it. */
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
          Notifications of the browser
        </label>
      );
    case "default":
      return (
        <>
          <p class="help">
            Notifications show new chats and messages while another window is in front. Your browser asks first.
          </p>
          <button type="button" onClick={() => void askPermission()}>
            Allow notifications
          </button>
        </>
      );
    case "denied":
      return (
        <p class="help">
          Your browser blocks notifications of this page. Allow them in its settings for this site, then load the page
          again.
        </p>
      );
    case "unknown-here":
      return <p class="help">This browser shows no notifications of this page: it has to come over https.</p>;
  }
}
