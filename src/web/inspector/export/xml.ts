import type { Shape } from "../sequence/sequence-shapes.ts";

/** Escapes text and attributes of an XML file. Characters that XML forbids are replaced, so that no text breaks the file. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll(unwritable, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Source: XML 1.0, section 2.2. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be replaced.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function toXml({ tag, attributes, children }: Shape): string {
  const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  if (children.length === 0) return `<${tag}${named.join("")}/>`;
  const inner = children.map((child) => (typeof child === "string" ? escapeXml(child) : toXml(child)));
  return `<${tag}${named.join("")}>${inner.join("")}</${tag}>`;
}
