/**
 * How the history keeps a change of one part of a context: its earlier value, the earlier length of a list, or only that it changed,
 * because people wrote it or it is long. The number names the part in stored rows, so it is never used again for another part.
 */
export interface KeptPart {
  readonly number: number;
  readonly keeps: "value" | "count" | "nothing";
  /** Of an object: its parts. A change is kept for each of them; for the object itself only if it was null. */
  readonly parts: KeptParts | null;
}

/** By name. A part without a rule never changes. */
export type KeptParts = ReadonlyMap<string, KeptPart>;

type Scalar = string | number | boolean | null | undefined;

interface ValueRule {
  readonly number: number;
  readonly keeps: "value";
}
interface CountRule {
  readonly number: number;
  readonly keeps: "count";
}
interface NothingRule {
  readonly number: number;
  readonly keeps: "nothing";
}
interface PartsRule<Value> {
  readonly number: number;
  readonly parts: { readonly [Name in keyof Value]-?: KeptRule<Value[Name]> };
}

/** What is possible for a part of this type. A text of our own, an id or a number is a value. */
type KeptRule<Value> =
  | ([Value] extends [Scalar] ? ValueRule : never)
  | CountRule
  | NothingRule
  | PartsRule<NonNullable<Value>>;

/** The rule of each key; `fixed` for a key that never changes. */
export type KeptContext<Context> = { readonly [Key in keyof Context]-?: KeptRule<Context[Key]> | typeof fixed };

export const fixed = "fixed";
export const value = (number: number): ValueRule => ({ number, keeps: "value" });
export const count = (number: number): CountRule => ({ number, keeps: "count" });
/** Words of people, or long. */
export const words = (number: number): NothingRule => ({ number, keeps: "nothing" });
export const parts = <Parts extends object>(
  number: number,
  parts: Parts,
): { readonly number: number; readonly parts: Parts } => ({
  number,
  parts,
});

/** The rules as the history uses them at each step. */
export function compileKept(context: object): KeptParts {
  const kept = new Map<string, KeptPart>();
  for (const [name, rule] of Object.entries(context)) {
    if (rule === fixed) continue;
    const { number, keeps = "nothing", parts = null } = rule as Partial<KeptPart> & { readonly number: number };
    kept.set(name, { number, keeps, parts: parts === null ? null : compileKept(parts) });
  }
  return kept;
}

/** The path of each part by its number. */
export function namesOfParts(kept: KeptParts, within = ""): ReadonlyMap<number, string> {
  return new Map(
    [...kept].flatMap(([name, { number, parts }]) => {
      const path = `${within}${name}`;
      return [[number, path] as const, ...(parts === null ? [] : namesOfParts(parts, `${path}.`))];
    }),
  );
}
