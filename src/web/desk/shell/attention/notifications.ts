import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";

export type Permission = NotificationPermission | "unknown-here";

/** Pages over plain http from another host have no notifications. */
const readPermission = (): Permission => ("Notification" in window ? Notification.permission : "unknown-here");

const current = signal<Permission>(readPermission());

/** Whether this browser shows notifications of the desk. */
export const permission: ReadonlySignal<Permission> = current;

/** Lets the browser ask the agent. Call it only from a click. */
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

/** One notification for each chat: a newer one replaces the older one. */
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
    // Phone browsers show none for a page; the sound and the list are enough.
    current.value = "unknown-here";
  }
}

/** Removes the notification, because an agent has the chat now. */
export function withdraw(chatId: string): void {
  shown.get(chatId)?.close();
  shown.delete(chatId);
}
