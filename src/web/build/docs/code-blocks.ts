import type { Sample } from "../samples/write-samples.ts";
import { escapeHtml } from "./escape-html.ts";
import { highlight, languageNames } from "./highlight.ts";

const preHtml = (code: string, language: string, label: string, name = ""): string =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"${name === "" ? "" : ` class="in-${name.toLowerCase()}"`}><code>${highlight(code, language)}</code></pre>`;

/** A block of code with the name of its language. */
export const codeBlock = (code: string, language: string, label = "Code"): string =>
  `<div class="code"><span>${escapeHtml(languageNames[language] ?? language)}</span>${preHtml(code, language, label)}</div>\n`;

/**
 * The same code in several languages, one of which is shown. The choice is a group of radio buttons, so it needs no script; `group` is its name,
 * which no other block of the page has.
 */
export function codeTabs(samples: readonly Sample[], group: string): string {
  const choices = samples.map(({ name }, index) => {
    const checked = index === 0 ? " checked" : "";
    return `<label><input type="radio" name="${escapeHtml(group)}" value="${name.toLowerCase()}"${checked}>${name}</label>`;
  });
  const blocks = samples.map(({ name, language, code }) => preHtml(code, language, `Code for ${name}`, name));
  return `<div class="code"><fieldset class="segmented"><legend class="hush">Language</legend>${choices.join("")}</fieldset>${blocks.join("")}</div>\n`;
}
