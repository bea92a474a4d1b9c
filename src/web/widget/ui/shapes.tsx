import chat from "lucide/dist/esm/icons/message-circle.mjs";
import type { JSX } from "preact";
import { h } from "preact";

interface ShapesProps {
  readonly name: string;
  readonly of: typeof chat;
}

/** Draws an icon. A script contains only the icons that it names. */
export const Shapes = ({ name, of }: ShapesProps): JSX.Element => (
  <svg class={`icon i-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([shape, attributes]) => h(shape, attributes))}
  </svg>
);

/** The icon of the label, and of a head without a face. */
export const ChatIcon = (): JSX.Element => <Shapes name="chat" of={chat} />;
