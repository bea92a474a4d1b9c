import type { AgentId, ChannelId } from "../../../../machines/ids.ts";
import type { ViewingFrame } from "../../../codec/desk/desk-frames.ts";
import { asChatId } from "../../../core/ids.ts";
import { undamagedLater } from "../../../core/rows/damaged-rows.ts";
import { readChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Feed } from "../../../domain/feed/feed.ts";
import type { ViewerNews } from "../../../domain/feed/feed-frames.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { StoredRows } from "../../../ports/store.ts";
import { createRateLimiter } from "../../limits/rate-limiter.ts";
import type { DeskLink } from "./desk-link.ts";

/** Tells desks which colleague has a chat open, and who writes in it. Nothing of it is stored. */
export interface DeskViewing {
  /**
   * Takes the report of a desk. Of several reports that arrive during a lookup or too quickly, the last one counts. An equal report is told
   * again: colleagues who have just come do not know the agent yet, and desks forget an agent who does not repeat it.
   */
  take(link: DeskLink, agentId: AgentId, report: ViewingFrame): void | Promise<void>;
  /** The desk is closed: its agent leaves the chat. */
  close(link: DeskLink): void;
}

/** One desk. */
interface Seat {
  view: ViewerNews | null;
  /** The latest report that is not carried out yet. */
  wanted: ViewingFrame | null;
  /** Ends the wait of a desk that reports too much. */
  wake(): void;
}

/** What one desk tells others. An agent opens chats and begins to write less often. */
const reportsPerSecond = 2;
const reportsBurst = 10;

export function createDeskViewing({
  directory,
  store,
  feed,
  clock,
  desksMax,
}: {
  readonly directory: Directory;
  readonly store: StoredRows;
  readonly feed: Pick<Feed, "showViewer">;
  readonly clock: Clock;
  readonly desksMax: number;
}): DeskViewing {
  const seats = new Map<DeskLink, Seat>();
  const rate = createRateLimiter({ perSecond: reportsPerSecond, burst: reportsBurst, bucketsMax: desksMax, clock });

  const channelOf = async (chatId: string, { view }: Seat): Promise<ChannelId | undefined> =>
    view?.chatId === chatId
      ? view.channelId
      : (await undamagedLater(() => readChat(store, asChatId(chatId))))?.context.channelId;

  /** Null for no chat, and for a chat that the agent may not see. */
  const viewOf = async (agentId: AgentId, { chatId, writes }: ViewingFrame, seat: Seat): Promise<ViewerNews | null> => {
    const channelId = chatId === undefined ? undefined : await channelOf(chatId, seat);
    const profile = directory.agent(agentId)?.profile;
    if (chatId === undefined || channelId === undefined || profile === undefined) return null;
    if (!directory.canSee(profile, channelId)) return null;
    return { channelId, chatId, agent: { id: agentId, name: profile.name }, state: writes ? "writes" : "views" };
  };
  const leave = ({ view }: Seat): void => {
    if (view !== null) feed.showViewer({ ...view, state: "left" });
  };
  const pause = (seat: Seat, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const { cancel } = clock.wakeAt(clock.nowMs() + ms, resolve);
      seat.wake = () => {
        cancel();
        resolve();
      };
    });
  const carryOut = async (link: DeskLink, agentId: AgentId, seat: Seat): Promise<void> => {
    try {
      while (seat.wanted !== null) {
        for (let waitS = rate.take(link.id); waitS > 0 && seats.get(link) === seat; waitS = rate.take(link.id))
          await pause(seat, waitS * 1_000);
        const { wanted } = seat;
        const next = await viewOf(agentId, wanted, seat);
        // Closed meanwhile: its end was told.
        if (seats.get(link) !== seat) return;
        if (seat.view?.chatId !== next?.chatId) leave(seat);
        seat.view = next;
        if (next !== null) feed.showViewer(next);
        if (seat.wanted === wanted) seat.wanted = null;
      }
    } finally {
      // After a failed read, the next report of the desk is looked up again.
      seat.wanted = null;
    }
  };
  return {
    take(link, agentId, report) {
      const seat = seats.get(link) ?? { view: null, wanted: null, wake: () => undefined };
      seats.set(link, seat);
      const isRunning = seat.wanted !== null;
      seat.wanted = report;
      return isRunning ? undefined : carryOut(link, agentId, seat);
    },
    close(link) {
      const seat = seats.get(link);
      seats.delete(link);
      if (seat === undefined) return;
      leave(seat);
      seat.wake();
    },
  };
}
