import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../random.ts";
import type { World } from "../world/open-world.ts";
import type { Finding } from "./findings.ts";
import { Reached } from "./findings.ts";
import type { FrameInput } from "./frame-input.ts";
import { FrameFuzzer } from "./fuzz-frames.ts";
import { HttpFuzzer } from "./fuzz-http.ts";
import type { RawInput } from "./fuzz-raw.ts";
import { RawFuzzer } from "./fuzz-raw.ts";
import type { HttpInput } from "./http-input.ts";

/** An input that was stored, to be sent again in every run. */
export type PinnedInput =
  | (HttpInput & { readonly kind: "request" })
  | (FrameInput & { readonly kind: "frame" })
  | (RawInput & { readonly kind: "raw" });

/** The content of a file in `pinned/`. */
interface PinnedFile {
  /** The failure that the input once caused. */
  readonly what: string;
  readonly input: PinnedInput;
}

/** A path from the folder in which the tests and the table of proof are started. */
const folder = "test/prove/abuse/pinned";

/** Returns the stored inputs, with the names of their files. */
export const readPinned = (): readonly (readonly [name: string, file: PinnedFile])[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]);

/** Stores an input that broke a law. Returns the name of its file. */
export function pin({ what, input }: Finding): string {
  const title = titleOf(input);
  const name = `${title} ${input.how}`
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .slice(0, 100)
    .toLowerCase();
  const file: PinnedFile = { what: what.slice(0, 500), input };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
  return `${name}.json`;
}

function titleOf(input: PinnedInput): string {
  if (input.kind === "request") return input.operation;
  return input.kind === "frame" ? `${input.socket} ${input.type}` : "raw";
}

/** Sends one input alone to a world. Returns the laws that it breaks. */
export async function replay(world: World, input: PinnedInput, random: Random): Promise<readonly Finding[]> {
  const given = { random, reached: new Reached(), seed: 0 };
  switch (input.kind) {
    case "request": {
      const fuzzer = new HttpFuzzer(world, given);
      await fuzzer.replay(input);
      fuzzer.close();
      return fuzzer.findings;
    }
    case "frame": {
      const fuzzer = new FrameFuzzer(world, given);
      await fuzzer.replay(input);
      fuzzer.close();
      return fuzzer.findings;
    }
    case "raw": {
      const fuzzer = new RawFuzzer(world, given);
      await fuzzer.replay(input);
      return fuzzer.findings;
    }
  }
}
