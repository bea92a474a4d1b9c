import t from "tap";
import { lowBalance } from "../../../src/codec/call/low-balance.ts";
import { channelDefaults, widgetDefaults } from "../../../src/codec/settings/channel-defaults.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { watchBalances } from "../../../src/domain/call/low-balance.ts";
import type { ChannelEntry, Directory } from "../../../src/domain/directory.ts";
import { logTo } from "../../harness/test-log.ts";

const channelId = asChannelId("WEBSITE001");

const withBalance = (balance: number, enabled = true): ChannelEntry => ({
  settings: {
    ...channelDefaults,
    id: channelId,
    kind: "widget",
    name: "Web site",
    random: "3b6fA0aaaaaaaaaaaaaaaa",
    webhookUrl: "",
    agentIds: [],
    widget: { ...widgetDefaults, callback: { ...widgetDefaults.callback, enabled, balance } },
  },
  status: 1,
  isRemoved: false,
});

t.test("the log reports once that a call balance runs low, and once that it is used up", async (t) => {
  type Listener = Parameters<Directory["onChannelChange"]>[0];
  const listeners: Listener[] = [];
  const lines: unknown[] = [];
  watchBalances(
    { onChannelChange: (listener: Listener) => void listeners.push(listener) } as never,
    logTo((fields, text, level) => void lines.push({ ...fields, text, level })),
  );
  const change = (before: ChannelEntry | undefined, after: ChannelEntry | undefined): readonly unknown[] => {
    for (const listener of listeners) listener(channelId, before, after);
    return lines.splice(0);
  };
  const low = "the call balance of a channel runs low";
  const above = withBalance(lowBalance + 1);
  t.strictSame(change(withBalance(lowBalance + 2), above), []);
  t.strictSame(change(above, withBalance(lowBalance)), [{ channelId, balance: lowBalance, text: low, level: "warn" }]);
  t.strictSame(change(withBalance(lowBalance), withBalance(lowBalance - 1)), [], "already reported");
  t.strictSame(change(withBalance(1), withBalance(0)), [
    { channelId, text: "the call balance of a channel is used up", level: "warn" },
  ]);
  t.strictSame(change(withBalance(0), withBalance(50)), [], "refilled");
  t.strictSame(change(undefined, withBalance(3)), [], "a new channel");
  t.strictSame(change(withBalance(12), withBalance(3, false)), [], "callbacks are disabled");
  t.strictSame(change(withBalance(3), undefined), [], "removed");
});
