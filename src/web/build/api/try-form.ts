import { escapeHtml } from "../docs/escape-html.ts";
import type { FullOperation, Parameter } from "./api-document.ts";

const secretNames: Readonly<Record<string, string>> = {
  bearer: "API key (without one: your session at the desk)",
  visitor: "Secret of the visitor",
  operator: "Token of metrics",
};

/** The form that sends the request from the page. It is hidden from browsers without scripts: `src/web/docs/api.ts` shows it. */
export function tryForm({ operationId, method, path, parameters, security, requestBody }: FullOperation): string {
  const [scheme] = Object.keys(security[0] ?? {});
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const fields = [
    ...parameters.map(fieldHtml),
    type === undefined ? "" : bodyHtml(type, media?.example),
    scheme === undefined ? "" : secretHtml(scheme),
  ];
  return `<details class="card try" hidden><summary>Try it</summary><form data-method="${method}" data-path="${escapeHtml(path)}" aria-label="Try ${operationId}">${fields.join("")}<button class="primary">Send ${method}</button><p role="status"></p><pre tabindex="0" role="group" aria-label="Answer" hidden></pre></form></details>`;
}

function fieldHtml({ name, in: place, required, schema }: Parameter): string {
  const mark = `name="${escapeHtml(name)}" data-in="${place}"${required ? " required" : ""}`;
  const { enum: allowed } = schema;
  const options = ["", ...(allowed ?? [])].map((value) => `<option>${escapeHtml(String(value))}</option>`);
  const input =
    allowed === undefined ? `<input ${mark} autocomplete="off">` : `<select ${mark}>${options.join("")}</select>`;
  return `<label><span>${escapeHtml(name)}${required ? "" : " (optional)"}</span>${input}</label>`;
}

const rowsMax = 12;

function bodyHtml(type: string, example: unknown): string {
  if (type !== "application/json") return '<label><span>File</span><input type="file" data-in="file" required></label>';
  const text = JSON.stringify(example, null, 2);
  const rows = Math.min(text.split("\n").length, rowsMax);
  return `<label><span>Body</span><textarea data-in="body" rows="${rows}" spellcheck="false">\n${escapeHtml(text)}</textarea></label>`;
}

const secretHtml = (scheme: string): string =>
  `<label><span>${secretNames[scheme] ?? scheme}</span><input type="password" data-in="secret" data-scheme="${scheme}" autocomplete="off"></label>`;
