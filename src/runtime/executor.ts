import type { SendTypingEffect } from "../../machines/chat/chat.types.ts";
import type { StartAttemptEffect } from "../../machines/delivery/delivery.types.ts";
import type { ActorKey } from "../../machines/ids.ts";
import { assertNever } from "../core/assert.ts";
import type { Clock } from "../ports/clock.ts";
import type { Outbound, OutboundOutcome } from "../ports/outbound.ts";
import type { TellRow } from "../ports/store.ts";
import type { Defects } from "./defects.ts";
import type { Directory } from "./directory.ts";
import type { Draft, Release } from "./draft.ts";
import type { ActorEvent } from "./effects.ts";
import type { Feed } from "./feed.ts";
import type { Post } from "./post.ts";
import type { Scheduler } from "./scheduler.ts";

/** Carries out what a durable commit released. Nothing here decides; every outcome comes back as an event. */
export interface Executor {
  release(draft: Draft, feedCursor: number): void;
  /** Carries out a stored tell; resolves when the told actor's turn is committed. */
  carryOut(tell: TellRow): Promise<void>;
  /** Resolves when these tells of the last commits are carried out. */
  whenCarriedOut(tellIds: readonly string[]): Promise<void>;
  /** Resolves when no request is under way and every outcome is committed, at the latest at `untilMs`. */
  whenQuiet(untilMs: number): Promise<void>;
}

export interface ExecutorParts {
  readonly directory: Directory;
  readonly feed: Feed;
  readonly outbound: Outbound;
  readonly scheduler: Pick<Scheduler, "arm">;
  readonly clock: Clock;
  readonly post: Post;
  readonly defects: Pick<Defects, "releaseFailed">;
}

export function createExecutor(parts: ExecutorParts): Executor {
  const running = new Map<string, Promise<void>>();
  /** An actor is told in order, also when a tell has to be tried again: what it was told last is what is true. */
  const lastTo = new Map<ActorKey, Promise<void>>();
  const attempts = new Set<Promise<void>>();

  const carryOut = (tell: TellRow): Promise<void> => {
    const event: ActorEvent = JSON.parse(tell.event);
    const target = { kind: "actor" as const, actor: tell.to, conversation: tell.conversation };
    const earlier = lastTo.get(tell.to) ?? Promise.resolve();
    const carried = earlier.then(() =>
      parts.post.untilDone({ target, event, cause: `tell ${tell.id}`, tellId: tell.id }),
    );
    running.set(tell.id, carried);
    lastTo.set(tell.to, carried);
    void carried.then(() => {
      running.delete(tell.id);
      if (lastTo.get(tell.to) === carried) lastTo.delete(tell.to);
    });
    return carried;
  };

  const startAttempt = (started: Promise<void>): void => {
    attempts.add(started);
    void started.then(() => attempts.delete(started));
  };

  /** One effect that fails keeps no other of the commit from being carried out. */
  const attemptTo = (what: string, carry: () => void): void => {
    try {
      carry();
    } catch (error) {
      parts.defects.releaseFailed(what, error);
    }
  };

  const carryOutRelease = (release: Release): void => {
    const { effect } = release;
    switch (effect.type) {
      case "effect.attempt.start":
        startAttempt(attempt(effect, release, parts));
        return;
      case "effect.channel.publish":
        parts.directory.keepChannel(effect);
        return;
      case "effect.agent.publish":
        parts.directory.keepAgent(effect);
        return;
      case "effect.typing.publish":
        parts.feed.showTyping(release.actor, effect);
        return;
      case "effect.typing.send":
        startAttempt(notify(effect, parts));
        return;
      default:
        assertNever(effect);
    }
  };

  return {
    release(draft, feedCursor) {
      for (const row of draft.deadlines) parts.scheduler.arm(row);
      for (const tell of draft.tells) void carryOut(tell);
      for (const release of draft.released) attemptTo(release.effect.type, () => carryOutRelease(release));
      if (draft.feed.length > 0) attemptTo("feed", () => parts.feed.show(draft.feed, feedCursor));
    },
    carryOut,
    whenCarriedOut: async (tellIds) => {
      await Promise.all(tellIds.map((id) => running.get(id)));
    },
    whenQuiet: (untilMs) =>
      new Promise((resolve) => {
        const wake = parts.clock.wakeAt(untilMs, resolve);
        const waitOn = async (): Promise<void> => {
          while (attempts.size > 0) await Promise.all(attempts);
          wake.cancel();
          resolve();
        };
        void waitOn();
      }),
  };
}

/** One request to a customer system. Its settings are those of this moment. Source: CH-06. */
async function attempt(effect: StartAttemptEffect, release: Release, parts: ExecutorParts): Promise<void> {
  const channel = parts.directory.find(effect.channelId);
  const outcome =
    channel === undefined
      ? channelGone(parts.clock.nowMs(), effect.channelId)
      : await parts.outbound.attempt({ ...effect, settings: channel.settings });
  const { startedAtMs, durationMs, httpStatus, failure } = outcome;
  const seen = { nowMs: parts.clock.nowMs(), attempt: effect.attempt, startedAtMs, durationMs, trace: outcome.trace };
  const event: ActorEvent =
    failure === null
      ? { type: "attempt.succeeded", ...seen, httpStatus: httpStatus ?? 0 }
      : { type: "attempt.failed", ...seen, httpStatus, failure };
  const target = { kind: "actor" as const, actor: release.actor, conversation: release.conversation };
  await parts.post.untilDone({ target, event, cause: `attempt ${effect.attempt} of ${release.actor}` });
}

/** One typing notice; what becomes of it is for the log alone. Source: CH-50, DEL-20. */
async function notify(effect: SendTypingEffect, parts: ExecutorParts): Promise<void> {
  const channel = parts.directory.find(effect.channelId);
  if (channel === undefined) return;
  await parts.outbound.notify({ ...effect, settings: channel.settings, timeoutMs: 3_000 });
}

function channelGone(nowMs: number, channelId: string): OutboundOutcome {
  const message = `Channel ${channelId} does not exist any more.`;
  return {
    startedAtMs: nowMs,
    durationMs: 0,
    httpStatus: null,
    failure: { kind: "refused_target", code: "refused_target", message },
    trace: { address: null, answer: null, note: null },
  };
}
