import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";

/** The target of an attempt: the origin, the path, and the credentials. */
export interface Endpoint {
  readonly origin: string;
  /** The path with the query, as in the request line. */
  readonly path: string;
  /** The header for HTTP Basic, when the URL has a user. Source: AUTH-03. */
  readonly authorization: string | null;
  /** The address for the delivery log, with secrets masked. Source: DEL-28. */
  readonly address: string;
}

const placeholder = "{CHANNEL_PUBLIC_ID}";

/**
 * Returns the channel's webhook URL with the channel's id inserted. Returns `null` for anything but an absolute http(s) URL.
 * Source: CH-43, CH-44.
 */
export function toEndpoint(settings: Pick<ChannelSettings, "id" | "webhookUrl" | "appendPublicId">): Endpoint | null {
  const hasPlaceholder = settings.webhookUrl.includes(placeholder);
  const url = parseHttpUrl(settings.webhookUrl.replaceAll(placeholder, settings.id));
  if (url === null) return null;
  const appends = settings.appendPublicId && !hasPlaceholder;
  if (appends) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${settings.id}`;
  const { origin, pathname, search } = url;
  return { origin, path: pathname + search, authorization: toBasic(url), address: maskAddress(url, settings.id) };
}

/** Returns an absolute http or https URL, else `null`. */
export function parseHttpUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

/** Returns user and password of the URL as an `Authorization` header, `null` without them. Source: AUTH-03. */
export function toBasic(url: URL): string | null {
  if (url.username === "" && url.password === "") return null;
  const credentials = `${decodePart(url.username)}:${decodePart(url.password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
/** Decodes a percent-encoded part of a URL. A "%" that escapes nothing stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A part that cannot be decoded is not a mistake here, because the URL was accepted as it is.
    return part;
  }
}

/** Replaces a masked part. */
export const mask = "***";
/** A shorter value of the query can be an ordinary word of a response. */
const hiddenValueLengthMin = 8;
/** A secret is long and mixes letters and digits. Words are shorter or have no digit. */
const urlSafeRun = /[\w.~-]{16,}/g;
const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/**
 * Returns the address for the delivery log. It masks the user, the values of the query, and parts of the path that look like secrets. The
 * channel's id is no secret. A fragment is never sent, so it is omitted. Source: DEL-28, AUTH-14.
 */
export function maskAddress(address: URL, channelId: string): string {
  const { protocol, host, pathname, search } = address;
  const path = pathname
    .split("/")
    .map((segment) => maskSegment(segment, channelId))
    .join("/");
  return `${protocol}//${maskUser(address)}${host}${path}${maskQuery(search)}`;
}

/** Returns the masked parts of an address, which a response could repeat. Source: AUTH-14. */
export function secretsInAddress(
  { pathname, searchParams, username, password }: URL,
  channelId: string,
): readonly string[] {
  const segments = pathname.split("/").filter((segment) => segment !== channelId);
  const runs = segments.flatMap((segment) => decodePart(segment).match(urlSafeRun) ?? []).filter(isMixed);
  const values = [...searchParams.values()].filter(({ length }) => length >= hiddenValueLengthMin);
  // A user without a password is a token, and thus the secret itself.
  const token = password === "" && username.length >= hiddenValueLengthMin ? username : password;
  return [...runs, ...values, decodePart(token)].filter((secret) => secret !== "");
}

function maskUser({ username, password }: URL): string {
  if (username === "" && password === "") return "";
  return password === "" ? `${mask}@` : `${mask}:${mask}@`;
}

function maskSegment(segment: string, channelId: string): string {
  if (segment === channelId) return segment;
  const text = decodePart(segment);
  const masked = text.replace(urlSafeRun, (run) => (isMixed(run) ? mask : run));
  return masked === text ? segment : masked;
}

/** A parameter without a name is only a value. */
function maskQuery(search: string): string {
  if (search.length < 2) return search;
  return `?${search.slice(1).split("&").map(maskParameter).join("&")}`;
}

function maskParameter(parameter: string): string {
  const nameEnd = parameter.indexOf("=");
  return nameEnd < 0 ? mask : `${parameter.slice(0, nameEnd)}=${mask}`;
}
