import { readFile, realpath } from "node:fs/promises";

/** What is mounted, and where. */
interface Mount {
  readonly point: string;
  readonly kind: string;
  /** A device, or what stands for one. */
  readonly source: string;
}

/** On which mount a path lies, in words; `null` where the system does not say. */
export async function describeMount(path: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile("/proc/self/mountinfo", "utf8");
  } catch {
    return null;
  }
  return wordsOf(text, await realpath(path));
}

/** The same of the text of `/proc/self/mountinfo`; the path is absolute and without links. */
export function wordsOf(mountinfo: string, path: string): string | null {
  const mounts = mountinfo.split("\n").flatMap(readMount);
  const around = mounts.filter(({ point }) => path === point || path.startsWith(point === "/" ? "/" : `${point}/`));
  const longest = Math.max(...around.map(({ point }) => point.length));
  // Of several at one place the last one covers the others.
  const mount = around.findLast(({ point }) => point.length === longest);
  if (mount === undefined) return null;
  const { point, kind, source } = mount;
  // A source may be an address with a password in it.
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

/** Blanks and such are written as octal bytes. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
