import type { InspectedChat, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import { wordsOf } from "../parts/tone.ts";
import type { ChatActors } from "./chat-actors.ts";
import { actorsOf, foldedId, kindOf, laneOf, shortId, stateOf } from "./chat-actors.ts";
import type { Outsider } from "./outsiders.ts";
import { askerOf, isAnswer, isDeadline, outsideId, receiverOf, titleOf } from "./outsiders.ts";
import type { Sequence, SequenceArrow, SequenceBadge, SequenceColumn, SequenceRow } from "./sequence.types.ts";
import { isFailedState, isFailure, labelOf } from "./sequence-words.ts";

/** The model of the drawing: columns, and a row for each step in order. Pure. */
export function toSequence(
  chat: InspectedChat,
  {
    isUnfolded,
  }: {
    /** Draws each delivery in a separate lane, for any number of deliveries. */
    readonly isUnfolded: boolean;
  },
): Sequence {
  const actors = actorsOf(chat, isUnfolded);
  const drawn = chat.steps.map((step) => ({ step, ends: endsOf(step, actors) }));
  const used = new Set(drawn.flatMap(({ ends }) => ends.flatMap(({ from, to }) => [from, to])));
  const columns = columnsOf(chat, actors, used);
  const places = new Map(columns.map(({ id }, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? 0;
  const toArrow = ({ from, to, ...rest }: Ends): SequenceArrow => ({ ...rest, from: placeOf(from), to: placeOf(to) });
  const commits = commitsOf(chat.steps);
  const rows = drawn.map(({ step, ends: [first, ...others] }, index): SequenceRow => {
    return {
      key: `${step.actor}@${step.revision}.${step.index}`,
      step,
      column: placeOf(laneOf(actors, step.actor)),
      arrows: [toArrow(first), ...others.map(toArrow)],
      badge: badgeOf(step),
      commit: commits[index] ?? 0,
    };
  });
  const { chatId, exportedAtMs } = chat;
  const { deliveries, isFolded } = actors;
  return { chatId, exportedAtMs, columns, rows, deliveries: deliveries.length, isFolded };
}

/** A commit number for each step. Steps of one cause at one moment share a commit, unless an actor's revision shows otherwise. */
function commitsOf(steps: readonly InspectedStep[]): readonly number[] {
  let commit = -1;
  let before: InspectedStep | undefined;
  const revisions = new Map<string, number>();
  return steps.map((step) => {
    const known = revisions.get(step.actor) ?? step.revision;
    if (before?.atMs !== step.atMs || before.cause !== step.cause || known !== step.revision) {
      commit += 1;
      revisions.clear();
    }
    revisions.set(step.actor, step.revision);
    before = step;
    return commit;
  });
}

function badgeOf({ before, after, effects }: InspectedStep): SequenceBadge | null {
  if (effects.some(({ type }) => type === "effect.request.refuse")) return { text: "refused", isFailed: true };
  return before === after ? null : { text: wordsOf(after), isFailed: isFailedState(after) };
}

interface Beginning {
  readonly from: string;
  readonly kind: SequenceArrow["kind"];
}

/** An arrow between two column ids, before the columns have places. */
interface Ends extends Beginning {
  readonly to: string;
  readonly label: string;
  readonly isFailed: boolean;
}

/** The received arrow of a step, then its sent arrows. */
function endsOf(step: InspectedStep, actors: ChatActors): readonly [Ends, ...Ends[]] {
  const to = laneOf(actors, step.actor);
  const receiver = receiverOf(actors.cargoOf.get(step.actor) ?? null);
  // In the shared lane each delivery shows its own id.
  const which = to === foldedId ? ` ${shortId(step.actor)}` : "";
  const heard = { to, label: `${labelOf(step)}${which}`, isFailed: isFailure(step.event) };
  return [{ ...heard, ...comingOf(step, to, actors, receiver) }, ...sentBy(step, to, receiver, which)];
}

function comingOf(step: InspectedStep, self: string, actors: ChatActors, receiver: Outsider): Beginning {
  if (step.from !== null) return { from: laneOf(actors, step.from), kind: "event" };
  if (isDeadline(step)) return { from: self, kind: "deadline" };
  return { from: outsideId(askerOf(step, receiver)), kind: isAnswer(step) ? "answer" : "request" };
}

/** The outgoing requests that the step started. */
function sentBy({ effects }: InspectedStep, from: string, receiver: Outsider, which: string): readonly Ends[] {
  const sent: Ends[] = [];
  for (const effect of effects) {
    const kind = "sent";
    if (effect.type === "effect.attempt.start") {
      const label = `attempt ${effect["attempt"] ?? ""}${which}`.trim();
      sent.push({ from, to: outsideId(receiver), kind, label, isFailed: false });
    }
    if (effect.type === "effect.call.start")
      sent.push({ from, to: outsideId("gateway"), kind, label: "call", isFailed: false });
  }
  return sent;
}

/** The outsiders left of the actors; the others are on the right. */
const left: readonly Outsider[] = ["client", "desk"];
const right: readonly Outsider[] = ["service", "bot", "owner", "gateway", "mail", "receiver"];
/** The order of the actors. */
const kinds: readonly string[] = ["chat", "bot", "webhooks", "call", "delivery"];

/** Outsiders that take part, other conversations, the chat and its actors, then the receivers. `used`: the ends of all arrows. */
function columnsOf(chat: InspectedChat, actors: ChatActors, used: ReadonlySet<string>): readonly SequenceColumn[] {
  const { all, isFolded } = actors;
  const outside = (some: readonly Outsider[]): readonly SequenceColumn[] =>
    some
      .filter((who) => used.has(outsideId(who)))
      .map((who) => plainColumn(outsideId(who), "outside", titleOf(who, chat)));
  const lanes = [...all].filter((actor) => !isFolded || kindOf(actor) !== "delivery");
  const outsiders: ReadonlySet<string> = new Set([...left, ...right].map(outsideId));
  const others = [...used].filter((id) => id !== foldedId && !all.has(id) && !outsiders.has(id));
  const rank = (actor: string): number => {
    const place = kinds.indexOf(kindOf(actor));
    return place === -1 ? kinds.length : place;
  };
  return [
    ...outside(left),
    ...others.map((id) => plainColumn(id, "other", id)),
    ...lanes.sort((one, other) => rank(one) - rank(other)).map((actor) => actorColumn(actor, actors)),
    ...(isFolded ? [foldedColumn(actors)] : []),
    ...outside(right),
  ];
}

const plainColumn = (id: string, kind: SequenceColumn["kind"], title: string): SequenceColumn => ({
  id,
  kind,
  title,
  about: "",
  state: null,
  isFailed: false,
});

function actorColumn(actor: string, actors: ChatActors): SequenceColumn {
  const kind = kindOf(actor);
  const details = actors.detailsOf.get(actor);
  const isParked = details !== undefined && details.parked !== null;
  const last = stateOf(actors, actor);
  const state = last === null ? null : wordsOf(last);
  return {
    id: actor,
    kind: "actor",
    title: `${kind}/${shortId(actor)}`,
    about: details?.about ?? "",
    state: isParked ? `${state ?? ""}, parked` : state,
    isFailed: isParked || isFailedState(last),
  };
}

/** The column of all deliveries, with the number of deliveries and of failures. */
function foldedColumn(actors: ChatActors): SequenceColumn {
  const { deliveries } = actors;
  const failed = deliveries.filter((actor) => isFailedState(stateOf(actors, actor))).length;
  const about = failed === 0 ? "" : `${failed} failed`;
  return {
    ...plainColumn(foldedId, "deliveries", counted(deliveries.length, "delivery", "deliveries")),
    about,
    isFailed: failed > 0,
  };
}
