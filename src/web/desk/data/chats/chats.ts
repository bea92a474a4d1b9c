import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { Answer, Api, ApiFailure } from "../../../shared/api/api.ts";
import { isPassing } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { createTimer } from "../../../shared/live/timer.ts";
import type { ChatAnswer, ChatsPage } from "../answers.types.ts";
import type { KnownChats } from "./known-chats.ts";
import { createKnownChats } from "./known-chats.ts";

/** Every open chat that the agent may see, and recently viewed closed chats. */
export interface Chats {
  /** Changes with every change of a chat, at most once per frame. Values computed from all chats depend on it. */
  readonly revision: ReadonlySignal<number>;
  /** `undefined` while the chat is unknown, and when the agent may no longer see it. */
  of(id: string): ReadonlySignal<DeskChat | undefined>;
  /** All known chats, without order. Read `revision` first. */
  all(): Iterable<DeskChat>;
  /** Like `all`, for one state; other chats cost nothing. */
  inState(state: string): Iterable<DeskChat>;
  /** Like `all`, for chats with failed messages. */
  withFailed(): Iterable<DeskChat>;
  /** The state of the first load. Shown chats stay during a reload. */
  readonly loading: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  /** Reloads all open chats, and retries after temporary failures. Messages of the socket during the load are newer than its result. */
  load(): Promise<void>;
  /** Retries failed reads at once. */
  resume(): void;
  /** Reads one chat, whatever its state. */
  read(id: string): Promise<Answer<DeskChat>>;
  /** Takes a chat from the socket. */
  put(chat: DeskChat): void;
  /** Call it before a request that returns chats. The result shows such a chat, unless an equally new or newer form has arrived since. */
  ask(): (answer: DeskChat) => void;
  stop(): void;
}

const pageChats = 500;
const pauseMinMs = 1_000;
const pauseMaxMs = 30_000;

export function createChats({ api, browser }: { api: Api; browser: Pick<Browser, "soon" | "after"> }): Chats {
  const known = createKnownChats(browser);
  const loading = signal<"loading" | "ready" | ApiFailure>("loading");
  const timer = createTimer(browser);
  let aborter = new AbortController();
  let hasFailed = false;
  let pauseMs = pauseMinMs;

  const read = async (id: string): Promise<Answer<DeskChat>> => {
    const asked = known.ask();
    const answer = await api.get<ChatAnswer>(`/api/chats/${id}`);
    if (answer.ok) {
      known.putRead(answer.value.chat, asked);
      return { ok: true, value: answer.value.chat };
    }
    if (answer.failure.status === 404) known.putGone(id, asked);
    return answer;
  };
  const load = async (): Promise<void> => {
    timer.stop();
    aborter.abort();
    aborter = new AbortController();
    const { signal: aborted } = aborter;
    hasFailed = false;
    if (loading.value !== "ready") loading.value = "loading";
    const failure = await readOpen({ api, known, aborted, lookAgain: (id) => void read(id) });
    if (aborted.aborted) return;
    hasFailed = failure !== null;
    if (failure === null) pauseMs = pauseMinMs;
    // Listeners of `loading` then find the chats in all lists that follow the revision.
    known.raise();
    if (failure === null || loading.value !== "ready") loading.value = failure ?? "ready";
    if (failure === null || !isPassing(failure)) return;
    timer.set(pauseMs, () => void load());
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  };
  return {
    revision: known.revision,
    loading,
    of: known.of,
    all: known.all,
    inState: known.inState,
    withFailed: known.withFailed,
    put: known.put,
    ask() {
      const asked = known.ask();
      return (answer) => known.putAnswer(answer, asked);
    },
    load,
    resume() {
      if (hasFailed) void load();
    },
    read,
    stop() {
      timer.stop();
      aborter.abort();
    },
  };
}

interface ReadParts {
  readonly api: Api;
  readonly known: KnownChats;
  readonly aborted: AbortSignal;
  /** Rereads a chat that is shown but no longer open. */
  readonly lookAgain: (id: string) => void;
}

/** Reads page after page without blocking the desk. A known chat that is missing was closed, or this agent may not see it any more. */
async function readOpen({ api, known, aborted, lookAgain }: ReadParts): Promise<ApiFailure | null> {
  const begun = known.ask();
  const found = new Set<string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const asked = known.ask();
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/chats?state=open&limit=${pageChats}${from}`;
    const page: Answer<ChatsPage> = await api.get(path, aborted);
    if (!page.ok) return page.failure;
    if (aborted.aborted) return null;
    const { chats } = page.value;
    batch(() => {
      for (const chat of chats) {
        found.add(chat.id);
        known.putRead(chat, asked);
      }
    });
    cursor = page.value.cursor;
  }
  batch(() => {
    for (const id of known.missing(found, begun)) {
      if (known.isWatched(id)) lookAgain(id);
      else known.putGone(id, begun);
    }
  });
  return null;
}
