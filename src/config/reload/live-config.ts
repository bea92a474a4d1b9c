import type { Config } from "../config.types.ts";
import type { Limits } from "../limits.ts";
import { reloadKindOf } from "./reload-keys.ts";

const liveKeys = [
  "publicUrl",
  "logLevel",
  "departments",
  "agents",
  "apiKeys",
  "channels",
  "endpoints",
  "localAddresses",
  "remotePictures",
  "linkPreviews",
  "sampleCustomer",
  "trustedProxies",
  "geoDatabase",
  "providers",
  "telephony",
  "smtp",
] as const satisfies readonly (keyof Config)[];

/**
 * Copies the values of `next` that a reload can change into `config`, its `limits` and its `outbound`. Parts of the service hold these objects,
 * so code that reads a key when it is needed uses the new value at once. Does not block, and cannot fail.
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
