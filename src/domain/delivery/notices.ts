import type { SendTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ConversationKey } from "../../../machines/ids.ts";
import type { Hands } from "../../actors/actor-system.ts";
import type { Release } from "../../actors/draft.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Outbound, OutboundOutcome } from "../../ports/outbound.ts";
import type { Peers } from "../../ports/peers.ts";
import type { ChannelLogRow, Commits } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";

/** Source: DEL-21. */
const noticeAgeMaxMs = 10_000;
const noticeTimeoutMs = 3_000;
/** How long a message waits for the notice before it. Source: CH-49. */
const messageWaitMaxMs = 300;

/** Typing notices on their way: one at a time in each conversation, so that they arrive in order. */
export interface Notices {
  send(release: Release<SendTypingEffect>): void;
  /** For a message that is about to be sent: resolves when the notices before it have arrived, or after a short time limit. */
  waitFor(conversation: ConversationKey): Promise<void> | null;
}

export interface NoticesParts {
  readonly directory: Directory;
  readonly outbound: Outbound;
  readonly store: Commits;
  readonly clock: Clock;
  readonly peers: Peers;
  readonly isLate: (release: Release) => boolean;
  readonly hands: Hands;
}

/** The notices of one conversation: one is being sent; of the notices that arrive meanwhile only the newest counts. */
interface NoticeLane {
  newest: SendTypingEffect | null;
  arrived: Promise<void>;
}

export function createNotices(parts: NoticesParts): Notices {
  const { clock, outbound, directory, peers, isLate, hands } = parts;
  const lanes = new Map<ConversationKey, NoticeLane>();

  const sendOne = async (notice: SendTypingEffect, lane: NoticeLane): Promise<void> => {
    const settings = directory.find(notice.channelId)?.settings;
    if (settings === undefined || !settings.enabled || settings.kind !== "api") return;
    // Called again when a connection is free: a newer notice may have arrived during the wait.
    const isWanted = (): boolean => lane.newest === null && clock.nowMs() - notice.atMs <= noticeAgeMaxMs;
    if (!isWanted()) return;
    const outcome = await outbound.notify({ ...notice, settings, timeoutMs: noticeTimeoutMs, isWanted });
    if (outcome !== null) hands.isUnderWay(logNotice(notice, outcome, parts));
  };
  const sendAll = async (conversation: ConversationKey, lane: NoticeLane): Promise<void> => {
    for (let notice = lane.newest; notice !== null; notice = lane.newest) {
      lane.newest = null;
      await sendOne(notice, lane);
    }
    lanes.delete(conversation);
  };

  return {
    send(release) {
      // Other processes may have sent later notices; a single process has not.
      if (!peers.isAlone && isLate(release)) return;
      const { effect, conversation } = release;
      const running = lanes.get(conversation);
      if (running !== undefined) {
        running.newest = effect;
        return;
      }
      const lane: NoticeLane = { newest: effect, arrived: Promise.resolve() };
      lanes.set(conversation, lane);
      lane.arrived = sendAll(conversation, lane);
      hands.isUnderWay(lane.arrived);
    },
    waitFor(conversation) {
      const lane = lanes.get(conversation);
      return lane === undefined ? null : settledBy(lane.arrived, clock);
    },
  };
}

/** Resolves with `running`, at the latest after the time a message waits for it. */
function settledBy(running: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const alarm = clock.wakeAt(clock.nowMs() + messageWaitMaxMs, resolve);
    void running.then(() => {
      alarm.cancel();
      resolve();
    });
  });
}

/** The outcome of a notice is only written to the channel's delivery log. Source: CH-50. */
async function logNotice(
  notice: SendTypingEffect,
  outcome: OutboundOutcome,
  { store, hands }: NoticesParts,
): Promise<void> {
  const { chatId, channelId } = notice;
  const row: ChannelLogRow = {
    atMs: outcome.startedAtMs,
    kind: "typing",
    cause: `chat/${chatId}`,
    chatId,
    messageSeq: 0,
    text: describeNotice(notice, outcome),
  };
  try {
    await store.commit({}, () => [{ table: "channelLog", key: [channelId, hands.newId()], row }]);
  } catch (error) {
    hands.defects.releaseFailed("the log of a typing notice", error);
  }
}

/** Like `typein to https://…: HTTP 200 after 12 ms, answered {"result":"ok"}`. */
function describeNotice({ state }: SendTypingEffect, outcome: OutboundOutcome): string {
  const { address } = outcome.trace;
  const where = address === null ? state : `${state} to ${address}`;
  return `${where}: ${describeOutcome(outcome)}`;
}

/** The text for an entry of a channel's delivery log, like `HTTP 200 after 12 ms, answered {"result":"ok"}`. */
export function describeOutcome({ httpStatus, durationMs, failure, trace }: OutboundOutcome): string {
  const status = httpStatus === null ? "no answer" : `HTTP ${httpStatus}`;
  const reason = failure === null ? "" : `, ${failure.kind}: ${failure.message}`;
  const answer = trace.answer === null || trace.answer === "" ? "" : `, answered ${trace.answer}`;
  return `${status} after ${durationMs} ms${reason}${answer}`;
}
