import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { SharedStorage } from "../../shared/browser/browser.types.ts";

/** Whether typing notices are hidden. This browser remembers the choice. */
export interface TypingChoice {
  readonly isHidden: ReadonlySignal<boolean>;
  change(): void;
}

const key = "parley.inspector.typing";

export function openTypingChoice(storage: SharedStorage): TypingChoice {
  const isHidden = signal(storage.get(key) === "hidden");
  return {
    isHidden,
    change() {
      isHidden.value = !isHidden.peek();
      if (isHidden.peek()) storage.set(key, "hidden");
      else storage.remove(key);
    },
  };
}

const typingEvents: ReadonlySet<string> = new Set(["typing.received", "chat.typing-requested"]);

/** Whether the step only says that somebody types. */
export const isTypingStep = ({ event }: InspectedStep): boolean => typingEvents.has(event.type);

interface TypingButtonProps {
  readonly choice: TypingChoice;
  readonly steps: readonly InspectedStep[];
}

/** Hides the typing notices among the steps, or shows them. Absent if there are none. */
export function TypingButton({ choice, steps }: TypingButtonProps): JSX.Element | null {
  const count = steps.filter(isTypingStep).length;
  if (count === 0) return null;
  return (
    <button type="button" aria-pressed={choice.isHidden.value} onClick={choice.change}>
      Hide typing ({count})
    </button>
  );
}
