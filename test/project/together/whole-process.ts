import type { Test } from "tap";

type Ending = () => Promise<void>;

let endings: Ending[] | null = null;

/** From now on files share this process. */
export function beginSharing(): void {
  endings = [];
}

/** Ends what they shared. */
export async function endSharing(): Promise<void> {
  for (const end of endings?.splice(0) ?? []) await end();
}

/** For what is dear to start: it ends with the test, and where files share a process with the last of them. */
export function whenOver(t: Test, end: Ending): void {
  if (endings === null) t.teardown(end);
  else endings.push(end);
}
