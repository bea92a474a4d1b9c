import type { ChannelConfigured, ChannelContext, ChannelSettings } from "./channel.types.ts";

type Balances = Pick<ChannelContext, "settings" | "declaredBalance">;

export const balanceOf = ({ widget }: ChannelSettings): number | null => widget?.callback.balance ?? null;

/** A channel of the chat API has no balance. */
const withBalance = (settings: ChannelSettings, balance: number | null): ChannelSettings =>
  settings.widget === null || balance === null
    ? settings
    : { ...settings, widget: { ...settings.widget, callback: { ...settings.widget.callback, balance } } };

/**
 * The new settings with the right balance. The config file is read at each start: it refills the balance only when its number differs from
 * its last one, so that a restart restores no counted call. Source: CALL-10.
 */
export function withSettings(before: Balances, { settings, balance }: ChannelConfigured): Balances {
  const isDeclared = balance === "declared";
  const declaredBalance = isDeclared ? balanceOf(settings) : before.declaredBalance;
  const isKept = isDeclared ? declaredBalance === before.declaredBalance : balance === "kept";
  return { settings: isKept ? withBalance(settings, balanceOf(before.settings)) : settings, declaredBalance };
}

/** A callback was answered. Source: CALL-10. */
export const withCallCounted = (settings: ChannelSettings): ChannelSettings =>
  withBalance(settings, Math.max(0, (balanceOf(settings) ?? 0) - 1));
