import { randomBytes } from "node:crypto";

/** Creates the id of a process that starts. No other process ever has it. */
export const newPeerId = (): string => randomBytes(6).toString("hex");

/** Returns the next id of the same process: `a`, `a+1`, `a+2`, … */
export function nextPeerId(id: string): string {
  const count = Number(id.split("+")[1] ?? 0);
  return `${processOf(id)}+${count + 1}`;
}

/** Returns the part that all ids of one process share. */
export const processOf = (id: string): string => id.split("+", 1)[0] ?? id;
