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

/** A service that starts takes up what is stored first, one that stops finishes what is in hand. */
const patienceMs = 20_000;
const retryMs = 100;

export interface ReachParts {
  readonly dataDir: string;
  /** Rejects with `StoreInUseError` while another process has the folder. */
  readonly openStore: () => Promise<Store>;
  readonly clock: Clock;
}

/**
 * Does the task once, on the store when nobody has the data folder, else by the service that has it, waiting for one that starts or
 * stops. `unavailable` when neither can be had in time. A file that a killed service left is never believed: the folder is free
 * then, or its new owner refuses the old token. Rejects with StoreError when the folder cannot be used.
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
 * The same in a store that several processes share: by the service of this machine that wrote into the data folder, where one answers, else on
 * the store. `openStore` tells the others what is written.
 */
export async function withSharedProviders<Value>(
  parts: Omit<ReachParts, "clock">,
  task: (providers: Providers) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await task(await findServed(parts));
  } catch (error) {
    // A file of another user is of no use, nor is one that a killed service left.
    const isOfNoUse = error instanceof NotReachedError || Object(error).code === "EACCES";
    if (!isOfNoUse) throw error;
  }
  const providers = await openStoredProviders(await parts.openStore());
  return task(providers).finally(() => providers.close());
}

/** `null` while another process has the folder. */
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

/** The user the folder belongs to when that is not who runs this: files made here would be closed to the service. */
async function ownerElsewhere(dataDir: string): Promise<number | null> {
  const userId = process.getuid?.();
  const { uid } = await stat(dataDir);
  return userId === undefined || uid === userId ? null : uid;
}

const belongsTo = (dataDir: string, userId: number): string =>
  `The service does not run, and its data folder ${dataDir} belongs to user ${userId}: run this as that user.`;

const busy = (dataDir: string, { message }: Error): string =>
  `The data folder ${dataDir} is in use, and the service that has it cannot be asked: ${message}. Try again when it is ready.`;
