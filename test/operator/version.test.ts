import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import t from "tap";
import { commands, serviceBundle } from "../../src/operator/binary/commands.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

t.test(
  "with --version, the service and each command print the version of the package and do nothing else",
  async (t) => {
    const bundles = [serviceBundle, ...commands.map(({ bundle }) => bundle)];
    // The flag counts anywhere, also beside a flag that the command does not know.
    const run = (bundle: string) =>
      promisify(execFile)(process.execPath, [`dist/${bundle}`, "--colour=red", "--version"]);
    const told = await Promise.all(bundles.map(run));
    t.ok(bundles.length > 1);
    t.same(
      told.map(({ stdout, stderr }) => ({ stdout, stderr })),
      bundles.map(() => ({ stdout: `parley ${version}\n`, stderr: "" })),
    );
  },
);
