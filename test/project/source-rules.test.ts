import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import t from "tap";

/** What the linter cannot say: which words may stand in which files. */
const rules = [
  {
    name: "time is data: only core/clock.ts, and in browsers the surroundings of the widget's, the desk's and the inspector's core, read a clock or set a timer",
    words: /\bDate\.now\(|\bnew Date\(\)|(?<!\.)\bset(Timeout|Interval)\b|\bperformance\.now\(/,
    folders: ["machines", "src"],
    except: (path: string) =>
      /^src\/core\/clock\.ts$|^src\/web\/(demo|widget\/(loader|ui)|widget\/body\/surroundings\.ts|desk\/(data\/browser\.ts|(?!data\/))|inspector\/(?!data\/))/.test(
        path,
      ),
  },
  {
    name: "only config/env.ts reads the environment",
    words: /\bprocess\.env\b/,
    folders: ["machines", "src"],
    except: (path: string) => path === "src/config/env.ts",
  },
  {
    name: "machines are deterministic",
    words: /\bMath\.random\(|\brandomUUID\(|\bcrypto\b/,
    folders: ["machines"],
    except: () => false,
  },
  {
    name: "nothing is left for later",
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

t.test("nothing stands at the top level but what belongs there", async (t) => {
  const allowed = /^(\..+|LICENSE|README\.md|package(-lock)?\.json|tsconfig\.json|machines|src|workers|bench|test)$/;
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

t.test("the lockfile names no download host", async (t) => {
  t.notMatch(readFileSync("package-lock.json", "utf8"), /"resolved": "https?:/);
});

t.test("every dependency is pinned", async (t) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(String(version)),
  );
  t.same(loose, []);
});

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(".", { encoding: "utf8" }).includes(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !path.includes("generated/"))
        .map((path) => `${folder}/${path}`)
    : [];
}

function linesWith(path: string, words: RegExp): readonly string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => (words.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []));
}
