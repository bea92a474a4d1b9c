import down from "lucide/dist/esm/icons/arrow-down.mjs";
import send from "lucide/dist/esm/icons/arrow-up.mjs";
import sent from "lucide/dist/esm/icons/check.mjs";
import close from "lucide/dist/esm/icons/chevron-down.mjs";
import back from "lucide/dist/esm/icons/chevron-left.mjs";
import sending from "lucide/dist/esm/icons/clock.mjs";
import smile from "lucide/dist/esm/icons/face-slightly-smiling.mjs";
import file from "lucide/dist/esm/icons/file-text.mjs";
import place from "lucide/dist/esm/icons/map-pin.mjs";
import attach from "lucide/dist/esm/icons/paperclip.mjs";
import phone from "lucide/dist/esm/icons/phone.mjs";
import rate from "lucide/dist/esm/icons/star.mjs";
import sound from "lucide/dist/esm/icons/volume-2.mjs";
import mute from "lucide/dist/esm/icons/volume-x.mjs";
import type { JSX } from "preact";
import { Shapes } from "./shapes.tsx";

/** The icons of the open window. Source: Lucide. */
const icons = { attach, back, close, down, file, mute, phone, place, rate, send, sending, sent, smile, sound } as const;

export type IconName = keyof typeof icons;

export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => <Shapes name={name} of={icons[name]} />;

interface ToolProps {
  readonly icon: IconName;
  /** The text for screen readers and for the tooltip. */
  readonly words: string;
  readonly run: () => void;
  readonly class?: string;
  readonly pressed?: boolean;
}

/** A button that shows only an icon. */
export const Tool = ({ icon, words, run, pressed, class: more = "" }: ToolProps): JSX.Element => (
  <button type="button" class={`tool ${more}`} title={words} aria-label={words} aria-pressed={pressed} onClick={run}>
    <Icon name={icon} />
  </button>
);
