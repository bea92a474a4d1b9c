import type { JSX } from "preact";
import { useDesk } from "../../shell/use-desk.ts";
import type { Bound } from "../forms/bound.ts";
import { SeveralField } from "../forms/fields.tsx";

/** Source: CH-04. */
export const checkAgents = (agents: readonly number[]): string | null =>
  agents.length === 0 ? "Choose one agent or more: without any, nobody gets its chats." : null;

/** Who gets the channel's chats. Source: CH-01. */
export function AgentsField({ of }: { readonly of: Bound<readonly number[]> }): JSX.Element {
  const { agents } = useDesk().surroundings.value;
  return (
    <SeveralField
      label="Agents"
      of={of}
      choices={agents.map(({ id, name }) => [id, name])}
      help="They receive the channel's chats."
      empty="There are no agents yet."
    />
  );
}
