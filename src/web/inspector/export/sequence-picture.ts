import { counted } from "../../../core/counted.ts";
import type { Sequence } from "../sequence/sequence.types.ts";
import { layOut } from "../sequence/sequence-layout.ts";
import type { Shape } from "../sequence/sequence-shapes.ts";
import { bandShapes, headShape, lifeShapes, rowShapes } from "../sequence/sequence-shapes.ts";
import type { TimeWords } from "../sequence/sequence-words.ts";

/** The height of the title above the drawing. */
const titleHeight = 40;

/** Always the light theme: the file is for paper and for other readers. The page's own style is `styles/sequence.css`. */
const style = `
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:#1b1b1f;unicode-bidi:plaintext}
.paper{fill:#fff}
.name{font-size:16px;font-weight:600}
.head rect{fill:#f2f2f5;stroke:#85858f}
.head.outside rect,.head.other rect{fill:#fff;stroke-dasharray:4 3}
.head .title{font-weight:600}
.about,.time,.gap{fill:#5d5d68}
.time{font-size:11px}
.gap{font-style:italic}
.head.failed .about:last-of-type{fill:#b3261e;font-weight:600}
.life{stroke:#c9c9d2}
.life.outside,.life.other{stroke-dasharray:4 3}
.band{fill:#f7f7fa}
.arrow line,.loop,.clock,.hands{fill:none;stroke:#4338ca;stroke-width:1.5}
.clock{fill:#fff}
.tip{fill:#4338ca}
.arrow.sent line{stroke-dasharray:5 3}
.arrow .label,.gap{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
.arrow.failed line,.arrow.failed .clock,.arrow.failed .hands{stroke:#b3261e}
.arrow.failed .tip,.arrow.failed .label{fill:#b3261e}
.badge rect{fill:#e9e8fc;stroke:#4338ca}
.badge .word{font-size:11px;font-weight:600}
.badge.failed rect{fill:#fff;stroke:#b3261e}
.badge.failed .word{fill:#b3261e}
`.trim();

/** The whole sequence as a self-contained SVG file: its own style, no script, no outside reference. Pure. */
export function toPicture(sequence: Sequence, times: TimeWords): string {
  const layout = layOut(sequence, times);
  const { width, height } = layout;
  const { chatId, exportedAtMs, rows } = sequence;
  const when = `${times.day(exportedAtMs)}, ${times.timeOfDay(exportedAtMs)}`;
  const name = `Chat ${chatId}, ${counted(rows.length, "step")}, as of ${when}`;
  const shapes = [
    ...layout.bands.flatMap((band) => bandShapes(band, width)),
    ...lifeShapes(layout, 56, height - 12),
    ...layout.columns.map((column) => headShape(column, layout.columnWidth)),
    ...layout.bands.flatMap((band) => band.rows.flatMap((row) => rowShapes(row))),
  ];
  const total = height + titleHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 ${-titleHeight} ${width} ${total}" role="img">`,
    `<title>${escapeXml(name)}</title>`,
    `<style>${escapeXml(style)}</style>`,
    `<rect class="paper" x="0" y="${-titleHeight}" width="${width}" height="${total}"/>`,
    `<text class="name" x="12" y="-14">${escapeXml(name)}</text>`,
    ...shapes.map(toXml),
    "</svg>",
    "",
  ].join("\n");
}

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

function toXml({ tag, attributes, children }: Shape): string {
  const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  if (children.length === 0) return `<${tag}${named.join("")}/>`;
  const inner = children.map((child) => (typeof child === "string" ? escapeXml(child) : toXml(child)));
  return `<${tag}${named.join("")}>${inner.join("")}</${tag}>`;
}
