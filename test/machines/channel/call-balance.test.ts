import t from "tap";
import type { ChannelConfigured, ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { channelDefaults, widgetDefaults } from "../../../src/codec/settings/channel-defaults.ts";
import { asActorKey, asCallId, asChannelId, asConversationKey } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { runTable } from "../table.ts";

/** A widget with this call balance. */
const withBalance = (balance: number): ChannelSettings => ({
  ...channelDefaults,
  id: asChannelId("WEBSITE001"),
  kind: "widget",
  name: "Web site",
  random: "3b6fA0aaaaaaaaaaaaaaaa",
  webhookUrl: "",
  agentIds: [],
  widget: { ...widgetDefaults, callback: { ...widgetDefaults.callback, balance } },
});
const configured = (balance: number, how?: ChannelConfigured["balance"]): ChannelConfigured => ({
  type: "channel.configured",
  settings: withBalance(balance),
  ...(how !== undefined && { balance: how }),
});
const answered: ActorEvent = { type: "callback.answered", callId: asCallId("1") };
const publish = (balance: number): Effect => ({
  type: "effect.channel.publish",
  settings: withBalance(balance),
  status: 0,
  isRemoved: false,
});
const noAgents: Effect = { type: "effect.actor.tell", tells: [] };
const published = (balance: number): readonly Effect[] => [noAgents, noAgents, publish(balance)];

runTable(t, {
  actor: asActorKey("channel/WEBSITE001"),
  conversation: asConversationKey("channel/WEBSITE001"),
  input: configured(2, "declared"),
  tests: {
    "[CALL-10] the call balance of a channel": [
      {
        name: "an answered callback takes one",
        given: [],
        when: answered,
        state: "offline",
        effects: [publish(1)],
      },
      {
        name: "below 0 there is nothing to take",
        given: [answered, answered],
        when: answered,
        state: "offline",
        effects: [publish(0)],
      },
      {
        name: "a writer that gives no balance leaves it",
        given: [answered],
        when: configured(2, "kept"),
        state: "offline",
        effects: published(1),
      },
      {
        name: "a writer that gives a balance sets it",
        given: [answered],
        when: configured(2),
        state: "offline",
        effects: published(2),
      },
      {
        name: "the config file says what it said before: nothing is refilled",
        given: [answered],
        when: configured(2, "declared"),
        state: "offline",
        effects: published(1),
      },
      {
        name: "it says another number",
        given: [answered],
        when: configured(3, "declared"),
        state: "offline",
        effects: published(3),
      },
      {
        name: "of a removed channel nobody counts",
        given: [{ type: "channel.removed" }],
        when: answered,
        state: "removed",
        effects: [],
      },
    ],
  },
});
