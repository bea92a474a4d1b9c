import { decodePart } from "./decode-part.ts";

/** Stands in place of what is masked. */
export const mask = "***";
/** A shorter value of the query is as likely a word that an answer says by itself. */
const hiddenValueLengthMin = 8;
/** Long enough, and letters and digits mixed: words are shorter or have no digit. */
const urlSafeRun = /[\w.~-]{16,}/g;
const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/**
 * The address as the delivery log shows it: who signs in, the values of the query and what looks like a secret in the
 * path are masked; the channel's own id is none. A fragment is never sent, so it is left out. Source: DEL-28, AUTH-14.
 */
export function maskAddress(address: URL, channelId: string): string {
  const { protocol, host, pathname, search } = address;
  const path = pathname
    .split("/")
    .map((segment) => maskSegment(segment, channelId))
    .join("/");
  return `${protocol}//${maskUser(address)}${host}${path}${maskQuery(search)}`;
}

/** What of an address is masked and would be told by an answer that repeats it. Source: AUTH-14. */
export function secretsInAddress(
  { pathname, searchParams, username, password }: URL,
  channelId: string,
): readonly string[] {
  const segments = pathname.split("/").filter((segment) => segment !== channelId);
  const runs = segments.flatMap((segment) => decodePart(segment).match(urlSafeRun) ?? []).filter(isMixed);
  const values = [...searchParams.values()].filter(({ length }) => length >= hiddenValueLengthMin);
  // A name alone is the secret itself, a token that signs in.
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

/** A parameter without a name is nothing but a value. */
function maskQuery(search: string): string {
  if (search.length < 2) return search;
  return `?${search.slice(1).split("&").map(maskParameter).join("&")}`;
}

function maskParameter(parameter: string): string {
  const nameEnd = parameter.indexOf("=");
  return nameEnd < 0 ? mask : `${parameter.slice(0, nameEnd)}=${mask}`;
}
