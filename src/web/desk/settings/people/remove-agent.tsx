import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import type { Listing } from "../forms/listing.ts";
import { RemoveRecord } from "../forms/remove-record.tsx";
import type { AgentSectionProps } from "./agent-props.types.ts";
import { formsOfAgent } from "./agent-values.ts";
import { agentsPlace } from "./places.ts";

interface RemoveAgentProps extends AgentSectionProps {
  readonly channels: Listing<ChannelAnswer>;
}

/** Takes the agent away, after it was said what becomes of its chats and channels. */
export function RemoveAgent({ agent, listing, isSelf, channels }: RemoveAgentProps): JSX.Element {
  const { id, name, declared } = agent;
  const { value: list } = channels.list;
  const own = list.state === "there" ? list.value.filter(({ agents }) => agents.includes(id)) : [];
  const empty = own.filter(({ agents }) => agents.length === 1);
  return (
    <RemoveRecord what="agent" name={name} forms={formsOfAgent(id)} back={agentsPlace} act={() => listing.remove(id)}>
      <ul class="plain-list">
        <li>
          {isSelf ? (
            "You are logged out everywhere, and cannot come back."
          ) : (
            <>
              <bdi>{name}</bdi> is logged out everywhere.
            </>
          )}
        </li>
        <li>Open chats go back: they wait again for the other agents of their channel.</li>
        {own.length > 0 && (
          <li>
            Leaves <Names of={own} />.
          </li>
        )}
        {empty.length > 0 && (
          <li>
            <strong>
              <Names of={empty} /> will have no agents:
            </strong>{" "}
            offline until somebody else is put on it.
          </li>
        )}
        <li>Own canned replies are gone. What was written stays, with the name, in the chats and the archive.</li>
        {declared && (
          <li>The config file names this agent: it is made again at the next start, unless taken out there.</li>
        )}
      </ul>
    </RemoveRecord>
  );
}

/** Whichever way each is written, what follows is not turned round. */
const Names = ({ of }: { readonly of: readonly ChannelAnswer[] }): JSX.Element => (
  <>
    {of.map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 && ", "}
        <bdi>{name}</bdi>
      </span>
    ))}
  </>
);
