import { behind, lowered, numberOf, seriesOf, whyFailed } from "./delivery-why.ts";
import { clauseOfAttempts, receivers } from "./failure-words.ts";
import type { AnsweredQuestion, Around, Seen, States, Words } from "./why.types.ts";
import { channelLink, due, say } from "./words.ts";

type Arriving = Exclude<States["delivery"], "delivered">;

const answers: { readonly [State in Arriving]: (seen: Seen<"delivery">, around: Around) => Words } = {
  pending: ({ context }, around) => {
    const before = behind(context, around);
    return before.length === 0 ? say`It was not begun yet.` : say`It waits${before}.`;
  },
  attempting: ({ context }) => {
    const before = clauseOfAttempts(seriesOf(context).slice(0, -1), context.cargo);
    return say`${numberOf(context)} is under way${before === "" ? "" : `; before, ${before}`}.`;
  },
  backing_off: ({ context, deadlines }, around) => {
    const atMs = deadlines.find(({ id }) => id === "next-attempt")?.atMs;
    const why = clauseOfAttempts(seriesOf(context), context.cargo);
    const failed =
      why === "" ? say`It was not begun before the service ended` : say`${numberOf(context)} failed: ${why}`;
    return say`${failed}. ${numberOf(context, 1)} is made${atMs === undefined ? "" : say` ${due(atMs, around)}`}.`;
  },
  failed: ({ context }, around) => {
    const { error, channelId } = context;
    const failed = seriesOf(context);
    const channel = channelLink(channelId, around);
    switch (error?.kind) {
      case "no_target":
        return say`It was not sent: ${whyFailed(context)}. Name the URL in the settings of ${channel}, then replay it.`;
      case "gone":
        return say`${upper(receivers.webhook)} answered ${lowered(numberOf(context))} with HTTP 410: it wants no more of this event, so it is not tried again.`;
      case "error_answer":
        return say`It did arrive, and ${whyFailed(context)}. It can be replayed.`;
      default:
        return say`All ${failed.length} of its attempts failed: ${whyFailed(context)}. It is a dead letter until somebody replays it.`;
    }
  },
};

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const question = "Why has this webhook not arrived?";

const isArriving = (state: string): state is Arriving => Object.hasOwn(answers, state);

/** Returns no question for a delivery that has arrived, or that is not a webhook. */
export function askArrival(seen: Seen<"delivery">, around: Around): readonly AnsweredQuestion[] {
  if (seen.context.cargo.kind !== "webhook" || !isArriving(seen.state)) return [];
  return [{ question, answer: answers[seen.state](seen, around) }];
}
