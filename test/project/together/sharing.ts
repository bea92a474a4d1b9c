import type { BuiltFile } from "../run-files.ts";

/**
 * Folders whose files run in the test's own process: it is loaded once for several of them. What starts processes, measures the machine or
 * fills a disk has a process of its own.
 */
const folders: readonly string[] = [
  "actors",
  "admin",
  "archive",
  "calls",
  "charts",
  "codec",
  "config",
  "contracts",
  "core",
  "delivery",
  "desk",
  "domain",
  "edge",
  "files",
  "geo",
  "harness",
  "inspect",
  "machines",
  "mail",
  "nodes",
  "store",
  "visitors",
  "web",
  "webhooks",
].map((name) => `test/${name}/`);

/** Files of those folders that have a process of their own all the same, each with the reason. */
const alone: Readonly<Record<string, string>> = {
  "test/admin/delivery-log.test.ts":
    "ids of one process only grow: after another file they would be later than its own clock",
};

/** More would make the last process of a run a long one. */
const filesMax = 12;

const mayShare = ({ source, environment }: BuiltFile): boolean =>
  environment === undefined && alone[source] === undefined && folders.some((folder) => source.startsWith(folder));

/** Which files share a process: neighbours of one folder. The order is kept. */
export function shareProcesses(files: readonly BuiltFile[]): readonly (readonly BuiltFile[])[] {
  const runs: BuiltFile[][] = [];
  let open: { readonly folder: string; readonly run: BuiltFile[] } | null = null;
  for (const file of files) {
    if (!mayShare(file)) {
      runs.push([file]);
      continue;
    }
    const folder = file.source.split("/")[1] ?? "";
    if (open === null || open.folder !== folder || open.run.length >= filesMax) {
      open = { folder, run: [] };
      runs.push(open.run);
    }
    open.run.push(file);
  }
  return runs;
}
