/** What one of several files in a process said. */
export interface FileOutput {
  readonly source: string;
  /** Its lines as a process of its own would have said them. */
  readonly output: string;
  /** Whether it ended well; `null` when it did not come to its end. */
  readonly isOk: boolean | null;
  readonly durationMs: number;
}

const indented = /^ {4}/gm;
const ending = /^(not )?ok \d+ - .*?(?: # time=([\d.]+)ms)?$/m;

/**
 * Tells the output of a process that ran these files one after the other apart. The answer has those that began, in their order: only
 * the last of them may be without its end.
 */
export function splitOutput(output: string, sources: readonly string[]): readonly FileOutput[] {
  const said: FileOutput[] = [];
  let rest = output;
  for (const source of sources) {
    const title = `# Subtest: ${source}\n`;
    const at = rest.startsWith(title) ? 0 : rest.indexOf(`\n${title}`) + 1;
    if (at === 0 && !rest.startsWith(title)) break;
    rest = rest.slice(at + title.length);
    const end = ending.exec(rest);
    const lines = (end === null ? rest : rest.slice(0, end.index)).replace(indented, "");
    if (end === null) return [...said, { source, output: lines, isOk: null, durationMs: 0 }];
    const [{ length }, not, time] = end;
    said.push({ source, output: lines, isOk: not === undefined, durationMs: Number(time ?? 0) });
    rest = rest.slice(end.index + length);
  }
  return said;
}
