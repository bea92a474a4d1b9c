import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** Something the agent can do now, by key or by the palette. */
export interface Command {
  /** One of each is known at a time; the newest counts. */
  readonly id: string;
  /** As the palette and the map of keys show it: "Close chat". */
  readonly title: string;
  /** `j`, `?`, `g i` (one after the other), `mod+k` (Ctrl, on a Mac Command), `Escape`. */
  readonly keys?: string;
  /** Under which heading the map shows it. */
  readonly group: string;
  readonly run: () => void;
}

/** Every command of what is on the page. */
export const commands = signal<readonly Command[]>([]);

/** Offers commands while the component is there; `depends` as for an effect. */
export function useCommands(offered: readonly Command[], depends: readonly unknown[]): void {
  // Before the next key is heard, however soon it comes: it is meant for what the one before it brought.
  useLayoutEffect(() => {
    commands.value = [...commands.peek(), ...offered];
    return () => {
      commands.value = commands.peek().filter((command) => !offered.includes(command));
    };
  }, depends);
}

/** The second key of two comes within this time. */
const sequenceMs = 1_000;

/**
 * Hears keys for all commands. Keys without Ctrl or Command are left to whoever is writing, and to nobody while one is about to
 * write. The answer stops it.
 */
export function hearKeys(isAboutToWrite: () => boolean): () => void {
  let first: { readonly key: string; readonly at: number } | null = null;
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = nameOf(event);
    if (key === null || (isWriting(event.target) && !key.startsWith("mod+") && key !== "Escape")) return;
    if (isAboutToWrite() && key.length === 1) return;
    // What lies over the page takes the keys that are not for everywhere.
    if (document.querySelector("dialog:modal") !== null && !key.startsWith("mod+")) return;
    const both = first !== null && event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : null;
    first = null;
    const found = commands.peek().findLast(({ keys }) => keys !== undefined && (keys === key || keys === both));
    if (found !== undefined) {
      event.preventDefault();
      found.run();
    } else if (commands.peek().some(({ keys }) => keys?.startsWith(`${key} `))) {
      first = { key, at: event.timeStamp };
    }
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || key === "Control" || key === "Meta" || key === "Shift") return null;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
