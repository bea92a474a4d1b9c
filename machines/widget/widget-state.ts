import type { WidgetState } from "./widget.types.ts";

/** The innermost state, which the page receives. `value` is the state value of the machine's snapshot. */
export function widgetStateOf(value: unknown): WidgetState {
  if (typeof value === "string") return value as WidgetState;
  const [inner] = Object.values(Object(value));
  return widgetStateOf(inner);
}

/** Whether the window is open. */
export const isWindowOpen = (state: WidgetState): boolean => state !== "label" && state !== "chat/min";
