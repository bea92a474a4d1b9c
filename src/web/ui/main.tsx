import type { JSX } from "preact";
import { render } from "preact";
import { useTexts } from "../shared/language/texts.ts";
import { showTips } from "../shared/ui/tooltip.ts";
import { Parts } from "./parts.tsx";

/** The parts side by side: light and dark, from left to right and from right to left. A frame has the theme of its element. */
const Frames = (): JSX.Element => (
  <div class="frames">
    {["ltr", "rtl"].flatMap((direction) =>
      ["light", "dark"].map((theme) => (
        <iframe key={theme + direction} class={theme} title={`${theme}, ${direction}`} src={`/ui/#${direction}`} />
      )),
    )}
  </div>
);

const root = document.getElementById("ui");
if (root === null) throw new Error("Expected an element with the id ui in the page.");
const direction = location.hash.slice(1);
useTexts("en", {}, "US");
if (direction === "ltr" || direction === "rtl") {
  document.documentElement.dir = direction;
  showTips();
  render(<Parts />, root);
} else render(<Frames />, root);
