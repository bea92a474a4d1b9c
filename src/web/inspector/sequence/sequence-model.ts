import type { InspectedChat, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { wordsOf } from "../parts/tone.ts";
import type { Ends } from "./arrow-ends.ts";
import { endsOf } from "./arrow-ends.ts";
import { actorsOf, laneOf } from "./chat-actors.ts";
import type { Sequence, SequenceArrow, SequenceBadge, SequenceRow } from "./sequence.types.ts";
import { columnsOf } from "./sequence-columns.ts";
import { isFailedState } from "./sequence-words.ts";

export interface SequenceOptions {
  /** Draws each delivery in a separate lane, for any number of deliveries. */
  readonly isUnfolded: boolean;
}

/** The model of the drawing: columns, and a row for each step in order. Pure. */
export function toSequence(chat: InspectedChat, { isUnfolded }: SequenceOptions): Sequence {
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
