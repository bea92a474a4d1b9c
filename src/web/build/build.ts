import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Metafile, Plugin } from "esbuild";
import { build, transform } from "esbuild";
import { windowTable } from "../widget/body/window-table.ts";
import type { BuiltFile } from "./browser-build.ts";
import { brotliQuality, browser, isPacked, outFolder } from "./browser-build.ts";
import { buildDocs } from "./docs/build-docs.ts";
import { texts } from "./texts.ts";

/** Builds the files for browsers into `dist/web`. Each file has its compressed forms next to it. */

/** A style sheet is imported as minified text. */
const styleSheets: Plugin = {
  name: "style-sheets",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: "es2022" });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

/** Computes the table of the window's machine. Browsers get this table instead of the interpreter of machines. */
const tables: Plugin = {
  name: "tables",
  setup({ onLoad }) {
    onLoad({ filter: /\/window-table\.ts$/ }, () => ({
      contents: `export const windowTable = ${JSON.stringify(windowTable)}`,
      loader: "js",
    }));
  },
};

/**
 * A part of the widget that is loaded later uses the preact of the window that loads it. Its script is a function with preact as
 * its parameter. The script includes all its other imports.
 */
const givenPreact: Plugin = {
  name: "given-preact",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^preact/ }, () => ({ path: "preact", namespace: "given" }));
    onLoad({ filter: /^/, namespace: "given" }, () => ({
      contents: "export const { Component, Fragment, h } = preact;",
      loader: "js",
    }));
  },
};

/** Builds the desk or the inspector. The page names all chunks that its script needs, so that browsers load all of them at once. */
async function buildApp(name: "desk" | "inspector"): Promise<readonly BuiltFile[]> {
  const outdir = join(outFolder, name);
  const { outputFiles, metafile } = await build({
    ...browser,
    plugins: [texts(name)],
    entryPoints: { main: `src/web/${name}/main.tsx` },
    format: "esm",
    splitting: true,
    metafile: true,
    chunkNames: "[name]-[hash]",
    outdir,
  });
  const links = firstChunks(metafile, join(outdir, "main.js")).map(
    (chunk) => `<link rel="modulepreload" href="/assets/${name}/__VERSION__/${chunk}">\n    `,
  );
  const html = readFileSync(`src/web/${name}/${name}.html`, "utf8").replace(/(?=<script )/, links.join(""));
  return [...outputFiles, { path: `${outdir}.html`, contents: Buffer.from(html) }];
}

/** The chunks that the entry needs before it runs. Chunks that `import()` loads later are not included. */
function firstChunks({ outputs }: Metafile, entry: string): readonly string[] {
  const found = new Set<string>();
  const follow = (path: string): void => {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== "import-statement" || found.has(next)) continue;
      found.add(next);
      follow(next);
    }
  };
  follow(entry);
  return [...found].map((path) => basename(path));
}

/** The build options of the widget. JSX takes fewer bytes as calls of `h`. */
const widget = {
  ...browser,
  // Replaces the settings of the project's tsconfig, which are different.
  tsconfigRaw: { compilerOptions: { jsx: "react" as const, jsxFactory: "h", jsxFragmentFactory: "Fragment" } },
  inject: ["src/web/build/draw.ts"],
};
const widgetFolder = join(outFolder, "widget");

/**
 * Builds the parts of the window that are loaded later. Each script exports one function, which creates the part that its entry
 * exports.
 */
async function buildLaterParts(): Promise<readonly BuiltFile[]> {
  const { outputFiles } = await build({
    ...widget,
    plugins: [givenPreact],
    entryPoints: { cards: "src/web/widget/ui/forms/cards.tsx", emoji: "src/web/widget/ui/emoji/emoji.tsx" },
    format: "esm",
    outdir: widgetFolder,
  });
  return outputFiles.map(({ path, text }) => {
    const [said, name] = /export\{([\w$]+) as parts\};\s*$/.exec(text) ?? [];
    if (said === undefined)
      throw new Error(`Expected ${path} to export its parts, and nothing else: ${text.slice(-100)}`);
    const made = `export const make=preact=>{${text.slice(0, -said.length)}return ${name}};\n`;
    return { path, contents: Buffer.from(made) };
  });
}

async function buildPages(): Promise<readonly BuiltFile[]> {
  const outputs = await Promise.all([
    build({
      ...browser,
      plugins: [styleSheets],
      entryPoints: { loader: "src/web/widget/loader/loader.ts" },
      // The service wraps the script and the settings in one function, so the script needs no wrapper.
      format: "esm",
      outdir: outFolder,
    }),
    build({
      ...widget,
      plugins: [styleSheets, tables],
      entryPoints: { body: "src/web/widget/body/body.tsx" },
      format: "esm",
      splitting: true,
      chunkNames: "[name]-[hash]",
      outdir: widgetFolder,
    }),
    build({
      ...browser,
      entryPoints: { upload: "src/web/widget/body/requests/post-file.ts" },
      format: "esm",
      outdir: widgetFolder,
    }),
    build({
      loader: { ".d.ts": "copy" },
      entryPoints: [{ in: "src/web/widget/svc-api.d.ts", out: "widget/svc-api.d" }],
      outdir: outFolder,
      write: false,
    }),
    build({
      ...browser,
      loader: { ".html": "copy", ".svg": "copy" },
      entryPoints: [
        { in: "src/web/demo/page.ts", out: "demo/page" },
        { in: "src/web/demo/page.css", out: "demo/page" },
        { in: "src/web/shared/styles/page-icon.svg", out: "demo/icon" },
        { in: "src/web/demo/demo.html", out: "demo" },
      ],
      format: "iife",
      outdir: outFolder,
    }),
    build({
      ...browser,
      loader: { ".html": "copy", ".svg": "copy" },
      entryPoints: [
        { in: "src/web/sample/page.ts", out: "sample/page" },
        { in: "src/web/sample/page.css", out: "sample/page" },
        { in: "src/web/shared/styles/page-icon.svg", out: "sample/icon" },
        { in: "src/web/sample/sample.html", out: "sample" },
      ],
      format: "iife",
      outdir: outFolder,
    }),
    build({
      ...browser,
      loader: { ".html": "copy", ".svg": "copy", ".webmanifest": "copy" },
      entryPoints: [
        { in: "src/web/desk/styles/desk.css", out: "desk/desk" },
        { in: "src/web/desk/icon.svg", out: "desk/icon" },
        { in: "src/web/desk/manifest.webmanifest", out: "desk" },
        { in: "src/web/inspector/styles/inspector.css", out: "inspector/inspector" },
        { in: "src/web/inspector/icon.svg", out: "inspector/icon" },
      ],
      outdir: outFolder,
    }),
  ]);
  return [
    ...outputs.flatMap(({ outputFiles = [] }) => outputFiles),
    ...(await buildLaterParts()),
    ...(await buildApp("desk")),
    ...(await buildApp("inspector")),
    ...(await buildDocs()),
  ];
}

const files = await buildPages();
rmSync(outFolder, { recursive: true, force: true });
for (const { path, contents } of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
  if (isPacked(path)) continue;
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(path) } }),
  );
}
