import type { JSX } from "preact";

/** Paths on a square with sides of 24. */
const strokes = {
  chat: "M20 11.5a8 8 0 0 1-8 7.5H4l2-3.2a8 8 0 1 1 14-4.3z",
  close: "M6 9.5l6 6 6-6",
  phone: "M5 4h4l1.5 4.5L8 10a11 11 0 0 0 6 6l1.5-2.5L20 15v4a1 1 0 0 1-1 1A15 15 0 0 1 4 5a1 1 0 0 1 1-1z",
  sound: "M5 9.5v5h3.5L13 18V6L8.5 9.5zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M5 9.5v5h3.5L13 18V6L8.5 9.5zM16.5 10l4 4m0-4l-4 4",
  attach: "M19.5 11.5L12 19a4.6 4.6 0 0 1-6.5-6.5L13 5a3 3 0 0 1 4.3 4.3L10 16.6a1.5 1.5 0 0 1-2.2-2.2L14.5 8",
  send: "M12 19V5m-6 6l6-6 6 6",
  down: "M12 5v14m-6-6l6 6 6-6",
  back: "M15 5l-7 7 7 7",
  rate: "M12 4l2.4 5 5.6.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.6-.8z",
  smile: "M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM9 10v.1M15 10v.1M8.5 14a4.2 4.2 0 0 0 7 0",
  sent: "M5 12.5l4.5 4.5L19 7.5",
  sending: "M12 7.5V12l3 2M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0z",
  file: "M7 3.5h6.5L18 8v12.5H7zM13.5 3.5V8H18",
  place: "M12 21s7-6 7-11a7 7 0 1 0-14 0c0 5 7 11 7 11zM12 10v.1",
} as const;

export type IconName = keyof typeof strokes;

export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class={`icon i-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={strokes[name]} />
  </svg>
);

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
