import { textsOf } from "../../../shared/language/texts.ts";
import { messageTexts } from "../../texts/en/message.ts";

const text = textsOf("message", messageTexts);

/** The size of a picture: fitted to the window, or a factor of its own size. */
export type Zoom = "fit" | number;

const step = 1.5;
const zoomMin = 0.1;
const zoomMax = 8;

/** Zooms by one step; `drawn` is the factor of the fitted picture. */
export function zoomBy(zoom: Zoom, steps: 1 | -1, drawn: number): Zoom {
  const from = zoom === "fit" ? drawn : zoom;
  return Math.min(zoomMax, Math.max(zoomMin, from * step ** steps));
}

/** Switches from the fitted size to the picture's own size, and from any other size to the fitted size. */
export const turnZoom = (zoom: Zoom): Zoom => (zoom === "fit" ? 1 : "fit");

/** "Fits the window", "150 %". */
export const wordsOfZoom = (zoom: Zoom): string =>
  zoom === "fit" ? text("fits") : text("percent", { percent: Math.round(zoom * 100) });
