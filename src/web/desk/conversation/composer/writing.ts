import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Desk } from "../../data/desk.ts";
import type { DraftKind } from "../../data/drafts.ts";

/** A reply to the client, or a note to the other agents. */
export type Mode = DraftKind;

/** The composer's state in one chat. */
export interface Writing {
  readonly mode: ReadonlySignal<Mode>;
  /** Counts the requests for the focus. */
  readonly asked: ReadonlySignal<number>;
  /** The text of the draft, which outlives the page. */
  textOf(mode: Mode): string;
  write(mode: Mode, text: string): void;
  /** Starts writing in this mode. */
  start(mode: Mode): void;
  /** Appends a message that was sent to the text written meanwhile. */
  takeBack(mode: Mode, text: string): void;
  /** The agent left the chat or sent the text: ends the typing notice for the client. Source: CH-49. */
  stop(): void;
}

export function createWriting({ drafts, typing, viewers }: Desk, chatId: string): Writing {
  const mode = signal<Mode>("reply");
  const asked = signal(0);
  const write = (of: Mode, text: string): void => {
    drafts.write(chatId, of, text);
    if (of === "reply") typing.wrote(chatId, text);
    viewers.wrote(chatId, text);
  };
  const start = (next: Mode): void => {
    if (next === "note") typing.ended(chatId);
    mode.value = next;
    asked.value += 1;
  };
  const textOf = (of: Mode): string => drafts.of(chatId, of).value;
  return {
    mode,
    asked,
    textOf,
    write,
    start,
    takeBack(of, text) {
      const there = textOf(of);
      drafts.write(chatId, of, there === "" ? text : `${there}\n${text}`);
      start(of);
    },
    stop: () => typing.ended(chatId),
  };
}
