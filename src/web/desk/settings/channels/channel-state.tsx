import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";

export const kindNames: Readonly<Record<ChannelAnswer["kind"], string>> = { api: "Chat API", widget: "Widget" };

/** What a customer would be told now: online, offline, or that it is switched off. Source: CH-12, CH-14. */
export function ChannelState({ channel }: { readonly channel: ChannelAnswer }): JSX.Element {
  const [state, words] = stateOf(channel);
  return <span class={`channel-state ${state}`}>{words}</span>;
}

function stateOf({ enabled, status }: ChannelAnswer): readonly [state: string, words: string] {
  if (!enabled) return ["off", "Switched off"];
  return status === 1 ? ["online", "Online"] : ["offline", "Offline"];
}
