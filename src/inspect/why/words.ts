import type { KeptStep } from "../../actors/history/history.ts";
import type { WhyPart } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import type { Around, Seen, Words } from "./why.types.ts";

type Said = string | number | WhyPart | Words;

/** Joins the words in order, and merges adjacent texts. */
export function say(texts: TemplateStringsArray, ...said: readonly Said[]): Words {
  const parts: WhyPart[] = [];
  const add = (part: WhyPart): void => {
    const before = parts.at(-1);
    if (part.text === "") return;
    if (before !== undefined && isPlain(before) && isPlain(part))
      parts[parts.length - 1] = { text: before.text + part.text };
    else parts.push(part);
  };
  for (const [place, text] of texts.entries()) {
    add({ text });
    for (const part of partsOf(said[place] ?? "")) add(part);
  }
  return parts;
}

const isPlain = ({ actor, step, atMs }: WhyPart): boolean =>
  actor === undefined && step === undefined && atMs === undefined;

function partsOf(said: Said): Words {
  if (typeof said === "string" || typeof said === "number") return [{ text: String(said) }];
  return Array.isArray(said) ? said : [said as WhyPart];
}

export const textOf = (words: Words): string => words.map(({ text }) => text).join("");

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "44 s", "3 min", "2 h", "4 d". */
export function spanOf(durationMs: number): string {
  if (durationMs < minuteMs) return `${Math.round(Math.max(durationMs, 0) / secondMs)} s`;
  if (durationMs < hourMs) return `${Math.floor(durationMs / minuteMs)} min`;
  if (durationMs < dayMs) return `${Math.floor(durationMs / hourMs)} h`;
  return `${Math.floor(durationMs / dayMs)} d`;
}

/** "44 s ago". */
export const ago = (atMs: number, { nowMs }: Around): WhyPart => ({
  text: `${spanOf(nowMs - atMs)} ago`,
  atMs,
  time: "ago",
});
/** "for 44 s". */
export const lasting = (atMs: number, { nowMs }: Around): WhyPart => ({
  text: `for ${spanOf(nowMs - atMs)}`,
  atMs,
  time: "for",
});
/** "in 44 s"; "now" once it is due. */
export const due = (atMs: number, { nowMs }: Around): WhyPart => ({
  text: atMs > nowMs ? `in ${spanOf(atMs - nowMs)}` : "now",
  atMs,
  time: "in",
});

/** Finds the step that led to the current state. `undefined` when it is not stored any more. */
export function arrivalOf({ steps, state }: Pick<Seen<ActorKind>, "steps" | "state">): KeptStep | undefined {
  if (steps.at(-1)?.after !== state) return undefined;
  return steps.findLast(({ before, after }) => after === state && before !== state);
}

const withStep = (part: WhyPart, step: KeptStep | undefined): WhyPart =>
  step === undefined ? part : { ...part, step: { revision: step.revision, index: step.index } };

/** " 44 s ago" with a link to the step that led to the state. Empty when the time is unknown. */
export const sinceAgo = (seen: Seen<ActorKind>, around: Around): Words =>
  seen.sinceMs === null ? [] : say` ${withStep(ago(seen.sinceMs, around), arrivalOf(seen))}`;
export const sinceLasting = (seen: Seen<ActorKind>, around: Around): Words =>
  seen.sinceMs === null ? [] : say` ${withStep(lasting(seen.sinceMs, around), arrivalOf(seen))}`;

export const agentLink = (id: number, { agentName }: Pick<Around, "agentName">): WhyPart => ({
  text: agentName(id) ?? `agent ${id}`,
  actor: `agent/${id}`,
});
export const channelLink = (id: string, { channelName }: Pick<Around, "channelName">): WhyPart => ({
  text: channelName(id) ?? id,
  actor: `channel/${id}`,
});
export const chatLink = (id: string): WhyPart => ({ text: `chat ${id}`, actor: `chat/${id}` });
export const deliveryLink = (id: string, text: string): WhyPart => ({ text, actor: `delivery/${id}` });

/** "Kim", "Kim and Lee", "Kim, Lee and Max", "Kim, Lee, Max and 4 others". */
export function listOf(words: readonly WhyPart[]): Words {
  const shown = words.length > listedMax + 1 ? words.slice(0, listedMax) : words;
  const rest = words.length - shown.length;
  const all = rest === 0 ? shown : [...shown, { text: `${rest} others` }];
  return all.flatMap((part, place) => {
    if (place === 0) return [part];
    return [{ text: place === all.length - 1 ? " and " : ", " }, part];
  });
}
const listedMax = 3;

/** "1 event", "2 events". */
export const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? "" : "s"}`;

/** Reads a number from a step's event. `undefined` when the event lacks it. */
export const numberIn = (step: KeptStep | undefined, field: string): number | undefined => {
  const value = step?.event[field];
  return typeof value === "number" ? value : undefined;
};
/** Names the agent of a step's event, else "an agent". */
export function agentIn(step: KeptStep | undefined, around: Around, field = "agent"): WhyPart {
  const id = numberIn(step, field);
  return id === undefined ? { text: "an agent" } : agentLink(id, around);
}

/** Describes a state only by the event of its step, for steps without a special description. */
export const after = (step: KeptStep | undefined): Words => (step === undefined ? [] : say`: after ${step.event.type}`);
