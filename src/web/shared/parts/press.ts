import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";
import type { Explained } from "../ui/tooltip.ts";
import { explained } from "../ui/tooltip.ts";

interface Pressed extends Explained {
  readonly "aria-disabled": boolean;
  readonly onClick: () => void;
}

const text = textsOf("common", common);

/** Returns the reason for a button whose action is in progress. */
export const underWay = (): string => text("underWay");

export const cancel = (): string => text("cancel");

/**
 * Returns the properties of a button. `why` is the reason why it cannot be pressed, or null if it can. The button keeps the focus. The
 * reason is its tooltip and its description for screen readers, because a `disabled` button shows neither.
 */
export const press = (why: string | null, run: () => void, title?: string): Pressed => ({
  "aria-disabled": why !== null,
  ...explained(why ?? title),
  onClick() {
    if (why === null) run();
  },
});
