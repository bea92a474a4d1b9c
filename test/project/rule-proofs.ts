import { basename } from "node:path";
import { rulesInSource } from "./rules-in-source.ts";

/** For each rule: the test files that name it in a title. Files that name it most often come first. */
export type Proofs = ReadonlyMap<string, readonly string[]>;

const filesShown = 3;
const prefix = "Tests: ";

/** Returns the rules that the test files prove. Each file is given with its text. */
export function proofsIn(tests: Iterable<readonly [path: string, source: string]>): Proofs {
  const counts = new Map<string, Map<string, number>>();
  for (const [path, source] of tests)
    for (const rule of rulesInSource(source)) {
      const files = counts.get(rule) ?? new Map<string, number>();
      counts.set(rule, files.set(path, (files.get(path) ?? 0) + 1));
    }
  const inOrder = (files: ReadonlyMap<string, number>): readonly string[] =>
    [...files].sort(([one, times], [other, more]) => more - times || (one < other ? -1 : 1)).map(([path]) => path);
  return new Map([...counts].map(([rule, files]) => [rule, inOrder(files)]));
}

function lineOf(files: readonly string[]): string {
  const links = files.slice(0, filesShown).map((path) => `[${basename(path)}](../../../${path})`);
  const more = files.length - links.length;
  return `${prefix}${links.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** Returns the page with a list of tests below each rule. An earlier list is replaced. */
export const withProofs = (page: string, proofs: Proofs): string =>
  page
    .split(/^(?=#{2,3} )/m)
    .map((section) => {
      const rule = /^### ([A-Z]+-\d{2})$/m.exec(section)?.[1];
      if (rule === undefined) return section;
      const text = section.replace(new RegExp(`^${prefix}.*\\n`, "gm"), "").trimEnd();
      return `${text}\n\n${lineOf(proofs.get(rule) ?? [])}\n\n`;
    })
    .join("")
    .replace(/\n+$/, "\n");

/** Returns a file by which editors jump from a rule's ID to its heading: one line per rule, in the format of ctags. */
export const tagsOf = (pages: Iterable<readonly [path: string, text: string]>): string =>
  [
    "!_TAG_FILE_FORMAT\t2",
    "!_TAG_FILE_SORTED\t1",
    ...[...pages]
      .flatMap(([path, text]) =>
        [...text.matchAll(/^### ([A-Z]+-\d{2})$/gm)].map(([, rule]) => `${rule}\t${path}\t/^### ${rule}$/`),
      )
      .sort(),
    "",
  ].join("\n");
