import type { ChannelId } from "../../../machines/ids.ts";
import { lowBalance } from "../../codec/call/low-balance.ts";
import type { Log } from "../../ports/log.ts";
import type { ChannelEntry, Directory } from "../directory.ts";

/** Warns when a channel's call balance is low, and when it is used up: then no callbacks are possible. Source: CALL-10. */
export function watchBalances(directory: Directory, log: Log): void {
  directory.onChannelChange((channelId: ChannelId, before, after) => {
    const [earlier, balance] = [balanceOf(before), balanceOf(after)];
    if (earlier === null || balance === null || balance >= earlier) return;
    if (balance <= 0) log.warn({ channelId }, "the call balance of a channel is used up");
    else if (balance <= lowBalance && earlier > lowBalance)
      log.warn({ channelId, balance }, "the call balance of a channel runs low");
  });
}

/** `null` where no calls can be requested: there is no balance to use up. */
const balanceOf = (entry: ChannelEntry | undefined): number | null => {
  const callback = entry?.settings.widget?.callback;
  return callback?.enabled === true ? callback.balance : null;
};
