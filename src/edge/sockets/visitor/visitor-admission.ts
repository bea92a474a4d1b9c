import type { ChannelEntry } from "../../../domain/directory.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OwnOrigin } from "../../routes/desk/request/own-origin.ts";
import { isOwnPage } from "../../routes/desk/request/own-origin.ts";
import type { CloseCode } from "../close-codes.ts";
import { closeCodes } from "../close-codes.ts";

/** The page that asks, as its browser names it. */
export interface WidgetPage {
  /** `""` when there was none, or more than one. */
  readonly origin: string;
  /** It is one of the service itself, such as its demo page. */
  readonly isOwn: boolean;
}

export const pageOf = (own: OwnOrigin, exchange: HttpExchange): WidgetPage => ({
  origin: exchange.headerCount("origin") === 1 ? exchange.header("origin") : "",
  isOwn: isOwnPage(own, exchange),
});

export interface WidgetRefusal {
  readonly code: CloseCode;
  readonly reason: string;
}

/**
 * Why a page may not have the widget, at hello and whenever the channel changes; `null` when it may. The service's own pages always
 * may. A browser always tells the origin, and no page can make it tell another one, so that none is as wrong as a foreign one.
 */
export function refuseWidget(entry: ChannelEntry | undefined, { origin, isOwn }: WidgetPage): WidgetRefusal | null {
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
