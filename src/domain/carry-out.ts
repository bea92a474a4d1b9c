import type { StartCallEffect } from "../../machines/call/call.machine.ts";
import type { StartAttemptEffect } from "../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../machines/delivery/policies.ts";
import type { Release } from "../actors/draft.ts";
import type { CarryOut, IsUnderWay } from "../actors/executor.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Peers } from "../ports/peers.ts";
import type { Spans } from "../ports/spans.ts";
import type { Store } from "../ports/store.ts";
import type { Telephony } from "../ports/telephony.ts";
import type { RunningCalls } from "./call/running-calls.ts";
import type { AttemptParts } from "./delivery/attempts.ts";
import { attemptNow, withdrawn } from "./delivery/attempts.ts";
import type { Notices } from "./delivery/notices.ts";
import { createNotices } from "./delivery/notices.ts";
import type { Directory } from "./directory.ts";
import type { Post, ReleasedEffect } from "./effects.ts";
import type { Feed } from "./feed/feed.ts";
import type { Relay } from "./feed/relay.ts";
import type { VisitorFeed } from "./feed/visitor-feed.ts";
import type { AttemptDurations, BotTurns } from "./telemetry/attempt-metrics.ts";
import { watchAttempt } from "./telemetry/attempt-metrics.ts";

export interface CarryOutParts extends AttemptParts {
  readonly peers: Pick<Peers, "isAlone">;
  readonly directory: Directory;
  readonly feed: Feed;
  readonly visitorFeed: VisitorFeed;
  readonly relay: Relay;
  readonly telephony: Telephony;
  readonly runningCalls: RunningCalls;
  readonly post: Post;
  readonly store: Pick<Store, "commit" | "read" | "scan">;
  /** Makes an id for an entry of a channel's delivery log. */
  readonly newLogId: () => string;
  readonly log: Pick<Log, "warn">;
  readonly isUnderWay: IsUnderWay;
  readonly attempts: AttemptDurations;
  readonly botTurns: BotTurns;
  /** Receives every attempt. Absent: attempts are not traced. */
  readonly spans?: Spans | undefined;
}

type Released<Type extends ReleasedEffect["type"]> = Release<Extract<ReleasedEffect, { readonly type: Type }>>;
type CarryOutTable = { readonly [Type in ReleasedEffect["type"]]: (release: Released<Type>) => void };

/** Carries out each released effect after its commit is durable. */
export function createCarryOut(parts: CarryOutParts): CarryOut {
  const { directory, feed, visitorFeed, runningCalls, isUnderWay, log } = parts;
  const notices = createNotices(parts);
  const publishCall = parts.relay.everywhere("call", ({ conversation, effect }) => {
    runningCalls.note(conversation, effect);
    feed.showCall(effect);
  });
  const isLate = createIsLate(parts);
  const startParts = { ...parts, isLate };
  const table: CarryOutTable = {
    "effect.agent.publish": ({ effect, revision }) => directory.keepAgent(effect, revision),
    "effect.attempt.start": (release) => isUnderWay(attempt(release, notices, startParts)),
    "effect.call.publish": ({ effect, conversation }) => publishCall({ effect, conversation }),
    "effect.call.start": (release) => isUnderWay(startCall(release, startParts)),
    "effect.channel.publish": ({ effect, revision }) => directory.keepChannel(effect, revision),
    "effect.offline.publish": ({ effect }) => feed.showOfflineMessage(effect.number),
    "effect.typing.publish": ({ effect, actor }) => feed.showTyping(actor, effect),
    "effect.typing.send": (release) => {
      const { effect, conversation } = release;
      // Other processes may have sent later notices; a single process has not.
      if (parts.peers.isAlone || !isLate(release)) notices.send(effect, conversation);
      visitorFeed.showTyping(effect);
    },
    "effect.unseen.publish": () => feed.showUnseen(),
    // The text may contain a receiver's response, so it is a separate field.
    "effect.administrator.tell": ({ effect: { channelId, chatId, text }, actor }) =>
      log.warn(
        { channelId, chatId, actor, text },
        "an event was not delivered to the owner's server, and is lost unless it is replayed",
      ),
  };
  // `release` of this folder accepts only the effects of the table.
  return (release) => table[release.effect.type as ReleasedEffect["type"]](release as never);
}

/** Makes one attempt. Its outcome becomes an event. */
async function attempt(
  release: Release<StartAttemptEffect>,
  notices: Notices,
  parts: CarryOutParts & { readonly isLate: IsLate },
): Promise<void> {
  const { effect, actor, conversation } = release;
  // The next attempt of a grid keeps its distance from the stored start of this one, also when only that is known. The short wait for a
  // notice does not count: it belongs to the attempt.
  const isLateForGrid = policyFor(effect.cargo).kind === "grid" && parts.clock.nowMs() > release.leavesByMs;
  // "Typing has ended" is sent before the message that ended it. Later attempts keep their time. Source: CH-49.
  const isMessage = effect.cargo.kind === "message";
  const before = isMessage && effect.attempt === 1 ? notices.waitFor(conversation) : null;
  if (before !== null) await before;
  const cause = `attempt ${effect.attempt} of ${actor}`;
  const { spans } = parts;
  const watched = spans === undefined ? null : watchAttempt(release, cause, { ...parts, spans });
  parts.botTurns.noteAttempt(effect, release.atMs);
  const isLate = (): boolean => parts.isLate(release);
  const event = isLate() || isLateForGrid ? withdrawn(effect, parts) : await attemptNow(effect, parts, isLate);
  parts.attempts.note(effect, event);
  const target = { kind: "actor" as const, actor, conversation };
  if (watched !== null) await watched.ended(event);
  const taken = parts.post.untilDone({ target, event, cause });
  parts.isUnderWay(taken, actor);
  await taken;
  watched?.isTaken();
}

interface CallStartParts {
  readonly telephony: Telephony;
  readonly clock: Clock;
  readonly post: Post;
  readonly isLate: IsLate;
  readonly isUnderWay: IsUnderWay;
}

const notAsked = "The service was paused before it asked the gateway; no call was placed";

/** Sends the request to the gateway, once. A call that other processes have already given up stays as it is. Source: CALL-06. */
async function startCall(
  release: Release<StartCallEffect>,
  { telephony, clock, post, isLate, isUnderWay }: CallStartParts,
): Promise<void> {
  const { effect, actor, conversation } = release;
  const { callId, callType, phone, agent } = effect;
  const failure = isLate(release) ? notAsked : await telephony.startCall({ callId, callType, phone, agent });
  const event = { type: "gateway.answered" as const, nowMs: clock.nowMs(), failure };
  const target = { kind: "actor" as const, actor, conversation };
  isUnderWay(post.untilDone({ target, event, cause: `request of ${actor}` }), actor);
}

/**
 * The maximum time between the composition of a commit and the release of its effects. It is shorter than the silence after which
 * other processes treat a process as dead and carry out its stored work (5 s).
 */
const leavesWithinMs = 3_000;
/** The same for a single process. The deadline of an attempt or a call is this much longer than the time limit of the request. */
const leavesAloneWithinMs = 5_000;

type IsLate = (release: Pick<Release, "atMs">) => boolean;

/**
 * Whether the deadline of a released effect may fire before its outcome is known. That is so if the commit took too long, or if
 * this process stopped for a while after it. The next attempt would then run in parallel with this one, in this process or in the
 * process that took the deadline over. Source: DEL-02, CALL-06.
 */
const createIsLate = ({ peers, clock }: { readonly peers: Pick<Peers, "isAlone">; readonly clock: Clock }): IsLate => {
  const withinMs = peers.isAlone ? leavesAloneWithinMs : leavesWithinMs;
  return ({ atMs }) => clock.nowMs() - atMs > withinMs;
};
