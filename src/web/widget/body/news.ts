import type { VisitorChat } from "../../../codec/visitor/visitor.ts";
import type { Parts } from "./parts.types.ts";

/** The callbacks of the page about a chat, each called once. Source: WJ-34, WJ-35. */
export interface News {
  /** Takes a chat as the service sent it, whichever chat it is. */
  chat(chat: VisitorChat): void;
  /** A message of this tab is stored. */
  wrote(chatId: string): void;
}

/** The other tabs wait, so that the visible tab is first. */
const behindMs = 1_000;

export function createNews({ bridge, environment, keep, calls }: Parts): News {
  const accept = (chatId: string): void => {
    environment.alone(`svc_${bridge.settings.id}_accepted_${chatId}`, () => {
      if (keep.isFirst("accepted", chatId)) bridge.fire("svc_onAccept");
    });
  };
  return {
    chat({ id, accepted, call }) {
      if (accepted && environment.isVisible()) accept(id);
      else if (accepted) environment.after(behindMs * (1 + environment.random()), () => accept(id));
      calls.look(call);
    },
    wrote(chatId) {
      if (keep.isFirst("wrote", chatId)) bridge.fire("svc_onMessageSent");
    },
  };
}
