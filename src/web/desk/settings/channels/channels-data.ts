import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import type { Api } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import type { Desk } from "../../data/desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { nameSentence, targetSentence } from "../forms/checks.ts";
import type { Listing } from "../forms/listing.ts";
import { createListing, rereadOnNews } from "../forms/listing.ts";

const known = new WeakMap<Desk, Listing<ChannelAnswer>>();

/** The channels of this desk with all settings for administrators, reread whenever the service reports a change. */
export function channelsOf(desk: Desk): Listing<ChannelAnswer> {
  const found = known.get(desk) ?? createChannelsData(desk.api, desk.onNews);
  known.set(desk, found);
  return found;
}

export function createChannelsData(api: Api, onNews: Desk["onNews"]): Listing<ChannelAnswer> {
  const order = (left: ChannelAnswer, right: ChannelAnswer): number => (left.id < right.id ? -1 : 1);
  const listing = createListing<ChannelAnswer>(api, { path: "/api/channels", many: "channels", one: "channel", order });
  rereadOnNews(listing, onNews);
  return listing;
}

const text = textsOf("settings-channels", settingsChannels);

export interface ChannelValues {
  readonly name: string;
  readonly agents: readonly number[];
}

export interface ApiChannelValues extends ChannelValues {
  readonly webhookUrl: string;
  readonly chunked: boolean;
}

/** Texts for the refused fields of every channel. */
export const channelSentences: Sentences<ChannelValues> = {
  name: nameSentence,
  agents: () => text("agentGone"),
};

/** Texts for the further fields of a chat API channel. */
export const apiSentences: Sentences<ApiChannelValues> = {
  ...channelSentences,
  webhookUrl: targetSentence,
  chunked: () => text("switchAgain"),
};
