import { statSync } from "node:fs";
import type { Config } from "../config.types.ts";
import type { ConfigFile } from "../config-schema.ts";

/** What the process was told, by the keys of the config file, defaults included. It holds secrets: for comparing, never for showing. */
export type ConfigView = Readonly<Record<string, unknown>>;

/** A file that is named counts as another one when it was replaced or written to. Blocks on asking the disk about those files. */
export function viewOf(config: Config, { $schema: _, ...file }: ConfigFile): ConfigView {
  const { outbound, localAddresses, tls, geoDatabase } = config;
  return {
    ...{ departments: [], agents: [], providers: [], channels: [] },
    ...file,
    publicUrl: config.publicUrl,
    host: config.host,
    port: config.port,
    data: config.dataDir,
    // Lists, that each is one value: their parts are not named as in the file.
    store: [config.store],
    files: [config.filesBucket],
    outbound: { ...outbound, localAddresses },
    remotePictures: config.remotePictures,
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

/** Links are followed: those who renew certificates often let one point to the next file. */
function stampOf(path: string): readonly unknown[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  return [path, stats?.ino, stats?.size, stats?.ctimeMs];
}

/** `after`, with what stands at `keys` as it was `before`: it waits for a start, and is told again until then. */
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
