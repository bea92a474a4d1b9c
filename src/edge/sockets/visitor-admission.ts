import type { ChannelEntry } from "../../runtime/directory.ts";
import type { CloseCode } from "./close-codes.ts";
import { closeCodes } from "./close-codes.ts";

export interface WidgetRefusal {
  readonly code: CloseCode;
  readonly reason: string;
}

/**
 * Why a page of this origin may not have the widget, at hello and whenever the channel changes; `null` when it may. A browser
 * always tells the origin, so that none is as wrong as another one.
 */
export function refuseWidget(entry: ChannelEntry | undefined, origin: string): WidgetRefusal | null {
  const widget = entry?.settings.widget;
  if (entry === undefined || !widget)
    return { code: closeCodes.noWidget, reason: "Field widget must be the id of a widget." };
  const { allowedOrigins } = widget;
  if (allowedOrigins.length > 0 && !allowedOrigins.some((allowed) => new URL(allowed).origin === origin))
    return { code: closeCodes.foreignOrigin, reason: "Header Origin must be one of the widget's web sites." };
  if (!entry.settings.enabled) return { code: closeCodes.switchedOff, reason: "The widget is switched off." };
  return null;
}
