import type { ActorKey } from "../../machines/ids.ts";
import type { Clock } from "../ports/clock.ts";
import type { FeedEntry, LockedRows, TellRow, Write } from "../ports/store.ts";
import type { Conversation } from "./conversation.ts";
import type { Scheduler } from "./deadlines/scheduler.ts";
import type { Defects } from "./defects.ts";
import type { Draft, Release } from "./draft.ts";
import type { AnyEvent, PendingEvent } from "./pending.ts";
import type { Post } from "./registry.ts";

/** Carries out what a durable commit released. It decides nothing; every outcome returns as an event. */
export interface Executor {
  release(draft: Draft, feedCursor: number): void;
  /** Carries out a stored tell; resolves when the receiving actor's turn is committed. */
  carryOut(tell: TellRow): Promise<void>;
  /** Resolves when these tells of the last commits are carried out. */
  whenCarriedOut(tellIds: readonly string[]): Promise<void>;
  /** Resolves when every running tell to this actor is carried out. */
  whenReceived(actor: ActorKey): Promise<void>;
  /** Resolves when the outcome for this actor, which this process has in hand, is committed; `undefined` when it has none. */
  outcomeInHand(actor: ActorKey): Promise<void> | undefined;
  /** How far the clock was set forward since this process began the actor's request; 0 when no request is running. */
  setForwardMs(actor: ActorKey): number;
  /** Resolves when no request is running and every outcome is committed, at `untilMs` at the latest. */
  whenQuiet(untilMs: number): Promise<void>;
}

/** Carries out one released effect. It passes work that continues afterwards to `IsUnderWay`. */
export type CarryOut = (release: Release) => void;
/**
 * Receives work that must finish before the process ends. With an actor: the request whose outcome the actor waits for, or the commit of
 * that outcome.
 */
export type IsUnderWay = (work: Promise<void>, actor?: ActorKey, of?: "request" | "outcome") => void;

export interface ExecutorParts {
  readonly clock: Clock;
  readonly feed: { show(entries: readonly FeedEntry[], firstCursor: number, writes: readonly Write[]): void };
  readonly scheduler: Scheduler;
  readonly post: Post;
  readonly defects: Defects;
  /** Creates the host's part. */
  readonly createCarryOut: (isUnderWay: IsUnderWay) => CarryOut;
}

export function createExecutor(parts: ExecutorParts): Executor {
  const running = new Map<string, Promise<void>>();
  /** An actor receives its tells in order, also when one must be retried: the latest tell is the true one. */
  const lastTo = new Map<ActorKey, Promise<void>>();
  const underWay = new Set<Promise<void>>();
  const inHand = new Map<ActorKey, Promise<void>>();
  /** The requests that run, and how far the clock was ahead of the steady time when they began. */
  const requests = new Map<ActorKey, { readonly work: Promise<void>; readonly aheadMs: number }>();
  const { clock } = parts;
  const aheadMs = (): number => clock.nowMs() - (clock.steadyMs?.() ?? clock.nowMs());

  const carryOut = (tell: TellRow): Promise<void> => {
    const earlier = lastTo.get(tell.to) ?? Promise.resolve();
    const carried = earlier.then(() => parts.post.untilDone(toPending(tell)));
    running.set(tell.id, carried);
    lastTo.set(tell.to, carried);
    void carried.then(() => {
      running.delete(tell.id);
      if (lastTo.get(tell.to) === carried) lastTo.delete(tell.to);
    });
    return carried;
  };

  const carryOutRelease = parts.createCarryOut((work, actor, of) => {
    underWay.add(work);
    if (actor !== undefined && of === "request") requests.set(actor, { work, aheadMs: aheadMs() });
    else if (actor !== undefined) inHand.set(actor, work);
    void work.then(() => {
      underWay.delete(work);
      if (actor === undefined) return;
      if (inHand.get(actor) === work) inHand.delete(actor);
      if (requests.get(actor)?.work === work) requests.delete(actor);
    });
  });

  /** An effect that fails does not stop the other effects of the commit. */
  const carryOutEffect = (release: Release): void => {
    try {
      carryOutRelease(release);
    } catch (error) {
      parts.defects.releaseFailed(release.effect.type, error);
    }
  };
  const show = ({ feed, written }: Draft, feedCursor: number): void => {
    try {
      parts.feed.show(feed, feedCursor, written);
    } catch (error) {
      parts.defects.releaseFailed("feed", error);
    }
  };

  return {
    release(draft, feedCursor) {
      for (const change of draft.deadlines) {
        if (change.kind === "set") parts.scheduler.arm(change.row);
        else parts.scheduler.disarm(change.deadline);
      }
      for (const tell of draft.tells) void carryOut(tell);
      for (const release of draft.released) carryOutEffect(release);
      if (draft.feed.length > 0) show(draft, feedCursor);
    },
    carryOut,
    whenCarriedOut: async (tellIds) => {
      await Promise.all(tellIds.map((id) => running.get(id)));
    },
    whenReceived: async (actor) => {
      await lastTo.get(actor);
    },
    outcomeInHand: (actor) => inHand.get(actor),
    setForwardMs(actor) {
      const request = requests.get(actor);
      return request === undefined ? 0 : Math.max(0, Math.floor(aheadMs() - request.aheadMs));
    },
    whenQuiet: (untilMs) => whenEmpty(underWay, untilMs, parts.clock),
  };
}

/** Resolves when the set is empty, at `untilMs` at the latest. */
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

/** The fields of an event that carries out a stored tell. */
function toPending(tell: TellRow): Omit<PendingEvent, "done"> {
  const event: AnyEvent = JSON.parse(tell.event);
  return {
    target: { kind: "actor", actor: tell.to, conversation: tell.conversation },
    event,
    cause: `tell ${tell.id}`,
    from: tell.from,
    tellId: tell.id,
  };
}

/**
 * The events of a mailbox in the order of their steps. In a store of many writers several processes carry out the tells to one
 * actor. The first of them also carries out all other stored tells of the conversation, in the order in which they were stored. It
 * does not matter which process had to carry them out.
 */
export function inOrder(
  conversation: Conversation,
  events: readonly PendingEvent[],
  rows: LockedRows,
): readonly PendingEvent[] {
  const first = events.findIndex(({ tellId }) => tellId !== undefined);
  const stored = first < 0 ? null : rows.tellsOf(conversation.key);
  if (stored === null) return events;
  const own = new Map(events.map((pending) => [pending.tellId, pending]));
  const next = stored.map(
    (tell) => own.get(tell.id) ?? { ...toPending(tell), isTakenAlong: true as const, done: ignore },
  );
  const moved = new Set<PendingEvent>(next);
  return [...events.slice(0, first), ...next, ...events.slice(first).filter((pending) => !moved.has(pending))];
}

/** Whether another process has carried out the stored tell of this event. */
export function isCarriedOut({ key }: Conversation, { tellId }: PendingEvent, rows: LockedRows): boolean {
  const stored = tellId === undefined ? null : rows.tellsOf(key);
  return stored !== null && !stored.some(({ id }) => id === tellId);
}

const ignore = (): void => undefined;
