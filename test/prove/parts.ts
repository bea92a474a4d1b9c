import type { ProofPart } from "./proof-part.ts";

/** Every part, in the order in which they run. A part is loaded only when it runs, so an unused part costs nothing. */
export const parts: Readonly<Record<string, () => Promise<ProofPart>>> = {
  simulation: async () => (await import("./simulation/service/proof-part.ts")).simulationPart,
  planted: async () => (await import("./simulation/service/proof-part.ts")).plantedPart,
  kills: async () => (await import("./kills/kills-part.ts")).killsPart,
  folder: async () => (await import("./disk/folder/folder-part.ts")).folderPart,
  frozen: async () => (await import("./clock/frozen-part.ts")).frozenPart,
  clock: async () => (await import("./clock/clock-part.ts")).clockPart,
  descriptors: async () => (await import("./disk/descriptors/descriptors-part.ts")).descriptorsPart,
  disk: async () => (await import("./disk/disk-part.ts")).diskPart,
  fuzz: async () => (await import("./abuse/fuzz/fuzz-part.ts")).fuzz,
  access: async () => (await import("../access/access-part.ts")).access,
  scripts: async () => (await import("./abuse/scripts/scripts-part.ts")).scripts,
  slow: async () => (await import("./abuse/real/slow-part.ts")).slow,
  idle: async () => (await import("./abuse/real/idle-part.ts")).idle,
  soak: async () => (await import("./soak/soak-part.ts")).soakPart,
};
