import type { StartCallEffect } from "../../machines/call/call.types.ts";
import type { StartAttemptEffect, TellAdministratorEffect } from "../../machines/delivery/delivery.types.ts";
import type { ActorKey } from "../../machines/ids.ts";
import { assertNever } from "../core/assert.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Store, TellRow } from "../ports/store.ts";
import type { Telephony } from "../ports/telephony.ts";
import type { AttemptParts } from "../domain/delivery/attempts.ts";
import { attemptNow } from "../domain/delivery/attempts.ts";
import type { Defects } from "./defects.ts";
import type { Draft, Release } from "./draft.ts";
import type { ActorEvent } from "./effects.ts";
import type { Feed } from "../domain/feed/feed.ts";
import type { Notices } from "../domain/delivery/notices.ts";
import { createNotices } from "../domain/delivery/notices.ts";
import type { Post } from "./post.ts";
import type { RunningCalls } from "../domain/call/running-calls.ts";
import type { Scheduler } from "./deadlines/scheduler.ts";
import type { VisitorFeed } from "../domain/feed/visitor-feed.ts";

/** Carries out what a durable commit released. Nothing here decides; every outcome comes back as an event. */
export interface Executor {
  release(draft: Draft, feedCursor: number): void;
  /** Carries out a stored tell; resolves when the told actor's turn is committed. */
  carryOut(tell: TellRow): Promise<void>;
  /** Resolves when these tells of the last commits are carried out. */
  whenCarriedOut(tellIds: readonly string[]): Promise<void>;
  /** Resolves when every tell to this actor that is under way is carried out. */
  whenTold(actor: ActorKey): Promise<void>;
  /** Resolves when no request is under way and every outcome is committed, at the latest at `untilMs`. */
  whenQuiet(untilMs: number): Promise<void>;
}

export interface ExecutorParts extends AttemptParts {
  readonly feed: Feed;
  readonly visitorFeed: Pick<VisitorFeed, "showTyping">;
  readonly telephony: Telephony;
  readonly runningCalls: Pick<RunningCalls, "note">;
  readonly scheduler: Pick<Scheduler, "arm" | "disarm">;
  readonly post: Post;
  readonly defects: Pick<Defects, "releaseFailed">;
  readonly store: Pick<Store, "commit" | "read" | "scan">;
  /** Makes an id for an entry of a channel's delivery log. */
  readonly newLogId: () => string;
  readonly log: Pick<Log, "warn">;
}

export function createExecutor(parts: ExecutorParts): Executor {
  const running = new Map<string, Promise<void>>();
  /** An actor is told in order, also when a tell has to be tried again: what it was told last is what is true. */
  const lastTo = new Map<ActorKey, Promise<void>>();
  const underWay = new Set<Promise<void>>();

  const carryOut = (tell: TellRow): Promise<void> => {
    const event: ActorEvent = JSON.parse(tell.event);
    const target = { kind: "actor" as const, actor: tell.to, conversation: tell.conversation };
    const earlier = lastTo.get(tell.to) ?? Promise.resolve();
    const carried = earlier.then(() =>
      parts.post.untilDone({
        target,
        event,
        cause: `tell ${tell.id}`,
        ...(tell.from === undefined ? {} : { from: tell.from }),
        tellId: tell.id,
      }),
    );
    running.set(tell.id, carried);
    lastTo.set(tell.to, carried);
    void carried.then(() => {
      running.delete(tell.id);
      if (lastTo.get(tell.to) === carried) lastTo.delete(tell.to);
    });
    return carried;
  };

  const isUnderWay = (work: Promise<void>): void => {
    underWay.add(work);
    void work.then(() => underWay.delete(work));
  };
  const notices = createNotices({ ...parts, isUnderWay });
  const hands: Hands = { ...parts, notices, isUnderWay };

  /** One effect that fails keeps no other of the commit from being carried out. */
  const attemptTo = (what: string, carry: () => void): void => {
    try {
      carry();
    } catch (error) {
      parts.defects.releaseFailed(what, error);
    }
  };

  return {
    release(draft, feedCursor) {
      for (const change of draft.deadlines) {
        if (change.kind === "set") parts.scheduler.arm(change.row);
        else parts.scheduler.disarm(change.deadline);
      }
      for (const tell of draft.tells) void carryOut(tell);
      for (const release of draft.released) attemptTo(release.effect.type, () => carryOutRelease(release, hands));
      if (draft.feed.length > 0) attemptTo("feed", () => parts.feed.show(draft.feed, feedCursor));
    },
    carryOut,
    whenCarriedOut: async (tellIds) => {
      await Promise.all(tellIds.map((id) => running.get(id)));
    },
    whenTold: async (actor) => {
      await lastTo.get(actor);
    },
    whenQuiet: (untilMs) => whenEmpty(underWay, untilMs, parts.clock),
  };
}

/** Resolves when nothing is under way any more, at the latest at `untilMs`. */
function whenEmpty(underWay: ReadonlySet<Promise<void>>, untilMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const wake = clock.wakeAt(untilMs, resolve);
    const waitOn = async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
      wake.cancel();
      resolve();
    };
    void waitOn();
  });
}

interface Hands extends ExecutorParts {
  readonly notices: Notices;
  readonly isUnderWay: (work: Promise<void>) => void;
}

function carryOutRelease(release: Release, hands: Hands): void {
  const { effect } = release;
  switch (effect.type) {
    case "effect.attempt.start":
      hands.isUnderWay(attempt(effect, release, hands));
      return;
    case "effect.channel.publish":
      hands.directory.keepChannel(effect);
      return;
    case "effect.agent.publish":
      hands.directory.keepAgent(effect);
      return;
    case "effect.typing.publish":
      hands.feed.showTyping(release.actor, effect);
      return;
    case "effect.typing.send":
      hands.notices.send(effect, release.conversation);
      hands.visitorFeed.showTyping(effect);
      return;
    case "effect.call.start":
      hands.isUnderWay(startCall(effect, release, hands));
      return;
    case "effect.call.publish":
      hands.runningCalls.note(release.conversation, effect);
      hands.feed.showCall(effect);
      return;
    case "effect.administrator.tell":
      warn(effect, release, hands);
      return;
    case "effect.offline.publish":
      hands.feed.showOfflineMessage(effect.number);
      return;
    case "effect.unseen.publish":
      hands.feed.showUnseen();
      return;
    default:
      assertNever(effect);
  }
}

/** The text may hold what a receiver answered: it stands in a field of its own. */
function warn({ channelId, chatId, text }: TellAdministratorEffect, { actor }: Release, { log }: Hands): void {
  log.warn({ channelId, chatId, actor, text }, "an event for the owner's server is lost unless it is replayed");
}

/** One attempt, whose outcome comes back as an event. */
async function attempt(effect: StartAttemptEffect, release: Release, hands: Hands): Promise<void> {
  // "Typing has ended" comes before the message that ended it. Later attempts keep their time. Source: CH-49.
  const isMessage = effect.cargo.kind === "message";
  const before = isMessage && effect.attempt === 1 ? hands.notices.waitFor(release.conversation) : null;
  if (before !== null) await before;
  const event = await attemptNow(effect, hands);
  const target = { kind: "actor" as const, actor: release.actor, conversation: release.conversation };
  await hands.post.untilDone({ target, event, cause: `attempt ${effect.attempt} of ${release.actor}` });
}

/** Asks the gateway, once. Source: CALL-06. */
async function startCall(
  { callId, callType, phone, agent }: StartCallEffect,
  { actor, conversation }: Release,
  { telephony, clock, post }: ExecutorParts,
): Promise<void> {
  const failure = await telephony.startCall({ callId, callType, phone, agent });
  const event = { type: "gateway.answered" as const, nowMs: clock.nowMs(), failure };
  await post.untilDone({ target: { kind: "actor", actor, conversation }, event, cause: `request of ${actor}` });
}
