const literalForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Characters of a literal beyond its digits that are still looked at: sign, point, exponent. */
const literalSlack = 32;

/**
 * A JSON number literal written out without exponent and without needless zeros: `1.23e2` is `123`, `-0.50` is
 * `-0.5`. `null` when that takes more than `digitsMax` digits. Source: CH-26.
 */
export function toPlainDecimal(literal: string, digitsMax: number): string | null {
  if (literal.length > digitsMax + literalSlack) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = literalForm.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const pointAt = digits.length - fraction.length + Number(exponent);
  if (Math.abs(pointAt) > digitsMax || significant.length > digitsMax) return null;
  if (pointAt >= significant.length) return sign + significant.padEnd(pointAt, "0");
  if (pointAt <= 0) return `${sign}0.${"0".repeat(-pointAt)}${significant}`;
  return `${sign}${significant.slice(0, pointAt)}.${significant.slice(pointAt)}`;
}
