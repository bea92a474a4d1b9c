import type { MountWidget } from "../bridge.types.ts";
import { createUi } from "../ui/ui.tsx";
import { createEnvironment } from "./environment.ts";
import { createWidget } from "./widget.ts";

export const mountWidget: MountWidget = (host, bridge) => {
  const ui = createUi(host.shadowRoot ?? host.attachShadow({ mode: "open" }), bridge, createEnvironment().tab);
  const widget = createWidget(bridge, (model) => ui.show(model, widget.actions));
  return () => {
    widget.stop();
    ui.stop();
  };
};
