/** The states that `svc_onChangeState` reports. Source: WJ-43, WJ-44. */
export type WidgetState = "label" | "chat/min" | "chat" | "call" | "chat/call" | "offline" | "introduce";

export interface WidgetContext {
  readonly mode: "online" | "offline";
  /** A chat is open, with an agent or a bot. Source: WJ-43. */
  readonly isChatting: boolean;
}

/** The situation when the widget has loaded. Source: WJ-45. */
export type WidgetInput = WidgetContext;

/** By the visitor, or by `open()` of the page. */
interface OpenRequested {
  readonly type: "window.open-requested";
}
interface CloseRequested {
  readonly type: "window.close-requested";
}
/** The form with a phone field; the caller has already checked whether calls are possible. Source: WJ-06, WJ-07. */
interface CallFormRequested {
  readonly type: "call.form-requested";
}
/** The visitor left the form without closing the window. */
interface CallFormLeft {
  readonly type: "call.form-left";
}
/** The visitor was answered, or nobody is there, and the visitor's contacts are unknown. Source: WJ-36. */
interface ContactsWanted {
  readonly type: "contacts.wanted";
}
/** The form was filled or skipped. */
interface ContactsDone {
  readonly type: "contacts.done";
}
/** Agents came or went. Source: WJ-10. */
export interface ModeChanged {
  readonly type: "mode.changed";
  readonly mode: WidgetContext["mode"];
}
/** A chat began or ended. */
export interface ChatChanged {
  readonly type: "chat.changed";
  readonly isChatting: boolean;
}
/** The visitor writes although no agent is there: to the channel's bot, or for later. */
interface WritingRequested {
  readonly type: "writing.requested";
}

export type WidgetEvent =
  | OpenRequested
  | CloseRequested
  | CallFormRequested
  | CallFormLeft
  | ContactsWanted
  | ContactsDone
  | ModeChanged
  | ChatChanged
  | WritingRequested;

/** The innermost state, which the page receives. `value` is the state value of the machine's snapshot. */
export function widgetStateOf(value: unknown): WidgetState {
  if (typeof value === "string") return value as WidgetState;
  const [inner] = Object.values(Object(value));
  return widgetStateOf(inner);
}

/** Whether the window is open. */
export const isWindowOpen = (state: WidgetState): boolean => state !== "label" && state !== "chat/min";

/** One name for each of the few situations in which a widget may begin. */
export const nameOfStart = ({ mode, isChatting }: WidgetInput): string => `${mode} ${isChatting}`;

/** One name for everything that may happen to the window: the event with its fact. */
export function nameOfEvent(event: WidgetEvent): string {
  if (event.type === "mode.changed") return event.mode;
  return event.type === "chat.changed" ? `${event.isChatting}` : event.type;
}
