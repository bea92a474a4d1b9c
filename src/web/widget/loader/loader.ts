import type { MountWidget, ScriptSettings } from "../bridge.types.ts";
import { createBridge } from "./bridge.ts";

/** The service puts the channel's settings before this script. */
declare const SVC_SETTINGS: ScriptSettings;

const script = document.currentScript;
const origin =
  script instanceof HTMLScriptElement && script.src !== "" ? new URL(script.src).origin : SVC_SETTINGS.origin;

const bridge = createBridge(SVC_SETTINGS, origin);

const host = document.createElement("svc-widget");
const mount = async (): Promise<void> => {
  const { mountWidget }: { readonly mountWidget: MountWidget } = await import(`${origin}${SVC_SETTINGS.body}`);
  document.body.append(host);
  mountWidget(host, bridge);
};
void mount();
