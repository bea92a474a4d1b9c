import { render } from "preact";
import { openBrowser } from "../shared/browser/browser.ts";
import { openLanguage } from "../shared/language/open-language.ts";
import { textsOf } from "../shared/language/texts.ts";
import { showTips } from "../shared/ui/tooltip.ts";
import { App } from "./shell/app.tsx";
import { shell } from "./texts/en/shell.ts";

const root = document.getElementById("desk");
if (root === null) throw new Error("Expected an element with the id desk in the page.");
await openLanguage();
document.title = textsOf("shell", shell)("title");
showTips();
render(<App browser={openBrowser()} />, root);
