import type { FunctionComponent, JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { placeOf } from "../../shell/route.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { PageTitle } from "../forms/form-section.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import type { ChannelTabProps } from "./channel-fields.tsx";
import { ConnectionTab } from "./programs/connection-tab.tsx";
import { DevelopersTab } from "./programs/developers-tab.tsx";
import { BotTab } from "./tabs/bot-tab.tsx";
import { CallsTab } from "./tabs/calls-tab.tsx";
import { GeneralTab } from "./tabs/general-tab.tsx";
import { InstallTab } from "./widget/install-tab.tsx";
import { LookTab } from "./widget/look-tab.tsx";

const text = textsOf("settings-channels", settingsChannels);

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
export function ChannelState({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const [state, words] = stateOf(channel);
  return <span class={`channel-state ${state}`}>{words}</span>;
}

function stateOf({ enabled, status }: ChannelAnswer): readonly [state: string, words: string] {
  if (!enabled) return ["off", text("switchedOff")];
  return status === 1 ? ["online", text("online")] : ["offline", text("offline")];
}
