import { render } from "preact";
import { useTexts } from "../shared/language/texts.ts";
import { showTips } from "../shared/ui/tooltip.ts";
import { Frames } from "./frames.tsx";
import { Parts } from "./parts.tsx";

const root = document.getElementById("ui");
if (root === null) throw new Error("Expected an element with the id ui in the page.");
const direction = location.hash.slice(1);
useTexts("en", {}, "US");
if (direction === "ltr" || direction === "rtl") {
  document.documentElement.dir = direction;
  showTips();
  render(<Parts />, root);
} else render(<Frames />, root);
