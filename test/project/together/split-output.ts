/** The output of one of several files in a process. */
export interface FileOutput {
  readonly source: string;
  /** Its lines as if the file had its own process. */
  readonly output: string;
  /** Whether the file ended well; `null` if it did not end. */
  readonly isOk: boolean | null;
  readonly durationMs: number;
}

const indented = /^ {4}/gm;
const ending = /^(not )?ok \d+ - .*?(?: # time=([\d.]+)ms)?$/m;

/**
 * Splits the output of a process that ran these files one after the other. Returns the files that started, in order. Only the
 * last of them may have no end.
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
