import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { reasonOfEnd, reasonOfOffer } from "./hand-over.ts";
import type { Around, Explanations, Seen } from "./why.types.ts";
import { arrivalOf, because, chatLink, deliveryLink, due, say, sinceAgo, sinceLasting } from "./words.ts";

type SeenBot = Seen<"bot">;

export const botExplanations: Explanations<"bot"> = {
  with_bot: (seen) => [say("botHas", { chat: chatLink(seen.id), since: sinceLasting(seen), lane: lane(seen) })],
  offering: (seen, around) => {
    const endsMs = seen.deadlines.find(({ id }) => id === "offer-ends")?.atMs;
    const why = because(reasonOfOffer(arrivalOf(seen), around, seen.id));
    return [
      say("botOffers", { chat: chatLink(seen.id), since: sinceLasting(seen), why }),
      ...(endsMs === undefined ? [] : [say("offerEnds", { time: due(endsMs) })]),
    ];
  },
  unstaffed: (seen, around) => [
    say("botUnstaffed", { since: sinceLasting(seen), why: because(whyUnstaffed(seen, around)) }),
    say("botContinuesWith", { chat: chatLink(seen.id) }),
  ],
  with_agent: (seen) => [
    say("botLostChat", { since: sinceAgo(seen) }),
    say("botForAgents"),
    ...(seen.context.lane.active?.event === "AGENT_JOINED" ? [say("joinedOnWay")] : []),
  ],
  ended: (seen, around) => {
    const why = because(reasonOfEnd(seen, around));
    return [say("botPartEnded", { chat: chatLink(seen.id), since: sinceAgo(seen), why })];
  },
  closed: (seen) => [say("botClosed", { chat: chatLink(seen.id), since: sinceAgo(seen) })],
};

function whyUnstaffed(seen: SeenBot, around: Around): WhyPhrase | null {
  const step = arrivalOf(seen);
  if (step?.event.type === "deadline.reached") return say("notAcceptedInTime");
  const reason = reasonOfOffer(step, around, seen.id);
  return reason === null ? null : say("noneAvailable", { reason });
}

/** Names the event that is being sent to the bot. */
function lane({ context: { lane } }: SeenBot): WhyPhrase {
  const { active, waiting } = lane;
  if (active === null) return say("laneEmpty");
  const event = deliveryLink(active.deliveryId, active.event);
  return waiting.length === 0 ? say("laneSending", { event }) : say("laneSendingMore", { event, n: waiting.length });
}
