import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";

interface Pressed {
  readonly "aria-disabled": boolean;
  readonly title: string | undefined;
  readonly onClick: () => void;
}

const text = textsOf("common", common);

/** For a button whose step is under way. */
export const underWay = (): string => text("underWay");

/**
 * What a button does, or why it cannot be pressed now; null when it can. It keeps the focus, and its title is read by whoever points at
 * it and is its description to screen readers: a button that is `disabled` tells nobody.
 */
export const press = (why: string | null, run: () => void, title?: string): Pressed => ({
  "aria-disabled": why !== null,
  title: why ?? title,
  onClick() {
    if (why === null) run();
  },
});
