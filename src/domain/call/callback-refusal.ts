import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { isWithinHours } from "./callback-hours.ts";
import type { CallsParts } from "./calls.ts";

/** Spelled exactly so. Source: WJ-27. */
export type CallbackRefusal = "Callback disabled" | "Callback unavaiable";

/** Why this visitor can ask for no callback now; `null` when it can. Source: WJ-27, CALL-10. */
export function refuseCallback(
  channelId: ChannelId,
  conversation: ConversationKey,
  { runtime: { directory, store, clock, runningCalls }, telephony }: Pick<CallsParts, "runtime" | "telephony">,
): CallbackRefusal | null {
  const settings = directory.find(channelId)?.settings;
  const callback = settings?.widget?.callback;
  if (!telephony.isConfigured || settings === undefined || callback === undefined || !callback.enabled)
    return "Callback disabled";
  const isAvailable =
    settings.enabled &&
    // One that is rung may answer: the last of the balance is not promised twice.
    callback.balance > runningCalls.unanswered(channelId) &&
    isWithinHours(callback, clock.nowMs()) &&
    !runningCalls.isRunning(conversation) &&
    store.read("client", [conversation])?.client.isBlacklisted !== true;
  return isAvailable ? null : "Callback unavaiable";
}
