import type { CrmAnswer, CustomDataRow, PageFacts } from "../../../machines/chat/client.types.ts";
import { toHttpUrl } from "../a-customer/customer-field.ts";
import { toPlainDecimal } from "../json/decimal.ts";
import type { JsonObject } from "../json/json.ts";
import { isJsonObject } from "../json/json.ts";
import { cleanText, cutCodePoints, describeValue, isBlankText } from "../text/text.ts";
import { urlLengthMax } from "../text/url-length.ts";

/** The parts of an answer that are for the agent, and notes about the parts that were dropped. Source: WH-24 to WH-30. */
export interface ReadCrmAnswer {
  readonly crmAnswer: CrmAnswer;
  /** For the log. */
  readonly notes: readonly string[];
}

/** Source: WJ-19. */
const rowsMax = 50;
/** Code points, the same limit as for text of customers. Source: LIM-05. */
const labelLengthMax = 255;
const contentLengthMax = 1_000;
const numberDigitsMax = 1_000;
const notesMax = 10;

const link = `an http:// or https:// URL of at most ${urlLengthMax} characters`;

/**
 * Converts an answer with result ok into typed facts. Never throws, for any content. A field of the wrong type is dropped, and the
 * others are used. Texts are cleaned and cut. A field that the answer does not contain is absent. Source: WH-24 to WH-30.
 */
export function readCrmAnswer(answer: JsonObject): ReadCrmAnswer {
  const notes: string[] = [];
  const customData = readRows(answer["custom_data"], notes);
  const contact = readContact(answer["contact_info"], notes);
  const enableAssign = readFlag(answer["enable_assign"], notes);
  const crmLink = readLink(answer["crm_link"], "crm_link", notes);
  const page = readPage(answer["page"], notes);
  // An answer to chat_updated may refer to the link of an earlier answer.
  if (enableAssign === true && crmLink === null)
    notes.push("Field enable_assign came without crm_link: the bind button needs the link of another answer.");
  const crmAnswer = {
    ...(customData !== null && { customData }),
    ...(contact !== null && { contact }),
    ...(enableAssign !== null && { enableAssign }),
    ...(crmLink !== null && { crmLink }),
    ...(page !== null && { page }),
  };
  return { crmAnswer, notes: shortened(notes) };
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

function drop(value: unknown, name: string, expected: string, notes: string[]): null {
  notes.push(`Field ${name} was dropped: expected ${expected}, got ${describeValue(value)}.`);
  return null;
}

/** `[]` and `null` mean that there are no rows. Source: WH-25, WH-26. */
function readRows(value: unknown, notes: string[]): readonly CustomDataRow[] | null {
  if (value === undefined) return null;
  if (value === null) return [];
  return Array.isArray(value) ? readCustomData(value, notes) : drop(value, "custom_data", "an array", notes);
}

/**
 * The rows that are shown beside a chat, up to 50. An item that is not a row is skipped, with a note that gives the reason.
 * Source: WJ-19.
 */
export function readCustomData(items: readonly unknown[], notes: string[]): readonly CustomDataRow[] {
  const rows: CustomDataRow[] = [];
  for (const [index, item] of items.entries()) {
    const row = readRow(item, `custom_data[${index}]`, notes);
    if (row === null) continue;
    if (rows.length === rowsMax) {
      notes.push(`Field custom_data was cut: it may have ${rowsMax} rows.`);
      break;
    }
    rows.push(row);
  }
  return rows;
}

function readRow(value: unknown, name: string, notes: string[]): CustomDataRow | null {
  if (!isJsonObject(value)) return drop(value, name, "an object", notes);
  const title = readText(value["title"], `${name}.title`, labelLengthMax, notes);
  const content = readText(value["content"], `${name}.content`, contentLengthMax, notes);
  const key = readText(value["key"], `${name}.key`, labelLengthMax, notes);
  if (title === null && content === null && key === null) {
    notes.push(`Field ${name} was dropped: expected a title, content or key.`);
    return null;
  }
  return { title, content, key, link: readLink(value["link"], `${name}.link`, notes) };
}

/** Some languages write an empty object as `[]`. A blank value does not remove a known value. Source: WH-26. */
function readContact(value: unknown, notes: string[]): Exclude<CrmAnswer["contact"], undefined> | null {
  if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return null;
  if (!isJsonObject(value)) return drop(value, "contact_info", "an object", notes);
  const [name, phone, email] = (["name", "phone", "email"] as const).map((key) =>
    readText(value[key], `contact_info.${key}`, labelLengthMax, notes),
  );
  const contact = { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
  return Object.keys(contact).length === 0 ? null : contact;
}

function readFlag(value: unknown, notes: string[]): boolean | null {
  if (isAbsent(value)) return null;
  return typeof value === "boolean" ? value : drop(value, "enable_assign", "true or false", notes);
}

/** Source: WH-29. */
function readPage(value: unknown, notes: string[]): PageFacts | null {
  if (isAbsent(value)) return null;
  if (!isJsonObject(value)) return drop(value, "page", "an object", notes);
  const title = readText(value["title"], "page.title", labelLengthMax, notes);
  const url = readLink(value["url"], "page.url", notes);
  return url === null ? null : { url, title };
}

/** A string, or a number as its decimal text; `null` for a blank one. Source: WJ-19. */
function readText(value: unknown, name: string, lengthMax: number, notes: string[]): string | null {
  if (isAbsent(value)) return null;
  // An infinite number has no decimal text.
  const text = Number.isFinite(value) ? toPlainDecimal(String(value), numberDigitsMax) : value;
  if (typeof text !== "string") return drop(value, name, "a string", notes);
  const cleaned = cleanText(text);
  return isBlankText(cleaned) ? null : cutCodePoints(cleaned, lengthMax);
}

/** Source: WH-25, WH-28. */
function readLink(value: unknown, name: string, notes: string[]): string | null {
  if (isAbsent(value) || (typeof value === "string" && isBlankText(value))) return null;
  const url = toHttpUrl(value);
  return url !== null && URL.parse(url) !== null ? url : drop(value, name, link, notes);
}

const shortened = (notes: readonly string[]): readonly string[] =>
  notes.length <= notesMax ? notes : [...notes.slice(0, notesMax), `${notes.length - notesMax} more.`];
