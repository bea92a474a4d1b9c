import { reasonOfEnd, reasonOfOffer } from "./hand-over.ts";
import type { Around, Seen, Sentences, Words } from "./why.types.ts";
import { arrivalOf, chatLink, count, deliveryLink, due, say, sinceAgo, sinceLasting } from "./words.ts";

export const botSentences: Sentences<"bot"> = {
  with_bot: (seen, around) => say`The bot has ${chatLink(seen.id)}${sinceLasting(seen, around)}${lane(seen)}.`,
  offering: (seen, around) => {
    const endsMs = seen.deadlines.find(({ id }) => id === "offer-ends")?.atMs;
    const ends = endsMs === undefined ? [] : say`; unless one takes it, the offer ends ${due(endsMs, around)}`;
    return say`Offers ${chatLink(seen.id)} to the agents${sinceLasting(seen, around)}${because(seen, around)}${ends}.`;
  },
  unstaffed: (seen, around) => {
    const step = arrivalOf(seen);
    const why =
      step?.event.type === "deadline.reached"
        ? say`: no agent took the chat in time`
        : say`${because(seen, around)}${step === undefined ? "" : ", and none was available"}`;
    return say`Without an agent${sinceLasting(seen, around)}${why}; the bot goes on with ${chatLink(seen.id)}.`;
  },
  with_agent: (seen, around) => {
    const told = seen.context.lane.active?.event === "AGENT_JOINED" ? "; AGENT_JOINED is on its way to it" : "";
    return say`An agent took ${chatLink(seen.id)}${sinceAgo(seen, around)}: what the bot says now is kept for the agents alone${told}.`;
  },
  ended: (seen, around) => {
    const reason = reasonOfEnd(seen, around);
    const why = reason.length === 0 ? [] : say`: ${reason}`;
    return say`The bot’s part in ${chatLink(seen.id)} ended${sinceAgo(seen, around)}${why}.`;
  },
  closed: (seen, around) =>
    say`Ended${sinceAgo(seen, around)}: ${chatLink(seen.id)} was closed, or its client put on the blacklist, before an agent had it.`,
};

function because(seen: Seen<"bot">, around: Around): Words {
  const reason = reasonOfOffer(arrivalOf(seen), around, seen.id);
  return reason.length === 0 ? [] : say`: ${reason}`;
}

/** Names the event that is being sent to the bot. */
function lane({ context: { lane } }: Seen<"bot">): Words {
  const { active, waiting } = lane;
  if (active === null) return say`, and has been told everything`;
  const behind = waiting.length === 0 ? "" : `, and ${count(waiting.length, "event")} behind it`;
  return say`; ${deliveryLink(active.deliveryId, active.event)} is on its way to it${behind}`;
}
