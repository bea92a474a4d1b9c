import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import t from "tap";

/** Rules that the linter cannot check: which words may be used in which files. */
const rules = [
  {
    name: "time is data: only core/clock.ts, and in browsers the environment of the core of widget, desk and inspector, read a clock or set a timer",
    words: /\bDate\.now\(|\bnew Date\(\)|(?<!\.)\bset(Timeout|Interval)\b|\bperformance\.now\(/,
    folders: ["machines", "src"],
    except: (path: string) =>
      /^src\/core\/clock\.ts$|^src\/build\/|^src\/web\/(demo|sample|preview|widget\/(loader|ui)|widget\/body\/(body\.tsx|requests\/load-part\.ts)|shared\/(browser|parts)\/|desk\/(?!data\/)|inspector\/(?!data\/))/.test(
        path,
      ),
  },
  {
    name: "only config/env.ts reads the environment; the samples of the documentation are programs of their own",
    words: /\bprocess\.env\b/,
    folders: ["machines", "src"],
    except: (path: string) => ["src/config/env.ts", "src/web/build/samples/write-samples.ts"].includes(path),
  },
  {
    name: "JSON from outside goes through codec/json/json.ts, which repairs halves of characters; other files parse only our own JSON",
    words: /\bJSON\.parse\(/,
    folders: ["src"],
    except: (path: string) =>
      /^src\/(core\/telemetry\/mapped-stack\.ts|codec\/(json\/json|a-customer\/customer-message)\.ts|codec\/proto\/|core\/peers\/|actors\/|domain\/|store\/|web\/|build\/|demo\/|charts\/|operator\/binary\/|inspect\/(actor-facts|nodes\/messages)\.ts|config\/config-schema\.ts|edge\/openapi\/schemas\.ts)/.test(
        path,
      ),
  },
  {
    name: "only the kernel and the domain read and write rows; other code uses their queries",
    words: /\b(store|durable)\.(read|scan|commit)\(|\bscanKeys\(/,
    folders: ["src"],
    except: (path: string) =>
      /^src\/(actors\/|domain\/|store\/|core\/rows\/(damaged-rows|fresh-rows|new-generation)\.ts)/.test(path),
  },
  {
    name: "a URL is checked by URL.parse: the optimized URL.canParse of Node.js 22 refuses letters such as ü, after some thousand calls",
    words: /\bURL\.canParse\(/,
    folders: ["machines", "src", "workers"],
    except: (path: string) => path.startsWith("src/web/"),
  },
  {
    name: "machines are deterministic",
    words: /\bMath\.random\(|\brandomUUID\(|\bcrypto\b/,
    folders: ["machines"],
    except: () => false,
  },
  {
    name: "an object literal with a getter is made only once per process, for an operator's request or in a page: each has its own hidden class, which keeps everything that its getters see until a full collection",
    words: /^ {4,}get \w+\(\)/,
    folders: ["machines", "src"],
    except: (path: string) =>
      /^src\/(app\/[\w-]+|actors\/history\/history|files\/disk-space|traces\/otlp-spans|edge\/(limits\/((address|agent)-quotas|rate-limiter)|server\/server|sockets\/inspect\/inspect-sockets)|store\/lmdb\/(lmdb-store|rows\/row-environment)|inspect\/(why\/explain|open-inspector)|domain\/feed\/(feed|shown-here|relay))\.ts$|^src\/(demo|web)\//.test(
        path,
      ),
  },
  {
    name: "no TODO and no suppressed type error is left",
    words: /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)/,
    folders: ["machines", "src", "workers", "bench", "test"],
    except: (path: string) => path === "test/project/source-rules.test.ts",
  },
  {
    name: "no test is skipped or run alone",
    words: /\.(skip|only|todo)\(|\b(skip|todo): (true|")/,
    folders: ["test"],
    except: (path: string) => path === "test/project/source-rules.test.ts" || path.endsWith("tap-tally.test.ts"),
  },
] as const;

for (const { name, words, folders, except } of rules) {
  t.test(name, async (t) => {
    const found = folders
      .flatMap(sourcesOf)
      .filter((path) => !except(path))
      .flatMap((path) => linesWith(path, words));
    t.same(found, []);
  });
}

t.test("the top level has only the files that belong there", async (t) => {
  const allowed =
    /^(\..+|LICENSE|NOTICE|(README|CONTRIBUTING|CHANGELOG|SECURITY)\.md|package(-lock)?\.json|tsconfig\.json|machines|src|workers|bench|test|clients|examples)$/;
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const entries = new Set(
    files
      .trim()
      .split("\n")
      .map((file) => file.split("/")[0] ?? file),
  );
  t.ok(entries.has("src"));
  t.same(
    [...entries].filter((entry) => !allowed.test(entry)),
    [],
  );
});

t.test(
  "a README names only existing sources, and a README with a table of files names every file of its folder",
  async (t) => {
    const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
      .trim()
      .split("\n")
      .filter((file) => existsSync(file));
    const readmes = files.filter((file) => /^(machines|src|workers|bench|test)\/(.+\/)?README\.md$/.test(file));
    t.ok(readmes.length > 40, `${readmes.length} of them`);
    const wrong = readmes.flatMap((readme) => {
      const text = readFileSync(readme, "utf8");
      const folder = dirname(readme);
      const named = [...text.matchAll(/`((?:\.\.\/)*\w[\w./-]*\.tsx?)`/g)].map(([, name = ""]) => name);
      const gone = [
        ...named.filter((name) => !isThere(name, folder, files)),
        ...inFirstCells(text).filter((name) => !files.includes(name) && !isBelow(name, folder, files)),
      ];
      const own = files
        .filter((file) => dirname(file) === folder && /\.tsx?$/.test(file))
        .map((file) => basename(file));
      const isTable = withTables.test(folder) && /^\| (file|port) \|/m.test(text);
      const left = isTable ? own.filter((name) => !named.includes(name)) : [];
      return [...gone.map((name) => `${readme} names ${name}`), ...left.map((name) => `${readme} leaves out ${name}`)];
    });
    t.same(wrong, []);
  },
);

t.test("the lockfile names no download host", async (t) => {
  t.notMatch(readFileSync("package-lock.json", "utf8"), /"resolved": "https?:/);
});

t.test("the changelog has an entry for the version of the package", async (t) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  t.ok(readFileSync("CHANGELOG.md", "utf8").includes(`\n## [${version}] - `), version);
});

t.test("every dependency is pinned", async (t) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-(alpha|beta)\.\d+)?$/.test(String(version)),
  );
  t.same(loose, []);
});

/** Folders whose table of files must name all of them. */
const withTables =
  /^(src\/[^/]+|(src\/(actors|domain|codec|core|delivery|store|edge\/(answer|body|http|idempotency|limits|server|telemetry|routes\/(admin|desk)))|bench|test\/(codec|core|delivery|desk|edge|machines|simulation|system\/harness))(\/.+)?)$/;

/** The sources in the first cells of tables. They are those of the folder itself: another folder has its own table. */
const inFirstCells = (text: string): readonly string[] =>
  [...text.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w[\w./-]*\.tsx?)`/g)].map(([, name = ""]) => name),
  );

const isBelow = (name: string, folder: string, files: readonly string[]): boolean =>
  files.some((file) => file.startsWith(`${folder}/`) && file.endsWith(`/${name}`));

/** A file is named from the folder, from the project's folder, or by the end of its path. */
const isThere = (name: string, folder: string, files: readonly string[]): boolean =>
  name.startsWith("../") ? files.includes(join(folder, name)) : files.some((file) => `/${file}`.endsWith(`/${name}`));

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(".", { encoding: "utf8" }).includes(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path) && !path.includes("generated/"))
        .map((path) => `${folder}/${path}`)
    : [];
}

function linesWith(path: string, words: RegExp): readonly string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => (words.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []));
}
