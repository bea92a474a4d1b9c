import type { CustomDataField } from "../bridge.types.ts";
import { labelMax, rowsMax, rowsSeenMax, textMax, urlMax } from "./limits.ts";
import { asGiven, readTexts } from "./texts.ts";

/** A link that is too long keeps one too many: the service refuses it, where a shorter one would lead elsewhere. */
const lengths = { content: textMax, title: labelMax, key: labelMax, link: urlMax + 1 };

/** Up to 50 rows; what is no row, or cannot be read, is skipped. Source: WJ-19. */
export function readRows(fields: readonly unknown[]): readonly CustomDataField[] {
  const rows: CustomDataField[] = [];
  for (let at = 0; at < Math.min(fields.length, rowsSeenMax) && rows.length < rowsMax; at += 1) {
    try {
      const row: CustomDataField = readTexts(asGiven(fields[at]), lengths);
      if (row.content || row.title || row.key) rows.push(row);
    } catch {
      // A getter of the page threw: that row is none.
    }
  }
  return rows;
}
