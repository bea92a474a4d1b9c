import type { ExplainedState } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import { botExplanations } from "./bot-why.ts";
import { callExplanations } from "./call-why.ts";
import { chatExplanations } from "./chat-why.ts";
import { deliveryExplanations } from "./delivery-why.ts";
import { inEnglish } from "./english.ts";
import { askHandOver } from "./hand-over.ts";
import { askOffered } from "./offered-to.ts";
import { agentExplanations, channelExplanations } from "./presence-why.ts";
import { askArrival } from "./webhook-arrival.ts";
import { askFront, webhooksExplanations } from "./webhooks-why.ts";
import type { AnsweredQuestion, Around, Explain, Explanations, Seen } from "./why.types.ts";

interface Explained<Kind extends ActorKind> {
  readonly explanations: Explanations<Kind>;
  readonly ask: (seen: Seen<Kind>, around: Around) => readonly AnsweredQuestion[];
}

const nothing = (): readonly AnsweredQuestion[] => [];

const kinds: { readonly [Kind in ActorKind]: Explained<Kind> } = {
  agent: { explanations: agentExplanations, ask: nothing },
  bot: { explanations: botExplanations, ask: askHandOver },
  call: { explanations: callExplanations, ask: nothing },
  channel: { explanations: channelExplanations, ask: nothing },
  chat: {
    explanations: chatExplanations,
    ask: (seen, around) => [...askOffered(seen, around), ...askHandOver(around.find("bot", seen.id), around)],
  },
  delivery: { explanations: deliveryExplanations, ask: askArrival },
  webhooks: { explanations: webhooksExplanations, ask: askFront },
};

/**
 * Explains why an actor is in its state, and answers further questions about that state. It uses only the stored state and the stored steps.
 * The English times count from `nowMs`. Returns `null` when state or context do not fit the machine, because the row is older or damaged.
 */
export function explainState<Kind extends ActorKind>(
  seen: Seen<Kind>,
  around: Around,
  nowMs: number,
): ExplainedState | null {
  const { explanations, ask }: Explained<Kind> = kinds[seen.kind];
  const table: Readonly<Record<string, Explain<Kind>>> = explanations;
  if (!Object.hasOwn(table, seen.state)) return null;
  try {
    const phrases = table[seen.state]?.(seen, around) ?? [];
    const questions = ask(seen, around).map(({ question, answer }) => ({
      question: inEnglish([question], nowMs),
      asked: question,
      sentence: inEnglish(answer, nowMs),
      phrases: answer,
    }));
    return { sentence: inEnglish(phrases, nowMs), phrases, questions };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
