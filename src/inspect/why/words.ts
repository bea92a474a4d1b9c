import type { KeptStep } from "../../actors/history/history.ts";
import type {
  WhyKey,
  WhyLink,
  WhyNames,
  WhyPhrase,
  WhySpan,
  WhyTime,
  WhyValue,
  WhyValues,
} from "../../codec/inspect/why-phrase.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import type { Around, Seen } from "./why.types.ts";

type Given<Key extends WhyKey> = [keyof WhyValues<Key>] extends [never] ? [] : [values: WhyValues<Key>];

/** A text with its values. A missing value, or a value that the text does not name, does not compile. */
export function say<Key extends WhyKey>(key: Key, ...[values]: Given<Key>): WhyPhrase {
  if (values === undefined) return { key };
  const given: Readonly<Record<string, WhyValue | null>> = values;
  const present = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { key, values: Object.fromEntries(present) };
}

export const ago = (atMs: number): WhyTime => ({ atMs, time: "ago" });
export const lasting = (atMs: number): WhyTime => ({ atMs, time: "for" });
export const due = (atMs: number): WhyTime => ({ atMs, time: "in" });
export const spanOf = (spanMs: number): WhySpan => ({ spanMs });

/** Finds the step that led to the current state. `undefined` when it is not stored any more. */
export function arrivalOf({ steps, state }: Pick<Seen<ActorKind>, "steps" | "state">): KeptStep | undefined {
  if (steps.at(-1)?.after !== state) return undefined;
  return steps.findLast(({ before, after }) => after === state && before !== state);
}

const withStep = (time: WhyTime, step: KeptStep | undefined): WhyTime =>
  step === undefined ? time : { ...time, step: { revision: step.revision, index: step.index } };

/** " 44 s ago", with a link to the step that led to the state. Null when the time is unknown. */
export const sinceAgo = (seen: Seen<ActorKind>): WhyPhrase | null => since(seen, ago);
export const sinceLasting = (seen: Seen<ActorKind>): WhyPhrase | null => since(seen, lasting);

function since(seen: Seen<ActorKind>, toTime: (atMs: number) => WhyTime): WhyPhrase | null {
  if (seen.sinceMs === null) return null;
  return say("since", { time: withStep(toTime(seen.sinceMs), arrivalOf(seen)) });
}

export const because = (reason: WhyPhrase | null): WhyPhrase | null =>
  reason === null ? null : say("because", { reason });

export const agentLink = (id: number, { agentName }: Pick<Around, "agentName">): WhyLink => ({
  actor: `agent/${id}`,
  label: agentName(id) ?? say("agentNumber", { id: String(id) }),
});
export const channelLink = (id: string, { channelName }: Pick<Around, "channelName">): WhyLink => ({
  actor: `channel/${id}`,
  label: channelName(id) ?? id,
});
export const chatLink = (id: string): WhyLink => ({ actor: `chat/${id}`, label: say("chat", { id }) });
export const deliveryLink = (id: string, label: WhyLink["label"]): WhyLink => ({ actor: `delivery/${id}`, label });

/** "Kim", "Kim and Lee", "Kim, Lee and Max", "Kim, Lee, Max and 4 others". */
export function listOf(names: readonly WhyLink[]): WhyNames {
  const shown = names.length > listedMax + 1 ? names.slice(0, listedMax) : names;
  const rest = names.length - shown.length;
  return { names: rest === 0 ? shown : [...shown, say("others", { n: rest })] };
}
const listedMax = 3;

/** Reads a number from a step's event. `undefined` when the event lacks it. */
export const numberIn = (step: KeptStep | undefined, field: string): number | undefined => {
  const value = step?.event[field];
  return typeof value === "number" ? value : undefined;
};
/** Names the agent of a step's event, else "an agent". */
export function agentIn(step: KeptStep | undefined, around: Around, field = "agent"): WhyValue {
  const id = numberIn(step, field);
  return id === undefined ? say("anAgent") : agentLink(id, around);
}
