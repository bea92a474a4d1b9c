import { noTrouble } from "../disk/simulated-disk.ts";
import { content } from "../people/moods.ts";
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

/** The process is killed while requests of slow commits hang. */
export const killedOnSlowDisk: Plan = {
  seed: 1,
  machines: ["one"],
  workMs: 12_000,
  people: [
    { kind: "customer", name: "c1", channel: "bot", seed: 32, pauseMsMax: 4_000 },
    { kind: "customer", name: "c2", channel: "bot", seed: 33, pauseMsMax: 4_000 },
    { kind: "customer", name: "c3", channel: "bot", seed: 34, pauseMsMax: 4_000 },
    { kind: "customer", name: "c4", channel: "bot", seed: 35, pauseMsMax: 4_000 },
  ],
  faults: [
    { kind: "mood", atMs: 0, server: "bot", forMs: 12_000, mood: { ...content, hangs: 1 } },
    { kind: "disk", atMs: 500, machine: "one", forMs: 6_000, trouble: { ...noTrouble, slowMs: 2_500 } },
    { kind: "kill", atMs: 6_600, machine: "one" },
  ],
};

/** Plans that found a defect, each under the name of the defect. Tests play them every time. */
export const pinnedPlans: Readonly<Record<string, Plan>> = {
  "attempts that came at once behind a commit that took long": standingDisk,
  "attempts that came early after a kill on a slow disk": killedOnSlowDisk,
  "a session that a machine does not know which stood still": standingMachine,
};
