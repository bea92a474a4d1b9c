import { channelMachine } from "../../../machines/channel/channel.machine.ts";
import type { ChannelContext, ChannelEffect, ChannelEvent } from "../../../machines/channel/channel.types.ts";
import type { Migration, StoredFields } from "../../actors/actor-definition.ts";
import { defineActor } from "../../actors/actor-definition.ts";
import { fieldsOf } from "../../actors/cells/stored-actor.ts";
import { nothing } from "../../actors/history/outlined-fields.ts";
import { channelForm } from "../../codec/contexts/channel-form.ts";
import { release } from "../release.ts";

/** Widgets of that version offered the contacts form and had no look settings. */
function withWidgetLook(settings: StoredFields): StoredFields {
  const { widget } = settings;
  if (widget === null) return settings;
  const look = { color: null, position: "right", language: null, title: null, greeting: null, sound: true };
  return { ...settings, widget: { ...fieldsOf(widget), look, contactsForm: true } };
}

const storedBalance = ({ widget }: StoredFields): unknown =>
  widget === null ? null : fieldsOf(fieldsOf(widget)["callback"])["balance"];

const migrations: readonly Migration[] = [
  (_state, context) => ({
    ...context,
    settings: { ...fieldsOf(context["settings"]), acceptTimeoutMs: 60_000, bot: null },
  }),
  (_state, context) => ({
    ...context,
    settings: { ...fieldsOf(context["settings"]), webhooks: null, chatLogEmails: [], widget: null },
  }),
  (_state, context) => ({ ...context, settings: withWidgetLook(fieldsOf(context["settings"])) }),
  // In that version each start set the balance of the config file.
  (_state, context) => ({ ...context, declaredBalance: storedBalance(fieldsOf(context["settings"])) }),
];

/** Settings and status of one channel. */
export const channelActor = defineActor<ChannelContext, ChannelEvent, ChannelEffect>({
  kind: "channel",
  machine: channelMachine,
  form: channelForm,
  migrations,
  birthEvent: "channel.configured",
  keep: { "effect.channel.publish": release },
  history: {
    events: {
      "agent.presence-changed": ({ agentId, isAvailable }) => ({ agent: agentId, isAvailable }),
      "callback.answered": ({ callId }) => ({ call: callId }),
      "channel.configured": ({ settings: { kind, enabled, agentIds, bot, webhooks } }) => ({
        kind,
        enabled,
        agents: agentIds.length,
        hasBot: bot !== null,
        hasWebhooks: webhooks !== null,
      }),
      "channel.removed": nothing,
    },
    effects: {
      "effect.channel.publish": ({ status, isRemoved }) => ({ status, isRemoved }),
    },
  },
});
