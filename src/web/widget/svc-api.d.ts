// Types of Parley's widget, for pages in TypeScript: everything that the script `<service>/widget/<widget id>` gives a page,
// and every function that a page may declare. Add this file to the page's sources. It declares global names only.

/** The chat window of this page. No method ever throws. Calls made before the widget has loaded are queued and carried out in order. */
declare var svc_api: SvcApi;

/** Values that a page may read. */
declare var svc_config: SvcConfig;

interface SvcConfig {
  /** Always has the same value as `svc_api.chatMode()`. */
  readonly chat_mode: SvcChatMode;
}

/** `online` while agents are available. */
type SvcChatMode = "online" | "offline";

/** The state of the window. During a chat the states are `chat/min` and `chat/call`; without a chat they are `label` and `call`. */
type SvcState = "chat" | "call" | "chat/call" | "label" | "chat/min" | "offline" | "introduce";

interface SvcOk {
  result: "ok";
}
interface SvcFail {
  result: "fail";
  /** The reason of the failure, in English. */
  reason: string;
}
type SvcResult = SvcOk | SvcFail;

interface SvcApi {
  /**
   * Opens the chat window. With `{start: "call"}` it opens the form with a phone field for a callback. If no call can be requested,
   * `open` fails with the reason that `isCallbackEnabled` gives. If the window is already open, the result is ok.
   */
  open(what?: { start?: "chat" | "menu" | "call" } | "" | null): SvcResult;

  /** Closes the chat window. If the window is already closed, the result is ok. */
  close(): SvcResult;

  /**
   * Ends the widget, as only this method does: a page may replace everything around it. The result is always ok. The next script tag
   * of a widget begins it again, and calls made until then wait for that.
   */
  destroy(): SvcOk;

  /** Returns `online` while agents are available. Returns `offline` until the widget has loaded. */
  chatMode(): SvcChatMode;

  /**
   * Returns the visitor's contact data that the visitor entered in the contacts form or that the page has set. A missing value is
   * `null`.
   */
  getContactInfo(): SvcContact;

  /**
   * Calls `callback` once, after this method has returned: with the visitor's number, counted from 1, or with `null` and an error.
   * If no widget has loaded within 15 s, the callback receives an error. Possible causes: the script is blocked, or `destroy`
   * has ended the widget.
   */
  getVisitorNumber(callback: (error: string | null, visitorNumber: number | null) => void): void;

  /**
   * Shows the agents the visitor's contact data, as if the visitor had filled in the contacts form. A key that is not given stays as it is.
   * The value `""` clears a key. Numbers become text. `getContactInfo` returns the new values at once.
   */
  setContactInfo(info: SvcContactInfo): SvcResult;

  /**
   * Shows rows on the agents' information panel, in the given order. The rows replace those of earlier calls; `[]` clears the panel.
   * A row needs a `content`, a `title` or a `key`. Rows beyond 50 are dropped. If the rows have more than 15,900 bytes as JSON, the call
   * fails and the rows of earlier calls stay.
   */
  setCustomData(fields: readonly SvcCustomDataField[]): SvcResult;

  /**
   * Sets the rules for active invitations, by their names. They replace the rules of earlier calls. Each invitation is shown once per page
   * load, while agents are available and no chat is open.
   */
  setRules(rules: { readonly [name: string]: SvcRule }): SvcResult;

  /**
   * Sets an id of the visitor for the events that the service sends to the site owner's server. The id is shown to nobody. It may
   * have up to
   * 1,000 characters and should be hard to guess.
   */
  setUserToken(token: string): { result: "ok"; token: string } | { result: "fail"; token: unknown };

  /**
   * Proves who the visitor is, with a token (JWT) that the site's server has signed for this widget. The visitor is then the same in every
   * browser. `null` logs out: the visitor becomes a new anonymous one. `callback` is called with `null`, or with the reason why the
   * token proves nothing. In that case the visitor stays anonymous. It is called once more if the proof ends without a call of the page.
   */
  setIdentity(token: string | null, callback?: (reason: string | null) => void): SvcResult;

  /** Opens the chat window with a text of the page. If a department is given, the visitor's answer goes to that department. */
  showProactiveInvitation(text: string, departmentId?: number): SvcResult;

  /**
   * Requests a call to this number. The number has 7 to 15 digits and an optional `+`. Spaces, hyphens, dots and parentheses are
   * allowed. The call fails with `Invalid phone number` or with the reason that `isCallbackEnabled` gives.
   */
  startCall(phone: string): SvcResult;

  /**
   * Calls `callback` once, after this method has returned: with ok, or with the reason `Callback disabled` or `Callback unavaiable`.
   * The method sends no request to a server, so a page may call it as often as it likes.
   */
  isCallbackEnabled(callback: (result: SvcResult) => void): void;

  /** Sends an offline message. The e-mail or the phone must be given or already known. On a failure, `error` gives the reason. */
  sendOfflineMessage(message: SvcContactInfo & { message: string }): SvcOk | { result: "fail"; error: string };

  /**
   * Shows the agents which page the visitor sees, for sites whose pages change without a reload. Without a `url`, the address of the
   * page is used. `flag` has no effect.
   */
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
  /** The text. Its HTML tags are shown as plain text. */
  content?: string | number;
  /** The text above the field. */
  title?: string | number;
  /** The address that a click opens. It must be in a domain that the service's owner has listed as safe. */
  link?: string;
  /** Bold text before a colon. */
  key?: string | number;
}

/** One active invitation. A condition that is left out is always met. */
interface SvcRule {
  enabled?: boolean;
  conditions?: {
    seconds_on_page?: number;
    url_contains?: string;
    /** The lowest number of visits of this browser. */
    visits?: number;
  };
  text: string;
  department_id?: number | null;
}

/** Functions that a page may declare at any time. At each event, the widget calls the function that is declared at that moment. */
interface Window {
  svc_api: SvcApi;
  svc_config: SvcConfig;
  /** The widget has loaded. If a page ends the widget and adds it again, the function is called again. */
  svc_onLoadCallback?: (() => void) | undefined;
  svc_onOpen?: (() => void) | undefined;
  svc_onClose?: (() => void) | undefined;
  /** The visitor sent the first message of a chat. */
  svc_onMessageSent?: (() => void) | undefined;
  /** An agent took the chat. */
  svc_onAccept?: (() => void) | undefined;
  /** The visitor filled in the contacts form. `svc_api.getContactInfo()` returns the new values. */
  svc_onIntroduction?: (() => void) | undefined;
  /** The widget's size changed. */
  svc_onResizeCallback?: (() => void) | undefined;
  /** The visitor requested a call. */
  svc_onCallStart?: (() => void) | undefined;
  svc_onCallEnd?: ((result: SvcResult) => void) | undefined;
  /** The state of the window changed. Called after `svc_onOpen` or `svc_onClose` of the same change. */
  svc_onChangeState?: ((state: SvcState) => void) | undefined;
}
