import type { PublishCallEffect, StartCallEffect } from "../../../machines/call/call.machine.ts";
import type { Hands } from "../../actors/actor-system.ts";
import type { Release } from "../../actors/draft.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Telephony } from "../../ports/telephony.ts";
import type { Feed } from "../feed/feed.ts";
import type { Relay } from "../feed/relay.ts";
import type { RunningCalls } from "./running-calls.ts";

/** Carries out what a call released. */
export interface CallEffects {
  /** Shows the call to desks, and lists it as running or not, in every process. */
  publish(release: Release<PublishCallEffect>): void;
  /** Sends the request to the gateway, once. A call that other processes have already given up stays as it is. Source: CALL-06. */
  start(release: Release<StartCallEffect>): void;
}

const notAsked = "The service was paused before it asked the gateway; no call was placed";

export function createCallEffects({
  telephony,
  runningCalls,
  relay,
  feed,
  clock,
  isLate,
  hands,
}: {
  readonly telephony: Telephony;
  readonly runningCalls: RunningCalls;
  readonly relay: Relay;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly isLate: (release: Release) => boolean;
  readonly hands: Hands;
}): CallEffects {
  const publish = relay.everywhere("call", ({ conversation, effect }) => {
    runningCalls.note(conversation, effect);
    feed.showCall(effect);
  });
  const start = async (release: Release<StartCallEffect>): Promise<void> => {
    const { effect, actor, conversation } = release;
    const { callId, callType, phone, agent } = effect;
    const failure = isLate(release) ? notAsked : await telephony.startCall({ callId, callType, phone, agent });
    const event = { type: "gateway.answered" as const, nowMs: clock.nowMs(), failure };
    const target = { kind: "actor" as const, actor, conversation };
    hands.isUnderWay(hands.post.untilDone({ target, event, cause: `request of ${actor}` }), actor);
  };
  return {
    publish: ({ conversation, effect }) => publish({ conversation, effect }),
    start: (release) => hands.isUnderWay(start(release), release.actor, "request"),
  };
}
