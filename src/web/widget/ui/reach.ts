import { isPhoneNumber } from "../../../core/phone.ts";
import type { Model } from "../body/model.types.ts";
import type { ContactFields } from "../bridge.types.ts";
import type { WordKey } from "../i18n/words.ts";

/** Returns an e-mail address or a phone number, or the mistake of a text that is neither. Source: WJ-29. */
export function toReach(text: string): ContactFields | WordKey {
  const given = text.trim();
  if (given.includes("@")) return isEmail(given) ? { email: given } : "needEmail";
  return isPhoneNumber(given) ? { phone: given } : "needReach";
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** Whether the composer leaves a message for later, instead of writing in a chat. Source: WJ-44. */
export const isLeaving = ({ state, hasBot, leaving }: Model): boolean =>
  state === "offline" && (!hasBot || leaving !== "no");
