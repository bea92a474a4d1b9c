import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import { toWellFormed } from "../../codec/text/text.ts";
import { decodePart } from "../address/decode-part.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { parseHttpUrl, toBasic } from "../address/endpoint-url.ts";
import { maskAddress } from "../address/masked-address.ts";

/** `{token}` in the path or the user of a parsed URL. In a query it stays as it is. */
const placeholder = /\{token\}|%7Btoken%7D/gi;
const mask = "***";

/**
 * Returns the bot's endpoint with the token inserted. The address for the log never shows the token. Returns `null` for anything but an absolute
 * http(s) URL, and for `{token}` in the host name, which a name server could read. Source: BOT-06, CH-43, CH-44, DEL-28.
 */
export function toBotEndpoint(bot: Pick<BotSettings, "endpoint" | "token">, channelId: string): Endpoint | null {
  const url = parseHttpUrl(bot.endpoint);
  if (url === null || hasPlaceholder(url.hostname)) return null;
  const appends = !hasPlaceholder(url.href);
  const fill = (part: string, token: string): string => part.replaceAll(placeholder, () => token);
  const fillPath = (token: string, path = url.pathname): string =>
    appends ? `${path.replace(/(?<!\/)\/+$/, "")}/${token}` : fill(path, token);
  const token = encodeSegment(bot.token);

  const named = new URL(url);
  named.username = fill(url.username, token);
  named.password = fill(url.password, token);
  const shown = new URL(url);
  shown.pathname = fillPath(mask, maskSegments(url.pathname, bot.token));
  shown.search = fill(url.search, mask);
  return {
    origin: url.origin,
    // The URL is not parsed again, because a token such as ".." would remove a part of the path.
    path: fillPath(token) + fill(url.search, token),
    authorization: toBasic(named),
    address: maskAddress(shown, channelId),
  };
}

const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0;

/** Encodes a segment of the path. Dots alone would name a folder. Source: RFC 3986, 3.3. */
function encodeSegment(text: string): string {
  const encoded = encodeURIComponent(toWellFormed(text));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll(".", "%2E") : encoded;
}

/** The operator may have written the token into the address as well. */
const maskSegments = (path: string, token: string): string =>
  path
    .split("/")
    .map((segment) => (decodePart(segment) === token ? mask : segment))
    .join("/");
