import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import type { Bound } from "../forms/bound.ts";
import { SeveralField } from "../forms/fields.tsx";

const text = textsOf("settings-channels", settingsChannels);

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
