import type { CrmAnswer, CustomDataRow } from "../../machines/chat/crm.types.ts";
import type { PageFacts } from "../../machines/chat/visitor.types.ts";
import { isJsonObject } from "./json.ts";
import { cleanText } from "./text.ts";

/** What of an answer is for the agent, and why some of it is not. Source: WH-24 to WH-30. */
export interface ReadCrmAnswer {
  readonly crmAnswer: CrmAnswer;
  /** For the log. */
  readonly notes: readonly string[];
}

/** A field of the wrong type is dropped, the others are used. Source: WH-30. */
export function readCrmAnswer(answer: Readonly<Record<string, unknown>>): ReadCrmAnswer {
  const notes: string[] = [];
  const customData = readRows(answer["custom_data"], notes);
  const contact = readContact(answer["contact_info"], notes);
  const enableAssign = answer["enable_assign"];
  const crmLink = readLink(answer["crm_link"]);
  const page = readPage(answer["page"]);
  const crmAnswer = {
    ...(customData !== undefined && { customData }),
    ...(contact !== undefined && { contact }),
    ...(typeof enableAssign === "boolean" && { enableAssign }),
    ...(crmLink !== undefined && { crmLink }),
    ...(page !== undefined && { page }),
  };
  if (enableAssign === true && crmLink === undefined) notes.push("enable_assign without crm_link: no bind button");
  return { crmAnswer, notes };
}

function readRows(value: unknown, notes: string[]): readonly CustomDataRow[] | undefined {
  if (value === undefined) return undefined;
  if (value === null) return [];
  if (!Array.isArray(value)) {
    notes.push("custom_data is no array");
    return undefined;
  }
  return value.filter(isJsonObject).map((row) => ({
    title: readText(row["title"]),
    content: readText(row["content"]),
    key: readText(row["key"]),
    link: readLink(row["link"]) ?? null,
  }));
}

function readContact(value: unknown, notes: string[]): CrmAnswer["contact"] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (!isJsonObject(value)) {
    notes.push("contact_info is no object");
    return undefined;
  }
  const [name, phone, email] = [readText(value["name"]), readText(value["phone"]), readText(value["email"])];
  return { ...(name !== null && { name }), ...(phone !== null && { phone }), ...(email !== null && { email }) };
}

function readText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return null;
  const text = cleanText(value);
  return text.trim() === "" ? null : text;
}

function readLink(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  return value;
}

function readPage(value: unknown): PageFacts | undefined {
  if (!isJsonObject(value)) return undefined;
  const url = readLink(value["url"]);
  return url === undefined ? undefined : { url, title: readText(value["title"]) };
}
