/// <reference path="../svc-api.d.ts" />
import { urlLengthMax } from "../../../codec/text/url-length.ts";
import { isPhoneNumber } from "../../../core/phone.ts";
import type { Command, Contact, ContactFields, CustomDataField, Facts, InvitationRule } from "../bridge.types.ts";
import { frameBytesMax, labelMax, offlineTextMax, rowsMax, rowsSeenMax, textMax, tokenMax } from "./limits.ts";
import { guard } from "./page-callbacks.ts";
import type { Given } from "./texts.ts";
import { asGiven, bytesOf, cut, readTexts, toNumber, toText } from "./texts.ts";

/** Accepts all values that a page may pass. */
type Method<Name extends keyof SvcApi> = (...values: unknown[]) => ReturnType<SvcApi[Name]>;
type Methods = { readonly [Name in keyof SvcApi]: Method<Name> };
export type PageFunction = (...values: readonly unknown[]) => unknown;

const unreadable = "Argument cannot be read.";

/**
 * The methods check their arguments at once, return at once and never throw. `ask` carries a command out, or keeps it until the
 * widget has loaded. Source: WJ-04 to WJ-30.
 */
export function createApi(facts: Facts, ask: (command: Command) => void, end: () => undefined): SvcApi {
  const asked = (command?: Command): SvcOk => {
    if (command) ask(command);
    return { result: "ok" };
  };
  /** Source: WJ-27. */
  const whenCallable = (command?: Command): SvcResult =>
    facts.callback === null ? asked(command) : fail(facts.callback);
  const methods: Methods = {
    open: method(unreadable, (what) =>
      asGiven(what)["start"] === "call" ? whenCallable({ type: "open_call" }) : asked({ type: "open" }),
    ),
    close: () => asked({ type: "close" }),
    destroy: () => asked(end()),
    chatMode: () => facts.mode,
    getContactInfo() {
      const { name, ...others } = facts.contact;
      return { client_name: name, ...others };
    },
    getVisitorNumber: withCallback((callback) => ask({ type: "visitor_number", callback })),
    setContactInfo: method(
      "Contact info must be object.",
      (info) => isObject(info) && asked({ type: "contact", fields: readContact(info, true) }),
    ),
    setCustomData: method("Custom data must be array.", (given) => {
      if (!Array.isArray(given)) return false;
      const fields = readRows(given);
      return bytesOf(fields) > frameBytesMax
        ? fail("Custom data is too long.")
        : asked({ type: "custom_data", fields });
    }),
    setRules: method(
      "Rules must be object.",
      (rules) => isObject(rules) && asked({ type: "rules", rules: readRules(rules) }),
    ),
    setUserToken: (token = false) =>
      typeof token === "string" && token.trim() && cut(token, tokenMax) === token
        ? { ...asked({ type: "user_token", token }), token }
        : { result: "fail", token },
    // The body checks the token, because the loader has no room.
    setIdentity: (token, callback) =>
      asked({ type: "identity", token, callback: later(callback as PageFunction | undefined) }),
    showProactiveInvitation: method("Invitation text must not be empty.", (given, department) => {
      const text = toText(given) ?? "";
      return text && asked({ type: "invitation", text, departmentId: toNumber(department) || null });
    }),
    startCall: method("Invalid phone number", (given) => {
      const phone = toText(given) ?? "";
      return isPhoneNumber(phone) && whenCallable({ type: "call", phone });
    }),
    // The facts are known to the loader, so the command needs no request to the service.
    isCallbackEnabled: withCallback((callback) =>
      ask({ type: "callback_state", callback: () => callback(whenCallable()) }),
    ),
    sendOfflineMessage(given) {
      const message = readOfflineMessage(given, facts.contact);
      return typeof message === "string" ? { result: "fail", error: message } : asked(message);
    },
    sendPageTitle: method(unreadable, (given, _flag, url) =>
      asked({ type: "page_title", title: toText(given) || document.title, url: readPageUrl(url) }),
    ),
  };
  return methods as SvcApi;
}

const fail = (reason: string): SvcFail => ({ result: "fail", reason });

/** An argument that throws while it is read fails with the same reason as a missing argument. */
const method =
  (reason: string, work: (...values: unknown[]) => SvcResult | false | "") =>
  (...values: unknown[]): SvcResult => {
    try {
      return work(...values) || fail(reason);
    } catch {
      return fail(reason);
    }
  };

/** The page's function, called after the current tick. */
const later =
  (callback: PageFunction | undefined): PageFunction =>
  (...values) =>
    queueMicrotask(() => guard(() => void callback?.(...values)));

/** Passes on the page's function. Any other value is ignored. */
const withCallback =
  (hand: (callback: PageFunction) => void) =>
  (callback: unknown): void => {
    if (typeof callback === "function") hand(later(callback as PageFunction));
  };

const isObject = (value: unknown): value is Given => !!value && typeof value === "object" && !Array.isArray(value);

const lengths = { name: labelMax, email: labelMax, phone: labelMax, description: textMax };

/** With `canClear`, empty texts are included, because they clear a field. Source: WJ-14, WJ-15. */
const readContact = (given: Given, canClear = false): ContactFields => readTexts(given, lengths, canClear);

/**
 * A link that is too long keeps one character over the limit, so that the service refuses it. A shorter link would lead to another
 * address.
 */
const customDataLengths = { content: textMax, title: labelMax, key: labelMax, link: urlLengthMax + 1 };

/** Returns up to 50 rows. A value that is not a row or cannot be read is skipped. Source: WJ-19. */
function readRows(fields: readonly unknown[]): readonly CustomDataField[] {
  const rows = fields.slice(0, rowsSeenMax).flatMap((field): CustomDataField | never[] => {
    try {
      const row: CustomDataField = readTexts(asGiven(field), customDataLengths);
      return row.content || row.title || row.key ? row : [];
    } catch {
      // A getter of the page threw, so the row is skipped.
      return [];
    }
  });
  return rows.slice(0, rowsMax);
}

/** Returns the rules that are enabled and have a text. Source: WJ-22. */
const readRules = (rules: Given): readonly InvitationRule[] =>
  Object.entries(rules).flatMap(([name, value]) => {
    const { enabled = true, conditions, text, department_id } = asGiven(value);
    const { seconds_on_page, url_contains, visits } = asGiven(conditions);
    const rule: InvitationRule = {
      name,
      secondsOnPage: toNumber(seconds_on_page),
      urlContains: toText(url_contains) ?? "",
      visits: toNumber(visits),
      text: toText(text) ?? "",
      departmentId: toNumber(department_id) || null,
    };
    return enabled && rule.text ? rule : [];
  });

type OfflineMessage = Extract<Command, { readonly type: "offline_message" }>;

const emptyMessage = "Message must not be empty.";

/**
 * Reads a page's argument as an offline message. Returns the message, or the service's text for its mistake. The service may not have
 * received the known contact yet; a message without e-mail and phone therefore includes the known ones. Source: WJ-29.
 */
function readOfflineMessage(value: unknown, known: Contact): OfflineMessage | string {
  try {
    const given = asGiven(value);
    const text = toText(given["message"]);
    if (!text) return emptyMessage;
    const read = readContact(given);
    const { email, phone } = read.email || read.phone ? read : known;
    const fields = { ...read, ...(email && { email }), ...(phone && { phone }) };
    const message = { type: "offline_message", fields, text } as const;
    if (cut(text, offlineTextMax) !== text) return `Message must have at most ${offlineTextMax} characters.`;
    if (bytesOf(message) > frameBytesMax) return "Message is too long.";
    if (email?.includes("@") === false) return "Email must contain @.";
    return email || phone ? message : "Email or phone must be given.";
  } catch {
    return emptyMessage;
  }
}

/**
 * Returns the absolute http(s) address of a page that the service accepts; `value` may be relative to this page. Returns `null` for
 * no or another address. Throws for text that is no address.
 */
function readPageUrl(value: unknown): string | null {
  if (!value || typeof value !== "string") return null;
  const { href } = new URL(value, document.baseURI);
  return /^http/.test(href) && href.length <= urlLengthMax ? href : null;
}
