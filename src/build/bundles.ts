import type { BuildOptions, Plugin } from "esbuild";

/** Bundles that are built together, because whoever needs one of them needs all. The names are those of their files in `dist`. */
export const bundles = {
  service: { main: "src/main.ts" },
  /** Parts of the service that are loaded only if they are configured. */
  adapters: { traces: "src/traces/otlp-spans.ts", "bucket-client": "src/files/s3/bucket-client.ts" },
  workers: Object.fromEntries(
    [
      "parse-customer-message",
      "parse-provider-event",
      "archive-index",
      "archive-search",
      "open-chats",
      "encode-chat-log",
      "lay-out-chart",
      "make-thumbnail",
      "read-rows",
      "outbound",
    ].map((name) => [`workers/${name}`, `workers/${name}.ts`]),
  ),
  commands: {
    parley: "src/operator/parley.ts",
    provider: "src/operator/main.ts",
    doctor: "src/operator/doctor/main.ts",
    migrate: "src/operator/migrate/main.ts",
    backup: "src/operator/backup/main.ts",
    restore: "src/operator/restore/main.ts",
    try: "src/operator/try/main.ts",
    mcp: "src/operator/mcp/main.ts",
    listen: "src/operator/remote/listen-main.ts",
    tail: "src/operator/remote/tail-main.ts",
    replay: "src/operator/remote/replay-main.ts",
    trigger: "src/operator/remote/trigger-main.ts",
  },
  /** The code that builds the pages. It contains the service's description of its API, which some pages show. */
  pages: { "build-pages": "src/web/build/build.ts" },
} satisfies Record<string, Record<string, string>>;

export type BundleGroup = keyof typeof bundles;

/** Packages with native code, or with files that they look for beside themselves. They stay in `node_modules`. */
export const unbundled: readonly string[] = [
  "elkjs",
  "esbuild",
  "lmdb",
  "pg-native",
  "pino",
  "piscina",
  "sharp",
  "uWebSockets.js",
];

/** Libraries that are no ES modules load parts of Node.js by `require`. */
const withRequire = `import{createRequire}from"node:module";globalThis.require=createRequire(import.meta.url);`;

/**
 * A failed assertion of Node.js without a message reads the source for one. In a bundle it parses megabytes, for seconds. Here an assertion of
 * a library fails with a plain error.
 */
const plainAssert: Plugin = {
  name: "plain-assert",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?assert$/ }, () => ({ path: "assert", namespace: "plain" }));
    onLoad({ filter: /^/, namespace: "plain" }, () => ({
      contents: `module.exports = (holds, message) => {
        if (!holds) throw message instanceof Error ? message : new Error(message ?? "An assertion of a library failed");
      };`,
    }));
  },
};

export const bundleOptions = (group: BundleGroup, outdir: string): BuildOptions & { readonly metafile: true } => ({
  entryPoints: bundles[group],
  outdir,
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  minifyWhitespace: true,
  minifySyntax: true,
  banner: { js: withRequire },
  external: [...unbundled],
  // The package's own entry has a module for each type, which takes long to load.
  alias: { typebox: "./node_modules/typebox/build" },
  resolveExtensions: [".ts", ".tsx", ".mjs", ".js"],
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  plugins: [plainAssert],
  logLevel: "warning",
});
