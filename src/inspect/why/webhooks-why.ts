import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { askArrival } from "./webhook-arrival.ts";
import type { AnsweredQuestion, Around, Explanations, Seen } from "./why.types.ts";
import { chatLink, deliveryLink, due, say } from "./words.ts";

export const webhooksExplanations: Explanations<"webhooks"> = {
  quiet: (seen, around) => {
    const sentences = lane(seen, around);
    return sentences.length === 0 ? [say("webhooksQuiet", { chat: chatLink(seen.id) })] : sentences;
  },
  updating: (seen, around) => {
    const atMs = seen.deadlines.find(({ id }) => id === "combined-update")?.atMs;
    return [
      say("webhooksUpdating", { chat: chatLink(seen.id) }),
      ...(atMs === undefined ? [] : [say("updatesLeave", { time: due(atMs) })]),
      ...lane(seen, around),
    ];
  },
};

function lane({ id, context: { lane } }: Seen<"webhooks">, around: Around): readonly WhyPhrase[] {
  const { active, waiting } = lane;
  if (active === null) return [];
  const cargo = around.find("delivery", active)?.context.cargo;
  const event = deliveryLink(active, cargo?.kind === "webhook" ? cargo.event : say("anEvent"));
  return [
    say("laneFirst", { event, chat: chatLink(id) }),
    ...(waiting.length === 0 ? [] : [say("laneBehind", { n: waiting.length })]),
  ];
}

/** Asks about the first event of the lane. */
export function askFront({ context: { lane } }: Seen<"webhooks">, around: Around): readonly AnsweredQuestion[] {
  const front = lane.active === null ? undefined : around.find("delivery", lane.active);
  return front === undefined ? [] : askArrival(front, around);
}
