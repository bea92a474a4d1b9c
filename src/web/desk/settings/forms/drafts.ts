import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal } from "@preact/signals";
import type { Desk } from "../../data/desk.ts";

/** The unsaved input of a form, by field. */
export type Draft = Readonly<Record<string, unknown>>;

/** The unsaved input of all forms of one desk. It stays while other settings are open, and is lost on reload. */
export interface Drafts {
  /** Empty when nothing of the form is unsaved. */
  of(form: string): Draft;
  set(form: string, draft: Draft): void;
  /** Drops the drafts of all forms whose names start with `prefix`, because their record was removed. */
  drop(prefix: string): void;
  readonly isAny: ReadonlySignal<boolean>;
}

const nothing: Draft = {};

export function createDrafts(): Drafts {
  const all = signal<ReadonlyMap<string, Draft>>(new Map());
  const keep = (isKept: (form: string) => boolean, added: readonly (readonly [string, Draft])[] = []): void => {
    all.value = new Map([...[...all.peek()].filter(([form]) => isKept(form)), ...added]);
  };
  return {
    of: (form) => all.value.get(form) ?? nothing,
    set: (form, draft) => keep((other) => other !== form, Object.keys(draft).length === 0 ? [] : [[form, draft]]),
    drop: (prefix) => keep((form) => !form.startsWith(prefix)),
    isAny: computed(() => all.value.size > 0),
  };
}

const known = new WeakMap<Desk, Drafts>();

/** The drafts of this desk. While there are any, the browser asks before it leaves the page. */
export function draftsOf(desk: Desk): Drafts {
  const found = known.get(desk);
  if (found !== undefined) return found;
  const drafts = createDrafts();
  known.set(desk, drafts);
  effect(() => {
    if (!drafts.isAny.value) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  });
  return drafts;
}
