import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import { fieldsOf } from "../../shared/api/json.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { Kept } from "./kept.ts";

/** A reply is for the client, a note for colleagues. */
export type DraftKind = "reply" | "note";

/** The unsent text of each chat: stored, and the same in all tabs. */
export interface Drafts {
  /** Empty without a draft. Changes when another tab writes, but not while the agent types here. */
  of(chatId: string, kind: DraftKind): ReadonlySignal<string>;
  /** An empty text removes the draft. */
  write(chatId: string, kind: DraftKind, text: string): void;
  stop(): void;
}

const prefix = "draft.";
const keptMs = 30 * 24 * 3_600_000;
/** The oldest drafts are evicted first. */
const draftsMax = 500;
/** The agent is regarded as typing for this time after the last change. */
const writingMs = 2_000;

interface Field {
  readonly text: Signal<string>;
  stopWriting: (() => void) | null;
}

export function createDrafts(browser: Browser, kept: Kept): Drafts {
  const fields = new Map<string, Field>();
  const fieldOf = (name: string): Field => {
    const found = fields.get(name) ?? { text: signal(textIn(kept.get(name))), stopWriting: null };
    fields.set(name, found);
    return found;
  };
  forgetOld(kept, browser.nowMs());
  kept.onChange((name) => {
    const field = fields.get(name);
    if (field !== undefined && field.stopWriting === null) field.text.value = textIn(kept.get(name));
  });
  return {
    of: (chatId, kind) => fieldOf(nameOf(chatId, kind)).text,
    write(chatId, kind, text) {
      const name = nameOf(chatId, kind);
      const field = fieldOf(name);
      kept.set(name, text === "" ? null : JSON.stringify({ text, atMs: browser.nowMs() }));
      field.text.value = text;
      field.stopWriting?.();
      field.stopWriting = browser.after(writingMs, () => {
        field.stopWriting = null;
        // The last writer wins, in any tab.
        field.text.value = textIn(kept.get(name));
      });
    },
    stop() {
      for (const { stopWriting } of fields.values()) stopWriting?.();
    },
  };
}

const nameOf = (chatId: string, kind: DraftKind): string => `${prefix}${kind}.${chatId}`;

function forgetOld(kept: Kept, nowMs: number): void {
  const newestFirst = kept
    .names(prefix)
    .map((name) => ({ name, atMs: read(kept.get(name)).atMs }))
    .sort((left, right) => right.atMs - left.atMs);
  for (const [place, { name, atMs }] of newestFirst.entries())
    if (place >= draftsMax || nowMs - atMs > keptMs) kept.set(name, null);
}

const textIn = (value: string | null): string => read(value).text;

function read(value: string | null): typeof none {
  const { text, atMs = Number.NaN } = fieldsOf<typeof none>(value);
  return typeof text === "string" && Number.isFinite(atMs) ? { text, atMs } : none;
}

const none = { text: "", atMs: 0 };
