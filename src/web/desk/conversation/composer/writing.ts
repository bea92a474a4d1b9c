import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Desk } from "../../data/desk.ts";
import type { DraftKind } from "../../data/drafts.ts";

/** To the client, or to the other agents. */
export type Mode = DraftKind;

/** What is being written in one chat. */
export interface Writing {
  readonly mode: ReadonlySignal<Mode>;
  /** Counts who asked for the focus. */
  readonly asked: ReadonlySignal<number>;
  /** What stands in the draft; kept when the page goes. */
  textOf(mode: Mode): string;
  write(mode: Mode, text: string): void;
  /** One begins to write so. */
  start(mode: Mode): void;
  /** Something that was sent comes back behind what is written meanwhile. */
  takeBack(mode: Mode, text: string): void;
  /** The chat was left, or what was written sent: the client is not told of typing any more. Source: CH-49. */
  stop(): void;
}

export function createWriting({ drafts, typing }: Pick<Desk, "drafts" | "typing">, chatId: string): Writing {
  const mode = signal<Mode>("reply");
  const asked = signal(0);
  const write = (of: Mode, text: string): void => {
    drafts.write(chatId, of, text);
    if (of === "reply") typing.wrote(chatId, text);
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
