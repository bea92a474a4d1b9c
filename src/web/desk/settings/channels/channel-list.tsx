import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf } from "../../shell/route.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { ChannelState, kindNames } from "./channel-state.tsx";

const addPlace = placeOf(["settings", "channels", "add"]);

/** Every channel with what one wants to know at a glance. Source: CH-01. */
export function ChannelList({ channels }: { readonly channels: readonly ChannelAnswer[] }): JSX.Element {
  useCommands([{ id: "add channels", title: "Add channels", group: "Settings", run: () => go(addPlace) }], []);
  return (
    <main class="settings-page">
      <header class="settings-head">
        <PageTitle>Manage channels</PageTitle>
        <a class="button primary" href={addPlace}>
          <Icon name="plus" />
          Add channels
        </a>
      </header>
      {channels.length === 0 ? (
        <div class="empty">
          <p>No channel yet. A channel brings the chats of an app, a web site or any other system to your agents.</p>
        </div>
      ) : (
        <ul class="channel-list">
          {channels.map((channel) => (
            <li key={channel.id}>
              <Row channel={channel} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function Row({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const { id, name, kind, bot, webhooks, agents, declared } = channel;
  return (
    <a class="channel-row" href={placeOf(["settings", "channels", id])}>
      <span class="channel-name">{name}</span>
      <ChannelState channel={channel} />
      <span class="channel-facts">
        <span>{kindNames[kind]}</span>
        <span>{agents.length === 1 ? "1 agent" : `${agents.length} agents`}</span>
        {bot !== null && <span>Bot</span>}
        {webhooks !== null && <span>Webhooks</span>}
        {declared && <span>In the config file</span>}
      </span>
    </a>
  );
}
