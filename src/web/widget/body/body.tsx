import { render } from "preact";
import type { MountWidget } from "../bridge.types.ts";
import { App } from "../ui/app.tsx";
import styles from "../widget.css";
import { createWidget } from "./widget.ts";

export const mountWidget: MountWidget = (host, bridge) => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const widget = createWidget(bridge, (model) => render(<App model={model} actions={widget.actions} />, root));
  return () => {
    widget.stop();
    render(null, root);
  };
};
