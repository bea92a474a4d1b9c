import { readdirSync, readFileSync } from "node:fs";

export type NamedText = readonly [path: string, text: string];

/** Yields the TypeScript files below a folder, with their text. */
export function* sourcesIn(folder: string): Generator<NamedText> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
    if (name.endsWith(".ts")) yield [`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8")];
}

/** Returns every test except the one that checks the others' titles. */
export const tests = (): readonly NamedText[] =>
  [...sourcesIn("test")].filter(([path]) => path !== "test/rules.test.ts");

/** Returns the pages that state the rules. */
export const protocolPages = (): readonly NamedText[] =>
  readdirSync("src/docs/protocol")
    .sort()
    .map((name) => [`src/docs/protocol/${name}`, readFileSync(`src/docs/protocol/${name}`, "utf8")]);
