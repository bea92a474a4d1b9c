import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";

const text = textsOf("settings-channels", settingsChannels);

/** The state that a customer sees now: online, offline, or switched off. Source: CH-12, CH-14. */
export function ChannelState({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const [state, words] = stateOf(channel);
  return <span class={`channel-state ${state}`}>{words}</span>;
}

function stateOf({ enabled, status }: ChannelAnswer): readonly [state: string, words: string] {
  if (!enabled) return ["off", text("switchedOff")];
  return status === 1 ? ["online", text("online")] : ["offline", text("offline")];
}
