import { stat } from "node:fs/promises";
import type { Result } from "../core/result.ts";
import { fail } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { StoreInUseError } from "../ports/store-errors.ts";
import { NotReachedError, StrangerError } from "./ask-service.ts";
import { readOperatorFile } from "./operator-file.ts";
import type { Providers } from "./providers.types.ts";
import { createServedProviders } from "./served-providers.ts";
import { openStoredProviders } from "./stored-providers.ts";

/** A starting service first loads what is stored. A stopping one finishes its work. Both need this time. */
const patienceMs = 20_000;
const retryMs = 100;

export interface ReachParts {
  readonly dataDir: string;
  /** Rejects with `StoreInUseError` while another process owns the folder. */
  readonly openStore: () => Promise<Store>;
  readonly clock: Clock;
}

/**
 * Runs the task once: on the store if no process owns the data folder, otherwise through the service that owns it. Waits for a service that
 * starts or stops. Returns `unavailable` if neither is reachable in time. A file that a killed service left does no harm, because
 * either the folder is free, or its new owner refuses the old token. Rejects with StoreError if the folder cannot be used.
 */
export async function withProviders<Value>(
  parts: ReachParts,
  task: (providers: Providers) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { clock } = parts;
  const foreigner = await ownerElsewhere(parts.dataDir);
  for (const untilMs = clock.nowMs() + patienceMs; ; ) {
    try {
      const providers = (foreigner === null ? await openStored(parts) : null) ?? (await findServed(parts));
      return await task(providers).finally(() => providers.close());
    } catch (error) {
      if (!(error instanceof NotReachedError)) throw error;
      if (foreigner !== null) return fail("unavailable", belongsTo(parts.dataDir, foreigner));
      if (clock.nowMs() >= untilMs || error instanceof StrangerError)
        return fail("unavailable", busy(parts.dataDir, error));
    }
    await new Promise<void>((resolve) => clock.wakeAt(clock.nowMs() + retryMs, resolve));
  }
}

/**
 * Does the same in a store that several processes share: through the service of this machine that wrote the data folder if that
 * service answers, otherwise on the store. `openStore` notifies the other processes of the writes.
 */
export async function withSharedProviders<Value>(
  parts: Omit<ReachParts, "clock">,
  task: (providers: Providers) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await task(await findServed(parts));
  } catch (error) {
    // The file can belong to another user or to a killed service. Then it is of no use.
    const isOfNoUse = error instanceof NotReachedError || Object(error).code === "EACCES";
    if (!isOfNoUse) throw error;
  }
  const providers = await openStoredProviders(await parts.openStore());
  return task(providers).finally(() => providers.close());
}

/** Returns `null` while another process owns the folder. */
async function openStored({ openStore }: ReachParts): Promise<Providers | null> {
  try {
    return await openStoredProviders(await openStore());
  } catch (error) {
    if (error instanceof StoreInUseError) return null;
    throw error;
  }
}

async function findServed({ dataDir }: Pick<ReachParts, "dataDir">): Promise<Providers> {
  const entry = await readOperatorFile(dataDir);
  if (entry === null) throw new NotReachedError("it does not listen");
  return createServedProviders(entry);
}

/** Returns the owner of the folder when another user runs this command. The service could not read files that this user creates. */
async function ownerElsewhere(dataDir: string): Promise<number | null> {
  const userId = process.getuid?.();
  const { uid } = await stat(dataDir);
  return userId === undefined || uid === userId ? null : uid;
}

const belongsTo = (dataDir: string, userId: number): string =>
  `The service does not run, and its data folder ${dataDir} belongs to user ${userId}: run this as that user.`;

const busy = (dataDir: string, { message }: Error): string =>
  `The data folder ${dataDir} is in use, and its service cannot be reached: ${message}. Try again when the service is ready.`;
