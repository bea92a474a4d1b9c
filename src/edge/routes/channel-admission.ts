import type { HttpExchange } from "../http/http-exchange.ts";
import { isSameSecret } from "../limits/same-secret.ts";
import type { ChannelEntry, SurfaceA } from "./surface-a.types.ts";

/** Compared against for unknown channels, so that they take as long as known ones. Source: AUTH-02. */
const noRandom = "-".repeat(22);

/**
 * ERR-17 (A), from the channel to its rate: the channel of `/chat-api/{random}/{publicId}`, or null after having
 * answered 404, AUTH-02's 429, 405 with `allow`, or the channel's 429.
 */
export function admitToChannel(
  surface: SurfaceA,
  exchange: HttpExchange,
  parameters: readonly string[],
  allow: { readonly methods: readonly string[]; readonly header: string },
): ChannelEntry | null {
  const [random = "", publicId = ""] = parameters;
  const found = surface.channels.find(publicId);
  // A widget has no address of this kind.
  const entry = found?.settings.kind === "api" ? found : undefined;
  const isRandomRight = isSameSecret(entry?.settings.random ?? noRandom, random);
  if (entry === undefined || !isRandomRight) {
    refuseBadPath(surface, exchange);
    return null;
  }
  exchange.subject = entry.settings.id;
  if (!allow.methods.includes(exchange.method)) {
    const message = `This address accepts only ${allow.header}.`;
    exchange.answerFailure({ code: "method_not_allowed", message }, ["Allow", allow.header]);
    return null;
  }
  const waitSeconds = surface.channelRate.take(publicId);
  if (waitSeconds === 0) return entry;
  exchange.answerCode("rate_limited", waitSeconds);
  return null;
}

function refuseBadPath(surface: SurfaceA, exchange: HttpExchange): void {
  const waitSeconds = surface.badPaths.count(exchange.remoteAddress());
  if (waitSeconds === 0) exchange.answerCode("not_found");
  else exchange.answerCode("rate_limited", waitSeconds);
}
