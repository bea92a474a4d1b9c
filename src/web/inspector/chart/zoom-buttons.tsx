import type { JSX } from "preact";
import type { Camera } from "./camera.ts";

/** Buttons for the actions of the wheel and the keys. */
export const ZoomButtons = ({ camera }: { readonly camera: Camera }): JSX.Element => (
  <div class="zoom-buttons">
    <button type="button" aria-label="Larger" title="Larger (+)" onClick={() => camera.zoom(1.25)}>
      +
    </button>
    <button type="button" aria-label="Smaller" title="Smaller (−)" onClick={() => camera.zoom(0.8)}>
      −
    </button>
    <button type="button" title="The whole chart (0)" onClick={camera.fit}>
      Fit
    </button>
  </div>
);
