import type { WidgetEvent, WidgetInput } from "./widget.types.ts";

/** One name for each of the few situations in which a widget may begin. */
export const nameOfStart = ({ mode, isChatting }: WidgetInput): string => `${mode} ${isChatting}`;

/** One name for everything that may happen to the window: the event with its fact. */
export function nameOfEvent(event: WidgetEvent): string {
  if (event.type === "mode.changed") return event.mode;
  return event.type === "chat.changed" ? `${event.isChatting}` : event.type;
}
