import { withoutBot } from "../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { StartAttemptEffect } from "../../machines/delivery/delivery.types.ts";
import type { ActorKey } from "../../machines/ids.ts";
import { assert, assertNever } from "../core/assert.ts";
import type { Clock } from "../ports/clock.ts";
import type { Outbound, OutboundOutcome } from "../ports/outbound.ts";
import type { Store, TellRow } from "../ports/store.ts";
import { channelClosed } from "./channel-closed.ts";
import type { Defects } from "./defects.ts";
import type { Directory } from "./directory.ts";
import type { Draft, Release } from "./draft.ts";
import type { ActorEvent } from "./effects.ts";
import type { Feed } from "./feed.ts";
import type { Notices } from "./notices.ts";
import { createNotices } from "./notices.ts";
import type { Post } from "./post.ts";
import type { Scheduler } from "./scheduler.ts";

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

export interface ExecutorParts {
  readonly directory: Directory;
  readonly feed: Feed;
  readonly outbound: Outbound;
  readonly scheduler: Pick<Scheduler, "arm" | "disarm">;
  readonly clock: Clock;
  readonly post: Post;
  readonly defects: Pick<Defects, "releaseFailed">;
  readonly store: Pick<Store, "commit">;
  /** Makes an id for an entry of a channel's delivery log. */
  readonly newLogId: () => string;
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

  const isUnderWay = (work: Promise<void>): void => {
    underWay.add(work);
    void work.then(() => underWay.delete(work));
  };
  const notices = createNotices({ ...parts, isUnderWay });

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
        isUnderWay(attempt(effect, release, notices, parts));
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
        notices.send(effect, release.conversation);
        return;
      default:
        assertNever(effect);
    }
  };

  return {
    release(draft, feedCursor) {
      for (const row of draft.deadlines) parts.scheduler.arm(row);
      for (const deadline of draft.clearedDeadlines) parts.scheduler.disarm(deadline);
      for (const tell of draft.tells) void carryOut(tell);
      for (const release of draft.released) attemptTo(release.effect.type, () => carryOutRelease(release));
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

/** One request to a customer system or a bot. Its settings are those of this moment. Source: CH-06. */
async function attempt(
  effect: StartAttemptEffect,
  release: Release,
  notices: Notices,
  parts: ExecutorParts,
): Promise<void> {
  // "Typing has ended" comes before the message that ended it. Later attempts keep their time. Source: CH-49.
  const isMessage = effect.cargo.kind === "message";
  const before = isMessage && effect.attempt === 1 ? notices.waitFor(release.conversation) : null;
  if (before !== null) await before;
  const event = await attemptNow(effect, parts);
  const target = { kind: "actor" as const, actor: release.actor, conversation: release.conversation };
  await parts.post.untilDone({ target, event, cause: `attempt ${effect.attempt} of ${release.actor}` });
}

async function attemptNow(effect: StartAttemptEffect, parts: ExecutorParts): Promise<ActorEvent> {
  const channel = parts.directory.find(effect.channelId);
  if (channel === undefined || !channel.settings.enabled) {
    const failure = channelClosed(parts.directory, effect.channelId);
    return { type: "attempt.skipped", nowMs: parts.clock.nowMs(), attempt: effect.attempt, failure };
  }
  const outcome = await attemptOutside(effect, channel.settings, parts.outbound);
  if (outcome === null) {
    return { type: "attempt.skipped", nowMs: parts.clock.nowMs(), attempt: effect.attempt, failure: withoutBot };
  }
  const { startedAtMs, durationMs, httpStatus, failure, trace } = outcome;
  const seen = { nowMs: parts.clock.nowMs(), attempt: effect.attempt, startedAtMs, durationMs, trace };
  return failure === null
    ? { type: "attempt.succeeded", ...seen, httpStatus: httpStatus ?? 0 }
    : { type: "attempt.failed", ...seen, httpStatus, failure };
}

/** To whom the cargo goes; `null` when that is a bot which was disconnected, another's in its place or not. Source: BOT-08. */
async function attemptOutside(
  { cargo, attempt, messageId, recipient, timeoutMs, channelId }: StartAttemptEffect,
  settings: ChannelSettings,
  outbound: Outbound,
): Promise<OutboundOutcome | null> {
  if (cargo.kind === "message") {
    assert(recipient !== null, `message ${messageId} was attempted before its lane was opened`);
    const { content, sender } = cargo;
    return outbound.attempt({ settings, messageId, attempt, content, sender, recipient, timeoutMs });
  }
  const { bot, kind: channelKind } = settings;
  if (bot?.providerId !== cargo.providerId) return null;
  return outbound.tellBot({ channelId, channelKind, bot, eventId: messageId, event: cargo.event, attempt, timeoutMs });
}
