import type { Bridge, Command } from "../../bridge.types.ts";
import type { VisitorKeep } from "./visitor.ts";

type Asked = Extract<Command, { readonly type: "identity" }>;

/** Proves to the service who the visitor is. The token is sent with a hello, and is dropped when it is answered. Source: WJ-47. */
export interface Identity {
  /** The visitor connects again, with this token or without one. */
  set(asked: Asked): void;
  /** Returns the token for a hello. */
  token(): string | undefined;
  /** Call this when the hello is answered, or in vain: with the reason why nothing was proved. */
  answered(reason?: string | null): void;
  /** Call this when the visitor is anonymous: the page that had proved another one is told. Source: WJ-51. */
  anonymous(): void;
  /** What is not answered waits for the next widget of the page. */
  stop(): void;
}

/** The characters of a JSON Web Token, and no more than the service reads. */
const tokenForm = /^[\w.-]{1,4096}$/;

export function createIdentity({ waiting }: Bridge, keep: VisitorKeep, renew: () => void): Identity {
  let asked: Asked | undefined;
  let token: string | undefined;
  /** What this page has proved. */
  let proved: Asked | undefined;

  const answered = (reason: string | null = null): void => {
    const before = asked;
    asked = token = undefined;
    if (before?.token && reason === null) proved = before;
    before?.callback(reason);
  };
  /** Returns whether the visitor must connect again. */
  const take = (next: Asked): boolean => {
    const isLogout = next.token === null;
    // An anonymous visitor who logs out stays the same, unless a token is on its way.
    const isDone = isLogout && !keep.leave() && !asked;
    const given = typeof next.token === "string" && tokenForm.test(next.token) ? next.token : undefined;
    if (isDone || (!isLogout && given === undefined)) {
      next.callback(isDone ? null : "Identity must be a token or null.");
      return false;
    }
    answered("A later call has replaced this one.");
    proved = undefined;
    asked = next;
    token = given;
    return true;
  };
  return {
    set(next) {
      if (take(next)) renew();
    },
    token() {
      // The page has called before the widget had loaded: the visitor begins with the proof.
      for (const early of waiting.filter((command) => command.type === "identity")) {
        waiting.splice(waiting.indexOf(early), 1);
        take(early);
      }
      return token;
    },
    answered,
    anonymous() {
      const before = proved;
      proved = undefined;
      before?.callback("The visitor is no longer proved.");
    },
    stop() {
      if (asked) waiting.push(asked);
    },
  };
}
