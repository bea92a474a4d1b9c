/**
 * Gives a picture its title, and each of its shapes that is described one of its own, which browsers show under the pointer: vega writes
 * descriptions as `aria-label` alone.
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
