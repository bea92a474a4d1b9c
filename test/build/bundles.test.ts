import { readFileSync } from "node:fs";
import { build } from "esbuild";
import t from "tap";
import type { BundleGroup } from "../../src/build/bundles.ts";
import { bundleOptions, bundles } from "../../src/build/bundles.ts";

t.test("a failed assertion of a library reads no source, because a bundle is one long line", async (t) => {
  const library = `
    const assert = require("assert");
    const same = require("node:assert");
    module.exports = () => [() => assert(1), () => same(0), () => same("", "named"), () => assert(null, new RangeError("own"))];
  `;
  const { entryPoints, outdir, banner, ...options } = bundleOptions("service", "dist");
  const built = await build({
    ...options,
    stdin: { contents: library, resolveDir: "." },
    sourcemap: false,
    write: false,
  });
  const code = built.outputFiles[0]?.text ?? "";
  const { default: makeAll } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [holds, fails, named, own] = makeAll();
  t.doesNotThrow(holds);
  t.throws(fails, { name: "Error", message: "An assertion of a library failed" });
  t.throws(named, { name: "Error", message: "named" });
  t.throws(own, { name: "RangeError", message: "own" });
});

t.test("no bundle has an assertion of Node.js, so that no answer from outside makes one read the bundle", async (t) => {
  const isAssert = ({ path }: { readonly path: string }): boolean => /^(node:)?assert\b/.test(path);
  let libraries = 0;
  for (const group of Object.keys(bundles) as BundleGroup[]) {
    const { metafile } = await build({ ...bundleOptions(group, "dist"), sourcemap: false, write: false });
    const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(isAssert));
    t.same(outside, [], `${group} loads no assert of Node.js`);
    for (const [path, { imports }] of Object.entries(metafile.inputs)) {
      if (!imports.some((one) => one.path === "plain:assert")) continue;
      libraries += 1;
      const calls = readFileSync(path, "utf8").match(/\bassert(_\d+)?(\.default)?\.(?!default\b)\w+\(/g);
      t.equal(calls, null, `${path} calls only what the plain assertion is`);
    }
  }
  t.ok(libraries > 10, `${libraries} modules of libraries assert`);
});
