import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import type { Listing } from "../forms/listing.ts";
import { RemoveRecord } from "../forms/remove-record.tsx";
import type { AgentSectionProps } from "./agent-props.types.ts";
import { formsOfAgent } from "./agent-values.ts";
import { agentsPlace } from "./places.ts";

const text = textsOf("settings-people", settingsPeople);

interface RemoveAgentProps extends AgentSectionProps {
  readonly channels: Listing<ChannelAnswer>;
}

/** Removes the agent, after a text about the effect on its chats and channels. */
export function RemoveAgent({ agent, listing, isSelf, channels }: RemoveAgentProps): JSX.Element {
  const { id, name, declared } = agent;
  const { value: list } = channels.list;
  const own = list.state === "there" ? list.value.filter(({ agents }) => agents.includes(id)) : [];
  const empty = own.filter(({ agents }) => agents.length === 1);
  return (
    <RemoveRecord
      title={text("removeAgent")}
      name={name}
      forms={formsOfAgent(id)}
      back={agentsPlace}
      act={() => listing.remove(id)}
    >
      <ul class="plain-list">
        <li>
          {isSelf ? text("removeSelf") : split(text("removeOther", { name: "{name}" }), { name: <bdi>{name}</bdi> })}
        </li>
        <li>{text("openChatsBack")}</li>
        {own.length > 0 && (
          <li>{split(text("leaves", { channels: "{channels}" }), { channels: <Names of={own} /> })}</li>
        )}
        {empty.length > 0 && (
          <li>
            {split(text("offlineUntil", { emptied: "{emptied}" }), {
              emptied: (
                <strong>
                  {split(text("noAgentsLeft", { channels: "{channels}" }), { channels: <Names of={empty} /> })}
                </strong>
              ),
            })}
          </li>
        )}
        <li>{text("repliesGone")}</li>
        {declared && <li>{text("agentMadeAgain")}</li>}
      </ul>
    </RemoveRecord>
  );
}

/** Isolates the direction of each name, so that the following text keeps its own. */
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
