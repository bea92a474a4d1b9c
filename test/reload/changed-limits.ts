import type { Limits } from "../../src/config/limits.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";

interface ChangedLimits {
  /** The reload option of the service whose limits are changed. */
  readonly reloading: NonNullable<ServiceOptions["reloading"]>;
  /** Changes the limits. Resolves when the service has read them. */
  change(service: Service, limits: Partial<Limits>): Promise<void>;
}

/** A config that has other limits when it is read again. */
export function createChangedLimits(): ChangedLimits {
  let changes: Partial<Limits> = {};
  return {
    reloading: (config) => ({
      view: { limits: { ...config.limits } },
      read() {
        const limits = { ...config.limits, ...changes };
        const next = { ...config, outbound: { ...config.outbound }, limits };
        return { kind: "config", config: next, view: { limits }, hasFile: true };
      },
      prepare: async () => () => undefined,
    }),
    async change(service, limits) {
      changes = limits;
      const reloaded = await service.app.reload({ signal: "SIGHUP" });
      const expected = Object.keys(limits).map((key) => `limits.${key}`);
      const changed = reloaded.kind === "reloaded" ? reloaded.changed : reloaded.lines;
      if (changed.join() !== expected.join()) throw new Error(`Expected ${expected} to change, got ${changed}`);
    },
  };
}
