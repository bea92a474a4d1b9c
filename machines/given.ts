/**
 * What a step may count on, because a guard of its transition has looked or a step before it has put it there. Throws when it is not there after
 * all: then the chart is wrong, and the runtime undoes the event.
 */
export function given<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`Expected ${what}, got ${value}`);
  return value;
}
