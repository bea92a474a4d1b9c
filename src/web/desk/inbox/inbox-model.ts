import type { ReadonlySignal, Signal } from "@preact/signals";
import { computed, signal, untracked } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { DeskSurroundings } from "../../../codec/desk/desk-surroundings.ts";
import type { ShownOrder } from "../../shared/parts/held-order.ts";
import { createHeldOrder } from "../../shared/parts/held-order.ts";
import type { Desk } from "../data/desk.ts";
import type { OpenSearch } from "../data/open-search.ts";
import { createOpenSearch } from "../data/open-search.ts";
import { isInFailed } from "../shell/failed.ts";
import { dutySignal } from "../shell/failures/open-failures.ts";
import { go, placeOf, route } from "../shell/route.ts";
import type { Me } from "../shell/standing.ts";
import type { Indexed } from "./chat-index.ts";
import { createChatIndex } from "./chat-index.ts";
import type { View, ViewId, WaitOrder } from "./views.ts";
import { viewOf } from "./views.ts";

/** The places of the visible rows: from the first one to before the end. */
export interface SeenRows {
  readonly first: number;
  readonly end: number;
}

export interface SoughtRow {
  readonly chatId: string;
  /** Scroll the row to the top; otherwise only as far as needed. */
  readonly isTop: boolean;
}

/** The state of the inbox besides the chats. It stays while other sections are open. */
export interface InboxModel {
  readonly me: ReadonlySignal<Me>;
  /** The test channels of this agent. */
  readonly testChannelIds: ReadonlySignal<readonly string[]>;
  readonly view: ReadonlySignal<View>;
  /** The open chat, or null. */
  readonly openId: ReadonlySignal<string | null>;
  /** The chat that is being accepted and opens next, or null. */
  readonly taking: Signal<string | null>;
  readonly channelId: Signal<string | null>;
  readonly text: Signal<string>;
  readonly waitOrder: ReadonlySignal<WaitOrder>;
  readonly search: OpenSearch;
  readonly indexed: ReadonlySignal<Indexed>;
  readonly shown: ReadonlySignal<ShownOrder>;
  /** The row that the keyboard has selected. The row may have been removed already. */
  readonly cursor: Signal<string | null>;
  /** The row whose link has the focus. */
  readonly focused: Signal<string | null>;
  /** While one of these two is true, no row of the list may move. */
  readonly isPointed: Signal<boolean>;
  readonly isScrolled: Signal<boolean>;
  /** Counts the requests to show new chats. */
  readonly releases: Signal<number>;
  readonly seen: Signal<SeenRows>;
  /** The list scrolls to this chat as soon as it has a place; null for none. */
  readonly sought: Signal<SoughtRow | null>;
  /** The scroll position of each view. */
  readonly offsets: Map<ViewId, number>;
}

const models = new WeakMap<Desk, InboxModel>();

export function inboxOf(desk: Desk): InboxModel {
  const found = models.get(desk) ?? createInbox(desk);
  models.set(desk, found);
  return found;
}

/** Keeps the same object without a change, because the order of the list depends on it. */
function unchanging<Value>(read: () => Value): ReadonlySignal<Value> {
  const text = computed(() => JSON.stringify(read()));
  return computed<Value>(() => JSON.parse(text.value));
}

const meIn = ({ agent: { id, departments } }: DeskSurroundings): Me => ({ id, departments });
const testChannelIdsIn = ({ channels }: DeskSurroundings): readonly string[] =>
  channels.filter(({ test }) => test).map(({ id }) => id);

function createInbox(desk: Desk): InboxModel {
  const me = unchanging<Me>(() => meIn(desk.surroundings.value));
  const testChannelIds = unchanging(() => testChannelIdsIn(desk.surroundings.value));
  const inInbox = computed(() => route.value.section === "inbox");
  const view = computed(() => viewOf(inInbox.value ? route.value.parts[0] : untracked(() => readKeptView(desk))));
  const openId = computed(() => (inInbox.value ? (route.value.parts[1] ?? null) : null));
  const channelId = signal<string | null>(desk.kept.of("inbox.channel").peek());
  const knownChannel = computed(() =>
    desk.surroundings.value.channels.some(({ id }) => id === channelId.value) ? channelId.value : null,
  );
  const text = signal("");
  const isPointed = signal(false);
  const isScrolled = signal(false);
  const releases = signal(0);
  const taking = signal<string | null>(null);
  const search = createOpenSearch(desk.api, desk.browser);
  const waitOrder = computed(() => waitOrderOf(desk));
  const choice = computed(() => ({
    view: view.value.id,
    channelId: knownChannel.value,
    order: waitOrder.value,
    text: text.value,
    testChannelIds: testChannelIds.value,
  }));
  const found = computed(() => search.found.value.places);
  // What the agent asked for is shown at once: only news wait.
  const held = computed(() => {
    choice.value;
    found.value;
    return createHeldOrder(untracked(() => releases.value));
  });
  const duty = dutySignal(desk);
  const judge = computed(() => {
    const { value } = duty;
    return (chat: DeskChat): boolean => isInFailed(chat, value);
  });
  const index = computed(() => createChatIndex(me.value, { ...choice.value, found: found.value }));
  const indexed = computed(() => {
    desk.chats.revision.value;
    const current = index.value;
    const isFailed = judge.value;
    // The open chat keeps its place until another one is opened.
    const pins = new Set([openId.value, taking.value].filter((id) => id !== null));
    // The revision replaces ten thousand subscriptions.
    return untracked(() => current.take(desk.chats.all(), pins, isFailed));
  });
  const isHeld = computed(() => isPointed.value || isScrolled.value);
  const shown = computed(() => held.value.show(indexed.value.ids, isHeld.value, releases.value));
  return {
    me,
    testChannelIds,
    view,
    openId,
    taking,
    channelId,
    text,
    waitOrder,
    search,
    indexed,
    shown,
    cursor: signal(null),
    focused: signal(null),
    isPointed,
    isScrolled,
    releases,
    seen: signal({ first: 0, end: 0 }),
    sought: signal(null),
    offsets: new Map(),
  };
}

export const placeOfChat = ({ view }: InboxModel, chatId: string): string => placeOf(["inbox", view.peek().id, chatId]);

/** Opens a chat beside the list. */
export function openChat(model: InboxModel, chatId: string): void {
  model.cursor.value = chatId;
  go(placeOfChat(model, chatId));
}

/** The last view of this agent, also from another tab or day. */
const readKeptView = ({ kept }: Desk): ViewId => viewOf(kept.of("inbox.view").peek() ?? undefined).id;

/** An address without a view means the last view. A view in the address is stored as the last one. */
export function followAddress(desk: Desk, name: string | undefined): void {
  if (name === undefined) go(placeOf(["inbox", readKeptView(desk)]), true);
  else desk.kept.set("inbox.view", viewOf(name).id);
}

export const keepChannel = ({ kept }: Desk, channelId: string | null): void => kept.set("inbox.channel", channelId);

/** The order of waiting chats, for this agent in this browser. */
const waitOrderOf = ({ kept }: Desk): WaitOrder => (kept.of("inbox.order").value === "newest" ? "newest" : "longest");

export const turnWaitOrder = (desk: Desk): void =>
  desk.kept.set("inbox.order", waitOrderOf(desk) === "longest" ? "newest" : null);
