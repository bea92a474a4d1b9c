import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import t from "tap";
import { userAgent } from "../../src/core/version.ts";
import { describeSockets } from "../../src/edge/asyncapi/document.ts";
import { describeApi } from "../../src/edge/openapi/document.ts";
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

t.test("[VER-01] requests and both descriptions name the version of the package", async (t) => {
  t.equal(userAgent, `Parley/${version}`);
  t.match([describeApi([]), describeSockets("http://127.0.0.1")], Array(2).fill({ info: { version } }));
});

t.test("the newest version of the changelog is that of the package", async (t) => {
  const [newest] = readFileSync("CHANGELOG.md", "utf8").match(/(?<=^## \[)\d[^\]]*/m) ?? [];
  t.equal(newest, version);
});
