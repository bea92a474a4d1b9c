import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { placeOf } from "../../shell/route.ts";
import { Section } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { UnreadList } from "../forms/not-there.tsx";

interface AgentChannelsProps {
  readonly agent: AgentAnswer;
  readonly channels: Listing<ChannelAnswer>;
}

/** Whose chats the agent gets; that is chosen on the page of each channel. Source: CH-01. */
export function AgentChannels({ agent, channels }: AgentChannelsProps): JSX.Element {
  const { value: list } = channels.list;
  return (
    <Section title="Channels" help="The agent gets the chats of these. It is put on a channel on the channel's page.">
      {list.state === "there" ? (
        <Own channels={list.value.filter(({ agents }) => agents.includes(agent.id))} />
      ) : (
        <UnreadList
          what="The channels"
          failure={list.state === "failed" ? list.failure : null}
          onRetry={() => void channels.read()}
        />
      )}
    </Section>
  );
}

const Own = ({ channels }: { readonly channels: readonly ChannelAnswer[] }): JSX.Element =>
  channels.length === 0 ? (
    <p>
      On no channel: no chats come. <a href={placeOf(["settings", "channels"])}>All channels</a>
    </p>
  ) : (
    <ul class="plain-list">
      {channels.map(({ id, name }) => (
        <li key={id}>
          <a href={placeOf(["settings", "channels", id, "general"])}>{name}</a>
        </li>
      ))}
    </ul>
  );
