import type { VisitorChat } from "../../../codec/visitor/visitor.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { Parts } from "./parts.types.ts";

/** Calls the page's callbacks about a chat, each once per chat. Source: WJ-34, WJ-35. */
export interface News {
  /** Takes any chat that the service sends. */
  chat(chat: VisitorChat): void;
  /** A message of this tab is stored. */
  wrote(chatId: string): void;
  stop(): void;
}

/** Hidden tabs wait this long, so that the visible tab is first. */
const behindMs = 1_000;

export function createNews({ bridge, environment, keep, calls }: Parts): News {
  const timer = createTimer(environment);
  const accept = (chatId: string): void => {
    environment.alone(`svc_${bridge.settings.id}_accepted_${chatId}`, () => {
      if (keep.isFirst("accepted", chatId)) bridge.fire("svc_onAccept");
    });
  };
  return {
    chat({ id, accepted, call }) {
      if (accepted && environment.isVisible()) accept(id);
      else if (accepted) timer.set(behindMs * (1 + environment.random()), () => accept(id));
      calls.look(call);
    },
    wrote(chatId) {
      if (keep.isFirst("wrote", chatId)) bridge.fire("svc_onMessageSent");
    },
    stop: timer.stop,
  };
}
