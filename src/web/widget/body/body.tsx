import type { MountWidget } from "../bridge.types.ts";
import { createUi } from "../ui/ui.tsx";
import { createSurroundings } from "./surroundings.ts";
import { createWidget } from "./widget.ts";

export const mountWidget: MountWidget = (host, bridge) => {
  const ui = createUi(host.shadowRoot ?? host.attachShadow({ mode: "open" }), bridge, createSurroundings().tab);
  const widget = createWidget(bridge, (model) => ui.show(model, widget.actions));
  return () => {
    widget.stop();
    ui.stop();
  };
};
