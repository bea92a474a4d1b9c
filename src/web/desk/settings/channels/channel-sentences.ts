import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { nameSentence } from "../forms/checks.ts";
import { targetSentence } from "../forms/target-words.ts";

const text = textsOf("settings-channels", settingsChannels);

interface ChannelValues {
  readonly name: string;
  readonly agents: readonly number[];
}

interface ApiChannelValues extends ChannelValues {
  readonly webhookUrl: string;
  readonly chunked: boolean;
}

/** What is said of what every channel has. */
export const channelSentences: Sentences<ChannelValues> = {
  name: nameSentence,
  agents: () => text("agentGone"),
};

/** And of what a channel of the chat API has besides. */
export const apiSentences: Sentences<ApiChannelValues> = {
  ...channelSentences,
  webhookUrl: targetSentence,
  chunked: () => text("switchAgain"),
};
