import type { Plan } from "./plan.ts";

/** Plans that broke a promise once, each by the name of what it found: they are played every time. */
export const pinnedPlans: Readonly<Record<string, Plan>> = {};
