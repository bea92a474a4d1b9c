import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { PageTitle } from "../forms/form-section.tsx";
import { AddApiChannel, AddChannels, AddWidget } from "./add-channel.tsx";
import { ChannelPage, ChannelState } from "./channel-page.tsx";
import { channelsOf } from "./channels-data.ts";

const text = textsOf("settings-channels", settingsChannels);

/** The page Manage: the list of channels, and the page of each channel. */
export function Channels(): JSX.Element {
  const data = channelsOf(useDesk());
  const [, what, ...rest] = route.value.parts;
  // The service does not report every change of other administrators, so that each page change rereads the list.
  useEffect(() => void data.read(), [what]);
  if (what === "add") return <Adding kind={rest[0]} />;
  const { value: list } = data.list;
  if (list.state === "there") return <Known channels={list.value} id={what} tab={rest[0]} />;
  return (
    <main class="settings-page" aria-busy={list.state === "loading"}>
      <PageTitle>{text("manageChannels")}</PageTitle>
      {list.state === "loading" ? (
        <p class="help">{text("loading")}</p>
      ) : (
        <div role="alert" class="settings-notice">
          <p>
            {text("channelsUnread")} {list.failure.message}
          </p>
          <button type="button" onClick={() => void data.read()}>
            {text("tryAgain")}
          </button>
        </div>
      )}
    </main>
  );
}

function Adding({ kind }: { readonly kind: string | undefined }): JSX.Element {
  if (kind === "chat-api") return <AddApiChannel />;
  return kind === "widget" ? <AddWidget /> : <AddChannels />;
}

interface KnownProps {
  readonly channels: readonly ChannelAnswer[];
  readonly id: string | undefined;
  readonly tab: string | undefined;
}

function Known({ channels, id, tab }: KnownProps): JSX.Element {
  if (id === undefined) return <ChannelList channels={channels} />;
  const channel = channels.find((one) => one.id === id);
  if (channel !== undefined) return <ChannelPage key={id} channel={channel} tab={tab} />;
  return (
    <main class="settings-page">
      <PageTitle>{text("noSuchChannel")}</PageTitle>
      <p>
        {split(text("noSuchChannelWhy", { id: "{id}", all: "{all}" }), {
          id,
          all: <a href={placeOf(["settings", "channels"])}>{text("allChannels")}</a>,
        })}
      </p>
    </main>
  );
}

const addPlace = placeOf(["settings", "channels", "add"]);

/** Every channel with its most important facts. Source: CH-01. */
function ChannelList({ channels }: { readonly channels: readonly ChannelAnswer[] }): JSX.Element {
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
