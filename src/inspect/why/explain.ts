import type { ActorKey } from "../../../machines/ids.ts";
import type { KeptStep } from "../../actors/history/history.ts";
import { readCommits } from "../../actors/history/history.ts";
import type { ExplainedState, ExplainedText, WhyTime } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import { asActorKey, asAgentId } from "../../core/ids.ts";
import { toWholeSpan } from "../../core/whole-span.ts";
import type { Directory } from "../../domain/directory.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ActorFacts, FactParts } from "../actor-facts.ts";
import { readFacts } from "../actor-facts.ts";
import { askHandOver, botExplanations } from "./bot-why.ts";
import { callExplanations } from "./call-why.ts";
import { askOffered, chatExplanations } from "./chat-why.ts";
import { askArrival, askFront, deliveryExplanations, webhooksExplanations } from "./delivery-why.ts";
import { agentExplanations, channelExplanations } from "./presence-why.ts";
import type { AnsweredQuestion, Around, Contexts, Explain, Explanations, Seen, Words } from "./sentences.ts";
import { joinSentences } from "./sentences.ts";

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
    const toExplained = (sentences: readonly Words[]): ExplainedText => {
      const pieces = joinSentences(sentences);
      return { sentence: toEnglish(pieces, nowMs), pieces };
    };
    const questions = ask(seen, around).map(({ question, answer }) => ({ question, ...toExplained(answer) }));
    return { ...toExplained(table[seen.state]?.(seen, around) ?? []), questions };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The words as one text. Times count from `nowMs`. */
export const toEnglish = (words: Words, nowMs: number): string =>
  words
    .map((piece) => {
      if (typeof piece !== "object") return String(piece);
      if ("actor" in piece) return piece.label;
      if ("atMs" in piece) return momentOf(piece, nowMs);
      return "spanMs" in piece ? spanOf(piece.spanMs) : lengthOf(piece.lengthMs);
    })
    .join("");

function momentOf({ atMs, time }: WhyTime, nowMs: number): string {
  if (time === "in") return atMs > nowMs ? `in ${spanOf(atMs - nowMs)}` : "now";
  return time === "ago" ? `${spanOf(nowMs - atMs)} ago` : `for ${spanOf(nowMs - atMs)}`;
}

const units = { seconds: "s", minutes: "min", hours: "h", days: "d" } as const;

/** "44 s", "3 min", "2 h", "4 d". */
function spanOf(durationMs: number): string {
  const [unit, count] = toWholeSpan(durationMs);
  return `${count} ${units[unit]}`;
}

const lengthOf = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : spanOf(ms));

/**
 * Explains the state of a stored actor with the help of related actors. Sentences are synchronous. What they request and is not loaded yet is
 * loaded together, and the sentences are built again, until they request nothing more.
 */
export async function explainStored(
  found: ActorFacts,
  parts: { readonly facts: FactParts; readonly directory: Directory; readonly clock: Clock },
): Promise<ExplainedState | null> {
  const { directory, clock } = parts;
  const known = new KnownActors(found, parts.facts);
  const nowMs = clock.nowMs();
  const around: Around = {
    find: (kind, id) => known.find(kind, id),
    agentName: (id) => directory.agentEver(asAgentId(id))?.profile.name,
    channelName: (id) => directory.findEver(id)?.settings.name,
  };
  for (;;) {
    const explained = explainState(known.toSeen(found), around, nowMs);
    if (!known.lacksAny) return explained;
    await known.readLacking();
  }
}

/** Reads each actor and its steps once, so that repeated requests get the same answer. */
class KnownActors {
  readonly #parts: FactParts;
  readonly #actors = new Map<ActorKey, ActorFacts | undefined>();
  readonly #steps = new Map<string, readonly KeptStep[]>();
  readonly #lackingActors = new Set<ActorKey>();
  readonly #lackingSteps = new Set<ActorFacts>();

  constructor(first: ActorFacts, parts: FactParts) {
    this.#parts = parts;
    this.#actors.set(asActorKey(first.actor.actor), first);
  }

  /** Whether a sentence requested an actor that is not loaded yet. */
  get lacksAny(): boolean {
    return this.#lackingActors.size + this.#lackingSteps.size > 0;
  }

  find<Kind extends ActorKind>(kind: Kind, id: string | number): Seen<Kind> | undefined {
    const key = asActorKey(`${kind}/${id}`);
    if (!this.#actors.has(key)) this.#lackingActors.add(key);
    const found = this.#actors.get(key);
    return found === undefined ? undefined : (this.toSeen(found) as Seen<Kind>);
  }

  /** The steps are loaded when a sentence requests them. */
  toSeen(found: ActorFacts): Seen<ActorKind> {
    const { actor, kind, context } = found;
    const { id, state, sinceMs, deadlines } = actor;
    const stepsOf = (): readonly KeptStep[] => this.#stepsOf(found);
    return {
      ...{ kind, id, state, sinceMs, deadlines },
      // The code that builds the sentence detects a row that does not fit its machine.
      context: context as Contexts[ActorKind],
      get steps() {
        return stepsOf();
      },
    };
  }

  async readLacking(): Promise<void> {
    const [actors, owners] = [[...this.#lackingActors], [...this.#lackingSteps]];
    this.#lackingActors.clear();
    this.#lackingSteps.clear();
    await Promise.all([
      ...actors.map(async (key) => this.#actors.set(key, await readFacts(key, this.#parts))),
      ...owners.map(async (owner) => this.#steps.set(owner.actor.actor, await this.#readSteps(owner))),
    ]);
  }

  #stepsOf(found: ActorFacts): readonly KeptStep[] {
    const steps = this.#steps.get(found.actor.actor);
    if (steps === undefined) this.#lackingSteps.add(found);
    return steps ?? [];
  }

  /** Reads the steps up to the commit of the shown state. */
  async #readSteps({ actor, historyAt }: ActorFacts): Promise<readonly KeptStep[]> {
    const commits = await readCommits(this.#parts.store, { actor: asActorKey(actor.actor), historyAt });
    return commits.flatMap(({ steps }) => steps);
  }
}
