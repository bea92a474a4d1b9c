/**
 * A value that a step may rely on, because a guard of its transition has checked it or an earlier step has set it. Throws when it is
 * missing: then the chart is wrong, and the runtime undoes the event.
 */
export function given<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`Expected ${what}, got ${value}`);
  return value;
}
