import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { ApiFailure } from "../../../shared/api/api.ts";
import type { Desk } from "../../data/desk.ts";

/** As in the response of `GET /api/canned-replies`. */
export interface CannedReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** The reply is shared by all agents. */
  readonly shared: boolean;
}

/** The typed part of a shortcut: from `/` at the start or after a space, up to the caret. */
export interface CannedQuery {
  /** The index of the `/`. */
  readonly from: number;
  readonly query: string;
}

const typed = /(?:^|\s)\/([\p{L}\p{M}\p{Nd}_-]{0,32})$/u;

/** Returns null when no shortcut is at the caret. */
export function findQuery(text: string, caret: number): CannedQuery | null {
  const found = typed.exec(text.slice(Math.max(0, caret - 40), caret));
  if (found === null) return null;
  const [, query = ""] = found;
  return { from: caret - query.length - 1, query };
}

/** The matching replies, best first: matches at the start of the shortcut, then inside the shortcut, then in the text. */
export function matchCanned(replies: readonly CannedReply[], query: string): readonly CannedReply[] {
  const wanted = query.toLocaleLowerCase();
  const rankOf = ({ shortcut, text }: CannedReply): number => {
    const name = shortcut.toLocaleLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return text.toLocaleLowerCase().includes(wanted) ? 2 : 3;
  };
  return replies
    .map((reply) => ({ reply, rank: rankOf(reply) }))
    .filter(({ rank }) => rank < 3)
    .sort((left, right) => left.rank - right.rank || left.reply.shortcut.localeCompare(right.reply.shortcut))
    .map(({ reply }) => reply);
}

/** The service's name for clients without a name; it is not a real name. Source: CH-27. */
const nameless = "Anonymous";

/** Replaces `{name}` and `{agent}` by names; a client without a name gets an empty text. */
export function fillCanned(text: string, { name, agent }: { readonly name: string; readonly agent: string }): string {
  const called = name === nameless ? "" : name;
  return text.replace(/( ?)\{(name|agent)\}/g, (_, space: string, which: string) => {
    const value = which === "name" ? called : agent;
    return value === "" ? "" : space + value;
  });
}

interface CannedStore {
  /** The reply that was chosen outside the composer, for the composer of its chat. */
  readonly asked: Signal<{ readonly chatId: string; readonly text: string } | null>;
  readonly replies: ReadonlySignal<readonly CannedReply[] | ApiFailure | null>;
  /** Reads the replies if the last read is missing or older than a minute. */
  refresh(): void;
  /** Marks the replies as changed; the next refresh rereads them. */
  outdated(): void;
}

const freshMs = 60_000;
const stores = new WeakMap<Desk, CannedStore>();

/** The canned replies of the logged-in agent. */
export function cannedOf(desk: Desk): CannedStore {
  const found = stores.get(desk) ?? createStore(desk);
  stores.set(desk, found);
  return found;
}

function createStore({ api, browser }: Desk): CannedStore {
  const replies = signal<readonly CannedReply[] | ApiFailure | null>(null);
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    asked: signal(null),
    replies,
    refresh() {
      if (browser.nowMs() - readAtMs < freshMs) return;
      readAtMs = browser.nowMs();
      void api.get<{ readonly replies: readonly CannedReply[] }>("/api/canned-replies").then((answer) => {
        if (answer.ok) replies.value = answer.value.replies;
        else {
          readAtMs = Number.NEGATIVE_INFINITY;
          if (!Array.isArray(replies.value)) replies.value = answer.failure;
        }
      });
    },
    outdated() {
      readAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
