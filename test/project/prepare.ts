import { readFileSync, rmSync } from "node:fs";
import type { BundleGroup } from "../../src/build/bundles.ts";
import { parts as allParts, buildParts } from "../../src/build/parts.ts";
import { preparedPostgresVariable } from "../harness/postgres.ts";
import type { PostgresName } from "../harness/postgres-server.ts";
import { preparePostgres, startPostgres } from "../harness/postgres-server.ts";
import { testServerVariable } from "../harness/test-server.ts";
import { ensureChromiumForTests } from "./chromium.ts";
import { ensurePrograms } from "./debian-programs.ts";

/** What tests need besides their own code. */
export interface Needs {
  readonly parts: readonly BundleGroup[];
  readonly hasBrowser: boolean;
  readonly hasProxies: boolean;
  readonly hasPostgres: boolean;
}

export interface Prepared {
  /** Variables for the processes of the tests. */
  readonly environment: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Sources of the service that read a part of `dist` while they run. */
const readers: Readonly<Record<string, BundleGroup>> = {
  "src/edge/web/web-files.ts": "pages",
  "src/tasks/worker-pool.ts": "workers",
  "src/delivery/request/outbound-thread.ts": "workers",
  "src/files/s3/bucket.ts": "adapters",
  "src/traces/open-spans.ts": "adapters",
};

/** Tests, benches and demos that name a file of `dist` start processes. */
const starters = /^(test|bench|src\/demo)\//;
const builtFile = /\bdist\/(?!tests\b)/;

/** Tells from the sources that the tests import what they need. `textOf` reads a source. */
export function needsOf(sources: readonly string[], textOf: (path: string) => string): Needs {
  const texts = sources.filter((path) => starters.test(path)).map(textOf);
  const startsProcesses = texts.some((text) => builtFile.test(text));
  return {
    parts: startsProcesses ? allParts : sources.flatMap((path) => readers[path] ?? []),
    hasBrowser: texts.some((text) => text.includes('"playwright-core"')),
    hasProxies: sources.some((path) => path.startsWith("test/prove/programs/proxies/")),
    hasPostgres: sources.includes("test/harness/postgres.ts"),
  };
}

/**
 * Builds, installs and starts what the tests with these sources need, and nothing else. With `store` each of their services gets its
 * own database on that PostgreSQL. Throws a sentence if a program is missing.
 */
export async function prepareFor(sources: readonly string[], store: PostgresName | null): Promise<Prepared> {
  const needs = needsOf(sources, (path) => readFileSync(path, "utf8"));
  await buildParts(needs.parts, (line) => console.log(line));
  const problem =
    (needs.hasBrowser ? ensureChromiumForTests() : null) ??
    (needs.hasProxies
      ? ensurePrograms("Configurations are tried behind the real proxies", ["nginx", "caddy", "haproxy"])
      : null);
  if (problem !== null) throw new Error(problem);
  if (!needs.hasPostgres && store === null) return { environment: {}, end: async () => undefined };
  const prepared = await preparePostgres(store ?? "postgres");
  const remove = (): void => rmSync(prepared, { recursive: true, force: true });
  const environment = { [preparedPostgresVariable]: prepared };
  if (store === null) return { environment, end: async () => remove() };
  const server = await startPostgres({ prepared, settings: ["max_connections=200"] });
  return {
    environment: { ...environment, [testServerVariable]: server.url },
    end: async () => {
      await server.remove();
      remove();
    },
  };
}
