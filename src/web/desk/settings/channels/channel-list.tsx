import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf } from "../../shell/route.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { ChannelState } from "./channel-state.tsx";

const text = textsOf("settings-channels", settingsChannels);

const addPlace = placeOf(["settings", "channels", "add"]);

/** Every channel with its most important facts. Source: CH-01. */
export function ChannelList({ channels }: { readonly channels: readonly ChannelAnswer[] }): JSX.Element {
  useCommands(
    [{ id: "add channels", title: text("addChannels"), group: text("commandGroup"), run: () => go(addPlace) }],
    [],
  );
  return (
    <main class="settings-page">
      <header class="settings-head">
        <PageTitle>{text("manageChannels")}</PageTitle>
        <a class="button primary" href={addPlace}>
          <Icon name="plus" />
          {text("addChannels")}
        </a>
      </header>
      {channels.length === 0 ? (
        <div class="empty">
          <p>{text("noChannels")}</p>
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
        <span>{text(kind)}</span>
        <span>{text("agentCount", { n: agents.length })}</span>
        {bot !== null && <span>{text("bot")}</span>}
        {webhooks !== null && <span>{text("webhooks")}</span>}
        {declared && <span>{text("inConfigFile")}</span>}
      </span>
    </a>
  );
}
