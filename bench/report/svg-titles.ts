/**
 * Adds a title to a picture and to each described shape. Browsers show it as a tooltip. vega writes descriptions only as
 * `aria-label`.
 */
export function withTitles(svg: string, title: string): string {
  const described = svg.replace(
    /<path aria-label="([^"]*)" role="graphics-symbol"(?: aria-roledescription="[^"]*")?([^>]*?)(?:\/>|><\/path>)/g,
    (_, told: string, rest: string) => `<path${rest}><title>${told}</title></path>`,
  );
  const text = escapeXml(title);
  return described
    .replace(/^<svg /, () => `<svg role="img" aria-label="${text}" `)
    .replace(/^<svg[^>]*>/, (opened) => `${opened}<title>${text}</title>`);
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
