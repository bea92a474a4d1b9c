import type { InspectedActorDetails, InspectedChat, InspectedStep } from "../../../codec/inspected.types.ts";
import { wordsOf } from "../parts/tone.ts";
import type { Outsider } from "./outsiders.ts";
import { aboutDelivery, askerOf, cargoOf, isAnswer, isDeadline, outsideId, receiverOf, titleOf } from "./outsiders.ts";
import type { Sequence, SequenceArrow, SequenceBadge, SequenceColumn, SequenceRow } from "./sequence.types.ts";
import { isFailedState, isFailure, labelOf } from "./sequence-words.ts";

export interface SequenceOptions {
  /** Draws each delivery in a lane of its own, however many there are. */
  readonly isUnfolded: boolean;
}

/** More deliveries than these share one lane, unless each is asked for. */
export const lanesMax = 6;
const foldedId = "deliveries";

/** What stands left of the actors, what right of them. */
const left: readonly Outsider[] = ["client", "desk"];
const right: readonly Outsider[] = ["service", "bot", "owner", "gateway", "mail", "receiver"];
/** The order of the actors. */
const kinds: readonly string[] = ["chat", "bot", "webhooks", "call", "delivery"];

/** Where the ends of a step's arrow are, before the columns have their places. */
interface Ends {
  readonly from: string;
  readonly to: string;
  readonly kind: SequenceArrow["kind"];
  readonly label: string;
  readonly isFailed: boolean;
}

/** Who told whom what, as it is drawn: columns, and a row for each step in the order they came in. Pure. */
export function toSequence(chat: InspectedChat, { isUnfolded }: SequenceOptions): Sequence {
  const known = new Map(chat.actors.map((actor) => [actor.actor, actor]));
  const stepsOf = groupSteps(chat.steps);
  // Those who took a step first stand first among their like.
  const own = new Set([...stepsOf.keys(), ...known.keys()]);
  const deliveries = [...own].filter((actor) => kindOf(actor) === "delivery");
  const isFolded = deliveries.length > lanesMax && !isUnfolded;
  const laneOf = (actor: string): string => (isFolded && kindOf(actor) === "delivery" ? foldedId : actor);

  const cargos = new Map(deliveries.map((actor) => [actor, cargoOf(known.get(actor), stepsOf.get(actor) ?? [])]));
  const ends = chat.steps.map((step) => endsOf(step, laneOf, cargos));
  const columns = columnsOf(chat, { own, ends: ends.flat(), isFolded, cargos, stepsOf, known });
  const places = new Map(columns.map(({ id }, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? 0;
  const commits = commitsOf(chat.steps);
  const rows = chat.steps.map((step, index): SequenceRow => {
    const [first, ...others] = ends[index] ?? endsOf(step, laneOf, cargos);
    const toArrow = ({ from, to, ...rest }: Ends): SequenceArrow => ({ ...rest, from: placeOf(from), to: placeOf(to) });
    return {
      key: `${step.actor}@${step.revision}.${step.index}`,
      step,
      column: placeOf(laneOf(step.actor)),
      arrows: [toArrow(first), ...others.map(toArrow)],
      badge: badgeOf(step),
      commit: commits[index] ?? 0,
    };
  });
  const { chatId, exportedAtMs } = chat;
  return { chatId, exportedAtMs, columns, rows, deliveries: deliveries.length, isFolded };
}

const kindOf = (actor: string): string => actor.slice(0, Math.max(0, actor.indexOf("/")));

function groupSteps(steps: readonly InspectedStep[]): ReadonlyMap<string, readonly InspectedStep[]> {
  const groups = new Map<string, InspectedStep[]>();
  for (const step of steps) {
    const group = groups.get(step.actor);
    if (group === undefined) groups.set(step.actor, [step]);
    else group.push(step);
  }
  return groups;
}

/** A number for each step: what came of one cause in one moment was committed together, as long as no actor's revision says otherwise. */
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

function endsOf(
  step: InspectedStep,
  laneOf: (actor: string) => string,
  cargos: ReadonlyMap<string, string | null>,
): readonly [Ends, ...Ends[]] {
  const to = laneOf(step.actor);
  const receiver = receiverOf(cargos.get(step.actor) ?? null);
  // In the lane of all deliveries each says which one it is.
  const which = to === foldedId ? ` ${shortId(step.actor)}` : "";
  const heard = { to, label: `${labelOf(step)}${which}`, isFailed: isFailure(step.event) };
  return [{ ...heard, ...comingOf(step, to, laneOf, receiver) }, ...sentBy(step, to, receiver, which)];
}

function comingOf(
  step: InspectedStep,
  self: string,
  laneOf: (actor: string) => string,
  receiver: Outsider,
): Pick<Ends, "from" | "kind"> {
  if (step.from !== null) return { from: laneOf(step.from), kind: "told" };
  if (isDeadline(step)) return { from: self, kind: "deadline" };
  return { from: outsideId(askerOf(step, receiver)), kind: isAnswer(step) ? "answer" : "request" };
}

/** Requests to the outside that the step began. */
function sentBy({ effects }: InspectedStep, from: string, receiver: Outsider, which: string): readonly Ends[] {
  const sent: Ends[] = [];
  for (const effect of effects) {
    const kind = "sent";
    if (effect.type === "effect.attempt.start") {
      const label = `attempt ${String(effect["attempt"] ?? "")}${which}`.trim();
      sent.push({ from, to: outsideId(receiver), kind, label, isFailed: false });
    }
    if (effect.type === "effect.call.start")
      sent.push({ from, to: outsideId("gateway"), kind, label: "call", isFailed: false });
  }
  return sent;
}

function badgeOf({ before, after, effects }: InspectedStep): SequenceBadge | null {
  if (effects.some(({ type }) => type === "effect.request.refuse")) return { text: "refused", isFailed: true };
  return before === after ? null : { text: wordsOf(after), isFailed: isFailedState(after) };
}

interface ColumnParts {
  readonly own: ReadonlySet<string>;
  readonly ends: readonly Ends[];
  readonly isFolded: boolean;
  readonly cargos: ReadonlyMap<string, string | null>;
  readonly stepsOf: ReadonlyMap<string, readonly InspectedStep[]>;
  readonly known: ReadonlyMap<string, InspectedActorDetails>;
}

/** Outsiders that take part, then other conversations, the chat and its own, and whoever is sent something. */
function columnsOf(chat: InspectedChat, parts: ColumnParts): readonly SequenceColumn[] {
  const { own, ends, isFolded } = parts;
  const used = new Set(ends.flatMap(({ from, to }) => [from, to]));
  const outside = (all: readonly Outsider[]): readonly SequenceColumn[] =>
    all
      .filter((who) => used.has(outsideId(who)))
      .map((who) => plainColumn(outsideId(who), "outside", titleOf(who, chat)));
  const lanes = [...own].filter((actor) => !isFolded || kindOf(actor) !== "delivery");
  const outsiders: ReadonlySet<string> = new Set([...left, ...right].map(outsideId));
  const others = [...used].filter((id) => id !== foldedId && !own.has(id) && !outsiders.has(id));
  const rank = (actor: string): number => {
    const place = kinds.indexOf(kindOf(actor));
    return place === -1 ? kinds.length : place;
  };
  return [
    ...outside(left),
    ...others.map((id) => plainColumn(id, "other", id)),
    ...lanes.sort((one, other) => rank(one) - rank(other)).map((actor) => actorColumn(actor, parts)),
    ...(isFolded ? [foldedColumn(parts)] : []),
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

/** Longer ids are known by their end. */
const idCharactersMax = 12;
const endCharacters = 4;

function shortId(actor: string): string {
  const id = actor.slice(actor.indexOf("/") + 1);
  return id.length > idCharactersMax ? `…${id.slice(-endCharacters)}` : id;
}

function actorColumn(actor: string, { known, stepsOf, cargos }: ColumnParts): SequenceColumn {
  const kind = kindOf(actor);
  const details = known.get(actor);
  const isParked = details !== undefined && details.parked !== null;
  const last = details?.state ?? stepsOf.get(actor)?.at(-1)?.after ?? null;
  const state = last === null ? null : wordsOf(last);
  return {
    id: actor,
    kind: "actor",
    title: `${kind}/${shortId(actor)}`,
    about: kind === "delivery" ? aboutDelivery(details, cargos.get(actor) ?? null) : "",
    state: isParked ? `${state}, parked` : state,
    isFailed: isParked || isFailedState(last),
  };
}

/** Says of all deliveries how many have failed, and how many there are. */
function foldedColumn({ cargos, known, stepsOf }: ColumnParts): SequenceColumn {
  const states = [...cargos.keys()].map(
    (actor) => known.get(actor)?.state ?? stepsOf.get(actor)?.at(-1)?.after ?? null,
  );
  const failed = states.filter(isFailedState).length;
  const about = failed === 0 ? "" : `${failed} failed`;
  return { ...plainColumn(foldedId, "deliveries", `${cargos.size} deliveries`), about, isFailed: failed > 0 };
}
