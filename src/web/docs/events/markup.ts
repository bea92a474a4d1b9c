import { objectAnchor } from "./anchors.ts";
import type { Answer, Entry, Section } from "./entry.types.ts";
import type { FieldRow } from "./field-rows.ts";

/** Sections as HTML. Every text is escaped here, and nowhere else. */

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

/** Text in backticks is code; a name in brackets leads to the object. */
const toHtml = (text: string): string =>
  text
    .split("`")
    .map((piece, index) => (index % 2 === 1 ? `<code>${escapeHtml(piece)}</code>` : linkObjects(escapeHtml(piece))))
    .join("");

const linkObjects = (html: string): string =>
  html.replace(/\[([A-Za-z]+)\]/g, (_whole, name: string) => `<a href="#${objectAnchor(name)}">${name}</a>`);

/** Wide tables scroll by themselves: the focus has to reach them. */
const table = (label: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="table" role="group" tabindex="0" aria-label="${escapeHtml(label)}"><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join("")}</tr></thead><tbody>${rows
    .map(
      ([first = "", ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
    )
    .join("")}</tbody></table></div>`;

const fieldTable = (label: string, rows: readonly FieldRow[]): string =>
  table(
    label,
    ["Field", "Type", "Required", "Meaning", "Limits"],
    rows.map(({ name, type, isRequired, meaning, limits }) => [
      `<code>${escapeHtml(name)}</code>`,
      toHtml(type),
      isRequired ? "yes" : "no",
      toHtml(meaning),
      limits.map(toHtml).join("; "),
    ]),
  );

const answerTable = (label: string, answers: readonly Answer[]): string =>
  table(
    label,
    ["Status", "Meaning", "Body"],
    answers.map(({ status, meaning, body }) => [escapeHtml(status), toHtml(meaning), toHtml(body ?? "")]),
  );

const example = (name: string, body: unknown): string =>
  `<h4>Example</h4><pre tabindex="0" aria-label="Example of ${escapeHtml(name)}"><code>${escapeHtml(
    JSON.stringify(body, null, 2),
  )}</code></pre>`;

const entryHtml = ({ id, name, summary, when, rows, example: body, answers }: Entry): string =>
  [
    `<section class="entry"><h3 id="${id}"><a href="#${id}"><code>${escapeHtml(name)}</code></a></h3>`,
    `<p>${toHtml(summary)}</p>`,
    when === undefined ? "" : `<p><strong>Sent:</strong> ${toHtml(when)}</p>`,
    rows.length === 0 ? "" : fieldTable(`Fields of ${name}`, rows),
    body === undefined ? "" : example(name, body),
    answers === undefined ? "" : `<h4>Answers</h4>${answerTable(`Answers to ${name}`, answers)}`,
    "</section>",
  ].join("");

export const sectionHtml = ({ id, title, about, headers, entries }: Section): string =>
  [
    `<section><h2 id="${id}"><a href="#${id}">${escapeHtml(title)}</a></h2>`,
    ...about.map((text) => `<p>${toHtml(text)}</p>`),
    headers === undefined ? "" : fieldTable(`Headers: ${title}`, headers),
    ...entries.map(entryHtml),
    "</section>",
  ].join("");

export const contentsHtml = (sections: readonly Section[]): string =>
  `<nav class="contents" aria-label="On this page"><ul>${sections
    .map(
      ({ id, title, entries }) =>
        `<li><a href="#${id}">${escapeHtml(title)}</a><ul>${entries
          .map(({ id: at, name }) => `<li><a href="#${at}">${escapeHtml(name)}</a></li>`)
          .join("")}</ul></li>`,
    )
    .join("")}</ul></nav>`;
