import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A dialog over the page: it has the focus while it is there and gives it back. `first` selects what in it has the focus first. */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key comes: that key goes into the dialog, and is no command of the page below.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    if (first !== undefined) current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      // What lies under an open dialog takes no focus; and closed first, then removed, the dialog leaves a field of the page in
      // Chromium that has the focus and takes no text.
      current?.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}

/** Escape takes the dialog away at once: one that is closed and still there would swallow the next key. */
export const leaving =
  (leave: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    leave();
  };
