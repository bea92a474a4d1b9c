import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isInputMethod } from "../../../shared/browser/input-events.ts";

/** An action that the agent can take now, by key or by the palette. */
export interface Command {
  /** If several commands have the same id, the newest is used. */
  readonly id: string;
  /** As the palette and the map of keys show it: "Close chat". */
  readonly title: string;
  /** `j`, `?`, `g i` (one after the other), `mod+k` (Ctrl, on a Mac Command), `Escape`. */
  readonly keys?: string;
  /** The heading in the map of keys. */
  readonly group: string;
  /** The palette lists it only when its name is typed. */
  readonly isDestructive?: boolean;
  readonly run: () => void;
}

/** Every command of the current page. */
export const commands = signal<readonly Command[]>([]);

/** Offers commands while the component is mounted; `depends` as for an effect. */
export function useCommands(offered: readonly Command[], depends: readonly unknown[]): void {
  // This is a layout effect, so that the commands exist before the next key press.
  useLayoutEffect(() => {
    commands.value = [...commands.peek(), ...offered];
    return () => {
      commands.value = commands.peek().filter((command) => !offered.includes(command));
    };
  }, depends);
}

/** The second key of a sequence must follow within this time. */
const sequenceMs = 1_000;

/**
 * Handles the keys of all commands. Keys without Ctrl or Command go to a text field in focus, and are ignored while the agent is about to
 * write. Returns a function that stops listening.
 */
export function hearKeys(isAboutToWrite: () => boolean): () => void {
  let first: { readonly key: string; readonly at: number } | null = null;
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isInputMethod(event)) return;
    const key = nameOf(event);
    if (key === null || (isWriting(event.target) && !key.startsWith("mod+") && key !== "Escape")) return;
    if (isAboutToWrite() && key.length === 1) return;
    // An open dialog takes all keys except those that work everywhere.
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
