import type { KeptStep } from "../../src/actors/history/history.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import type { ExplainedState } from "../../src/codec/inspect/inspected.types.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import type { ActorFacts, FactParts } from "../../src/inspect/actor-facts.ts";
import { readFacts } from "../../src/inspect/actor-facts.ts";
import { explainStored } from "../../src/inspect/why/explain.ts";
import type { States } from "../../src/inspect/why/sentences.ts";
import type { Store } from "../../src/ports/store.ts";

/** The beginning of each sentence names the current state. */
const openings: { readonly [Kind in keyof States]: { readonly [State in States[Kind]]: RegExp } } = {
  agent: { absent: /^Absent/, available: /^Available/, removed: /^Removed/, unavailable: /^Unavailable/ },
  bot: {
    closed: /^Ended/,
    ended: /^The bot’s part of .* ended/,
    offering: /^Offers/,
    unstaffed: /^Without an agent/,
    with_agent: /^An agent accepted/,
    with_bot: /^The bot has had/,
  },
  call: {
    agent_connected: /has been on the line.*The client of chat \S+ is not on the line yet/,
    client_connected: /^The client of .* has been on the line.*No agent is/,
    connected: /has been talking/,
    end: /^Ended/,
    error: /^Failed/,
    start: /Nobody is on the line yet/,
  },
  channel: { disabled: /^Disabled/, offline: /^Offline/, online: /^Online/, removed: /^Removed/ },
  chat: {
    blocked: /^Offered to no agent/,
    closed: /^Closed/,
    unstaffed: /^Without an agent/,
    waiting: /^Waits for/,
    with_agent: /^With (?!the bot)/,
    with_bot: /^With the bot/,
  },
  delivery: {
    attempting: /^Attempt \d+ of \d+.* under way/,
    backing_off: /^Waits for attempt/,
    delivered: /^Delivered/,
    failed: /^Failed/,
    pending: /^Waits (for its turn|to be sent again)/,
  },
  webhooks: { quiet: /^(No event of .* waits|The first attempt)/, updating: /^Changes of the client/ },
};

interface Told extends Pick<Runtime, "directory" | "clock" | "defects"> {
  readonly store: Store;
}

/** Returns the faults in the sentences of a store's actors: a sentence that is missing, is empty, or names another state or step. */
export async function whyFaults({ store, directory, clock, defects }: Told): Promise<readonly string[]> {
  const facts: FactParts = { store, defects, secrets: { mask: (value) => value, text: (text) => text } };
  const rows = await store.scan("actor", { limit: 100_000 });
  const faults = await Promise.all(
    rows.map(async ({ row }) => {
      const found = await readFacts(row.actor, facts);
      if (found === undefined) return [];
      const why = await explainStored(found, { facts, directory, clock });
      return faultsOf(found, why, await readHistory(store, row.actor));
    }),
  );
  return faults.flat();
}

function faultsOf(
  { actor: { actor, state }, kind }: ActorFacts,
  why: ExplainedState | null,
  steps: readonly KeptStep[],
): readonly string[] {
  const name = `${actor} ${state}`;
  if (why === null) return [`${name} says nothing`];
  const states: Readonly<Record<string, RegExp>> = openings[kind];
  const faults = [why, ...why.questions].flatMap(({ sentence }) =>
    /^[A-Z].*[^.\s]\.$/.test(sentence) && !/undefined|null|NaN|\[object| {2}| [.,;:]|\.\./.test(sentence)
      ? []
      : [`${name} says "${sentence}"`],
  );
  if (states[state]?.test(why.sentence) !== true) faults.push(`${name} is told as "${why.sentence}"`);
  for (const step of stepsIn(why.pieces))
    if (!steps.some((kept) => kept.revision === step.revision && kept.index === step.index))
      faults.push(`${name} names step ${step.revision}.${step.index}, which is not kept`);
  return faults;
}

/** The steps that the pieces link to. */
function stepsIn(value: unknown): readonly { readonly revision: number; readonly index: number }[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "step" in value ? [value.step as { readonly revision: number; readonly index: number }] : [];
  return [...own, ...Object.values(value).flatMap(stepsIn)];
}
