import { render } from "preact";
import { openBrowser } from "../shared/browser/browser.ts";
import { regionOf } from "../shared/language/languages.ts";
import { useTexts } from "../shared/language/texts.ts";
import { showTips } from "../shared/ui/tooltip.ts";
import { App } from "./shell/app.tsx";

const root = document.getElementById("inspector");
if (root === null) throw new Error("Expected an element with the id inspector in the page.");
useTexts("en", {}, regionOf("en", navigator.languages));
showTips();
render(<App browser={openBrowser()} />, root);
