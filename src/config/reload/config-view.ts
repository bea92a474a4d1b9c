import { statSync } from "node:fs";
import type { Config } from "../config.types.ts";
import type { ConfigFile } from "../config-schema.ts";

/** The config by the keys of the config file, with defaults. It holds secrets, so it may be compared but never shown. */
export type ConfigView = Readonly<Record<string, unknown>>;

/** A named file counts as changed when it was replaced or written. Blocks while it looks at those files. */
export function viewOf(config: Config, { $schema: _, ...file }: ConfigFile): ConfigView {
  const { outbound, localAddresses, outboundThread, tls, geoDatabase } = config;
  return {
    ...{ departments: [], agents: [], apiKeys: [], providers: [], channels: [] },
    ...file,
    publicUrl: config.publicUrl,
    host: config.host,
    port: config.port,
    data: config.dataDir,
    // Each of these lists counts as one value, because its parts have no names in the file.
    store: [config.store],
    files: [config.filesBucket],
    outbound: { ...outbound, localAddresses, thread: outboundThread },
    remotePictures: config.remotePictures,
    linkPreviews: config.linkPreviews,
    sampleCustomer: config.sampleCustomer,
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    limits: { ...config.limits },
    telephony: config.telephony,
    smtp: config.smtp,
    geoDatabase: geoDatabase === null ? null : stampOf(geoDatabase),
    tls: tls === null ? null : { cert: stampOf(tls.certFile), key: stampOf(tls.keyFile) },
  };
}

/** Follows links, because tools that renew certificates often move a link to the next file. */
function stampOf(path: string): readonly unknown[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  return [path, stats?.ino, stats?.size, stats?.ctimeMs];
}

/** Returns `after` with the values of `before` at `keys`. They need a restart, and each reload names them until then. */
export function keepUnchanged(before: ConfigView, after: ConfigView, keys: readonly string[]): ConfigView {
  const kept: Record<string, unknown> = { ...after };
  for (const key of keys) {
    const [section = "", name] = key.split(".");
    const [old, now] = [before[section], kept[section]];
    const isInside = name !== undefined && isSection(old) && isSection(now);
    kept[section] = isInside ? { ...now, [name]: Reflect.get(old, name) } : old;
  }
  return kept;
}

const isSection = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
