import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { decodePart } from "./decode-part.ts";
import { maskAddress } from "./masked-address.ts";

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
