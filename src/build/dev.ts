import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import type { FSWatcher } from "node:fs";
import { readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { BuildContext } from "esbuild";
import { context } from "esbuild";
import type { WebApp } from "../web/build/build.ts";
import type { BundleGroup } from "./bundles.ts";
import { bundleOptions } from "./bundles.ts";
import { failureLine, loadPageBuilder, pageFolders } from "./parts.ts";
import { allBelow } from "./up-to-date.ts";

const help = `Usage: npm run dev -- [options of npm start]

Runs the service, and again after each change of its sources, on the same port and data. A changed page is built while the
service runs. While a source has a mistake, what was built before keeps running.

Options: --help shows this text. All others are those of the service, which npm start -- --help shows.
Exit status: 0 it was stopped, such as by Ctrl-C; 1 it broke; 2 the service refused its options, config, data or address.`;

/** The service ends with it for a mistake that no source has. */
const mistakeStatus = 2;

/** The files of `npm start` stay as they are, because those for browsers are packed better. */
const outdir = "dist/dev";
const sourceFolders = ["machines", "src", "workers", ".github"];
/** One save can cause several events. */
const quietMs = 20;

interface Bundle {
  readonly context: BuildContext<{ metafile: true }>;
  /** `null` until it is built without a mistake. */
  sources: ReadonlySet<string> | null;
}

const openBundles = (...parts: readonly BundleGroup[]): Promise<readonly Bundle[]> =>
  Promise.all(parts.map(async (part) => ({ context: await context(bundleOptions(part, outdir)), sources: null })));

/** Returns whether a source of these bundles was changed, or had a mistake before. Throws if one has a mistake now. */
async function rebuild(bundles: readonly Bundle[], changed: readonly string[]): Promise<boolean> {
  const outdated = bundles.filter(({ sources }) => changed.some((path) => sources?.has(path)) || sources === null);
  for (const bundle of outdated) bundle.sources = null;
  for (const bundle of outdated) {
    const { metafile } = await bundle.context.rebuild();
    bundle.sources = new Set(Object.keys(metafile.inputs));
  }
  return outdated.length > 0;
}

/** Sources that each page can use. */
const shared = /^(machines|src\/(charts|codec|core|web))\b/;

/** Whether the app is made from the source, which is in one of `pageFolders`. */
function isMadeFrom(app: WebApp, path: string, all: readonly WebApp[]): boolean {
  const owner = all.find((one) => path.startsWith(`src/web/${one}/`));
  if (owner === undefined) return app === "docs" || shared.test(path);
  // The desk shows a preview of the widget.
  return owner === app || (owner === "widget" && app === "desk");
}

/** Builds the service and its pages, and again what is made from changed sources. The next change can correct a mistake. */
async function follow(service: WatchedService): Promise<never> {
  const changes = watchSources();
  const server = await openBundles("service", "adapters", "workers");
  const builders = await openBundles("pages");
  let builder: Awaited<ReturnType<typeof loadPageBuilder>> | null = null;
  const changedPages = new Set(["src/web"]);
  let isServerNew = false;
  let hasPages = false;

  async function updateServer(changed: readonly string[]): Promise<void> {
    const startedAtMs = Date.now();
    if (!(await rebuild(server, changed))) return;
    isServerNew = true;
    sayBuilt("the service", startedAtMs);
  }

  async function updatePages(changed: readonly string[]): Promise<void> {
    const startedAtMs = Date.now();
    for (const path of changed) if (pageFolders.some((top) => path.startsWith(`${top}/`))) changedPages.add(path);
    if (await rebuild(builders, changed)) {
      builder = await loadPageBuilder(outdir);
      changedPages.add("src/docs");
    }
    if (builder === null || changedPages.size === 0) return;
    const { webApps, buildPages } = builder;
    const apps = webApps.filter((app) => [...changedPages].some((path) => isMadeFrom(app, path, webApps)));
    await buildPages(apps, "quick");
    changedPages.clear();
    hasPages = true;
    service.renewPages();
    sayBuilt(apps.join(", "), startedAtMs);
  }

  async function restart(): Promise<void> {
    const isBuilt = hasPages && server.every(({ sources }) => sources !== null);
    if (!isBuilt || (service.isRunning() && !isServerNew)) return;
    isServerNew = false;
    await service.restart();
  }

  while (true) {
    const changed = changes.take();
    for (const step of [updateServer, restart, updatePages, restart])
      await step(changed).catch((error: unknown) => console.error(failureLine(error)));
    await changes.next();
  }
}

/** Collects the paths of files that change from now on. */
function watchSources() {
  const paths = new Set<string>();
  const watchers = new Map<string, FSWatcher>();
  let wake = (): void => undefined;
  const change = (path: string): void => {
    paths.add(path);
    wake();
  };
  // With one recursive watch, Node.js would miss later changes of a file that another one was moved over.
  const watchBelow = (folder: string): void => {
    watchers.get(folder)?.close();
    const watcher = watch(folder, (_event, name) => {
      const path = join(folder, name ?? "");
      change(path);
      if (name === null || !isFolder(path)) return;
      watchBelow(path);
      for (const found of allBelow(path)) change(found);
    });
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) watchBelow(join(folder, entry.name));
  };
  for (const top of sourceFolders) watchBelow(top);
  return {
    take(): readonly string[] {
      const taken = [...paths];
      paths.clear();
      return taken;
    },
    async next(): Promise<void> {
      if (paths.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      await passed(quietMs);
    },
  };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const sayBuilt = (what: string, startedAtMs: number): void =>
  console.log(`built ${what} in ${((Date.now() - startedAtMs) / 1_000).toFixed(1)} s`);

async function main(words: readonly string[]): Promise<number> {
  if (words.includes("--help")) {
    console.log(help);
    return 0;
  }
  let end: (status: number) => void = () => undefined;
  const ending = new Promise<number>((resolve) => {
    end = resolve;
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
  const service = watchService(`${outdir}/main.js`, words, (status) => {
    if (status === 0 || status === mistakeStatus) end(status);
    else console.error(`The service ended with ${status}. It starts again after the next change.`);
  });
  const status = await Promise.race([ending, follow(service)]);
  await service.stop();
  return status;
}

process.exit(await main(process.argv.slice(2)));

/** The service in a process of its own. */
interface WatchedService {
  isRunning(): boolean;
  /** Starts the process. One that runs ends gracefully first: both need the same port and data. */
  restart(): Promise<void>;
  /** Tells the service, if it runs, that its pages were built again. */
  renewPages(): void;
  /** Ends the process gracefully. Afterwards nothing starts it again. */
  stop(): Promise<void>;
}

/** `ended` gets the exit status, or the signal, of a process that ended by itself. */
function watchService(
  file: string,
  words: readonly string[],
  ended: (status: number | NodeJS.Signals | null) => void,
): WatchedService {
  let running: ChildProcess | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  process.once("exit", () => running?.kill());
  const end = async (): Promise<void> => {
    if (running !== null) {
      ending = once(running, "exit");
      running.kill();
      running = null;
    }
    await ending;
  };
  return {
    isRunning: () => running !== null,
    async restart() {
      await end();
      if (isStopped) return;
      // Node.js gets the same flags as for this process.
      const started = fork(file, words);
      running = started;
      started.once("exit", (status, signal) => {
        if (running !== started) return;
        running = null;
        ended(status ?? signal);
      });
    },
    // A process that ends meanwhile needs no pages.
    renewPages: () => void running?.send("pages", () => undefined),
    async stop() {
      isStopped = true;
      await end();
    },
  };
}
