import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { memberChange } from "../forms/changes.ts";
import { CheckField, SeveralField, TextField } from "../forms/fields.tsx";
import type { Bound, Form } from "../forms/use-form.ts";
import { bind } from "../forms/use-form.ts";
import { channelsOf } from "./channels-data.ts";

const text = textsOf("settings-channels", settingsChannels);

/** Source: CH-01, CH-43. */
export const WebhookUrlField = <Values extends { readonly webhookUrl: string }>({
  form,
}: {
  readonly form: Form<Values>;
}): JSX.Element => (
  <TextField
    label={text("webhookUrl")}
    type="url"
    placeholder="https://shop.example.com/chat"
    of={bind(form, "webhookUrl")}
    help={text("webhookUrlHelp")}
    isRequired
  />
);

/** Source: DEL-26. */
export const ChunkedField = <Values extends { readonly chunked: boolean }>({
  form,
}: {
  readonly form: Form<Values>;
}): JSX.Element => <CheckField label={text("chunked")} of={bind(form, "chunked")} help={text("chunkedHelp")} />;

/** Source: CH-04. */
export const checkAgents = (agents: readonly number[]): string | null =>
  agents.length === 0 ? text("agentsMissing") : null;

/** The agents that receive the channel's chats. Source: CH-01. */
export function AgentsField({ of }: { readonly of: Bound<readonly number[]> }): JSX.Element {
  const { agents } = useDesk().surroundings.value;
  return (
    <SeveralField
      label={text("agents")}
      of={of}
      choices={agents.map(({ id, name }) => [id, name])}
      help={text("agentsHelp")}
      empty={text("noAgents")}
    />
  );
}

/** The name of one of a channel's forms; without a form, the beginning of all their names. */
export const formOf = (id: string, form = ""): string => `channel ${id} ${form}`;

/** Returns a function that sends changes of a channel; the rest of the channel stays, and other agents do. Source: CH-06. */
export function useChange({ id, agents: before }: ChannelAnswer): SendChange {
  const desk = useDesk();
  return ({ agents = before, ...changed }) => {
    const { add, remove } = memberChange(before, agents);
    return channelsOf(desk).change(id, {
      ...changed,
      ...(add.length > 0 && { addAgents: add }),
      ...(remove.length > 0 && { removeAgents: remove }),
    });
  };
}

type SendChange = <Changed extends object>(
  changed: Changed & { readonly agents?: readonly number[] },
) => Promise<Answer<unknown>>;

/** Where failures of the choice of agents are. */
export const agentsPlace = { agents: "addAgents" };

/** The props of a tab of a channel's page. */
export interface ChannelTabProps {
  readonly channel: ChannelAnswer;
}
