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
export interface OpenRequested {
  readonly type: "window.open-requested";
}
export interface CloseRequested {
  readonly type: "window.close-requested";
}
/** The form with a phone field; the caller has already checked whether calls are possible. Source: WJ-06, WJ-07. */
export interface CallFormRequested {
  readonly type: "call.form-requested";
}
/** The visitor left the form without closing the window. */
export interface CallFormLeft {
  readonly type: "call.form-left";
}
/** The visitor was answered, or nobody is there, and the visitor's contacts are unknown. Source: WJ-36. */
export interface ContactsWanted {
  readonly type: "contacts.wanted";
}
/** The form was filled or skipped. */
export interface ContactsDone {
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
export interface WritingRequested {
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
