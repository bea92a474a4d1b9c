import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { chartRoom } from "../texts/en/chart.ts";
import type { Camera } from "./camera.ts";

const text = textsOf("chart", chartRoom);

/** Buttons for the actions of the wheel and the keys. */
export const ZoomButtons = ({ camera }: { readonly camera: Camera }): JSX.Element => (
  <div class="zoom-buttons">
    <button type="button" aria-label={text("larger")} title={text("largerKey")} onClick={() => camera.zoom(1.25)}>
      +
    </button>
    <button type="button" aria-label={text("smaller")} title={text("smallerKey")} onClick={() => camera.zoom(0.8)}>
      −
    </button>
    <button type="button" title={text("wholeKey")} onClick={camera.fit}>
      {text("fit")}
    </button>
  </div>
);
