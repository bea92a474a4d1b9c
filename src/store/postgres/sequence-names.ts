/** Sequences of the numbers that commits draw begin with that. */
export const numberPrefix = "number/";

/** The name of a sequence, as SQL. */
export const sequenceName = (name: string): string => `parley."${name.replaceAll('"', '""')}"`;
