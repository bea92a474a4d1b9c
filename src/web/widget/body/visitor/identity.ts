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
  /** What is not answered waits for the next widget of the page. */
  stop(): void;
}

export function createIdentity({ waiting }: Bridge, keep: VisitorKeep, renew: () => void): Identity {
  let asked: Asked | undefined;

  const answered = (reason: string | null = null): void => {
    const before = asked;
    asked = undefined;
    before?.callback(reason);
  };
  const take = (next: Asked): void => {
    answered("A later call has replaced this one.");
    asked = next;
  };
  return {
    set(next) {
      // An anonymous visitor who logs out stays the same, unless a token is on its way.
      if (next.token === null && !keep.leave() && !asked) return next.callback(null);
      take(next);
      renew();
    },
    token() {
      // The page has called before the widget had loaded: the visitor begins with the proof.
      for (const early of waiting.filter((command) => command.type === "identity")) {
        waiting.splice(waiting.indexOf(early), 1);
        if (early.token === null) keep.leave();
        take(early);
      }
      return asked?.token ?? undefined;
    },
    answered,
    stop() {
      if (asked) waiting.push(asked);
    },
  };
}
