import { readFile, realpath } from "node:fs/promises";

/** One mount. */
interface Mount {
  readonly point: string;
  readonly kind: string;
  /** A device, or the name that the system gives in place of one. */
  readonly source: string;
}

/** Describes the mount of a path. `null` when the system does not report it. */
export async function describeMount(path: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile("/proc/self/mountinfo", "utf8");
  } catch {
    return null;
  }
  return wordsOf(text, await realpath(path));
}

/** Finds the mount of a path in the text of `/proc/self/mountinfo`. The path is absolute and has no links. */
export function wordsOf(mountinfo: string, path: string): string | null {
  const mounts = mountinfo.split("\n").flatMap(readMount);
  const around = mounts.filter(({ point }) => path === point || path.startsWith(point === "/" ? "/" : `${point}/`));
  const longest = Math.max(...around.map(({ point }) => point.length));
  // When several mounts have the same place, the last one hides the others.
  const mount = around.findLast(({ point }) => point.length === longest);
  if (mount === undefined) return null;
  const { point, kind, source } = mount;
  // A source can be an address that holds a password.
  const from = source.includes("@") ? "" : ` from ${source}`;
  return `mounted at ${point}${from} as ${kind}`;
}

/** A line is `36 35 98:0 /root /point options optional… - kind source options`. Source: proc_pid_mountinfo(5). */
function readMount(line: string): readonly Mount[] {
  const [front = "", behind] = line.split(" - ");
  const point = front.split(" ")[4];
  const [kind, source] = behind?.split(" ") ?? [];
  if (point === undefined || kind === undefined || source === undefined) return [];
  return [{ point: unescaped(point), kind, source: unescaped(source) }];
}

/** The file writes blanks and some other characters as octal bytes. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
