import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { isWithinHours } from "./callback-hours.ts";
import type { CallsParts } from "./calls.ts";

/** Spelled exactly so. Source: WJ-27. */
export type CallbackRefusal = "Callback disabled" | "Callback unavaiable";

type RefusalParts = Pick<CallsParts, "runtime" | "telephony">;

/** Why nobody can request a callback on the channel now; `null` when an unknown visitor can. Source: WJ-27, CALL-10. */
export function refuseOnChannel(
  channelId: ChannelId,
  { runtime: { directory, clock, runningCalls }, telephony }: RefusalParts,
): CallbackRefusal | null {
  const settings = directory.find(channelId)?.settings;
  const callback = settings?.widget?.callback;
  if (!telephony.isConfigured || settings === undefined || callback === undefined || !callback.enabled)
    return "Callback disabled";
  const isAvailable =
    settings.enabled &&
    // A client whose phone rings may answer: the last of the balance is not promised twice.
    callback.balance > runningCalls.unanswered(channelId) &&
    isWithinHours(callback, clock.nowMs());
  return isAvailable ? null : "Callback unavaiable";
}

/** Why this visitor can request no callback now; `null` when it can. Source: WJ-27, CALL-10. */
export async function refuseCallback(
  channelId: ChannelId,
  conversation: ConversationKey,
  parts: RefusalParts,
): Promise<CallbackRefusal | null> {
  const refusal = refuseOnChannel(channelId, parts);
  if (refusal !== null) return refusal;
  const client = await parts.runtime.store.read("client", [conversation]);
  // Everything else is checked after the read: a call may have begun meanwhile.
  const isBusy = parts.runtime.runningCalls.isRunning(conversation);
  return (
    refuseOnChannel(channelId, parts) ??
    (isBusy || client?.client.isBlacklisted === true ? "Callback unavaiable" : null)
  );
}
