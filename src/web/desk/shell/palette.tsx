import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Command } from "./commands.ts";
import { commands } from "./commands.ts";
import { showKeys } from "./key-names.ts";

interface PaletteProps {
  readonly onClose: () => void;
}

/** Everything that can be done now, found by typing a part of its name. */
export function Palette({ onClose }: PaletteProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const sought = useSignal("");
  const chosen = useSignal(0);
  const found = matching(sought.value);
  const index = Math.min(chosen.value, found.length - 1);
  // What is typed right after the key that opened it goes to its field, and is no command of the page below.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    // The dialog gives the focus back first: the command may take it.
    queueMicrotask(command.run);
  };
  const hear = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) chosen.value = (index + step + found.length) % found.length;
    else if (event.key === "Enter") run(found[index]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Commands" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[index] === undefined ? undefined : `command-${index}`}
        placeholder="What do you want to do?"
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={hear}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field above, as in every combobox.
          <div
            key={command.id}
            id={`command-${at}`}
            class="palette-option"
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            ref={(element) => {
              if (at === index) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(command)}
          >
            {command.title}
            <span class="help">{command.group}</span>
            {command.keys !== undefined && <kbd>{showKeys(command.keys)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="empty">Nothing is called so. Try a single word, like “close”.</p>}
    </dialog>
  );
}

/** Every word must be in the title or the group; of two with one id the newest is there. */
function matching(sought: string): readonly Command[] {
  const words = sought.toLowerCase().split(/\s+/);
  const newest = new Map(commands.value.map((command) => [command.id, command]));
  return [...newest.values()].filter(({ title, group }) =>
    words.every((word) => `${title} ${group}`.toLowerCase().includes(word)),
  );
}
