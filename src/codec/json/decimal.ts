const literalForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The number of characters that a literal may have besides its digits: sign, point, exponent. */
const literalSlack = 32;

/**
 * Writes a JSON number literal without exponent and without unnecessary zeros: `1.23e2` becomes `123`, `-0.50` becomes
 * `-0.5`. Returns `null` if the result needs more than `digitsMax` digits. Source: CH-26.
 */
export function toPlainDecimal(literal: string, digitsMax: number): string | null {
  if (literal.length > digitsMax + literalSlack) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = literalForm.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/(?<!0)0+$/, "");
  if (significant === "") return "0";
  const pointAt = digits.length - fraction.length + Number(exponent);
  if (Math.abs(pointAt) > digitsMax || significant.length > digitsMax) return null;
  if (pointAt >= significant.length) return sign + significant.padEnd(pointAt, "0");
  if (pointAt <= 0) return `${sign}0.${"0".repeat(-pointAt)}${significant}`;
  return `${sign}${significant.slice(0, pointAt)}.${significant.slice(pointAt)}`;
}
