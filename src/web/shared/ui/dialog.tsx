import type { ComponentChildren, JSX, RefObject } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  /** Called on Escape, a click outside, or the dialog's own close button. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page. It holds the focus while it is open and returns it afterwards. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const element = useModal();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the browser turns into cancel.
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={leaving(onClose)}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <h2 id={id} class="dialog-title">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** A modal dialog. It holds the focus while it is open and returns it afterwards. `first` selects the element with the first focus. */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect runs before the next key press, which belongs to the dialog and not to the commands of the page.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    if (first !== undefined) current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      // Elements under an open dialog cannot take the focus, so the dialog is removed first. The dialog is not closed before: after that,
      // a field of the page in Chromium would have the focus but accept no text.
      current?.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}

/** Escape removes the dialog at once: a closed dialog in the page would swallow the next key. */
export const leaving =
  (leave: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    leave();
  };
