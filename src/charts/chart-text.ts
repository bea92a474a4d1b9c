/** Text sizes of a chart in pixels. */
export const textSizes = { name: 13, line: 12, note: 11, foldedName: 22, nearName: 15, foldedLine: 14 } as const;

export type TextSize = keyof typeof textSizes;

/**
 * Thousandths of the font's size, from the space to the tilde. This code cannot measure text. These are the widths of DejaVu Sans, the
 * widest font that `system-ui` can mean, so that text in another font has room to spare.
 */
const regular = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
  636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
  748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
  615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
  337, 636, 838,
] as const;

const firstCode = 32;
const othersWidth = 1_200;
/** The bold letters of names are wider by at most this factor. */
const boldFactor = 1.16;

/** In pixels, rounded up. Names are bold. */
export function widthOf(text: string, size: TextSize): number {
  let thousandths = 0;
  for (const character of text) thousandths += regular[(character.codePointAt(0) ?? 0) - firstCode] ?? othersWidth;
  const factor = size.toLowerCase().endsWith("name") ? boldFactor : 1;
  return Math.ceil((thousandths * factor * textSizes[size]) / 1_000);
}

const shownCharactersMax = 56;

/** Long names end in dots, and control characters are removed. */
export function shorten(text: string): string {
  const characters = [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")];
  return characters.length <= shownCharactersMax
    ? characters.join("")
    : `${characters.slice(0, shownCharactersMax - 1).join("")}…`;
}

const unsafe: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for XML, between tags and in double quotes. Characters that XML does not allow become U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => unsafe[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
