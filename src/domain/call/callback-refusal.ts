import type { CallbackHours, CallbackSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
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

/** One formatter for each time zone of a channel: creating a formatter is a hundred times the work of using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Whether callbacks may be requested at this time, in the channel's time zone. Source: CALL-10. */
export function isWithinHours(
  { hours, timeZone }: Pick<CallbackSettings, "hours" | "timeZone">,
  nowMs: number,
): boolean {
  if (hours.length === 0) return true;
  const { day, time } = localTimeOf(timeZone, nowMs);
  return hours.some((span) => isWithin(span, day, time));
}

/** Hours that end at or before their start continue past midnight. The next day need not be in `days`. */
function isWithin({ days, from, to }: CallbackHours, day: number, time: string): boolean {
  if (from < to) return days.includes(day) && from <= time && time < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < to);
}

/** The day, 1 is Monday, and the time as `HH:MM`, which sorts in order of time. */
function localTimeOf(timeZone: string, nowMs: number): { readonly day: number; readonly time: string } {
  const parts = formatterOf(timeZone).formatToParts(nowMs);
  const textOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return { day: dayNames.indexOf(textOf("weekday")) + 1, time: `${textOf("hour")}:${textOf("minute")}` };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(timeZone, made);
  return made;
}
