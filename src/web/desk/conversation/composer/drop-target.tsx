import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { tell } from "../../shell/notices.tsx";
import { composerTexts } from "../../texts/en/composer.ts";

const text = textsOf("composer", composerTexts);

interface DropTargetProps {
  /** Whether files can be sent now. */
  readonly isOpen: boolean;
  readonly name: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ComponentChildren;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

/** Accepts files dropped anywhere on the conversation. Without it the browser would leave the desk and open the file. */
export function DropTarget({ isOpen, name, onFiles, children }: DropTargetProps): JSX.Element {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    setOver(false);
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (isOpen) onFiles([...(event.dataTransfer?.files ?? [])]);
    else tell(text("notYours"), "failed");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button for files does the same by keys.
    <div class="drop-target" onDragEnter={over} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver && (
        <p class="drop-words" aria-hidden="true">
          {isOpen ? text("dropTo", { name }) : text("dropNot")}
        </p>
      )}
    </div>
  );
}
