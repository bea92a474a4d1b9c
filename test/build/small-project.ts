import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Test } from "tap";
import { bundles } from "../../src/build/bundles.ts";
import { Facts } from "../../src/demo/cast/facts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** Says what a test waits for. */
const service = `
  import { readFileSync } from "node:fs";
  import { word } from "./word.ts";
  const page = () => readFileSync(\`\${import.meta.dirname}/web/desk\`, "utf8");
  const [option = "", status] = process.argv.slice(2);
  process.on("message", () => console.log(\`shows \${page()}\`));
  process.on("SIGTERM", () => {
    console.log(\`stopped \${word}\`);
    process.exit(0);
  });
  console.log(\`started \${word} with \${option}: \${page()}\`);
  if (status !== undefined) process.exit(Number(status));
`;

/** An app is its source, with the way in which it is packed. */
const pageBuilder = `
  import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
  export const webApps = ["desk", "docs"];
  export const buildPages = async (names, packing) => {
    const texts = names.map((name) => readFileSync(\`src/web/\${name}/page\`, "utf8"));
    if (texts.includes("mistake")) throw new Error("a page has a mistake");
    const folder = \`\${import.meta.dirname}/web\`;
    mkdirSync(folder, { recursive: true });
    names.forEach((name, at) => writeFileSync(\`\${folder}/\${name}\`, \`\${packing} \${texts[at]}\`));
  };
`;

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

export interface Running {
  /** Resolves when the output so far, on both streams, has this text. What came before is not looked at again. */
  says(text: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** A folder with the programs of `src/build`, and in place of everything else small sources with the same names. */
export function createProject(t: Test) {
  const folder = temporaryFolder(t);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const entries = Object.values<Readonly<Record<string, string>>>(bundles).flatMap(Object.values);
  for (const entry of entries) write(entry, "export const nothing = 0;");
  write("src/main.ts", service);
  write("src/word.ts", 'export const word = "one";');
  write("src/web/build/build.ts", pageBuilder);
  write("src/web/desk/page", "desk");
  write("src/web/docs/page", "docs");
  for (const kept of ["machines", "src/charts", "src/codec", "src/core", "src/docs", "examples", ".github"])
    write(`${kept}/kept`, "");
  write("tsconfig.json", "{}");
  write("package-lock.json", "{}");
  write("package.json", '{"type":"module"}');
  cpSync("src/build", join(folder, "src/build"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));

  const run = (program: string, ...words: readonly string[]): Running => {
    const child = spawn(process.execPath, [`src/build/${program}.ts`, ...words], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    t.teardown(() => child.kill("SIGKILL"));
    const facts = new Facts();
    let output = "";
    let seen = 0;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        facts.changed();
      });
    return {
      async says(text) {
        const find = (): number | undefined => {
          const at = output.indexOf(text, seen);
          return at < 0 ? undefined : at + text.length;
        };
        seen = await facts.until(`the output ${JSON.stringify(text)}`, find, () => output.slice(seen));
      },
      signal: (signal) => void child.kill(signal),
      ended: new Promise((resolve) => child.once("close", (status) => resolve({ status, output }))),
    };
  };
  return { write, run, folder, read: (path: string): string => readFileSync(join(folder, "dist", path), "utf8") };
}
