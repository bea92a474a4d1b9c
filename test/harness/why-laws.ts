import type { KeptStep } from "../../src/actors/history/history.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import type { ExplainedState } from "../../src/codec/inspect/inspected.types.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import type { ActorFacts, FactParts } from "../../src/inspect/actor-facts.ts";
import { readFacts } from "../../src/inspect/actor-facts.ts";
import { explainStored } from "../../src/inspect/why/around-store.ts";
import type { States } from "../../src/inspect/why/why.types.ts";
import type { Store } from "../../src/ports/store.ts";

/** The beginning of each sentence names the current state. */
const openings: { readonly [Kind in keyof States]: { readonly [State in States[Kind]]: RegExp } } = {
  agent: { absent: /^Absent/, available: /^Available/, removed: /^Removed/, unavailable: /^Unavailable/ },
  bot: {
    closed: /^Ended/,
    ended: /^The bot’s part in .* ended/,
    offering: /^Offers/,
    unstaffed: /^Without an agent/,
    with_agent: /^An agent took/,
    with_bot: /^The bot has/,
  },
  call: {
    agent_connected: /is on the line.* is not yet/,
    client_connected: /is on the line.*no agent is yet/,
    connected: /speak/,
    end: /^Ended/,
    error: /^Failed/,
    start: /nobody is on the line/,
  },
  channel: { disabled: /^Disabled/, offline: /^Offline/, online: /^Online/, removed: /^Removed/ },
  chat: {
    blocked: /^Offered to nobody/,
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
  webhooks: { quiet: /^(Nothing waits|The first attempt)/, updating: /^Changes of the client/ },
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
  const faults = [why, ...why.questions].flatMap(({ sentence, parts }) => [
    ...(/^[A-Z].*[^.\s]\.$/.test(sentence) && !/undefined|null|NaN|\[object| {2}| \.|\.\./.test(sentence)
      ? []
      : [`${name} says "${sentence}"`]),
    ...(parts.map(({ text }) => text).join("") === sentence ? [] : [`${name} in pieces is not "${sentence}"`]),
  ]);
  if (states[state]?.test(why.sentence) !== true) faults.push(`${name} is told as "${why.sentence}"`);
  for (const { step } of why.parts)
    if (step !== undefined && !steps.some((kept) => kept.revision === step.revision && kept.index === step.index))
      faults.push(`${name} names step ${step.revision}.${step.index}, which is not kept`);
  return faults;
}
