import type { StateValueFrom } from "xstate";
import type { AgentContext, agentMachine } from "../../../machines/agent/agent.machine.ts";
import type { botConversationMachine } from "../../../machines/bot-conversation/bot-conversation.machine.ts";
import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { CallContext, callMachine } from "../../../machines/call/call.machine.ts";
import type { channelMachine } from "../../../machines/channel/channel.machine.ts";
import type { ChannelContext } from "../../../machines/channel/channel.types.ts";
import type { chatMachine } from "../../../machines/chat/chat.machine.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { deliveryMachine } from "../../../machines/delivery/delivery.machine.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { WebhooksContext, webhooksMachine } from "../../../machines/webhooks/webhooks.machine.ts";
import type { KeptStep } from "../../actors/history/history.ts";
import type { InspectedDeadline, WhyLink, WhyPiece, WhySpan, WhyTime } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";

/** The context of each kind of actor. */
export interface Contexts {
  readonly agent: AgentContext;
  readonly bot: BotConversationContext;
  readonly call: CallContext;
  readonly channel: ChannelContext;
  readonly chat: ChatContext;
  readonly delivery: DeliveryContext;
  readonly webhooks: WebhooksContext;
}

/** The states of each kind that can be stored: all states of its machine but transient ones. */
export interface States {
  readonly agent: Exclude<StateValueFrom<typeof agentMachine>, "deciding">;
  readonly bot: StateValueFrom<typeof botConversationMachine>;
  readonly call: Exclude<StateValueFrom<typeof callMachine>, "idle">;
  readonly channel: Exclude<StateValueFrom<typeof channelMachine>, "deciding">;
  readonly chat: Exclude<StateValueFrom<typeof chatMachine>, "beginning">;
  readonly delivery: Exclude<StateValueFrom<typeof deliveryMachine>, "beginning">;
  readonly webhooks: StateValueFrom<typeof webhooksMachine>;
}

/** A stored actor with its last stored steps. */
export interface Seen<Kind extends ActorKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly state: string;
  /** The time when the actor entered its state, null if unknown. */
  readonly sinceMs: number | null;
  readonly deadlines: readonly InspectedDeadline[];
  readonly context: Contexts[Kind];
  /** The oldest first. */
  readonly steps: readonly KeptStep[];
}

/** The sources that a sentence can ask. */
export interface Around {
  /** Returns `undefined` for an unknown actor. */
  find<Kind extends ActorKind>(kind: Kind, id: string | number): Seen<Kind> | undefined;
  /** Returns `undefined` for an agent who never existed. */
  agentName(id: number): string | undefined;
  channelName(id: string): string | undefined;
}

/** Explains in one sentence or more why an actor is in its state. It uses nothing but its arguments. */
export type Explain<Kind extends ActorKind> = (seen: Seen<Kind>, around: Around) => readonly Words[];

/** An explanation for each state. A new state of a machine does not compile without one. */
export type Explanations<Kind extends ActorKind> = { readonly [State in States[Kind]]: Explain<Kind> };

export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: readonly Words[];
}

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
export function arrivalOf({ steps, state }: Seen<ActorKind>): KeptStep | undefined {
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

export const agentLink = (id: number, { agentName }: Around): WhyLink => ({
  actor: `agent/${id}`,
  label: agentName(id) ?? `agent ${id}`,
});
export const channelLink = (id: string, { channelName }: Around): WhyLink => ({
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
