import type { Config } from "../config.types.ts";
import type { Limits } from "../limits.ts";
import { reloadKindOf } from "./reload-keys.ts";

const liveKeys = [
  "publicUrl",
  "logLevel",
  "departments",
  "agents",
  "channels",
  "localAddresses",
  "remotePictures",
  "sampleCustomer",
  "trustedProxies",
  "geoDatabase",
  "providers",
  "telephony",
  "smtp",
] as const satisfies readonly (keyof Config)[];

/**
 * Lets `config`, and its `limits` and `outbound`, which parts of the service hold, say what `next` says, as far as a reload may: whoever reads
 * a key when it is needed goes by the new one at once. Does not block, and cannot fail.
 */
export function changeInPlace(config: Config, next: Config): void {
  Object.assign(config, Object.fromEntries(liveKeys.map((key) => [key, next[key]])));
  Object.assign(config.outbound, next.outbound);
  const limits: Partial<Limits> = Object.fromEntries(
    Object.entries(next.limits).filter(([key]) => reloadKindOf(`limits.${key}`) === "live"),
  );
  Object.assign(config.limits, limits);
  if (config.tls !== null && next.tls !== null) Object.assign(config, { tls: next.tls });
}
