/** A line of text with its line break. */
export interface Line<Part> {
  /** The characters with which a line of a list or a quote begins; "```" for a line of code; absent for any other line. */
  readonly mark: string | undefined;
  readonly parts: readonly Part[];
}

const fence = "```";

/** Returns the lines of a text that consists of parts. No character is removed. Source: BOT-37. */
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

/** Splits a text: every second piece, from the second on, is inline code with its marks. */
export const inlineCode = /(`[^`\n]+`)/;
