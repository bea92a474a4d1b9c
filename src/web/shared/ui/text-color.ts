const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/**
 * Returns white if it has a contrast of 4.5:1 on `color` (`#rrggbb`), otherwise black, which then has more contrast. Source: WCAG
 * 2.2, 1.4.3.
 */
export function textColorOn(color: string): "#fff" | "#000" {
  const part = (at: number): number => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  return 1.05 / (luminance + 0.05) < 4.5 ? "#000" : "#fff";
}
