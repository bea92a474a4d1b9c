import { randomBytes } from "node:crypto";

/** Of a process that starts: different in every one that ever ran. */
export const newPeerId = (): string => randomBytes(6).toString("hex");

/** The id after this one, of the same process: `a`, `a+1`, `a+2`, … */
export function nextPeerId(id: string): string {
  const count = Number(id.split("+")[1] ?? 0);
  return `${processOf(id)}+${count + 1}`;
}

/** What all ids of one process have in common. */
export const processOf = (id: string): string => id.split("+", 1)[0] ?? id;
