import { render } from "preact";
import { openBrowser } from "../shared/browser/browser.ts";
import { openLanguage } from "../shared/language/open-language.ts";
import { App } from "./shell/app.tsx";

const root = document.getElementById("inspector");
if (root === null) throw new Error("Expected an element with the id inspector in the page.");
await openLanguage();
render(<App browser={openBrowser()} />, root);
