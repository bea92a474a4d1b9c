import type { SenderFacts } from "../../../machines/chat/client.types.ts";
import type { MediaFields, MediaType, MessageContent } from "../../../machines/chat/message.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { JsonDocument } from "../json/json.ts";
import { brokenText, brokenTextIn, decodeJson, isJsonObject } from "../json/json.ts";
import { fieldOf } from "../json/json-values.ts";
import { mediaTypes } from "../text/media-types.ts";
import { cutCodePoints, describeValue, isLongerThan } from "../text/text.ts";
import { urlLengthMax } from "../text/url-length.ts";
import type { Section } from "./customer-field.ts";
import {
  createNotes,
  exactDecimal,
  isBlank,
  readText,
  readUrl,
  readWords,
  toHttpUrl,
  toNumber,
  warn,
} from "./customer-field.ts";
import type { CustomerMessage } from "./customer-message.types.ts";

const senderIdLengthMax = 255;
const labelLengthMax = 255;
const textLengthMax = 1000;
const invitationLengthMax = 1000;

const knownMediaTypes: ReadonlySet<unknown> = new Set(mediaTypes);
const isMediaType = (type: unknown): type is MediaType => knownMediaTypes.has(type);
const allTypes = ["text", ...mediaTypes, "typein", "typeout"].join(", ");

interface SenderId {
  readonly text: string;
  readonly kind: "string" | "integer";
}

/**
 * Parses the body of a POST on surface A into a typed message. Pure, without I/O. Every failure is `invalid_request` and
 * names the field. An optional field that cannot be used is dropped, with one warning per field. If a key occurs twice, the last
 * value is used (ERR-15). Source: A1, A4, A5, CH-17 to CH-57, LIM-04, LIM-05.
 */
export function parseCustomerMessage(
  bytes: Uint8Array,
  limits: { readonly jsonDepthMax: number },
): Result<CustomerMessage> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const body = decoded.value.value;
  if (!isJsonObject(body)) return refuse(`The body must be an object, got ${describeValue(body)}.`);
  const sender = toSection(decoded.value, "sender", body["sender"]);
  if (!sender.ok) return sender;
  const message = toSection(decoded.value, "message", body["message"]);
  if (!message.ok) return message;
  return parseSections(sender.value, { ...message.value, notes: sender.value.notes });
}

const refuse = (message: string): ReturnType<typeof fail> => fail("invalid_request", message);

function toSection(document: JsonDocument, name: Section["name"], fields: unknown): Result<Section> {
  if (isJsonObject(fields)) return ok({ document, name, fields, notes: createNotes() });
  return refuse(
    fields === undefined
      ? `Field ${name} is missing.`
      : `Field ${name} must be an object, got ${describeValue(fields)}.`,
  );
}

function parseSections(sender: Section, message: Section): Result<CustomerMessage> {
  const id = parseSenderId(sender);
  if (!id.ok) return id;
  const senderId = id.value.text;
  const type = message.fields["type"];
  if (type === "typein" || type === "typeout") {
    return ok({ kind: "typing", senderId, senderIdKind: id.value.kind, state: type });
  }
  const content = parseContent(message, type);
  if (!content.ok) return content;
  return ok({
    kind: "message",
    senderId,
    sender: readSenderFacts(sender, id.value.kind),
    externalId: readText(message, "id", labelLengthMax) ?? null,
    invitation: readText(sender, "invite", invitationLengthMax) ?? null,
    content: content.value,
    warnings: sender.notes.warnings,
  });
}

/** Finds a number in the body that is not written as a plain integer. In a double, rounding may have removed its fraction. */
const otherThanPlainInteger = /:\s*-?\d+[.eE]/;

/** Source: CH-24 to CH-26. */
function parseSenderId(sender: Section): Result<SenderId> {
  const value = sender.fields["id"];
  if (isBlank(value)) return refuse("Field sender.id is missing or empty.");
  if (typeof value === "string") {
    if (isLongerThan(value, senderIdLengthMax)) return refuse(tooLong);
    if (isBrokenId(sender.document)) return refuse(`Field sender.id contains ${brokenText}.`);
    return ok({ text: value, kind: "string" });
  }
  if (typeof value !== "number")
    return refuse(`Field sender.id must be a string or an integer, got ${describeValue(value)}.`);
  if (Number.isSafeInteger(value) && !otherThanPlainInteger.test(sender.document.text)) {
    return ok({ text: value === 0 ? "0" : String(value), kind: "integer" });
  }
  const text = exactDecimal(sender, "id");
  if (text === null ? Math.abs(value) < 1 : text.includes(".")) {
    return refuse("Field sender.id must be a string or an integer, got a fraction.");
  }
  if (text === null || text.length > senderIdLengthMax) return refuse(tooLong);
  return ok({ text, kind: "integer" });
}

function isBrokenId({ brokenText: sent }: JsonDocument): boolean {
  return sent !== null && brokenTextIn(fieldOf(fieldOf(JSON.parse(sent), "sender"), "id")) !== null;
}

const tooLong = `Field sender.id must be at most ${senderIdLengthMax} characters long.`;

/** Source: CH-27 to CH-29, CH-32. */
function readSenderFacts(sender: Section, senderIdKind: SenderId["kind"]): SenderFacts {
  const facts: { -readonly [Key in keyof SenderFacts]: SenderFacts[Key] } = { senderIdKind };
  const name = readText(sender, "name", labelLengthMax);
  if (name !== undefined) facts.name = name;
  const phone = readText(sender, "phone", labelLengthMax);
  if (phone !== undefined) facts.phone = phone;
  const email = readText(sender, "email", labelLengthMax);
  if (email !== undefined) facts.email = email;
  const photo = readUrl(sender, "photo");
  if (photo !== undefined) facts.photo = photo;
  const url = readUrl(sender, "url");
  if (url !== undefined) facts.url = url;
  return facts;
}

function parseContent(message: Section, type: unknown): Result<MessageContent> {
  if (type === "text") return parseText(message);
  if (isMediaType(type)) return parseMedia(message, type, textLengthMax);
  if (isBlank(type)) return refuse("Field message.type is missing or empty.");
  return refuse(`Field message.type must be one of ${allTypes}, got ${describeValue(type)}.`);
}

/** Source: CH-35, CH-36. */
function parseText(message: Section): Result<MessageContent> {
  const value = message.fields["text"];
  if (typeof value !== "string" && typeof value !== "number" && !isBlank(value)) {
    return refuse(`Field message.text must be a string, got ${describeValue(value)}.`);
  }
  const words = readWords(message, "text", textLengthMax);
  if (words === undefined) return refuse("Field message.text is missing or empty.");
  return ok({ type: "text", ...words, media: null });
}

type Draft = { -readonly [Key in keyof MediaFields]: MediaFields[Key] };

const labels = ["file_name", "emoji", "performer", "title"] as const;
const counts = ["file_size", "duration", "width", "height"] as const;
const coordinates = { latitude: 90, longitude: 180 } as const;
type Coordinate = keyof typeof coordinates;

/** The content of a media message of a customer. Source: CH-51 to CH-57. */
function parseMedia(section: Section, type: MediaType, commentMax: number): Result<MessageContent> {
  const media: Draft = {};
  const required = type === "location" ? readLocation(section, media) : readFile(section, media);
  if (!required.ok) return required;
  readOptional(section, media, type);
  const comment = readWords(section, "text", commentMax) ?? { text: "" };
  return ok({ type, ...comment, media });
}

function readFile(section: Section, media: Draft): Result<null> {
  const value = section.fields["file"];
  if (isBlank(value)) return fail("invalid_request", "Field message.file is missing or empty.");
  const url = toHttpUrl(value);
  if (url === null) {
    return fail(
      "invalid_request",
      `Field message.file must be an http:// or https:// URL of at most ${urlLengthMax} characters, got ${describeValue(value)}.`,
    );
  }
  media.file = url;
  return ok(null);
}

function readLocation(section: Section, media: Draft): Result<null> {
  for (const key of ["latitude", "longitude"] as const) {
    const value = section.fields[key];
    if (isBlank(value)) return fail("invalid_request", `Field message.${key} is missing or empty.`);
    const degrees = toCoordinate(key, value);
    if (degrees === null) {
      return fail(
        "invalid_request",
        `Field message.${key} must be ${coordinateRange(key)}, got ${describeValue(value)}.`,
      );
    }
    media[key] = degrees;
  }
  return ok(null);
}

function readOptional(section: Section, media: Draft, type: MediaType): void {
  const thumb = readUrl(section, "thumb");
  if (thumb !== undefined) media.thumb = thumb;
  for (const key of labels) {
    const text = readText(section, key, labelLengthMax);
    if (text !== undefined) media[key] = text;
  }
  for (const key of counts) readCount(section, media, key);
  if (type === "location") {
    const file = readUrl(section, "file");
    if (file !== undefined) media.file = file;
    return;
  }
  readCoordinate(section, media, "latitude");
  readCoordinate(section, media, "longitude");
  standInForMissing(section, media);
}

function readCount(section: Section, media: Draft, key: (typeof counts)[number]): void {
  const value = section.fields[key];
  if (isBlank(value)) return;
  const count = toNumber(value);
  if (count !== null && Number.isSafeInteger(count) && count > 0) media[key] = count;
  else warn(section, key, "a positive integer");
}

function readCoordinate(section: Section, media: Draft, key: Coordinate): void {
  const value = section.fields[key];
  if (isBlank(value)) return;
  const degrees = toCoordinate(key, value);
  if (degrees === null) warn(section, key, coordinateRange(key));
  else media[key] = degrees;
}

function toCoordinate(key: Coordinate, value: unknown): number | null {
  const degrees = toNumber(value);
  return degrees !== null && Math.abs(degrees) <= coordinates[key] ? degrees : null;
}

const coordinateRange = (key: Coordinate): string => `a number from -${coordinates[key]} to ${coordinates[key]}`;

/** Source: CH-54. */
function standInForMissing(section: Section, media: Draft): void {
  const missing: string[] = [];
  if (media.file_name === undefined) {
    missing.push("Field message.file_name is missing: the last part of the file's URL is used as the name.");
    const name = lastPathSegment(media.file ?? "");
    if (name !== "") media.file_name = cutCodePoints(name, labelLengthMax);
  }
  if (media.file_size === undefined) missing.push("Field message.file_size is missing.");
  if (missing.length > 0) section.notes.warnings = [...section.notes.warnings, ...missing];
}

function lastPathSegment(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return path.slice(path.lastIndexOf("/") + 1);
}
