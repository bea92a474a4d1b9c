import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import type { MountWidget } from "../bridge.types.ts";
import { createUi } from "../ui/ui.tsx";
import { createEnvironment } from "./environment.ts";
import type { Model } from "./model.types.ts";
import { createWidget } from "./widget.ts";

export const mountWidget: MountWidget = (host, bridge) => {
  let shown: Model | undefined;
  const environment = createEnvironment(bridge);
  const ui = createUi(host.shadowRoot ?? host.attachShadow({ mode: "open" }), bridge, environment);
  const widget = createWidget(
    bridge,
    (model) => {
      shown = model;
      ui.show(model, widget.actions);
    },
    environment,
  );
  return () => {
    // The page has replaced its document, so a widget follows, with the window as it is here.
    if (host.isConnected && shown && isWindowOpen(shown.state)) bridge.waiting.push({ type: "open" });
    widget.stop();
    ui.stop();
  };
};
