import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { attemptOf, earlierIn, front, seriesOf, whyFailed } from "./delivery-why.ts";
import { receiverOf } from "./failure.ts";
import { failuresOf } from "./failures.ts";
import type { AnsweredQuestion, Around, Seen, States } from "./why.types.ts";
import { channelLink, due, say } from "./words.ts";

type Arriving = Exclude<States["delivery"], "delivered">;
type Answer = (seen: Seen<"delivery">, around: Around) => readonly WhyPhrase[];

const answers: { readonly [State in Arriving]: Answer } = {
  pending: ({ context }, around) => {
    const inFront = front(context, around);
    return [inFront === null ? say("firstNotBegun") : say("waitsBehind", { front: inFront })];
  },
  attempting: ({ context }) => [
    say("attemptingNow", { attempt: attemptOf(context), last: null }),
    ...earlierIn(context),
  ],
  backing_off: ({ context, deadlines }) => {
    const atMs = deadlines.find(({ id }) => id === "next-attempt")?.atMs;
    const failures = failuresOf(seriesOf(context), context.cargo);
    const failed =
      failures === null ? say("attemptNotBegun") : say("attemptFailed", { attempt: attemptOf(context), failures });
    if (atMs === undefined) return [failed];
    return [failed, say("attemptFollows", { attempt: attemptOf(context, 1), time: due(atMs) })];
  },
  failed: ({ context }, around) => {
    const { error, channelId, cargo } = context;
    const reason = whyFailed(context);
    switch (error?.kind) {
      case "no_target":
        return [say("notSent", { reason }), say("enterUrl", { channel: channelLink(channelId, around) })];
      case "gone":
        return [say("wantsNoMore", { receiver: receiverOf(cargo), attempt: attemptOf(context) }), say("notRetried")];
      case "error_answer":
        return [say("arrivedButFailed", { reason }), say("canReplay")];
      default:
        return [say("allFailed", { n: seriesOf(context).length, reason }), say("deadLetter")];
    }
  },
};

const question = say("askArrival");

const isArriving = (state: string): state is Arriving => Object.hasOwn(answers, state);

/** Returns no question for a delivery that has arrived, or that is not a webhook. */
export function askArrival(seen: Seen<"delivery">, around: Around): readonly AnsweredQuestion[] {
  if (seen.context.cargo.kind !== "webhook" || !isArriving(seen.state)) return [];
  return [{ question, answer: answers[seen.state](seen, around) }];
}
