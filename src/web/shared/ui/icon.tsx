import type { JSX } from "preact";
import { h } from "preact";
import { icons } from "./icons.ts";

export type IconName = keyof typeof icons;

/** Icons that point in the direction of the text. They are mirrored for text from right to left. */
const directional: ReadonlySet<IconName> = new Set([
  "back",
  "external",
  "longest",
  "newest",
  "next",
  "note",
  "panel",
  "reopen",
  "reply",
  "send",
  "transfer",
]);

interface IconProps {
  readonly name: IconName;
  /** 16 px instead of 20 px, beside small text. */
  readonly isSmall?: boolean;
}

/** Draws an icon. An icon is never the only information: a word is beside it or in the label of its button. */
export const Icon = ({ name, isSmall = false }: IconProps): JSX.Element => (
  <svg
    class={`icon${isSmall ? " small" : ""}${directional.has(name) ? " directional" : ""}`}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    {icons[name].map(([shape, attributes]) => h(shape, attributes))}
  </svg>
);
