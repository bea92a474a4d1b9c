const id = "[A-Z]+-\\d{2}";
const list = `${id}(?:(?:, |\\] \\[)${id})*`;

/**
 * Matches a title that starts with `[CH-24]`, `[CH-24, CH-25]` or `[CH-24] [CH-25]`. Also matches the `rule` of a table row from
 * which a title is built, including brackets between its rules.
 */
const mention = new RegExp(`["'\`]\\[(${list})\\]|\\brules?: "(${list})"`, "g");

/** Returns the rule IDs that the tests in this source text prove, in order. Commented-out lines do not count. */
export function rulesInSource(source: string): readonly string[] {
  const code = source.replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(mention)].flatMap(([, title, row]) => (title ?? row ?? "").split(/, |\] \[/));
}

/** Returns the rule IDs that this source text names anywhere, in comments and texts. */
export const rulesCited = (source: string): ReadonlySet<string> => new Set(source.match(/\b[A-Z]{2,4}-\d{2}\b/g));
