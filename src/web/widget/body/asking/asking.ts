import type { Contact, ContactFields } from "../../bridge.types.ts";
import type { RequestFrame } from "../frames.types.ts";
import type { AskingActions } from "../model.types.ts";
import type { Parts } from "../parts.types.ts";
import type { Request } from "../requests/requests.ts";
import { showLines } from "../show-lines.ts";

/** The requests of page and visitor that are not messages, and the outcome of all requests. */
export interface Asking extends AskingActions {
  /** Sets the contact as if the visitor had filled in a form; `""` clears a field. Source: WJ-15, WJ-16. */
  tellContact(fields: ContactFields): void;
  /** Takes the contact that the service knows; values not yet sent to the service take precedence. */
  takeContact(contact: Contact): void;
  ask(frame: RequestFrame): void;
  settled(request: Request, reason: string | null, seq: number): void;
  /** The token that the service has accepted. Source: WJ-23. */
  userToken(): string | undefined;
}

type Done = (reason: string | null) => void;

const otherCall = "Callback unavaiable";

export function createAsking(parts: Parts): Asking {
  const { bridge, environment, shown, conversation, requests, calls } = parts;
  const waiting = new Map<string, Done>();
  let userToken: string | undefined;

  const ask = (frame: RequestFrame, done?: Done): void => {
    const id = environment.newId();
    if (done !== undefined) waiting.set(id, done);
    requests.add(id, frame);
  };
  const setContact = (contact: Contact, fields: ContactFields): void => {
    const given = Object.entries({ ...contact, ...fields }).map(([key, text]) => [key, text || null]);
    bridge.facts.contact = Object.fromEntries(given);
    shown.change({ contact: bridge.facts.contact });
  };
  const settle = ({ id, frame }: Request, reason: string | null, seq: number): void => {
    if (frame.type === "call") calls.answered(reason);
    if (frame.type === "user_token" && reason === null) userToken = frame.value;
    if (frame.type === "offline_message" && reason === null) {
      const { text: _, ...fields } = fieldsOf(frame);
      setContact(bridge.facts.contact, fields);
    }
    if (frame.type === "earlier" && reason !== null) shown.change({ earlier: "failed" });
    conversation.settle(id, reason, seq);
    showLines(parts);
  };
  return {
    tellContact(fields) {
      setContact(bridge.facts.contact, fields);
      ask({ type: "contact", ...fields });
    },
    takeContact(contact) {
      let given: ContactFields = {};
      for (const { frame } of requests.waiting) if (frame.type === "contact") given = { ...given, ...fieldsOf(frame) };
      setContact(contact, given);
    },
    ask,
    leaveMessage: (fields, text) =>
      new Promise((resolve) => {
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
        ask({ type: "offline_message", ...given, text }, resolve);
      }),
    askCall: (phone) =>
      new Promise((resolve) => {
        if (calls.ask(shown.model.chat?.call ?? null, resolve)) ask({ type: "call", phone });
        else resolve(otherCall);
      }),
    settled(request, reason, seq) {
      settle(request, reason, seq);
      waiting.get(request.id)?.(reason);
      waiting.delete(request.id);
    },
    userToken: () => userToken,
  };
}

/** Returns the fields of a frame without its type. */
function fieldsOf<Frame extends { readonly type: string }>({ type: _, ...fields }: Frame): Omit<Frame, "type"> {
  return fields;
}
