import type { JSX } from "preact";

/** The parts side by side: light and dark, from left to right and from right to left. A frame has the theme of its element. */
export const Frames = (): JSX.Element => (
  <div class="frames">
    {["ltr", "rtl"].flatMap((direction) =>
      ["light", "dark"].map((theme) => (
        <iframe key={theme + direction} class={theme} title={`${theme}, ${direction}`} src={`/ui/#${direction}`} />
      )),
    )}
  </div>
);
