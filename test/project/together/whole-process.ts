import type { Test } from "tap";

type Ending = () => Promise<void>;

let endings: Ending[] | null = null;

/** From now on files share this process. */
export function beginSharing(): void {
  endings = [];
}

/** Ends the shared resources. */
export async function endSharing(): Promise<void> {
  for (const end of endings?.splice(0) ?? []) await end();
}

/** For resources that are slow to start. They end with the test, or, if files share a process, with the last file. */
export function whenOver(t: Test, end: Ending): void {
  if (endings === null) t.teardown(end);
  else endings.push(end);
}
