import type { Plan } from "./plan.ts";

/** A disk that sometimes needs longer for a commit than the timeout of an attempt, while an agent replies. */
const standingDisk: Plan = {
  seed: 1,
  machines: ["one"],
  workMs: 30_000,
  people: [
    { kind: "customer", name: "c1", channel: "plain", seed: 11, pauseMsMax: 8_000 },
    { kind: "customer", name: "c2", channel: "bot", seed: 12, pauseMsMax: 8_000 },
    { kind: "agent", name: "kim", seed: 13, blacklists: 0, leaves: 0, goesHome: false },
  ],
  faults: [6_000, 12_000, 18_000, 24_000].map((atMs) => ({
    kind: "disk",
    atMs,
    machine: "one",
    forMs: 500,
    trouble: { slowMs: 20_000, fails: [], share: 0, code: "EIO", shortShare: 0 },
  })),
};

/** One of three machines is frozen while an agent logs in at another machine. */
export const standingMachine: Plan = {
  seed: 845,
  machines: ["one", "two", "three"],
  workMs: 8_158,
  people: [
    { kind: "page", name: "p1", seed: 1_896_596_607, pauseMsMax: 1_500, leaves: 0 },
    { kind: "agent", name: "lee", seed: 417_918_484, blacklists: 0, leaves: 0.02, goesHome: false },
  ],
  faults: [{ kind: "freeze", atMs: 817, machine: "three", forMs: 9_121 }],
};

/** Plans that found a defect, each under the name of the defect. Tests play them every time. */
export const pinnedPlans: Readonly<Record<string, Plan>> = {
  "attempts that came at once behind a commit that took long": standingDisk,
  "a session that a machine does not know which stood still": standingMachine,
};
