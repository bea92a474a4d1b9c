import type { ScriptSettings } from "../bridge.types.ts";
import { widgetLife } from "./widget-life.ts";

/** The channel's settings. The service writes them in front of this script. */
declare const SVC_SETTINGS: ScriptSettings;

void widgetLife()(SVC_SETTINGS, document.currentScript);
