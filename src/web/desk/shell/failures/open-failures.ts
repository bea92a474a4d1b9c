import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal, untracked } from "@preact/signals";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { ChatsPage } from "../../data/answers.types.ts";
import type { Desk } from "../../data/desk.ts";
import { failures } from "../../texts/en/failures.ts";
import { failedWords, failsFor, isInFailed } from "../failed.ts";
import { dutySignal } from "./duty.ts";
import type { SendingAgain } from "./sending-again.ts";
import { createSendingAgain } from "./sending-again.ts";
import type { Unseen } from "./unseen.ts";
import { createUnseen } from "./unseen.ts";

const pageChats = 500;

/**
 * Closed chats are not among the open ones. Those with failed messages are read at the start of the desk, and after missed messages.
 * Returns a function that stops it.
 */
function followClosed(desk: Desk): () => void {
  let isRead = false;
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    isRead = await readClosed(desk);
    isReading = false;
  };
  const ends = [
    // A viewed chat is read separately when the open ones are reloaded.
    effect(() => {
      desk.chats.revision.value;
      for (const { id, state } of desk.chats.withFailed()) if (state === "closed") desk.chats.of(id).value;
    }),
    desk.onNews(({ type }) => {
      if (type === "resync" || (type === "ready" && !isRead)) void read();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Reads the closed chats. Returns whether all of them could be read. */
async function readClosed({ api, chats }: Desk): Promise<boolean> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const show = chats.ask();
    const page: Answer<ChatsPage> = await api.get(`/api/chats?state=closed&failed=true&limit=${pageChats}${from}`);
    if (!page.ok) return false;
    for (const chat of page.value.chats) show(chat);
    cursor = page.value.cursor;
  }
  return true;
}

const text = textsOf("failures", failures);

/** The failures that this agent must handle, in every section. */
export interface Failures {
  /** Chats with messages that failed, the latest failure first. */
  readonly chats: ReadonlySignal<readonly DeskChat[]>;
  /** The number of chats in the view of failures. */
  readonly count: ReadonlySignal<number>;
  readonly unseen: Unseen;
  readonly sendingAgain: SendingAgain;
  /** The text for screen readers: one for failures at about the same time. */
  readonly said: ReadonlySignal<string>;
  /** Follows the failures. Returns a function that stops it. */
  follow(): () => void;
}

const gatherMs = 500;

const known = new WeakMap<Desk, Failures>();

export function failuresOf(desk: Desk): Failures {
  const found = known.get(desk) ?? createFailures(desk);
  known.set(desk, found);
  return found;
}

function createFailures(desk: Desk): Failures {
  const { chats: all } = desk;
  const duty = dutySignal(desk);
  const failing = computed(() => {
    all.revision.value;
    return untracked(() => [...all.withFailed()]);
  });
  const chats = computed(() =>
    failing.value
      .filter((chat) => failsFor(chat, duty.value))
      .sort((one, other) => (other.failed?.at ?? 0) - (one.failed?.at ?? 0)),
  );
  const count = computed(() => failing.value.filter((chat) => isInFailed(chat, duty.value)).length);
  const unseen = createUnseen(desk);
  const sendingAgain = createSendingAgain(desk);
  const said = signal("");
  return {
    chats,
    count,
    unseen,
    sendingAgain,
    said,
    follow() {
      const ends = [followClosed(desk), unseen.follow(), sayFailures(desk, { chats, unseen, said })];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Identifies one failure of a chat, distinct from its next one. */
export const failureKey = ({ id, failed }: Pick<DeskChat, "id" | "failed">): string => `${id} ${failed?.at}`;

function sayFailures(
  { browser }: Desk,
  { chats, unseen, said }: { chats: Failures["chats"]; unseen: Unseen; said: { value: string } },
): () => void {
  let told: ReadonlySet<string> = new Set();
  let toldUnseen = 0;
  let stopTimer: (() => void) | null = null;
  const say = (): void => {
    stopTimer = null;
    const fresh = chats.peek().filter((chat) => !told.has(failureKey(chat)));
    const { count } = unseen.failures.peek();
    const words = [
      ...(fresh.length > 1 ? [text("chats", { n: fresh.length })] : fresh.map(failedWords)),
      ...(count > toldUnseen ? [unseenWords(count)] : []),
    ];
    told = new Set(chats.peek().map(failureKey));
    toldUnseen = count;
    if (words.length > 0) said.value = words.join(" ");
  };
  const end = effect(() => {
    chats.value;
    unseen.failures.value;
    stopTimer ??= browser.after(gatherMs, say);
  });
  return () => {
    end();
    stopTimer?.();
  };
}

export const unseenWords = (count: number): string => text("unseen", { n: count });
