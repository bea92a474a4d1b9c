import type { JSX } from "preact";
import { useDesk } from "../use-desk.ts";
import { isOn, switchTo } from "./attention-settings.ts";
import { askPermission, permission } from "./notifications.ts";

/** Offered once, where nothing else is to be done; asking is left to a click. */
export function NotifyOffer(): JSX.Element | null {
  const desk = useDesk();
  if (permission.value !== "default" || !isOn(desk, "offer")) return null;
  return (
    <div class="notify-offer">
      <p>Be told of new chats while another window is in front. Your browser asks first.</p>
      <div>
        <button type="button" onClick={() => void askPermission()}>
          Allow notifications
        </button>
        <button type="button" class="quiet" onClick={() => switchTo(desk, "offer", false)}>
          Not now
        </button>
      </div>
    </div>
  );
}
