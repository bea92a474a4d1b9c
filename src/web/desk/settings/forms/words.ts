/** A list as text for a field, one entry on each line. */
export const toLines = (entries: readonly string[]): string => entries.join("\n");

export const fromLines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
