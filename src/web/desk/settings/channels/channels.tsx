import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { PageTitle } from "../forms/form-section.tsx";
import { ListHead, RecordRow, UnreadPage } from "../forms/records.tsx";
import { AddApiChannel, AddChannels, AddWidget } from "./add-channel.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import type { ChannelTabProps } from "./channel-fields.tsx";
import { channelsOf } from "./channels-data.ts";
import { ConnectionTab } from "./programs/connection-tab.tsx";
import { DevelopersTab } from "./programs/developers-tab.tsx";
import { BotTab } from "./tabs/bot-tab.tsx";
import { CallsTab } from "./tabs/calls-tab.tsx";
import { GeneralTab } from "./tabs/general-tab.tsx";
import { InstallTab } from "./widget/install-tab.tsx";
import { LookTab } from "./widget/look-tab.tsx";

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
    <UnreadPage
      title={text("manageChannels")}
      unread={text("channelsUnread")}
      list={list}
      onRetry={() => void data.read()}
    />
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
      <ListHead title={text("manageChannels")} add={text("addChannels")} addPlace={addPlace} />
      {channels.length === 0 ? (
        <div class="empty">
          <p>{text("noChannels")}</p>
        </div>
      ) : (
        <ul class="card-list">
          {channels.map((channel) => (
            <Row key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
    </main>
  );
}

function Row({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const { id, name, kind, bot, webhooks, agents, declared } = channel;
  return (
    <RecordRow
      place={placeOf(["settings", "channels", id])}
      name={name}
      state={<ChannelState channel={channel} />}
      facts={[
        text(kind),
        text("agentCount", { n: agents.length }),
        bot !== null && text("bot"),
        webhooks !== null && text("webhooks"),
        declared && text("inConfigFile"),
      ]}
    />
  );
}

interface Tab {
  readonly tab: string;
  /** The key of its title. */
  readonly title: "general" | "connection" | "chatCode" | "look" | "callback" | "bot" | "developers";
  readonly Page: FunctionComponent<ChannelTabProps>;
}

const general: Tab = { tab: "general", title: "general", Page: GeneralTab };
const both: readonly Tab[] = [
  { tab: "bot", title: "bot", Page: BotTab },
  { tab: "developers", title: "developers", Page: DevelopersTab },
];
const tabs: Readonly<Record<ChannelAnswer["kind"], readonly Tab[]>> = {
  api: [general, { tab: "connection", title: "connection", Page: ConnectionTab }, ...both],
  widget: [
    general,
    { tab: "connection", title: "chatCode", Page: InstallTab },
    { tab: "look", title: "look", Page: LookTab },
    { tab: "calls", title: "callback", Page: CallsTab },
    ...both,
  ],
};

/** One channel: its state, and its settings tab by tab, each with an address. */
function ChannelPage({ channel, tab }: ChannelTabProps & { readonly tab: string | undefined }): JSX.Element {
  const own = tabs[channel.kind];
  const here = own.find((one) => one.tab === tab) ?? general;
  return (
    <main class="settings-page">
      <BackToChannels />
      <header class="channel-head">
        <PageTitle>{channel.name}</PageTitle>
        <p class="record-facts">
          <ChannelState channel={channel} />
          <span>{text(channel.kind)}</span>
          <span>{channel.id}</span>
        </p>
      </header>
      {channel.declared && <p class="settings-notice">{text("channelDeclared")}</p>}
      <nav class="tabs" aria-label={text("settingsOf", { name: channel.name })}>
        {own.map((one) => (
          <a
            key={one.tab}
            href={placeOf(["settings", "channels", channel.id, one.tab])}
            aria-current={one === here ? "page" : undefined}
          >
            {text(one.title)}
          </a>
        ))}
      </nav>
      <here.Page key={here.tab} channel={channel} />
    </main>
  );
}

/** The state that a customer sees now: online, offline, or switched off. Source: CH-12, CH-14. */
function ChannelState({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const [state, words] = stateOf(channel);
  return <span class={`presence ${state}`}>{words}</span>;
}

function stateOf({ enabled, status }: ChannelAnswer): readonly [state: string, words: string] {
  if (!enabled) return ["off", text("switchedOff")];
  return status === 1 ? ["there", text("online")] : ["away", text("offline")];
}
