import type { BuiltFile } from "../run-files.ts";

/**
 * Folders whose files run inside the test process. The process is loaded once for several of them. Files that start services,
 * measure the machine or fill a disk have their own process.
 */
const folders: readonly string[] = [
  "actors",
  "admin",
  "archive",
  "browser",
  "calls",
  "charts",
  "clients",
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
  "operator",
  "reload",
  "store",
  "visitors",
  "web",
  "webhooks",
].map((name) => `test/${name}/`);

/** Files and folders in them that have their own process nevertheless, each with the reason. */
const alone: Readonly<Record<string, string>> = {
  "test/actors/stopping-sweeps.test.ts":
    "it counts turns of the event loop, which a process that is warm is through too soon",
  "test/admin/delivery-log.test.ts":
    "ids of one process only grow: after another file they would be later than its own clock",
  "test/webhooks/replay.test.ts": "likewise",
  "test/visitors/messages.test.ts": "it names requests by their numbers, which the pages of a process count",
};

/** With more files the last process of a run would take long. */
const filesMax = 16;
const browserFilesMax = 8;

const mayShare = ({ source }: BuiltFile): boolean =>
  folders.some((folder) => source.startsWith(folder)) && !Object.keys(alone).some((part) => source.startsWith(part));

/** Groups the files that share a process: neighbours of one folder. The order stays. */
export function shareProcesses(files: readonly BuiltFile[]): readonly (readonly BuiltFile[])[] {
  const runs: BuiltFile[][] = [];
  let open: { readonly folder: string; readonly run: BuiltFile[] } | null = null;
  for (const file of files) {
    if (!mayShare(file)) {
      runs.push([file]);
      continue;
    }
    const folder = file.source.split("/")[1] ?? "";
    const most = folder === "browser" ? browserFilesMax : filesMax;
    if (open === null || open.folder !== folder || open.run.length >= most) {
      open = { folder, run: [] };
      runs.push(open.run);
    }
    open.run.push(file);
  }
  return runs;
}
