import { askArrival } from "./webhook-arrival.ts";
import type { AnsweredQuestion, Around, Seen, Sentences, Words } from "./why.types.ts";
import { chatLink, count, deliveryLink, due, say } from "./words.ts";

export const webhooksSentences: Sentences<"webhooks"> = {
  quiet: (seen, around) => say`${lane(seen, around) ?? say`Nothing waits to be told of ${chatLink(seen.id)}`}.`,
  updating: (seen, around) => {
    const atMs = seen.deadlines.find(({ id }) => id === "combined-update")?.atMs;
    const when = atMs === undefined ? [] : say`; they leave ${due(atMs, around)}`;
    const front = lane(seen, around);
    return say`Changes of the client of ${chatLink(seen.id)} wait a second for others, to be told as one${when}${front === null ? [] : say`. ${front}`}.`;
  },
};

function lane({ id, context: { lane } }: Seen<"webhooks">, around: Around): Words | null {
  const { active, waiting } = lane;
  if (active === null) return null;
  const cargo = around.find("delivery", active)?.context.cargo;
  const event = cargo?.kind === "webhook" ? cargo.event : "an event";
  const behind = waiting.length === 0 ? "" : `; behind it: ${count(waiting.length, "event")}`;
  return say`The first attempt of ${deliveryLink(active, event)} of ${chatLink(id)} is under way${behind}`;
}

/** Asks about the first event of the lane. */
export function askFront({ context: { lane } }: Seen<"webhooks">, around: Around): readonly AnsweredQuestion[] {
  const front = lane.active === null ? undefined : around.find("delivery", lane.active);
  return front === undefined ? [] : askArrival(front, around);
}
