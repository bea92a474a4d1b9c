import { parse } from "lossless-json";

const literalForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * A JSON number literal written out without exponent and without needless zeros: `1.23e2` is `123`, `-0.50` is
 * `-0.5`. `null` when that takes more than `digitsMax` digits. Source: CH-26.
 */
export function toPlainDecimal(literal: string, digitsMax: number): string | null {
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

/** The literal of the number at `section.key` of a JSON text that is known to parse; the last duplicate counts. */
export function readNumberLiteral(text: string, section: string, key: string): string | null {
  const document = parse(text, null, { parseNumber: keepLiteral, onDuplicateKey: ({ newValue }) => newValue });
  const part = Object(document)[section];
  const value: unknown = Object(part)[key];
  return value instanceof NumberLiteral ? value.text : null;
}

class NumberLiteral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const keepLiteral = (text: string): NumberLiteral => new NumberLiteral(text);
