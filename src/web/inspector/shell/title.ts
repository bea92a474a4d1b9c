import { textsOf } from "../../shared/language/texts.ts";
import { inspectorShell } from "../texts/en/inspector-shell.ts";

const text = textsOf("inspector-shell", inspectorShell);

/** Names the page in tabs and in the browser's history. */
export function setTitle(what: string): void {
  document.title = what === "" ? text("pageTitle") : text("pageTitleOf", { what });
}
