/** The prefix of the sequences from which commits draw numbers. */
export const numberPrefix = "number/";

/** Returns the name of a sequence, as SQL. */
export const sequenceName = (name: string): string => `parley."${name.replaceAll('"', '""')}"`;
