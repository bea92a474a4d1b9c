import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";

/** The newest form of each chat, from the socket or from a read. */
export interface KnownChats {
  readonly revision: ReadonlySignal<number>;
  /** Raises the revision at once for all changes so far. */
  raise(): void;
  of(id: string): ReadonlySignal<DeskChat | undefined>;
  all(): Iterable<DeskChat>;
  inState(state: string): Iterable<DeskChat>;
  withFailed(): Iterable<DeskChat>;
  /** Call it before a request, and pass its result along with the response. Chats stored by `put` meanwhile are newer than the response. */
  ask(): number;
  put(chat: DeskChat): void;
  putRead(chat: DeskChat, asked: number): void;
  /** Takes a response like a page, but a chat that was changed later than the known form is always shown. */
  putAnswer(chat: DeskChat, asked: number): void;
  /** The chat does not exist for this agent. */
  putGone(id: string, asked: number): void;
  /** Chats that were known before `asked`, had no message since, and were not found. */
  missing(found: ReadonlySet<string>, asked: number): readonly string[];
  /** A part of the page shows the chat. */
  isWatched(id: string): boolean;
}

interface Entry {
  readonly chat: Signal<DeskChat | undefined>;
  /** The number of its message or request; one counter for all messages and requests. */
  at: number;
  isWatched: boolean;
}

/** The limit for closed or unknown chats that nothing shows; the oldest of them is evicted first. */
const restingMax = 200;

export function createKnownChats(browser: Pick<Browser, "soon">): KnownChats {
  const entries = new Map<string, Entry>();
  const { states, failing, place } = createPlaces();
  const resting = new Set<string>();
  const { revision, changed, raise } = createRevision(browser);
  let count = 0;

  const entryOf = (id: string): Entry => {
    const found = entries.get(id);
    if (found !== undefined) return found;
    const watch = (isWatched: boolean) => () => {
      entry.isWatched = isWatched;
      if (!isWatched) rest(id);
    };
    const chat = signal<DeskChat | undefined>(undefined, { watched: watch(true), unwatched: watch(false) });
    const entry: Entry = { chat, at: 0, isWatched: false };
    entries.set(id, entry);
    rest(id);
    return entry;
  };
  const rest = (id: string): void => {
    resting.delete(id);
    if (isOpen(entries.get(id)?.chat.peek())) return;
    resting.add(id);
    for (const oldest of resting) {
      if (resting.size <= restingMax) return;
      resting.delete(oldest);
      const entry = entries.get(oldest);
      if (entry === undefined || entry.isWatched) continue;
      entries.delete(oldest);
      if (place(oldest, entry.chat.peek(), undefined)) changed();
    }
  };
  const show = (id: string, chat: DeskChat | undefined, at: number): void => {
    const entry = entryOf(id);
    if (entry.at > at) return;
    const before = entry.chat.peek();
    entry.at = at;
    entry.chat.value = chat;
    if (place(id, before, chat)) changed();
    if (!entry.isWatched) rest(id);
  };
  const next = (): number => {
    count += 1;
    return count;
  };
  return {
    revision,
    raise,
    of: (id) => entryOf(id).chat,
    *all() {
      for (const chats of states.values()) yield* chats.values();
    },
    inState: (state) => states.get(state)?.values() ?? [],
    withFailed: () => failing.values(),
    ask: next,
    put: (chat) => show(chat.id, chat, next()),
    putRead: (chat, asked) => show(chat.id, chat, asked),
    putAnswer(chat, asked) {
      const entry = entryOf(chat.id);
      const known = entry.chat.peek();
      const isNewer = known !== undefined && known.updatedAt < chat.updatedAt;
      // A page with a later request may still arrive, and is newer.
      show(chat.id, chat, isNewer ? Math.max(asked, entry.at) : asked);
    },
    putGone: (id, asked) => show(id, undefined, asked),
    missing: (found, asked) =>
      [...entries].flatMap(([id, { chat, at }]) =>
        chat.peek() === undefined || found.has(id) || at > asked ? [] : [id],
      ),
    isWatched: (id) => entries.get(id)?.isWatched ?? false,
  };
}

/** The chats by state, and those with failed messages. */
function createPlaces() {
  const states = new Map<string, Map<string, DeskChat>>();
  const failing = new Map<string, DeskChat>();
  return {
    states,
    failing,
    /** Returns false if the chat was in no list before and after. */
    place(id: string, before: DeskChat | undefined, after: DeskChat | undefined): boolean {
      if (before !== undefined && before.state !== after?.state) states.get(before.state)?.delete(id);
      if (after !== undefined && after.failed !== null) failing.set(id, after);
      else failing.delete(id);
      if (after === undefined) return before !== undefined;
      const same = states.get(after.state) ?? new Map<string, DeskChat>();
      states.set(after.state, same.set(id, after));
      return true;
    },
  };
}

/** True as well for a closed chat that still needs work. */
const isOpen = (chat: DeskChat | undefined): boolean =>
  chat !== undefined && ((chat.state !== "closed" && chat.state !== "blocked") || chat.failed !== null);

function createRevision(browser: Pick<Browser, "soon">) {
  const revision = signal(0);
  let isDue = false;
  const raise = (): void => {
    if (!isDue) return;
    isDue = false;
    revision.value += 1;
  };
  return {
    revision,
    raise,
    changed(): void {
      if (isDue) return;
      isDue = true;
      browser.soon(raise);
    },
  };
}
