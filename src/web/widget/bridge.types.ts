import type { WidgetLook } from "../../../machines/channel/channel.types.ts";

/**
 * What the loader and the body share. The loader is the script of the page: it makes `svc_api` at once, checks what the page asks
 * and answers from `facts`. The body comes later, takes over the commands and keeps the facts true.
 */

/** What the service writes into the script of one channel. */
export interface ScriptSettings {
  /** Of the channel. */
  readonly id: string;
  /** Where the service is, for a page that carries the script in another file. */
  readonly origin: string;
  /** Path of the body's script. */
  readonly body: string;
  readonly look: WidgetLook;
  /** Source: WJ-36. */
  readonly contactsForm: boolean;
  /** Why calls cannot be asked for, as known when the script was made. Source: WJ-27. */
  readonly callback: string | null;
}

/** Source: WJ-14. */
export interface ContactFields {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly description?: string;
}

/** As known of the visitor. */
export interface Contact {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly description: string | null;
}

/** A row for the desk's information panel. Source: WJ-19. */
export interface CustomDataField {
  readonly content?: string;
  readonly title?: string;
  readonly link?: string;
  readonly key?: string;
}

/** One invitation of `setRules`; what a page leaves out holds always. Source: WJ-22. */
export interface InvitationRule {
  readonly name: string;
  readonly secondsOnPage: number;
  readonly urlContains: string;
  readonly visits: number;
  readonly text: string;
  readonly departmentId: number | null;
}

/** From what methods answer in the same tick; the body writes them. */
export interface Facts {
  mode: "online" | "offline";
  /** Source: WJ-27. */
  callback: string | null;
  contact: Contact;
}

/** What the page asks for, checked. Source: section "Methods" of the rules. */
export type Command =
  | { readonly type: "open" }
  | { readonly type: "open_call" }
  | { readonly type: "close" }
  | { readonly type: "contact"; readonly fields: ContactFields }
  | { readonly type: "custom_data"; readonly fields: readonly CustomDataField[] }
  | { readonly type: "rules"; readonly rules: readonly InvitationRule[] }
  | { readonly type: "user_token"; readonly token: string }
  | { readonly type: "invitation"; readonly text: string; readonly departmentId: number | null }
  | { readonly type: "call"; readonly phone: string }
  | { readonly type: "offline_message"; readonly fields: ContactFields; readonly text: string }
  | { readonly type: "page_title"; readonly title: string; readonly url: string | null }
  /** Calls back once. Source: WJ-12. */
  | { readonly type: "visitor_number"; readonly callback: (error: string | null, number: number | null) => void }
  /** Tells the page what the facts say of calls. Source: WJ-27. */
  | { readonly type: "callback_state"; readonly callback: () => void };

/** Functions that the page may declare. */
export type PageCallback =
  | "svc_onLoadCallback"
  | "svc_onOpen"
  | "svc_onClose"
  | "svc_onMessageSent"
  | "svc_onAccept"
  | "svc_onIntroduction"
  | "svc_onResizeCallback"
  | "svc_onCallStart"
  | "svc_onCallEnd"
  | "svc_onChangeState";

/** The loader's end. */
export interface Bridge {
  readonly settings: ScriptSettings;
  /** Of the service, without a slash at the end. */
  readonly origin: string;
  readonly facts: Facts;
  /** What waits for `attach`, in order; the body may take out what it can answer without. */
  readonly waiting: Command[];
  /** Hands over what waits, in order, then calls `svc_onLoadCallback`; later commands come at once. Source: WJ-03, WJ-31. */
  attach(carryOut: (command: Command) => void): void;
  /** Commands wait again; the mode is offline. */
  detach(): void;
  /** Calls what the page has under that name now; what it throws goes to the console. Source: WJ-41, WJ-42. */
  fire(name: PageCallback, ...values: readonly unknown[]): void;
}

/** What the body's script exports: puts the widget into its host element and runs until the returned function is called. */
export type MountWidget = (host: HTMLElement, bridge: Bridge) => () => void;
