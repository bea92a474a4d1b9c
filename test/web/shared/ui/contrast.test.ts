import { readFileSync } from "node:fs";
import t from "tap";

/** The tokens of a theme by their names. The dark theme replaces some of the light one. */
function tokensOf(theme: "light" | "dark"): ReadonlyMap<string, string> {
  const [light = "", dark = ""] = readFileSync("src/web/shared/ui/tokens.css", "utf8").split("@media");
  const sources = theme === "light" ? [light] : [light, dark];
  return new Map(
    sources.flatMap((source) =>
      [...source.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = "", value = ""]) => [name, value] as const),
    ),
  );
}

/** Source: WCAG 2.2, relative luminance. */
const luminanceOf = (linear: readonly number[]): number =>
  0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);

function luminanceOfHex(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join("") : color.slice(1);
  const parts = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  return luminanceOf(parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)));
}

/** Source: CSS Color 4, section 10.10. */
function luminanceOfOklch(light: number, chroma: number, hueDegrees: number): number {
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((hueDegrees * Math.PI) / 180));
  const [l, m, s] = [
    light + 0.3963377774 * (a ?? 0) + 0.2158037573 * (b ?? 0),
    light - 0.1055613458 * (a ?? 0) - 0.0638541728 * (b ?? 0),
    light - 0.0894841775 * (a ?? 0) - 1.291485548 * (b ?? 0),
  ].map((part) => part ** 3);
  return luminanceOf([
    4.0767416621 * (l ?? 0) - 3.3077115913 * (m ?? 0) + 0.2309699292 * (s ?? 0),
    -1.2684380046 * (l ?? 0) + 2.6097574011 * (m ?? 0) - 0.3413193965 * (s ?? 0),
    -0.0041960863 * (l ?? 0) - 0.7034186147 * (m ?? 0) + 1.707614701 * (s ?? 0),
  ]);
}

const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Every pair of text and ground that the pages use. */
const textOn: Readonly<Record<string, readonly string[]>> = {
  text: ["surface", "raised"],
  muted: ["surface", "raised"],
  link: ["surface", "raised"],
  danger: ["surface", "raised", "danger-soft"],
  success: ["surface", "raised", "success-soft"],
  "on-warning": ["warning"],
  "on-accent": ["accent"],
};
const textContrastMin = 4.5;
const edgeContrastMin = 3;

for (const theme of ["light", "dark"] as const)
  t.test(`text on every ground has enough contrast, and so have the edges of controls: ${theme}`, async (t) => {
    const tokens = tokensOf(theme);
    const luminance = (name: string): number => luminanceOfHex(tokens.get(name) ?? "none");
    for (const [name, grounds] of Object.entries(textOn))
      for (const ground of grounds)
        t.ok(contrastOf(luminance(name), luminance(ground)) >= textContrastMin, `${name} on ${ground}`);
    for (const ground of ["surface", "raised"])
      t.ok(contrastOf(luminance("edge"), luminance(ground)) >= edgeContrastMin, `edge on ${ground}`);
  });

t.test("initials have enough contrast in every hue", async (t) => {
  const source = readFileSync("src/web/shared/ui/avatar.css", "utf8");
  const hues = [262, ...[...source.matchAll(/--hue: (\d+);/g)].map(([, hue]) => Number(hue))];
  const colors = [...source.matchAll(/oklch\(([\d.]+) ([\d.]+) var/g)].map(([, light, chroma]) =>
    [light, chroma].map(Number),
  );
  t.equal(hues.length, 8);
  t.equal(colors.length, 4, "a ground and a text, light and dark");
  for (const hue of hues)
    for (const [ground, text] of [colors.slice(0, 2), colors.slice(2)]) {
      const [one, other] = [ground, text].map(([light = 0, chroma = 0] = []) => luminanceOfOklch(light, chroma, hue));
      t.ok(contrastOf(one ?? 0, other ?? 0) >= textContrastMin, `hue ${hue}`);
    }
});
