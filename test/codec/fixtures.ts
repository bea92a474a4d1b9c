import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../fixtures/codec/", import.meta.url);

/** The bytes of a canonical payload from the protocol's examples. */
export const readFixture = (name: string): Buffer => readFileSync(new URL(`${name}.json`, folder));

export const fixtureNames = (prefix: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
