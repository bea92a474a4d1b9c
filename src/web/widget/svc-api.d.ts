// Parley's widget, for pages in TypeScript: everything the script `<service>/widget/<widget id>` gives a page, and what a page may declare.
// Add this file to the page's sources; it declares global names alone.

/** The chat window of this page. No method ever throws; before the widget has loaded, what is asked waits in order. */
declare var svc_api: SvcApi;

/** What pages read beside the methods. */
declare var svc_config: SvcConfig;

interface SvcConfig {
  /** The same as `svc_api.chatMode()` at every moment. */
  readonly chat_mode: SvcChatMode;
}

/** Whether agents are there. */
type SvcChatMode = "online" | "offline";

/** `chat/min` and `chat/call` while a chat is in progress, `label` and `call` otherwise. */
type SvcState = "chat" | "call" | "chat/call" | "label" | "chat/min" | "offline" | "introduce";

interface SvcOk {
  result: "ok";
}
interface SvcFail {
  result: "fail";
  /** Why, in English. */
  reason: string;
}
type SvcResult = SvcOk | SvcFail;

interface SvcApi {
  /**
   * Opens the chat window, or with `{start: "call"}` the form with a phone field for a callback: that fails when no call can be
   * asked for, with the reason that `isCallbackEnabled` tells. Opening an open window is ok.
   */
  open(what?: { start?: "chat" | "menu" | "call" } | "" | null): SvcResult;

  /** Closes the chat window; ok as well when it is closed. */
  close(): SvcResult;

  /** Whether agents are there; `offline` until the widget has loaded. */
  chatMode(): SvcChatMode;

  /** What is known of the visitor, from the contacts form or from the page. */
  getContactInfo(): SvcContact;

  /**
   * Calls back once, later: the visitor's number, counted from 1, or `null` and why there is none. Where no widget has come within 15 s, as
   * when its script is blocked or it was taken out of the page, that is why.
   */
  getVisitorNumber(callback: (error: string | null, visitorNumber: number | null) => void): void;

  /**
   * Tells the agents who the visitor is, as if the visitor had filled the contacts form. Keys that are not given stay as they are,
   * `""` clears; numbers become text. `getContactInfo` knows it at once.
   */
  setContactInfo(info: SvcContactInfo): SvcResult;

  /**
   * Shows rows on the agents' information panel, in this order, in place of those of earlier calls; `[]` clears. A row needs a
   * `content`, `title` or `key`. At most 50 rows, what is beyond is dropped; of more than 15,900 bytes, as JSON, it
   * fails, and those of earlier calls stay.
   */
  setCustomData(fields: readonly SvcCustomDataField[]): SvcResult;

  /** Active invitations, by their names, in place of those that hold now. Each is shown once for a page, while agents are there and no chat is open. */
  setRules(rules: { readonly [name: string]: SvcRule }): SvcResult;

  /** An id of the visitor for the events that go to the owner's server, shown to nobody; hard to guess, up to 1,000 characters. */
  setUserToken(token: string): { result: "ok"; token: string } | { result: "fail"; token: unknown };

  /** Opens the chat window with a text of the page; the answer goes to the department, where one is named. */
  showProactiveInvitation(text: string, departmentId?: number): SvcResult;

  /**
   * Asks for a call to this number: 7 to 15 digits, with an optional `+`, and spaces, hyphens, dots and parentheses as people
   * write them. Fails with `Invalid phone number`, or as `isCallbackEnabled` tells.
   */
  startCall(phone: string): SvcResult;

  /** Calls back once, later: ok, or a reason: `Callback disabled` or `Callback unavaiable`. It asks no server: call it as often as you like. */
  isCallbackEnabled(callback: (result: SvcResult) => void): void;

  /** Leaves a message for later. The e-mail or the phone must be given or known; `error` says what is wrong. */
  sendOfflineMessage(message: SvcContactInfo & { message: string }): SvcOk | { result: "fail"; error: string };

  /** Tells the agents where the visitor is, in pages that change without loading. Without a URL it is the address of the page; `flag` means nothing. */
  sendPageTitle(title: string, flag?: unknown, url?: string | null): SvcResult;
}

interface SvcContact {
  client_name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
}

interface SvcContactInfo {
  name?: string | number;
  email?: string;
  phone?: string | number;
  description?: string | number;
}

interface SvcCustomDataField {
  /** Shown as it is, tags and all. */
  content?: string | number;
  /** Above the field. */
  title?: string | number;
  /** Followed by a click; only into the domains that the service's owner calls safe. */
  link?: string;
  /** Bold, before a colon. */
  key?: string | number;
}

/** What is left out holds always. */
interface SvcRule {
  enabled?: boolean;
  conditions?: {
    seconds_on_page?: number;
    url_contains?: string;
    /** At least so many visits of this browser. */
    visits?: number;
  };
  text: string;
  department_id?: number | null;
}

/** Functions that a page may declare at any time: the widget calls what is there when it happens. */
interface Window {
  svc_api: SvcApi;
  svc_config: SvcConfig;
  /** The widget has loaded: again for each that a page puts in after it took one out. */
  svc_onLoadCallback?: (() => void) | undefined;
  svc_onOpen?: (() => void) | undefined;
  svc_onClose?: (() => void) | undefined;
  /** The visitor sent the first message of a chat. */
  svc_onMessageSent?: (() => void) | undefined;
  /** An agent took the chat. */
  svc_onAccept?: (() => void) | undefined;
  /** The visitor filled the contacts form: `svc_api.getContactInfo()` knows it. */
  svc_onIntroduction?: (() => void) | undefined;
  /** The widget's size changed. */
  svc_onResizeCallback?: (() => void) | undefined;
  /** The visitor asked for a call. */
  svc_onCallStart?: (() => void) | undefined;
  svc_onCallEnd?: ((result: SvcResult) => void) | undefined;
  /** After `svc_onOpen` or `svc_onClose` of the same change. */
  svc_onChangeState?: ((state: SvcState) => void) | undefined;
}
