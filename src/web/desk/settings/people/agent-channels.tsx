import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { placeOf } from "../../shell/route.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { Section } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { UnreadList } from "../forms/not-there.tsx";

const text = textsOf("settings-people", settingsPeople);

interface AgentChannelsProps {
  readonly agent: AgentAnswer;
  readonly channels: Listing<ChannelAnswer>;
}

/** The channels whose chats the agent receives; each channel's page has the choice. Source: CH-01. */
export function AgentChannels({ agent, channels }: AgentChannelsProps): JSX.Element {
  const { value: list } = channels.list;
  return (
    <Section title={text("channels")} help={text("agentChannelsHelp")}>
      {list.state === "there" ? (
        <Own channels={list.value.filter(({ agents }) => agents.includes(agent.id))} />
      ) : (
        <UnreadList
          unread={text("channelsUnread")}
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
      {split(text("onNoChannel", { channels: "{channels}" }), {
        channels: <a href={placeOf(["settings", "channels"])}>{text("allChannels")}</a>,
      })}
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
