import { decodePart } from "./decode-part.ts";

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
