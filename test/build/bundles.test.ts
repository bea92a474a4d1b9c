import { build } from "esbuild";
import t from "tap";
import { bundleOptions } from "../../src/build/bundles.ts";

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
