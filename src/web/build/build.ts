import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";
import { build, transform } from "esbuild";
import { widgetLanguages } from "../../core/widget-languages.ts";
import { windowTable } from "../widget/body/window-table.ts";
import type { BuiltFile } from "./browser-build.ts";
import { browser, outFolder } from "./browser-build.ts";
import { buildDocs } from "./docs/build-docs.ts";
import { readFont, withFont } from "./font.ts";
import { deskTexts } from "./texts.ts";

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

/** Files that need nothing special: scripts and style sheets, each in one file, and files that are copied. */
async function buildPlain(entryPoints: readonly Entry[]): Promise<readonly BuiltFile[]> {
  const { outputFiles } = await build({
    ...browser,
    loader: { ".d.ts": "copy", ".html": "copy", ".svg": "copy", ".webmanifest": "copy" },
    entryPoints: [...entryPoints],
    format: "iife",
    outdir: outFolder,
  });
  return withFont(outputFiles);
}

/** A source, and its name in `outFolder` without the extension. */
interface Entry {
  readonly in: string;
  readonly out: string;
}

/**
 * A part that the page loads later imports the page's entry, and then `second`, the part that is always loaded next. Everything that these two
 * need is in one script each. Without this, the bundler makes a file for each set of parts that share a module.
 */
const afterFirst = (entry: string, second?: string): Plugin => ({
  name: "after-first",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.tsx$/ }, ({ path, kind, resolveDir }) =>
      kind === "dynamic-import" ? { path: join(resolveDir, path), namespace: "later" } : undefined,
    );
    onLoad({ filter: /^/, namespace: "later" }, ({ path }) => ({
      contents: [entry, second ?? entry, path]
        .map((one, at) => `${at < 2 ? "import" : "export * from"} ${JSON.stringify(resolve(one))};`)
        .join("\n"),
      resolveDir: dirname(path),
    }));
  },
});

/** Builds the desk or the inspector: the first script, which the page names, and a script for each part that is loaded later. */
async function buildApp(name: "desk" | "inspector", ...more: readonly Entry[]): Promise<readonly BuiltFile[]> {
  const outdir = join(outFolder, name);
  const entry = `src/web/${name}/main.tsx`;
  const { outputFiles, metafile } = await build({
    ...browser,
    plugins: name === "desk" ? [afterFirst(entry, "src/web/desk/shell/second.tsx"), deskTexts] : [afterFirst(entry)],
    entryPoints: { main: entry },
    format: "esm",
    splitting: true,
    metafile: true,
    chunkNames: "[name]-[hash]",
    outdir,
  });
  // The entry's own file only imports the first script, which the later parts import too.
  const [first, ...others] = metafile.outputs[join(outdir, "main.js")]?.imports ?? [];
  if (first === undefined || others.length > 0) throw new Error(`Expected one first script of ${entry}.`);
  const html = readFileSync(`src/web/${name}/${name}.html`, "utf8").replace("main.js", basename(first.path));
  const plain = await buildPlain([
    { in: `src/web/${name}/styles/${name}.css`, out: `${name}/${name}` },
    { in: `src/web/${name}/icon.svg`, out: `${name}/icon` },
    ...more,
  ]);
  const scripts = outputFiles.filter(({ path }) => basename(path) !== "main.js");
  return [...scripts, ...withFont([{ path: `${outdir}.html`, contents: Buffer.from(html) }]), ...plain];
}

/** Builds the page of the demo or of the sample customer. */
const buildPage = (name: "demo" | "sample"): Promise<readonly BuiltFile[]> =>
  buildPlain([
    { in: `src/web/${name}/page.ts`, out: `${name}/page` },
    { in: `src/web/${name}/page.css`, out: `${name}/page` },
    { in: "src/web/shared/ui/page-icon.svg", out: `${name}/icon` },
    { in: `src/web/${name}/${name}.html`, out: name },
  ]);

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
    plugins: [givenPreact, styleSheets],
    entryPoints: {
      window: "src/web/widget/ui/window.tsx",
      cards: "src/web/widget/ui/forms/cards.tsx",
      emoji: "src/web/widget/ui/emoji/emoji.tsx",
      home: "src/web/widget/ui/home/home.tsx",
    },
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

/** Builds one file for the texts of each language of the widget. */
const buildTexts = (): Promise<readonly BuiltFile[]> =>
  Promise.all(
    widgetLanguages.map(async (language) => {
      const json = readFileSync(`src/web/widget/i18n/${language}.json`, "utf8");
      const { code } = await transform(`export default ${json}`, { minify: true, charset: "utf8" });
      return { path: join(widgetFolder, `${language}.js`), contents: Buffer.from(code) };
    }),
  );

async function buildWidget(): Promise<readonly BuiltFile[]> {
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
      outdir: widgetFolder,
    }),
    build({
      ...browser,
      entryPoints: { upload: "src/web/widget/body/requests/post-file.ts" },
      format: "esm",
      outdir: widgetFolder,
    }),
  ]);
  return [
    ...outputs.flatMap(({ outputFiles }) => outputFiles),
    ...(await buildLaterParts()),
    ...(await buildTexts()),
    ...(await buildPlain([{ in: "src/web/widget/svc-api.d.ts", out: "widget/svc-api.d" }])),
  ];
}

const apps = {
  widget: buildWidget,
  desk: () => buildApp("desk", { in: "src/web/desk/manifest.webmanifest", out: "desk" }),
  inspector: () => buildApp("inspector"),
  demo: () => buildPage("demo"),
  sample: () => buildPage("sample"),
  preview: () =>
    buildPlain([
      { in: "src/web/preview/page.ts", out: "preview/page" },
      { in: "src/web/preview/page.css", out: "preview/page" },
      { in: "src/web/preview/preview.html", out: "preview" },
    ]),
  docs: buildDocs,
  fonts: () => Promise.resolve([readFont()]),
  ui: () =>
    buildPlain([
      { in: "src/web/ui/main.tsx", out: "ui/main" },
      { in: "src/web/ui/page.css", out: "ui/page" },
      { in: "src/web/shared/ui/page-icon.svg", out: "ui/icon" },
      { in: "src/web/ui/ui.html", out: "ui" },
    ]),
};

/** What can be built alone: each is a folder below `src/web`. `ui` is for a service in development. */
export type WebApp = keyof typeof apps;
export const webApps = Object.keys(apps) as readonly WebApp[];

/** Whether the file is already compressed. Pictures and fonts are, so they get no compressed forms. */
const isPacked = (path: string): boolean => /\.(png|woff2)$/.test(path);

/** The quality of brotli, 0 to 11. The documentation is a lot of text, and the highest quality takes ten times as long to save a tenth. */
const brotliQuality = (path: string): number => (/\/docs(-pages)?\//.test(path) ? 9 : 11);

/**
 * Builds the files for browsers into `folder`, each with its compressed forms next to it, in place of all files of these apps.
 * A mistake in a source throws and changes no file. Files that are packed quickly are larger.
 */
export async function buildPages(
  names: readonly WebApp[],
  packing: "small" | "quick",
  folder = outFolder,
): Promise<void> {
  const isQuick = packing === "quick";
  const built = (await Promise.all(names.map((name) => apps[name]()))).flat();
  const files = built.flatMap(({ path: builtPath, contents }) => {
    const path = join(folder, relative(outFolder, builtPath));
    if (isPacked(path)) return [{ path, contents }];
    const quality = isQuick ? 1 : brotliQuality(path);
    return [
      { path, contents },
      { path: `${path}.gz`, contents: gzipSync(contents, { level: isQuick ? 1 : 9 }) },
      {
        path: `${path}.br`,
        contents: brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      },
    ];
  });
  const tops = new Set(files.map(({ path }) => relative(folder, path).split(sep)[0] ?? ""));
  for (const top of tops) rmSync(join(folder, top), { recursive: true, force: true });
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}
