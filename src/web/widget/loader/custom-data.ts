import { urlLengthMax } from "../../../codec/text/url-length.ts";
import type { CustomDataField } from "../bridge.types.ts";
import { labelMax, rowsMax, rowsSeenMax, textMax } from "./limits.ts";
import { asGiven, readTexts } from "./texts.ts";

/**
 * A link that is too long keeps one character over the limit, so that the service refuses it. A shorter link would lead to another
 * address.
 */
const lengths = { content: textMax, title: labelMax, key: labelMax, link: urlLengthMax + 1 };

/** Returns up to 50 rows. A value that is not a row or cannot be read is skipped. Source: WJ-19. */
export function readRows(fields: readonly unknown[]): readonly CustomDataField[] {
  const rows: CustomDataField[] = [];
  for (let at = 0; at < Math.min(fields.length, rowsSeenMax) && rows.length < rowsMax; at += 1) {
    try {
      const row: CustomDataField = readTexts(asGiven(fields[at]), lengths);
      if (row.content || row.title || row.key) rows.push(row);
    } catch {
      // A getter of the page threw, so the row is skipped.
    }
  }
  return rows;
}
