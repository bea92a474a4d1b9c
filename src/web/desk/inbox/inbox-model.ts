import type { ReadonlySignal, Signal } from "@preact/signals";
import { computed, signal, untracked } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { ShownOrder } from "../../shared/parts/held-order.ts";
import { createHeldOrder } from "../../shared/parts/held-order.ts";
import type { OpenSearch } from "../data/chats/open-search.ts";
import { createOpenSearch } from "../data/chats/open-search.ts";
import type { Desk } from "../data/desk.ts";
import { isInFailed } from "../shell/failed.ts";
import { dutySignal } from "../shell/failures/duty.ts";
import { go, placeOf, route } from "../shell/route.ts";
import type { Me } from "../shell/standing.ts";
import type { Indexed } from "./chat-index.ts";
import { createChatIndex } from "./chat-index.ts";
import { readKeptView, waitOrderOf } from "./kept-view.ts";
import type { View, ViewId, WaitOrder } from "./views.ts";
import { viewOf } from "./views.ts";

/** The places of the rows to be seen: from the first one on, before the end. */
export interface SeenRows {
  readonly first: number;
  readonly end: number;
}

export interface SoughtRow {
  readonly chatId: string;
  /** To the top of what is to be seen; else no further than needed. */
  readonly isTop: boolean;
}

/** What the inbox knows beside the chats themselves; it outlives looks at other sections. */
export interface InboxModel {
  readonly me: ReadonlySignal<Me>;
  readonly view: ReadonlySignal<View>;
  /** The chat in the conversation; null for none. */
  readonly openId: ReadonlySignal<string | null>;
  /** The chat that Reply was pressed on and that is about to be open; null for none. */
  readonly taking: Signal<string | null>;
  readonly channelId: Signal<string | null>;
  readonly text: Signal<string>;
  readonly waitOrder: ReadonlySignal<WaitOrder>;
  readonly search: OpenSearch;
  readonly indexed: ReadonlySignal<Indexed>;
  readonly shown: ReadonlySignal<ShownOrder>;
  /** The row that keys act on; may be one that is no longer there. */
  readonly cursor: Signal<string | null>;
  /** The row whose link has the focus. */
  readonly focused: Signal<string | null>;
  /** Why nothing in the list may move now. */
  readonly isPointed: Signal<boolean>;
  readonly isScrolled: Signal<boolean>;
  /** How often what is new was asked for. */
  readonly releases: Signal<number>;
  readonly seen: Signal<SeenRows>;
  /** The chat that the list is to be scrolled to as soon as it has a place there; null for none. */
  readonly sought: Signal<SoughtRow | null>;
  /** Where each view is scrolled to. */
  readonly offsets: Map<ViewId, number>;
}

const models = new WeakMap<Desk, InboxModel>();

export function inboxOf(desk: Desk): InboxModel {
  const found = models.get(desk) ?? createInbox(desk);
  models.set(desk, found);
  return found;
}

function createInbox(desk: Desk): InboxModel {
  const facts = computed(() => {
    const { id, departments } = desk.surroundings.value.agent;
    return JSON.stringify({ id, departments } satisfies Me);
  });
  // The same one until it says something else: the order depends on it.
  const me = computed<Me>(() => JSON.parse(facts.value));
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
  const search = createOpenSearch(desk);
  const waitOrder = computed(() => waitOrderOf(desk));
  const choice = computed(() => ({
    view: view.value.id,
    channelId: knownChannel.value,
    order: waitOrder.value,
    text: text.value,
  }));
  // What the service finds comes in as new chats do: it moves nothing that is under the pointer.
  const held = computed(() => {
    choice.value;
    return createHeldOrder(untracked(() => releases.value));
  });
  const duty = dutySignal(desk);
  const judge = computed(() => {
    const { value } = duty;
    return (chat: DeskChat): boolean => isInFailed(chat, value);
  });
  const found = computed(() => search.found.value.places);
  const index = computed(() => createChatIndex(me.value, { ...choice.value, found: found.value }));
  const indexed = computed(() => {
    desk.chats.revision.value;
    const current = index.value;
    const isFailed = judge.value;
    // The open chat stays where it is until another one is open.
    const pins = new Set([openId.value, taking.value].filter((id) => id !== null));
    // Ten thousand subscriptions would say no more than the revision does.
    return untracked(() => current.take(desk.chats.all(), pins, isFailed));
  });
  const shown = computed(() => {
    const isHeld = isPointed.value || isScrolled.value;
    return held.value.show(indexed.value.ids, isHeld, releases.value);
  });
  return {
    me,
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
