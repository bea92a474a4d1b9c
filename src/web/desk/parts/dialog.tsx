import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { leaving, useModal } from "./use-modal.ts";

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
