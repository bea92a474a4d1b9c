import { escapeHtml } from "../docs/escape-html.ts";
import { objectAnchor } from "./anchors.ts";
import type { Answer, Entry, Section } from "./entry.types.ts";
import type { FieldRow } from "./field-rows.ts";

/** Text in backticks becomes code. A name in brackets becomes a link to the object. */
const toHtml = (text: string): string =>
  text
    .split("`")
    .map((piece, index) => (index % 2 === 1 ? `<code>${escapeHtml(piece)}</code>` : linkObjects(escapeHtml(piece))))
    .join("");

const linkObjects = (html: string): string =>
  html.replace(/\[([A-Za-z]+)\]/g, (_whole, name: string) => `<a href="#${objectAnchor(name)}">${name}</a>`);

/** Each cell names its column, because a row is a block in narrow windows. Wide tables scroll, so they must be focusable. */
const table = (label: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="table" role="group" tabindex="0" aria-label="${escapeHtml(label)}"><table class="facts"><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join("")}</tr></thead><tbody>${rows.map((cells) => rowHtml(heads, cells)).join("")}</tbody></table></div>`;

const rowHtml = (heads: readonly string[], [first = "", ...rest]: readonly string[]): string =>
  `<tr><th scope="row">${first}</th>${rest
    .map((cell, index) => `<td data-head="${heads[index + 1] ?? ""}">${cell}</td>`)
    .join("")}</tr>`;

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

const heading = (depth: 2 | 3, id: string, html: string, name: string): string =>
  `<div class="heading"><h${depth} id="${id}">${html}</h${depth}><a href="#${id}" aria-label="Link to ${escapeHtml(name)}">#</a></div>`;

const example = (name: string, body: unknown): string =>
  `<h4>Example</h4><div class="code"><pre tabindex="0" role="group" aria-label="Example of ${escapeHtml(name)}"><code>${escapeHtml(
    JSON.stringify(body, null, 2),
  )}</code></pre></div>`;

const entryHtml = ({ id, name, summary, when, rows, example: body, answers }: Entry): string =>
  [
    heading(3, id, `<code>${escapeHtml(name)}</code>`, name),
    `<p>${toHtml(summary)}</p>`,
    when === undefined ? "" : `<p><strong>Sent:</strong> ${toHtml(when)}</p>`,
    rows.length === 0 ? "" : fieldTable(`Fields of ${name}`, rows),
    body === undefined ? "" : example(name, body),
    answers === undefined ? "" : `<h4>Answers</h4>${answerTable(`Answers to ${name}`, answers)}`,
  ].join("");

/** A section as HTML, every text escaped. */
export const sectionHtml = ({ id, title, about, headers, entries }: Section): string =>
  [
    heading(2, id, escapeHtml(title), title),
    ...about.map((text) => `<p>${toHtml(text)}</p>`),
    headers === undefined ? "" : fieldTable(`Headers: ${title}`, headers),
    ...entries.map(entryHtml),
  ].join("");

/** The table of contents with every event, frame and object. */
export const contentsHtml = (sections: readonly Section[]): string =>
  `<nav class="all-events" aria-label="On this page"><ul>${sections
    .map(
      ({ id, title, entries }) =>
        `<li><a href="#${id}">${escapeHtml(title)}</a><ul>${entries
          .map(({ id: at, name }) => `<li><a href="#${at}">${escapeHtml(name)}</a></li>`)
          .join("")}</ul></li>`,
    )
    .join("")}</ul></nav>`;
