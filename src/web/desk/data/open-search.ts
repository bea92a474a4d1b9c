import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import { isPassing } from "../../shared/api/api.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { ChatsPage, WordsPlace } from "./answers.types.ts";

/** The service's search results in open chats. */
export interface OpenFound {
  /** The searched words; empty without a search. */
  readonly text: string;
  /** Every chat with the words, and their place in it; null when the words are not in one place. */
  readonly places: ReadonlyMap<string, WordsPlace | null>;
  readonly state: "searching" | "ready" | ApiFailure;
  /** More chats were found than these. */
  readonly hasMore: boolean;
}

/** Searches all messages of the open chats on the service, because the page knows only the last message of each. */
export interface OpenSearch {
  readonly found: ReadonlySignal<OpenFound>;
  /** Searches after a short pause in typing; the previous search is aborted. */
  ask(text: string): void;
  stop(): void;
}

const pauseMs = 250;
/** The delay of the next request while the service is still searching. */
const againMs = 1_500;
/** The delay after a temporary failure, for example of a starting service. */
const afterFailureMs = 3_000;
const chatsMax = 100;
/** The service's limit. */
const questionLengthMax = 200;

const nothing: OpenFound = { text: "", places: new Map(), state: "ready", hasMore: false };

export function createOpenSearch(api: Api, waiting: Waiting): OpenSearch {
  const found = signal<OpenFound>(nothing);
  const timer = createTimer(waiting);
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
