import type { ExplainedState } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import { botSentences } from "./bot-why.ts";
import { callSentences } from "./call-why.ts";
import { chatSentences } from "./chat-why.ts";
import { deliverySentences } from "./delivery-why.ts";
import { askHandOver } from "./hand-over.ts";
import { askOffered } from "./offered-to.ts";
import { agentSentences, channelSentences } from "./presence-why.ts";
import { askArrival } from "./webhook-arrival.ts";
import { askFront, webhooksSentences } from "./webhooks-why.ts";
import type { AnsweredQuestion, Around, Seen, Sentence, Sentences } from "./why.types.ts";
import { textOf } from "./words.ts";

interface Explanations<Kind extends ActorKind> {
  readonly sentences: Sentences<Kind>;
  readonly ask: (seen: Seen<Kind>, around: Around) => readonly AnsweredQuestion[];
}

const nothing = (): readonly AnsweredQuestion[] => [];

const explanations: { readonly [Kind in ActorKind]: Explanations<Kind> } = {
  agent: { sentences: agentSentences, ask: nothing },
  bot: { sentences: botSentences, ask: askHandOver },
  call: { sentences: callSentences, ask: nothing },
  channel: { sentences: channelSentences, ask: nothing },
  chat: {
    sentences: chatSentences,
    ask: (seen, around) => [...askOffered(seen, around), ...askHandOver(around.find("bot", seen.id), around)],
  },
  delivery: { sentences: deliverySentences, ask: askArrival },
  webhooks: { sentences: webhooksSentences, ask: askFront },
};

/**
 * Explains why an actor is in its state, and answers further questions about that state. It uses only the stored state and the stored steps.
 * Returns `null` when state or context do not fit the machine, because the row is older or damaged.
 */
export function explainState<Kind extends ActorKind>(seen: Seen<Kind>, around: Around): ExplainedState | null {
  const { sentences, ask }: Explanations<Kind> = explanations[seen.kind];
  const table: Readonly<Record<string, Sentence<Kind>>> = sentences;
  if (!Object.hasOwn(table, seen.state)) return null;
  try {
    const parts = table[seen.state]?.(seen, around) ?? [];
    const questions = ask(seen, around).map(({ question, answer }) => ({
      question,
      sentence: textOf(answer),
      parts: answer,
    }));
    return { sentence: textOf(parts), parts, questions };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
