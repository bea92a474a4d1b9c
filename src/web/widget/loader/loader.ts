import type { ScriptSettings } from "../bridge.types.ts";
import { openPageSide } from "./bridge.ts";
import { widgetLifeOf } from "./widget-life.ts";

/** The channel's settings. The service writes them in front of this script. */
declare const SVC_SETTINGS: ScriptSettings;

void widgetLifeOf(openPageSide)(SVC_SETTINGS, document.currentScript);
