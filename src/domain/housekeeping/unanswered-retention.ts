import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { asChatId } from "../../core/ids.ts";
import { keyPages, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { ChatView } from "../chat/queries/chat-queries.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import { readUnanswered } from "../chat/unanswered.ts";
import type { Post } from "../effects.ts";
import { newMessageId } from "../new-ids.ts";
import { finishRemovals } from "./removal.ts";
import type { RetentionParts } from "./retention.ts";
import { beginRemovals, readRows, withActors } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;
const chatsAtOnce = 100;
/** The states in which nobody, or only the bot, has the chat. */
const openStates = ["waiting", "unstaffed", "with_bot", "blocked"];

/**
 * Closes and deletes chats that nobody ever accepted or answered, so that strangers cannot fill the disk. A waiting chat is closed
 * when its client has written nothing for `waitingKeptDays`; a system message says so. A closed chat is deleted
 * `unansweredKeptDays` after its end, unless a delivery of it is in progress. So no chat disappears before agents could see it wait
 * that long.
 */
export async function endUnanswered(parts: RetentionParts, post: Post, isStopped: () => boolean): Promise<void> {
  const { waitingKeptDays, unansweredKeptDays } = parts.limits;
  if (waitingKeptDays > 0) await closeWaiting(parts, post, waitingKeptDays, isStopped);
  if (unansweredKeptDays > 0) await deleteClosed(parts, unansweredKeptDays, isStopped);
}

async function closeWaiting(
  parts: RetentionParts,
  post: Post,
  waitedDays: number,
  isStopped: () => boolean,
): Promise<void> {
  const { clock, store } = parts;
  const beforeMs = clock.nowMs() - waitedDays * dayMs;
  let chats = 0;
  for (const state of openStates) {
    for await (const page of pagesOf(parts, state, isStopped)) {
      for (const { conversation, context } of page) {
        if (isStopped()) break;
        if (!canHaveWaited(context, state, beforeMs)) continue;
        const unanswered = await readUnanswered(store, context);
        if (unanswered === null || unanswered.lastWordAtMs >= beforeMs) continue;
        const { id, updatedAtMs: seenUpdatedAtMs } = context;
        // The event is sent only once, because the next run finds a refused chat again.
        const outcome = await post.send({
          target: { kind: "actor", actor: chatAddress(id), conversation },
          event: { type: "chat.expired", nowMs: clock.nowMs(), seenUpdatedAtMs, waitedDays, lineId: newMessageId() },
          cause: `nobody answered for ${waitedDays} days`,
        });
        if (outcome.ok && outcome.state === "closed") chats += 1;
      }
    }
  }
  if (chats > 0) parts.log.info({ chats, waitingKeptDays: waitedDays }, "unanswered chats closed");
}

/**
 * Whether the chat may have waited that long, decided without reading its messages. `waitingSinceMs` is not set for a client on the
 * blacklist, nor for a chat that a call began, so these chats are included.
 */
const canHaveWaited = ({ createdAtMs, visit }: ChatContext, state: string, beforeMs: number): boolean =>
  createdAtMs < beforeMs && (visit.waitingSinceMs !== null || visit.call !== null || state === "blocked");

async function deleteClosed(parts: RetentionParts, keptDays: number, isStopped: () => boolean): Promise<void> {
  const { clock, store, log } = parts;
  const beforeMs = clock.nowMs() - keptDays * dayMs;
  let chats = 0;
  for await (const page of pagesOf(parts, "closed", isStopped)) {
    const unanswered: ChatView[] = [];
    for (const view of page) {
      const isOld = (view.context.closedAtMs ?? view.context.updatedAtMs) < beforeMs;
      if (isOld && (await readUnanswered(store, view.context)) !== null) unanswered.push(view);
    }
    const rows = await readRows(
      store,
      unanswered.map(({ context }) => Number(context.id)),
    );
    if (rows.length > 0) chats += await beginRemovals(parts, await withActors(store, rows), beforeMs);
  }
  if (chats === 0) return;
  await finishRemovals(parts, isStopped);
  log.info({ chats, unansweredKeptDays: keptDays }, "unanswered closed chats deleted");
}

/** Pages of the chats in a state. Each page contains the chats that were in the state when the page was read. */
async function* pagesOf(
  { store }: RetentionParts,
  state: string,
  isStopped: () => boolean,
): AsyncGenerator<readonly ChatView[]> {
  for await (const page of keyPages(store, "chatState", { prefix: [state], limit: chatsAtOnce }, isStopped)) {
    const views = await Promise.all(
      page.map(({ key }) => undamagedLater(() => readChat(store, asChatId(String(key[1]))))),
    );
    yield views.filter((view) => view !== undefined);
  }
}
