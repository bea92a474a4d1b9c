import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { ChatActors } from "./chat-actors.ts";
import { foldedId, laneOf, shortId } from "./chat-actors.ts";
import type { Outsider } from "./outsiders.ts";
import { askerOf, isAnswer, isDeadline, outsideId, receiverOf } from "./outsiders.ts";
import type { SequenceArrow } from "./sequence.types.ts";
import { isFailure, labelOf } from "./sequence-words.ts";

/** An arrow between two column ids, before the columns have places. */
export interface Ends {
  readonly from: string;
  readonly to: string;
  readonly kind: SequenceArrow["kind"];
  readonly label: string;
  readonly isFailed: boolean;
}

/** The received arrow of a step, then its sent arrows. */
export function endsOf(step: InspectedStep, actors: ChatActors): readonly [Ends, ...Ends[]] {
  const to = laneOf(actors, step.actor);
  const receiver = receiverOf(actors.cargoOf.get(step.actor) ?? null);
  // In the shared lane each delivery shows its own id.
  const which = to === foldedId ? ` ${shortId(step.actor)}` : "";
  const heard = { to, label: `${labelOf(step)}${which}`, isFailed: isFailure(step.event) };
  return [{ ...heard, ...comingOf(step, to, actors, receiver) }, ...sentBy(step, to, receiver, which)];
}

function comingOf(
  step: InspectedStep,
  self: string,
  actors: ChatActors,
  receiver: Outsider,
): Pick<Ends, "from" | "kind"> {
  if (step.from !== null) return { from: laneOf(actors, step.from), kind: "told" };
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
