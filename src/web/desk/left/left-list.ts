import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskAgent } from "../../../codec/desk/desk.ts";
import type { DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { Desk } from "../data/desk.ts";
import type { LeftPage } from "../shell/steps/left-open.ts";
import { createShownMeanwhile } from "../shell/steps/left-open.ts";

export const leftViews = ["open", "mine", "done"] as const;
export type LeftView = (typeof leftViews)[number];

/** Messages left through the offline form, the newest first, each once. */
export interface LeftList {
  readonly messages: ReadonlySignal<readonly DeskOfflineMessage[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Whether offline messages can be answered by mail; null while this is unknown. */
  readonly canAnswer: ReadonlySignal<boolean | null>;
  /** Reads the next page, or retries the page that failed. */
  more(): Promise<void>;
  /** Takes the present form of a message. It keeps its place even if it no longer matches the filter, so that the action can be undone. */
  put(message: DeskOfflineMessage): void;
  /** Follows new and changed messages. Returns a function that stops it. */
  start(): () => void;
}

export function createLeftList({ api, onNews, surroundings }: Desk, view: LeftView): LeftList {
  const messages = signal<readonly DeskOfflineMessage[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("ready");
  const hasMore = signal(true);
  const canAnswer = signal<boolean | null>(null);
  const meanwhile = createShownMeanwhile();
  let cursor: string | null = null;
  let isStopped = false;
  const place = (from: string | null): string =>
    `/api/offline-messages?${queryOf(view, surroundings.value.agent)}${from === null ? "" : `&cursor=${encodeURIComponent(from)}`}`;
  const put = (more: readonly DeskOfflineMessage[]): void => {
    const byId = new Map([...messages.value, ...more].map((message) => [message.id, message]));
    messages.value = [...byId.values()].sort((left, right) => Number(right.id) - Number(left.id));
  };
  const read = async (from: string | null) => {
    const { read: page, shown } = await meanwhile.during(api.get<LeftPage>(place(from)));
    if (!page.ok || isStopped) return page;
    put(page.value.offlineMessages.map((message) => shown.get(message.id) ?? message));
    canAnswer.value = page.value.canAnswer;
    return page;
  };
  const more = async (): Promise<void> => {
    if (state.value === "loading") return;
    state.value = "loading";
    const page = await read(cursor);
    if (page.ok) {
      cursor = page.value.cursor;
      hasMore.value = cursor !== null;
    }
    state.value = page.ok ? "ready" : page.failure;
  };
  const hear = (message: DeskOfflineMessage): void => {
    meanwhile.note(message);
    const isShown = messages.value.some(({ id }) => id === message.id);
    if (isShown || isIn(view, message, surroundings.value.agent)) put([message]);
  };
  return {
    messages,
    state,
    hasMore,
    canAnswer,
    more,
    put(message) {
      meanwhile.note(message);
      put([message]);
    },
    start() {
      isStopped = false;
      void more();
      const stop = onNews((news) => {
        if (news.type === "offline_message") hear(news.offlineMessage);
        // Messages missed meanwhile are on the first page, unless there are very many.
        if (news.type === "ready" || news.type === "resync") void read(null);
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

function queryOf(view: LeftView, me: DeskAgent): string {
  if (view === "mine") return `state=open&owner=${me.id}`;
  return `state=${view}`;
}

function isIn(view: LeftView, { state, owner }: DeskOfflineMessage, me: DeskAgent): boolean {
  if (view === "done") return state === "done";
  return state === "open" && (view === "open" || owner?.id === me.id);
}
