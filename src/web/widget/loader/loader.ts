import type { ScriptSettings } from "../bridge.types.ts";
import { openPageSide } from "./bridge.ts";
import { widgetLifeOf } from "./widget-life.ts";

/** The service puts the channel's settings before this script. */
declare const SVC_SETTINGS: ScriptSettings;

void widgetLifeOf(openPageSide)(SVC_SETTINGS, document.currentScript);
