import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import { isPassing } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { createTimer } from "../../../shared/live/timer.ts";
import type { ChatsPage, WordsPlace } from "../answers.types.ts";

/** What the service found in open chats. */
export interface OpenFound {
  /** Of these words; empty while nothing is looked for. */
  readonly text: string;
  /** Every chat that has the words, and where they stand in it; null where they do not stand together. */
  readonly places: ReadonlyMap<string, WordsPlace | null>;
  readonly state: "searching" | "ready" | ApiFailure;
  /** There are more chats than these. */
  readonly hasMore: boolean;
}

/** Looks for words in all that was said in the open chats: the page itself knows no more than what was said last. */
export interface OpenSearch {
  readonly found: ReadonlySignal<OpenFound>;
  /** Asks once nobody has typed for a moment; what was asked before is given up. */
  ask(text: string): void;
  stop(): void;
}

const pauseMs = 250;
/** While the service is still looking through the chats. */
const againMs = 1_500;
/** A failure that passes, as that of a service that is just starting. */
const afterFailureMs = 3_000;
const chatsMax = 100;
/** What the service takes. */
const questionLengthMax = 200;

const nothing: OpenFound = { text: "", places: new Map(), state: "ready", hasMore: false };

export function createOpenSearch({
  api,
  browser,
}: {
  api: Pick<Api, "get">;
  browser: Pick<Browser, "after">;
}): OpenSearch {
  const found = signal<OpenFound>(nothing);
  const timer = createTimer(browser);
  let aborter = new AbortController();

  const read = async (text: string): Promise<void> => {
    const { signal: given } = aborter;
    const q = Array.from(text).slice(0, questionLengthMax).join("");
    const path = `/api/chats?${new URLSearchParams({ q, limit: String(chatsMax) })}`;
    const answer = await api.get<ChatsPage>(path, given);
    if (given.aborted) return;
    if (!answer.ok) {
      found.value = { ...found.value, text, state: answer.failure };
      if (isPassing(answer.failure)) timer.set(afterFailureMs, () => void read(text));
      return;
    }
    const { chats, cursor, found: places = [], complete = true } = answer.value;
    const placeOf = new Map(places.map((place) => [place.chat, place]));
    found.value = {
      text,
      places: new Map(chats.map(({ id }) => [id, placeOf.get(id) ?? null])),
      state: complete ? "ready" : "searching",
      hasMore: cursor !== null,
    };
    if (!complete) timer.set(againMs, () => void read(text));
  };
  return {
    found,
    ask(given) {
      const text = given.trim();
      if (text === found.peek().text) return;
      timer.stop();
      aborter.abort();
      aborter = new AbortController();
      found.value = text === "" ? nothing : { ...nothing, text, state: "searching" };
      if (text !== "") timer.set(pauseMs, () => void read(text));
    },
    stop() {
      timer.stop();
      aborter.abort();
    },
  };
}
