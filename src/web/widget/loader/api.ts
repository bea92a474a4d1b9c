/// <reference path="../svc-api.d.ts" />
import { isPhoneNumber } from "../../../core/phone.ts";
import type { Command, Facts } from "../bridge.types.ts";
import { readContact } from "./contact.ts";
import { readRows } from "./custom-data.ts";
import { readRules } from "./invitation-rules.ts";
import { frameBytesMax, tokenMax } from "./limits.ts";
import { readOfflineMessage } from "./offline-message.ts";
import { guard } from "./page-callbacks.ts";
import { readPageUrl } from "./page-url.ts";
import type { Given } from "./texts.ts";
import { asGiven, bytesOf, cut, toNumber, toText } from "./texts.ts";

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

/** Passes on the page's function so that it is called after the current tick. Any other value is ignored. */
const withCallback =
  (hand: (callback: PageFunction) => void) =>
  (callback: unknown): void => {
    if (typeof callback === "function")
      hand((...values) => queueMicrotask(() => guard(() => void callback(...values))));
  };

const isObject = (value: unknown): value is Given => !!value && typeof value === "object" && !Array.isArray(value);
