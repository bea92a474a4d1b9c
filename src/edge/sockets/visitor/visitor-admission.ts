import type { ChannelEntry } from "../../../domain/directory.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OwnOrigin } from "../../routes/desk/request/own-origin.ts";
import { isOwnPage } from "../../routes/desk/request/own-origin.ts";
import type { Refusal } from "../close-codes.ts";
import { closeCodes } from "../close-codes.ts";

/** The requesting page, as its browser names it. */
export interface WidgetPage {
  /** `""` for no origin, or more than one. */
  readonly origin: string;
  /** The page belongs to the service, such as its demo page. */
  readonly isOwn: boolean;
}

export const pageOf = (own: OwnOrigin, exchange: HttpExchange): WidgetPage => ({
  origin: exchange.headerCount("origin") === 1 ? exchange.header("origin") : "",
  isOwn: isOwnPage(own, exchange),
});

/**
 * Returns why a page may not have the widget, at hello and whenever the channel changes; `null` when it may. The service's own pages always
 * may. A browser always sends the origin and no page can change it, so a missing origin is refused like a foreign one.
 */
export function refuseWidget(entry: ChannelEntry | undefined, { origin, isOwn }: WidgetPage): Refusal | null {
  const widget = entry?.settings.widget;
  if (entry === undefined || !widget)
    return { code: closeCodes.noWidget, reason: "Field widget must be the id of a widget." };
  const { allowedOrigins } = widget;
  const isAllowed = isOwn || allowedOrigins.length === 0;
  if (!isAllowed && !allowedOrigins.some((allowed) => new URL(allowed).origin === origin))
    return { code: closeCodes.foreignOrigin, reason: "Header Origin must be one of the widget's web sites." };
  if (!entry.settings.enabled) return { code: closeCodes.switchedOff, reason: "The widget is switched off." };
  return null;
}
