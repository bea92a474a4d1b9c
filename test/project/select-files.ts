import { existsSync, readdirSync } from "node:fs";

/** Tests that take a while, or the machine's time: `npm run prove` runs them. */
const proofs = "test/prove/";

/**
 * Returns the test files at these files and folders; without names, the complete suite. Returns a sentence if a name has no
 * tests.
 */
export function selectFiles(names: readonly string[]): readonly string[] | string {
  const all = readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path}`)
    .filter((path) => path.endsWith(".test.ts"))
    .sort();
  if (names.length === 0) return all.filter((path) => !path.startsWith(proofs));
  const wanted = names.map((name) => name.replace(/^\.\//, "").replace(/\/$/, ""));
  const below = (name: string) => (path: string) => path === name || path.startsWith(`${name}/`);
  const wrong = wanted.find((name) => !all.some(below(name)));
  if (wrong !== undefined)
    return `Expected a test file or a folder of tests, such as test/codec, got ${wrong}${existsSync(wrong) ? ", which has none" : ", which does not exist"}.`;
  return all.filter((path) => wanted.some((name) => below(name)(path)));
}
