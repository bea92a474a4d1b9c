/** A line with its line break. */
export interface Line<Part> {
  /** What a line of a list or a quote begins with, "```" for a line of code; absent for any other. */
  readonly mark: string | undefined;
  readonly parts: readonly Part[];
}

const fence = "```";

/** The lines of a text that comes in parts; not a character is taken away. Source: BOT-37. */
export function splitLines<Part extends { readonly text: string }>(parts: readonly Part[]): readonly Line<Part>[] {
  const lines: Line<Part>[] = [];
  let line: Part[] | null = null;
  let isCode = false;
  for (const part of parts)
    for (const text of part.text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
      if (line === null) {
        const mark = /^\s*(>|([-*+•]|\d+[.)])\s|```(?=[^`]*$))/.exec(text)?.[1];
        line = [];
        lines.push({ mark: isCode ? fence : mark, parts: line });
        isCode = isCode !== (mark === fence);
      }
      line.push({ ...part, text });
      if (text.endsWith("\n")) line = null;
    }
  return lines;
}

/** A text is split by it: every second piece, from the second on, is code in a line, its marks included. */
export const inlineCode = /(`[^`\n]+`)/;
