import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { photoAddress, photoToken } from "../../core/addresses/own-file.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import type { Wake } from "../../ports/clock.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import { configureAgent, configureChannel } from "../configure.ts";
import type { Directory } from "../directory.ts";
import type { Runtime } from "../runtime.ts";

/**
 * Uploaded photos of agents and bots. A photo has no row: the row of its agent or bot contains its address. The photo is on the disk before
 * a row names it, and is deleted when no row names it. So after any crash no address is broken, and no file stays for good.
 */
export interface Photos {
  /** Stores the picture, then calls `use` to store its address. When that fails, the picture is deleted. Durable when it resolves. */
  put<Value>(jpeg: Uint8Array, use: (address: string) => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Deletes the photo at an address, unless the address is still used or is external. Never rejects: the sweep deletes what is left. */
  drop(address: string | null): Promise<void>;
  /** `null` when there is no such photo. */
  read(token: string): Promise<Uint8Array | null>;
  /** Updates the addresses if the service has a new address. Sweeps now and every day. Call it when all agents and channels are known. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const notUsed = fail("internal_error", ERROR_MESSAGE.internal_error);
const sweepEveryMs = 24 * 60 * 60_000;

export function createPhotos(files: FileStore, runtime: Runtime, log: Log, publicUrl: () => string): Photos {
  const { directory, clock } = runtime;
  let wake: Wake | null = null;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      const known = tokensIn(directory);
      const removed = await files.sweep((token) => known.has(token) || tokensIn(directory).has(token));
      if (removed > 0) log.info({ removed }, "unused photos removed");
    } catch (error) {
      log.error({ err: error }, "unused photos could not be removed; trying again later");
    }
  };
  const sweepAndArm = (): void => {
    sweeping = sweep().then(() => {
      wake = clock.wakeAt(clock.nowMs() + sweepEveryMs, sweepAndArm);
    });
  };
  return {
    async put<Value>(jpeg: Uint8Array, use: (address: string) => Promise<Result<Value>>) {
      const file = files.begin();
      let used: Result<Value> = notUsed;
      try {
        await file.write(jpeg, 0);
        await file.keep(async () => {
          used = await use(photoAddress(publicUrl(), file.token));
          return used.ok;
        });
      } catch (error) {
        await file.discard();
        throw error;
      }
      return used;
    },
    async drop(address) {
      const token = photoToken(address);
      if (token === null || tokensIn(directory).has(token)) return;
      try {
        await files.remove(token);
      } catch (error) {
        log.warn({ err: error }, "a replaced photo could not be removed; it is removed later");
      }
    },
    read: (token) => readWholeFile(files, token),
    async start() {
      await nameAnew(runtime, publicUrl());
      sweepAndArm();
    },
    async stop() {
      await sweeping;
      wake?.cancel();
      await files.whenQuiet();
    },
  };
}

function tokensIn(directory: Directory): ReadonlySet<string> {
  const addresses = [
    ...directory.agents().map(({ profile }) => profile.photo),
    ...directory.channels().map(({ settings }) => settings.bot?.photo ?? null),
  ];
  return new Set(addresses.map(photoToken).filter((token) => token !== null));
}

async function nameAnew(runtime: Runtime, publicUrl: string): Promise<void> {
  const { directory } = runtime;
  const renamed = (address: string | null): string | null => {
    const token = photoToken(address);
    const next = token === null ? null : photoAddress(publicUrl, token);
    return next === address ? null : next;
  };
  for (const { profile } of directory.agents()) {
    const photo = renamed(profile.photo);
    if (photo !== null) await configureAgent(runtime, { ...profile, photo });
  }
  for (const { settings } of directory.channels()) {
    const photo = renamed(settings.bot?.photo ?? null);
    if (photo !== null && settings.bot !== null)
      await configureChannel(runtime, { ...settings, bot: { ...settings.bot, photo } });
  }
}

/** The agent as the config file declares it. If the file names no photo, an uploaded one stays. */
export const withOwnPhoto = (declared: AgentProfile, stored: AgentProfile | undefined): AgentProfile =>
  declared.photo === null && photoToken(stored?.photo ?? null) !== null
    ? { ...declared, photo: stored?.photo ?? null }
    : declared;

/** The same for a channel's bot with the same provider. */
export function withOwnBotPhoto<Settings extends Pick<ChannelSettings, "bot">>(
  declared: Settings,
  stored: Pick<ChannelSettings, "bot"> | undefined,
): Settings {
  const { bot } = declared;
  const before = stored?.bot ?? null;
  const isKept =
    bot !== null &&
    bot.photo === null &&
    before !== null &&
    bot.providerId === before.providerId &&
    photoToken(before.photo) !== null;
  return isKept ? { ...declared, bot: { ...bot, photo: before.photo } } : declared;
}

/** All bytes of a stored file; `null` when there is none of this name. */
export async function readWholeFile(files: FileStore, token: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await files.open(token);
  if (file === null) return null;
  try {
    const bytes = new Uint8Array(file.bytes);
    for (let at = 0, came = 1; at < bytes.length && came > 0; at += came)
      came = await file.read(bytes.subarray(at), at);
    return bytes;
  } finally {
    await file.close();
  }
}
