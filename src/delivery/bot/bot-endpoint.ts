import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import { toWellFormed } from "../../codec/text/text.ts";
import { decodePart } from "../address/decode-part.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { parseHttpUrl, toBasic } from "../address/endpoint-url.ts";
import { maskAddress } from "../address/masked-address.ts";

/** `{token}` in a path or a user, as a URL is written once it is parsed; in a query it stays as it is. */
const placeholder = /\{token\}|%7Btoken%7D/gi;
const mask = "***";

/**
 * The bot's endpoint with its token joined to it; its address never shows the token. `null` when it is no absolute
 * http(s) URL, or has `{token}` in its host name, which whoever looks it up could read. Source: BOT-06, CH-43, CH-44, DEL-28.
 */
export function toBotEndpoint(bot: Pick<BotSettings, "endpoint" | "token">, channelId: string): Endpoint | null {
  const url = parseHttpUrl(bot.endpoint);
  if (url === null || hasPlaceholder(url.hostname)) return null;
  const appends = !hasPlaceholder(url.href);
  const fill = (part: string, token: string): string => part.replaceAll(placeholder, () => token);
  const fillPath = (token: string, path = url.pathname): string =>
    appends ? `${path.replace(/\/+$/, "")}/${token}` : fill(path, token);
  const token = encodeSegment(bot.token);

  const named = new URL(url);
  named.username = fill(url.username, token);
  named.password = fill(url.password, token);
  const shown = new URL(url);
  shown.pathname = fillPath(mask, maskSegments(url.pathname, bot.token));
  shown.search = fill(url.search, mask);
  return {
    origin: url.origin,
    // Put together here: of a URL that is parsed again, a token such as ".." would take a part away.
    path: fillPath(token) + fill(url.search, token),
    authorization: toBasic(named),
    address: maskAddress(shown, channelId),
  };
}

const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0;

/** Source: RFC 3986, 3.3; dots alone would name a folder. */
function encodeSegment(text: string): string {
  const encoded = encodeURIComponent(toWellFormed(text));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll(".", "%2E") : encoded;
}

/** Whoever configured it may have written the token there as well. */
const maskSegments = (path: string, token: string): string =>
  path
    .split("/")
    .map((segment) => (decodePart(segment) === token ? mask : segment))
    .join("/");
