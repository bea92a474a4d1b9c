/** What `svc_onChangeState` tells. Source: WJ-43, WJ-44. */
export type WidgetState = "label" | "chat/min" | "chat" | "call" | "chat/call" | "offline" | "introduce";

export interface WidgetContext {
  readonly mode: "online" | "offline";
  /** A chat is open, with whomever. Source: WJ-43. */
  readonly isChatting: boolean;
}

/** How things stand when the widget has loaded. Source: WJ-45. */
export type WidgetInput = WidgetContext;

/** By the visitor, or by `open()` of the page. */
export interface OpenRequested {
  readonly type: "window.open-requested";
}
export interface CloseRequested {
  readonly type: "window.close-requested";
}
/** The form with a phone field; whether calls can be had was looked at before. Source: WJ-06, WJ-07. */
export interface CallFormRequested {
  readonly type: "call.form-requested";
}
/** Left without closing the window. */
export interface CallFormLeft {
  readonly type: "call.form-left";
}
/** Somebody answered the visitor, or nobody does, and nothing is known of the visitor. Source: WJ-36. */
export interface ContactsWanted {
  readonly type: "contacts.wanted";
}
/** Filled or skipped. */
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
