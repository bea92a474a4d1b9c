import type { DeskChat } from "../../../codec/desk/desk.ts";
import { hasWords, wordsOf } from "../parts/chat-words.ts";
import type { Me, Standing } from "../shell/standing.ts";
import { standingOf, waitsFor } from "../shell/standing.ts";
import type { ViewId, WaitOrder } from "./views.ts";
import { isInView, isOldestFirst, rankOf } from "./views.ts";

/** The filter of the list. */
export interface Choice {
  readonly view: ViewId;
  /** The channel; null for all. */
  readonly channelId: string | null;
  readonly order: WaitOrder;
  /** The typed search words. */
  readonly text: string;
  /** The test channels, whose chats have a view of their own. */
  readonly testChannelIds: readonly string[];
  /** Chats that the service found; the words may be anywhere in them. */
  readonly found: { has(chatId: string): boolean };
}

export type Counts = Readonly<Record<ViewId, number>>;

export interface Indexed {
  /** The chats in the order of the view. The array is the same object while no chat moves. */
  readonly ids: readonly string[];
  /** The counts of all views, independent of the filter. */
  readonly counts: Counts;
  /** The chat in Waiting that is for this agent or everybody and has waited longest; null for none. */
  readonly longest: DeskChat | null;
}

interface Entry {
  chat: DeskChat;
  standing: Standing;
  /** The chat has failed messages that this agent must handle. */
  isFailed: boolean;
  readonly isTest: boolean;
  group: number;
  key: number;
  isIn: boolean;
  /** The last pass that contained the chat. */
  pass: number;
}

/** Whether this agent must handle a chat's failed messages. A new function when the presence of agents changes. */
export type FailedJudge = (chat: DeskChat) => boolean;
const nobodys: FailedJudge = () => false;

/** A chat that this agent has taken leaves Waiting at once, although it is open. */
const isTaken = (standing: Standing, { view }: Choice): boolean => view === "waiting" && standing === "mine";

/**
 * The ordered chats of one view, kept up to date. It runs with every frame, so that of ten thousand chats only the changed
 * ones are moved.
 */
export function createChatIndex(me: Me, choice: Choice) {
  const entries = new Map<string, Entry>();
  const place = createPlacer(me, choice);
  const byRank = createComparison(isOldestFirst(choice.view, choice.order));
  let order: Entry[] = [];
  let indexed: Indexed = { ids: [], counts: countStandings([]), longest: null };
  let passes = 0;
  /** Whether the counts and the longest wait must be recomputed. */
  let isRecounted = false;
  let pinned: ReadonlySet<string> = new Set();
  let isFailed = nobodys;

  const add = (chat: DeskChat): void => {
    isRecounted = true;
    const entry = { ...startOf(chat, me, choice), isFailed: isFailed(chat), pass: passes };
    place(entry, chat);
    entries.set(chat.id, entry);
    if (entry.isIn) order.push(entry);
  };
  const change = (entry: Entry, chat: DeskChat): boolean => {
    const standing = standingOf(chat, me);
    const hasFailed = isFailed(chat);
    if (standing !== entry.standing || hasFailed !== entry.isFailed || isOtherWait(chat, entry.chat))
      isRecounted = true;
    entry.chat = chat;
    entry.isFailed = hasFailed;
    entry.standing = standing;
    if (pinned.has(chat.id) && entry.isIn && !isTaken(standing, choice)) return false;
    const { isIn, group, key } = entry;
    place(entry, chat);
    if (entry.isIn && !isIn) order.push(entry);
    return entry.isIn !== isIn || (isIn && (entry.group !== group || entry.key !== key));
  };
  const pin = (next: ReadonlySet<string>): boolean => {
    const loose = [...pinned].filter((id) => !next.has(id));
    pinned = next;
    const moved = loose.filter((id) => {
      const entry = entries.get(id);
      return entry !== undefined && change(entry, entry.chat);
    });
    return moved.length > 0;
  };
  return {
    /** Takes the present form of all chats. The chats in `pins` always keep their places. */
    take(chats: Iterable<DeskChat>, pins: ReadonlySet<string>, judge: FailedJudge = nobodys): Indexed {
      passes += 1;
      const isJudgedAnew = judge !== isFailed;
      isFailed = judge;
      isRecounted = false;
      let isMoved = pin(pins);
      let seen = 0;
      for (const chat of chats) {
        seen += 1;
        const entry = entries.get(chat.id);
        if (entry === undefined) add(chat);
        else entry.pass = passes;
        if (entry?.chat === chat && !(isJudgedAnew && chat.failed !== null)) continue;
        if (entry === undefined || change(entry, chat)) isMoved = true;
      }
      if (seen < entries.size && sweep(entries, passes)) {
        isRecounted = true;
        isMoved = true;
      }
      if (!isRecounted && !isMoved) return indexed;
      // The list is almost sorted, so that the sort takes about one comparison per chat.
      if (isMoved) order = order.filter(({ isIn }) => isIn).sort(byRank);
      indexed = {
        ids: isMoved ? order.map(({ chat }) => chat.id) : indexed.ids,
        counts: isRecounted ? countStandings(entries.values()) : indexed.counts,
        longest: isRecounted ? longestOf(entries.values(), me) : indexed.longest,
      };
      return indexed;
    },
  };
}

/** Removes the chats that were missing in this pass. */
function sweep(entries: Map<string, Entry>, pass: number): boolean {
  const gone = [...entries].filter(([, entry]) => entry.pass !== pass);
  for (const [id, entry] of gone) {
    entries.delete(id);
    entry.isIn = false;
  }
  return gone.length > 0;
}

const startOf = (chat: DeskChat, me: Me, { testChannelIds }: Choice): Omit<Entry, "isFailed" | "pass"> => ({
  chat,
  standing: standingOf(chat, me),
  isTest: testChannelIds.includes(chat.channelId),
  ...{ group: 0, key: 0, isIn: false },
});

/** Returns a function that sets the chat's place in the view, if the view has the chat. */
function createPlacer(me: Me, choice: Choice): (entry: Entry, chat: DeskChat) => void {
  const { view, order, text } = choice;
  const words = wordsOf(text);
  // A search is over all open chats, because who looks for a chat does not know who has it.
  const hasPlace = (entry: Entry): boolean =>
    isInView(view, entry) || (words.length > 0 && view !== "test" && isInView("all", entry));
  return (entry, chat) => {
    const { group, key } = rankOf(view, chat, me, order);
    entry.group = group;
    entry.key = key;
    entry.isIn = hasPlace(entry) && isChosen(chat, choice, words);
  };
}

const isOtherWait = (left: DeskChat, right: DeskChat): boolean =>
  left.waitingSince !== right.waitingSince || left.offeredTo?.id !== right.offeredTo?.id;

function createComparison(isOldFirst: boolean): (left: Entry, right: Entry) => number {
  const sign = isOldFirst ? 1 : -1;
  return (left, right) =>
    left.group - right.group || left.key - right.key || sign * (Number(left.chat.id) - Number(right.chat.id));
}

function countStandings(entries: Iterable<Entry>): Counts {
  const counts = { waiting: 0, mine: 0, bot: 0, unstaffed: 0, all: 0, failed: 0, blocked: 0, test: 0 };
  for (const { standing, isFailed, isTest } of entries) {
    if (isTest) {
      if (standing !== "over") counts.test += 1;
      continue;
    }
    if (isFailed) counts.failed += 1;
    if (standing === "over") continue;
    if (standing !== "blocked") counts.all += 1;
    if (standing !== "others") counts[standing] += 1;
  }
  return counts;
}

function longestOf(entries: Iterable<Entry>, me: Me): DeskChat | null {
  let longest: DeskChat | null = null;
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const { standing, chat, isTest } of entries) {
    if (isTest || standing !== "waiting" || !waitsFor(chat, me)) continue;
    const since = chat.waitingSince ?? chat.createdAt;
    if (since >= sinceMs) continue;
    longest = chat;
    sinceMs = since;
  }
  return longest;
}

/** Whether the client's name, number and the last message contain every word, or the service found the chat. */
function isChosen(chat: DeskChat, { channelId, found }: Choice, words: readonly string[]): boolean {
  if (channelId !== null && chat.channelId !== channelId) return false;
  return words.length === 0 || found.has(chat.id) || hasWords(chat, words);
}
