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
