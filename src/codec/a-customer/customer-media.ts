import type { MediaFields, MediaType, MessageContent } from "../../../machines/chat/message.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { cutCodePoints, describeValue } from "../text/text.ts";
import { urlLengthMax } from "../text/url-length.ts";
import type { Section } from "./customer-field.ts";
import { isBlank, readText, readUrl, readWords, toHttpUrl, toNumber, warn } from "./customer-field.ts";

type Draft = { -readonly [Key in keyof MediaFields]: MediaFields[Key] };

const labelLengthMax = 255;
const labels = ["file_name", "emoji", "performer", "title"] as const;
const counts = ["file_size", "duration", "width", "height"] as const;
const coordinates = { latitude: 90, longitude: 180 } as const;
type Coordinate = keyof typeof coordinates;

/** The content of a media message of a customer. Source: CH-51 to CH-57. */
export function parseMedia(section: Section, type: MediaType, commentMax: number): Result<MessageContent> {
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
