import { codeBlock } from "../docs/code-blocks.ts";
import { escapeHtml } from "../docs/escape-html.ts";
import type { FieldRow } from "./field-rows.ts";

/** Returns the anchor of a part of a page, made of its names. */
export const anchor = (...names: readonly string[]): string => names.join("-").replace(/[^\w-]+/g, "_");

/** Returns the anchor of an object that several bodies contain. */
export const objectAnchor = (name: string): string => anchor("object", name);

/**
 * Text in backticks becomes code. A name in brackets becomes a link to the object, which is on the page with the address `objects`; on this page
 * without an address.
 */
export const toHtml = (text: string, objects = ""): string =>
  text
    .split("`")
    .map((piece, index) =>
      index % 2 === 1 ? `<code>${escapeHtml(piece)}</code>` : linkObjects(escapeHtml(piece), objects),
    )
    .join("");

const linkObjects = (html: string, objects: string): string =>
  html.replace(/\[([A-Za-z]+)\]/g, (_whole, name: string) => `<a href="${objects}#${objectAnchor(name)}">${name}</a>`);

/** The fields of a body, or the parameters of a request: each with its type, its meaning and its limits. */
export const fieldList = (rows: readonly FieldRow[], objects = ""): string =>
  `<dl class="fields">${rows
    .map(({ name, type, isRequired, meaning, limits }) => {
      const required = isRequired ? " <b>required</b>" : "";
      const bounds = limits.length === 0 ? "" : ` <span>${toHtml(limits.join("; "), objects)}</span>`;
      const head = `<code>${escapeHtml(name)}</code> <span>${toHtml(type, objects)}</span>${required}`;
      return `<dt>${head}</dt><dd>${toHtml(meaning, objects)}${bounds}</dd>`;
    })
    .join("")}</dl>`;

export const heading = (depth: 2 | 3, id: string, html: string, name: string): string =>
  `<div class="heading"><h${depth} id="${id}">${html}</h${depth}><a href="#${id}" aria-label="Link to ${escapeHtml(name)}">#</a></div>`;

export const jsonExample = (name: string, body: unknown): string =>
  codeBlock(JSON.stringify(body, null, 2), "json", `Example of ${name}`);
