import type { JSX } from "preact";

/** Outlines on a square of 24 by 24, drawn for the desk. */
const paths = {
  inbox: "M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v6H4z",
  archive: "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
  left: "M4 6h16v12H4zM4 7l8 6 8-6",
  deliveries: "M4 12h12M12 7l5 5-5 5M20 5v14",
  settings: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4",
  attach: "M8 12l6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l7-7",
  emoji: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9 10v1M15 10v1M8.5 14a4 4 0 0 0 7 0",
  send: "M5 12l14-7-5 14-3-6z",
  note: "M6 4h12v11l-4 5H6zM14 20v-5h4",
  canned: "M13 4L6 13h5l-1 7 7-9h-5z",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  panel: "M4 5h16v14H4zM15 5v14",
  reopen: "M5 5v5h5M5.5 9.5A7.5 7.5 0 1 1 4.5 13",
  transfer: "M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4",
  reply: "M10 7l-5 5 5 5M5 12h9a5 5 0 0 1 5 5v1",
  check: "M5 12l5 5 9-10",
  chart: "M4 4h7v5H4zM13 15h7v5h-7zM7 9v8h6M10 14l3 3-3 3",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  phone: "M6 4h4l1 5-2 1a10 10 0 0 0 5 5l1-2 5 1v4a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z",
  bot: "M5 9h14v10H5zM12 9V5M9 13v1M15 13v1M2 13v3M22 13v3",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  plus: "M12 5v14M5 12h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20a8 8 0 0 1 16 0",
  keys: "M3 7h18v10H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6",
  mute: "M4 10v4h4l5 4V6L8 10zM16 10l5 4M21 10l-5 4",
  block: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11",
  down: "M12 5v14M6 13l6 6 6-6",
  up: "M12 19V5M6 11l6-6 6 6",
  longest: "M5 6h14M5 12h10M5 18h5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  place: "M12 21l-6-8a7.5 7.5 0 1 1 12 0zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  hidden: "M4 4l16 16M9.5 5.4A9 9 0 0 1 21 12a10 10 0 0 1-2.5 3.3M15 18.3A9 9 0 0 1 3 12a10 10 0 0 1 3.2-4",
  mic: "M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5 11a7 7 0 0 0 14 0M12 18v3",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  external: "M13 5h6v6M19 5l-9 9M16 14v5H5V8h5",
  download: "M12 4v11M7 10l5 5 5-5M5 20h14",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5",
  thumbUp: "M4 11h3v8H4zM7 11l4-7a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2l-1 5a2 2 0 0 1-2 2H7",
  thumbDown: "M4 13h3V5H4zM7 13l4 7a2 2 0 0 0 2-2v-4h5a2 2 0 0 0 2-2l-1-5a2 2 0 0 0-2-2H7",
} as const;

export type IconName = keyof typeof paths;

/** Icons that point in the direction of the text. They are mirrored for text from right to left. */
const directional: ReadonlySet<IconName> = new Set([
  "back",
  "deliveries",
  "external",
  "longest",
  "next",
  "note",
  "panel",
  "reply",
  "reopen",
  "send",
  "transfer",
]);

/** Draws an icon. An icon is never the only information: a word is beside it or in the label of its button. */
export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class={directional.has(name) ? "icon directional" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
