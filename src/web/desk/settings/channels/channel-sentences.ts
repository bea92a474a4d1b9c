import type { Sentences } from "../../../shared/parts/sentences.ts";
import { nameSentence } from "../forms/checks.ts";
import { targetSentence } from "../forms/target-words.ts";

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
  agents: "One of these agents is there no more. Choose again.",
};

/** And of what a channel of the chat API has besides. */
export const apiSentences: Sentences<ApiChannelValues> = {
  ...channelSentences,
  webhookUrl: targetSentence,
  chunked: "Switch it on or off again.",
};
