import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import go from "@shikijs/langs/go";
import html from "@shikijs/langs/html";
import json from "@shikijs/langs/json";
import nginx from "@shikijs/langs/nginx";
import php from "@shikijs/langs/php";
import python from "@shikijs/langs/python";
import shellscript from "@shikijs/langs/shellscript";
import typescript from "@shikijs/langs/typescript";
import type { ShikiPrimitive } from "@shikijs/primitive";
import { codeToTokensBase, createShikiPrimitive } from "@shikijs/primitive";
import { builtUrl } from "../../../core/built-file.ts";
import { escapeHtml } from "./escape-html.ts";

/** The classes of coloured text, each with the scopes of the grammars that get it. `text.css` has their colours. */
const scopes: Readonly<Record<string, readonly string[]>> = {
  c: ["comment", "punctuation.definition.comment"],
  s: ["string", "punctuation.definition.string", "string.template meta.embedded punctuation"],
  n: ["constant.numeric", "constant.language", "constant.character.escape", "variable.language"],
  k: ["keyword", "storage", "keyword.operator.word", "entity.name.tag"],
  f: ["entity.name.function", "support.function", "entity.name.command"],
  p: ["support.type.property-name", "entity.other.attribute-name", "variable.other.normal.shell", "variable.parameter"],
};
/** Operators have no colour of their own, and code inside a string is no string. */
const plain = ["keyword.operator", "punctuation.definition.variable", "meta.template.expression", "meta.embedded.line"];

/** The theme has a colour for each class, so that a token's colour names its class. */
const colorOf = (index: number): string => `#0000${(index + 1).toString(16).padStart(2, "0")}`;
const classes = new Map(Object.keys(scopes).map((name, index) => [colorOf(index), name]));
const theme = {
  name: "classes",
  type: "light" as const,
  fg: "#ffffff",
  bg: "#000000",
  settings: [
    ...Object.values(scopes).map((scope, index) => ({
      scope: [...scope],
      settings: { foreground: colorOf(index) },
    })),
    { scope: plain, settings: { foreground: "#ffffff" } },
  ],
};

/** The name of each language on the page, by its name in Markdown. */
export const languageNames: Readonly<Record<string, string>> = {
  sh: "Shell",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
  php: "PHP",
  go: "Go",
  json: "JSON",
  html: "HTML",
  nginx: "nginx",
  text: "",
};

let made: ShikiPrimitive | null = null;
const shiki = (): ShikiPrimitive => {
  made ??= createShikiPrimitive({
    engine: createJavaScriptRegexEngine(),
    themes: [theme],
    langs: [go, html, json, nginx, php, python, shellscript, typescript],
    // One grammar is enough: TypeScript contains JavaScript.
    langAlias: { js: "typescript", sh: "shellscript" },
  });
  return made;
};

/** Returns the code as HTML, with a class for each coloured part. Throws if no grammar has the language. */
export function highlight(code: string, language: string): string {
  if ((languageNames[language] ?? "") === "") return escapeHtml(code);
  const key = createHash("sha256").update(`${language}\n${code}`).digest("base64url");
  kept ??= readKept();
  const html = used.get(key) ?? kept[key] ?? colored(code, language);
  used.set(key, html);
  return html;
}

function colored(code: string, language: string): string {
  // With a limit of time, a busy machine would give a line no colours.
  const options = { lang: language, theme: theme.name, tokenizeTimeLimit: 0 };
  const lines = codeToTokensBase(shiki(), code, options);
  return lines.map((tokens) => lineHtml(tokens)).join("\n");
}

/** To highlight all code takes seconds, so the build keeps the HTML of each block by the hash of its code. */
const keptFile = fileURLToPath(builtUrl("highlighted.json"));
let kept: Readonly<Record<string, string>> | null = null;
const used = new Map<string, string>();

/** Other grammars or other classes make other HTML. The library changes the theme, so the text is made before. */
const themeText = JSON.stringify(theme);
const maker = (): string =>
  `${themeText} ${JSON.parse(readFileSync("node_modules/@shikijs/langs/package.json", "utf8")).version}`;

function readKept(): Readonly<Record<string, string>> {
  if (!existsSync(keptFile)) return {};
  const { by, blocks } = JSON.parse(readFileSync(keptFile, "utf8"));
  return by === maker() ? blocks : {};
}

/** Keeps the blocks of this build for the next one. */
export function keepHighlighted(): void {
  mkdirSync(dirname(keptFile), { recursive: true });
  writeFileSync(`${keptFile}.new`, JSON.stringify({ by: maker(), blocks: Object.fromEntries(used) }));
  renameSync(`${keptFile}.new`, keptFile);
}

function lineHtml(tokens: readonly { readonly content: string; readonly color?: string }[]): string {
  const parts: { text: string; name: string | undefined }[] = [];
  for (const { content, color = "" } of tokens) {
    const name = classes.get(color.toLowerCase());
    const last = parts.at(-1);
    // A space has no colour, so it does not end the part before it.
    if (last !== undefined && (last.name === name || content.trim() === "")) last.text += content;
    else parts.push({ text: content, name });
  }
  return parts
    .map(({ text, name }) => (name === undefined ? escapeHtml(text) : `<span class=${name}>${escapeHtml(text)}</span>`))
    .join("");
}
