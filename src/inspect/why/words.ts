import type { KeptStep } from "../../actors/history/history.ts";
import type { WhyLink, WhyPiece, WhySpan, WhyTime } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import type { Around, Seen } from "./why.types.ts";

/** A part of a sentence, or a whole sentence whose first letter is not a capital yet. */
export type Words = readonly WhyPiece[];
/** What a sentence can take in. */
export type Said = WhyPiece | Words;

/** Words with links and times between them: `say\`${agent} closed the chat\``. Null adds nothing. */
export const say = (texts: TemplateStringsArray, ...values: readonly (Said | null)[]): Words =>
  joined(texts.flatMap((text, place) => [text, ...[values[place] ?? []].flat()]));

/** Sentences as one text. A sentence begins with a capital letter. */
export const joinSentences = (sentences: readonly Words[]): Words =>
  joined(sentences.flatMap((sentence, place) => [...(place === 0 ? [] : [" "]), ...capital(sentence)]));

function capital([first, ...rest]: Words): Words {
  if (first === undefined) return [];
  return [typeof first === "string" ? first.charAt(0).toUpperCase() + first.slice(1) : first, ...rest];
}

function joined(pieces: Words): Words {
  const result: WhyPiece[] = [];
  for (const piece of pieces) {
    const before = result.at(-1);
    if (piece === "") continue;
    if (typeof before === "string" && typeof piece === "string") result[result.length - 1] = before + piece;
    else result.push(piece);
  }
  return result;
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
export const sinceAgo = (seen: Seen<ActorKind>): Words | null => since(seen, ago);
export const sinceLasting = (seen: Seen<ActorKind>): Words | null => since(seen, lasting);

function since(seen: Seen<ActorKind>, toTime: (atMs: number) => WhyTime): Words | null {
  if (seen.sinceMs === null) return null;
  return say` ${withStep(toTime(seen.sinceMs), arrivalOf(seen))}`;
}

export const because = (reason: Words | null): Words | null => (reason === null ? null : say`: ${reason}`);

export const agentLink = (id: number, { agentName }: Pick<Around, "agentName">): WhyLink => ({
  actor: `agent/${id}`,
  label: agentName(id) ?? `agent ${id}`,
});
export const channelLink = (id: string, { channelName }: Pick<Around, "channelName">): WhyLink => ({
  actor: `channel/${id}`,
  label: channelName(id) ?? id,
});
export const chatLink = (id: string): WhyLink => ({ actor: `chat/${id}`, label: `chat ${id}` });
export const deliveryLink = (id: string, label: string): WhyLink => ({ actor: `delivery/${id}`, label });

/** "Kim", "Kim and Lee", "Kim, Lee and Max", "Kim, Lee, Max and 4 others". */
export function listOf(names: readonly WhyLink[]): Words {
  if (names.length > listedMax + 1)
    return say`${commas(names.slice(0, listedMax))} and ${names.length - listedMax} others`;
  const [last] = names.slice(-1);
  const others = names.slice(0, -1);
  return others.length === 0 ? say`${last ?? null}` : say`${commas(others)} and ${last ?? null}`;
}
const commas = (names: Words): Words => names.flatMap((name, place) => (place === 0 ? [name] : [", ", name]));
const listedMax = 3;

/** "1 desk", "2 desks". */
export const counted = (n: number, noun: string): Words => say`${n} ${n === 1 ? noun : `${noun}s`}`;
/** The verb of a list. */
export const isAre = ({ length }: { readonly length: number }): string => (length === 1 ? "is" : "are");

/** Reads a number from a step's event. `undefined` when the event lacks it. */
export const numberIn = (step: KeptStep | undefined, field: string): number | undefined => {
  const value = step?.event[field];
  return typeof value === "number" ? value : undefined;
};
/** Names the agent of a step's event, else "an agent". */
export function agentIn(step: KeptStep | undefined, around: Around, field = "agent"): Said {
  const id = numberIn(step, field);
  return id === undefined ? say`an agent` : agentLink(id, around);
}
