import type { FunctionComponent, JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { placeOf } from "../../shell/route.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { ChannelState, kindNames } from "./channel-state.tsx";
import type { ChannelTabProps } from "./channel-tab.types.ts";
import { ConnectionTab } from "./programs/connection-tab.tsx";
import { DevelopersTab } from "./programs/developers-tab.tsx";
import { BotTab } from "./tabs/bot-tab.tsx";
import { CallsTab } from "./tabs/calls-tab.tsx";
import { GeneralTab } from "./tabs/general-tab.tsx";
import { InstallTab } from "./widget/install-tab.tsx";
import { LookTab } from "./widget/look-tab.tsx";

interface Tab {
  readonly tab: string;
  readonly title: string;
  readonly Page: FunctionComponent<ChannelTabProps>;
}

const general: Tab = { tab: "general", title: "General", Page: GeneralTab };
const both: readonly Tab[] = [
  { tab: "bot", title: "Bot", Page: BotTab },
  { tab: "developers", title: "Developers", Page: DevelopersTab },
];
const tabs: Readonly<Record<ChannelAnswer["kind"], readonly Tab[]>> = {
  api: [general, { tab: "connection", title: "Connection", Page: ConnectionTab }, ...both],
  widget: [
    general,
    { tab: "connection", title: "Chat code", Page: InstallTab },
    { tab: "look", title: "Look", Page: LookTab },
    { tab: "calls", title: "Callback", Page: CallsTab },
    ...both,
  ],
};

/** One channel: its state, and its settings tab by tab, each with an address. */
export function ChannelPage({ channel, tab }: ChannelTabProps & { readonly tab: string | undefined }): JSX.Element {
  const own = tabs[channel.kind];
  const here = own.find((one) => one.tab === tab) ?? general;
  return (
    <main class="settings-page">
      <BackToChannels />
      <header class="channel-head">
        <PageTitle>{channel.name}</PageTitle>
        <p class="channel-facts">
          <ChannelState channel={channel} />
          <span>{kindNames[channel.kind]}</span>
          <span>{channel.id}</span>
        </p>
      </header>
      {channel.declared && (
        <p class="settings-notice">
          The config file names this channel. What stands there wins at each start of the service: change it there too,
          or it comes back.
        </p>
      )}
      <nav class="tabs" aria-label={`Settings of ${channel.name}`}>
        {own.map((one) => (
          <a
            key={one.tab}
            href={placeOf(["settings", "channels", channel.id, one.tab])}
            aria-current={one === here ? "page" : undefined}
          >
            {one.title}
          </a>
        ))}
      </nav>
      <here.Page key={here.tab} channel={channel} />
    </main>
  );
}
