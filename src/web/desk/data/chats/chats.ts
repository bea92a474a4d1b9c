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

/** Every open chat that the agent may see, and those that are over and were looked at lately. */
export interface Chats {
  /** Changes when any chat did, at most once a picture: what is made of all chats depends on it. */
  readonly revision: ReadonlySignal<number>;
  /** `undefined` while it is not known, and when the agent may see it no longer. */
  of(id: string): ReadonlySignal<DeskChat | undefined>;
  /** All that are known, in no order; to be read after `revision`. */
  all(): Iterable<DeskChat>;
  /** Those in one state, as `all`; the others cost nothing. */
  inState(state: string): Iterable<DeskChat>;
  /** Those with failed messages, as `all`. */
  withFailed(): Iterable<DeskChat>;
  /** Of the first time: what is shown stays while it is read anew. */
  readonly loading: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  /** Reads all open chats anew, again and again while the failure is one that passes. What the socket tells meanwhile is newer than what is read. */
  load(): Promise<void>;
  /** Tries at once again what could not be read. */
  resume(): void;
  /** Reads one chat, whatever its state. */
  read(id: string): Promise<Answer<DeskChat>>;
  /** A chat as the socket shows it. */
  put(chat: DeskChat): void;
  /** Before a request that chats answer: shows such a chat, unless what is as new or newer was told or asked for since. */
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
    // Whoever hears that the chats are there finds them in lists that follow the revision.
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
  /** Somebody looks at a chat that is not open any more. */
  readonly lookAgain: (id: string) => void;
}

/** Page after page, between which the desk goes on. What was known before and is not found was closed, or is not for this agent any more. */
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
