import type { WidgetEvent, WidgetInput } from "./widget.types.ts";

/** One name for each of the few situations a widget may begin in. */
export const nameOfStart = ({ mode, isChatting }: WidgetInput): string => `${mode} ${isChatting}`;

/** One name for everything that may happen to the window: the event with the fact it brings. */
export function nameOfEvent(event: WidgetEvent): string {
  if (event.type === "mode.changed") return event.mode;
  return event.type === "chat.changed" ? `${event.isChatting}` : event.type;
}
