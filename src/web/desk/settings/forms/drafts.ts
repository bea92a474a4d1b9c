import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal } from "@preact/signals";
import type { Desk } from "../../data/desk.ts";

/** What was written into a form and is not saved, by the form's fields. */
export type Draft = Readonly<Record<string, unknown>>;

/** What stands unsaved in the forms of one desk. It stays while one looks at other pages, and goes with the page. */
export interface Drafts {
  /** Empty when nothing of the form is unsaved. */
  of(form: string): Draft;
  set(form: string, draft: Draft): void;
  /** Forgets those of every form whose name begins so: what they belong to is gone. */
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

/** Those of this desk; the browser asks before the page goes while there are any. */
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
