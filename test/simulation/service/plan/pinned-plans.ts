import type { Plan } from "./plan.ts";

/** Plans that broke a promise once, each by the name of what it found: they are played every time. */
export const pinnedPlans: Readonly<Record<string, Plan>> = {
  "attempts that came at once behind a commit that took long": {
    seed: 180,
    machines: ["one", "two"],
    workMs: 11961,
    people: [{ kind: "customer", name: "c2", channel: "bot", seed: 1114341287, pauseMsMax: 8000 }],
    faults: [
      { kind: "database", atMs: 14624, forMs: 4107, trouble: { slowMs: 400, isDown: false } },
      { kind: "freeze", atMs: 10055, machine: "two", forMs: 7611 },
    ],
  },
};
