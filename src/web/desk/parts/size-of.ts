import { currentLocale } from "../../shared/language/texts.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const step = 1_000;

/** "482 kB", in the agent's locale. */
export function sizeOf(bytes: number): string {
  const place = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(step)), units.length - 1);
  const unit = units[place] ?? "byte";
  const unitDisplay = unit === "byte" ? "long" : "short";
  const shape = { style: "unit", unit, unitDisplay, maximumFractionDigits: place > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(currentLocale(), shape).format(bytes / step ** place);
}
