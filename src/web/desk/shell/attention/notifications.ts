import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";

export type Permission = NotificationPermission | "unknown-here";

/** Pages that came over plain http from afar have none. */
const readPermission = (): Permission => ("Notification" in window ? Notification.permission : "unknown-here");

const current = signal<Permission>(readPermission());

/** Whether this browser shows notifications of the desk. */
export const permission: ReadonlySignal<Permission> = current;

/** The browser asks; to be called by a click alone. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  current.value = readPermission();
}

export interface NotificationWords {
  readonly chatId: string;
  readonly title: string;
  readonly body: string;
  readonly onClick: () => void;
}

const shown = new Map<string, Notification>();

/** One for each chat: the newer takes the place of the older. */
export function notify({ chatId, title, body, onClick }: NotificationWords): void {
  current.value = readPermission();
  if (current.value !== "granted") return;
  try {
    const notification = new Notification(title, { body, tag: `parley-chat-${chatId}` });
    notification.onclick = () => {
      window.focus();
      onClick();
      notification.close();
    };
    shown.set(chatId, notification);
  } catch {
    // Browsers of phones take none from a page: the sound and the list have said it.
    current.value = "unknown-here";
  }
}

/** Somebody has the chat: what was said of it is done with. */
export function withdraw(chatId: string): void {
  shown.get(chatId)?.close();
  shown.delete(chatId);
}
