import type { WidgetLook } from "../../../machines/channel/channel.types.ts";

/**
 * The types that the loader and the body share. The loader is the page's script. It creates `svc_api` at once, checks the arguments of
 * the page and answers from `facts`. The body loads later, carries out the commands and updates the facts.
 */

/** The settings that the service writes into the script of one channel. */
export interface ScriptSettings {
  /** The widget id of the channel. */
  readonly id: string;
  /** The origin of the service, for a page that includes the script in another file. */
  readonly origin: string;
  /** Path of the body's script. */
  readonly body: string;
  readonly look: WidgetLook;
  /** Source: WJ-36. */
  readonly contactsForm: boolean;
  /** Source: WJ-56. */
  readonly contactsFirst?: boolean;
  /** Only of a widget with a home: what it offers to say to the bot. Source: WJ-57. */
  readonly suggestions?: readonly string[];
  /** Why calls cannot be requested, as known when the script was created; `null` if they can. Source: WJ-27. */
  readonly callback: string | null;
}

/** Source: WJ-14. */
export interface ContactFields {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly description?: string;
}

/** The contact data that is known of the visitor. */
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

/** One invitation of `setRules`. A condition that the page leaves out is always met. Source: WJ-22. */
export interface InvitationRule {
  readonly name: string;
  readonly secondsOnPage: number;
  readonly urlContains: string;
  readonly visits: number;
  readonly text: string;
  readonly departmentId: number | null;
}

/** The facts from which methods answer in the same tick. The body updates them. */
export interface Facts {
  mode: "online" | "offline";
  /** Source: WJ-27. */
  callback: string | null;
  contact: Contact;
}

/** A command of the page, after the checks. Source: section "Methods" of the rules. */
export type Command =
  | { readonly type: "open" }
  | { readonly type: "open_call" }
  | { readonly type: "close" }
  | { readonly type: "contact"; readonly fields: ContactFields }
  | { readonly type: "custom_data"; readonly fields: readonly CustomDataField[] }
  | { readonly type: "rules"; readonly rules: readonly InvitationRule[] }
  | { readonly type: "user_token"; readonly token: string }
  /** `null` logs out. Calls `callback` once: with `null`, or with the reason why nothing was proved. Source: WJ-47. */
  | {
      readonly type: "identity";
      /** As the page gave it. */
      readonly token: unknown;
      readonly callback: (reason: string | null) => void;
    }
  | { readonly type: "invitation"; readonly text: string; readonly departmentId: number | null }
  | { readonly type: "call"; readonly phone: string }
  | { readonly type: "offline_message"; readonly fields: ContactFields; readonly text: string }
  | { readonly type: "page_title"; readonly title: string; readonly url: string | null }
  /** Calls `callback` once. Source: WJ-12. */
  | { readonly type: "visitor_number"; readonly callback: (error: string | null, number: number | null) => void }
  /** Reports to the page whether calls are possible, according to the facts. Source: WJ-27. */
  | { readonly type: "callback_state"; readonly callback: () => void };

/** The functions that the page may declare. */
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

/** The part of the loader that the body uses. */
export interface Bridge {
  readonly settings: ScriptSettings;
  /** The origin of the service, without a slash at the end. */
  readonly origin: string;
  readonly facts: Facts;
  /** The commands that wait for `attach`, in order. The body may remove commands that it can answer earlier. */
  readonly waiting: Command[];
  /** Returns the JSON text of a value; a `toJSON` or a `JSON.stringify` of the page has no effect on it. */
  toJson(value: unknown): string;
  /** Passes the waiting commands in order, then calls `svc_onLoadCallback`. Later commands are passed at once. Source: WJ-03, WJ-31. */
  attach(carryOut: (command: Command) => void): void;
  /** After this call, commands wait again and the mode is offline. */
  detach(): void;
  /** Calls the page's function of that name, if there is one. An error that it throws goes to the console. Source: WJ-41, WJ-42. */
  fire(name: PageCallback, ...values: readonly unknown[]): void;
}

/** The event at the host element when the page has removed it and it is back. A body that can go on cancels the event. */
export type BackEvent = "svc-back";

/**
 * The export of the body's script. It puts the widget into its host element, which may already have the content of an earlier widget.
 * The widget runs until the returned function is called.
 */
export type MountWidget = (host: HTMLElement, bridge: Bridge) => () => void;
