import { stat } from "node:fs/promises";
import { entriesOf, fieldOf } from "../codec/json/json-values.ts";
import type { ErrorCode } from "../core/errors.ts";
import { ERROR_STATUS } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { ownRows } from "../core/rows/fresh-rows.ts";
import { openProviders } from "../domain/bot/providers.ts";
import { storedChannels } from "../domain/channel/channel-actor.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { StoreInUseError } from "../ports/store-errors.ts";
import { askService, NotReachedError, StrangerError } from "./ask-service.ts";
import type { OperatorEntry } from "./operator-file.ts";
import { readOperatorFile } from "./operator-file.ts";
import type { Provider, Providers } from "./providers.types.ts";

/** A starting service first loads what is stored. A stopping one finishes its work. Both need this time. */
const patienceMs = 20_000;
const retryMs = 100;

/**
 * Runs the task once: on the store if no process owns the data folder, otherwise through the service that owns it. Waits for a service that
 * starts or stops. Returns `unavailable` if neither is reachable in time. A file that a killed service left does no harm, because
 * either the folder is free, or its new owner refuses the old token. Rejects with StoreError if the folder cannot be used. `openStore`
 * rejects with StoreInUseError while another process owns the folder.
 */
export async function withProviders<Value>(
  dataDir: string,
  openStore: () => Promise<Store>,
  clock: Clock,
  task: (providers: Providers) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const foreigner = await ownerElsewhere(dataDir);
  for (const untilMs = clock.nowMs() + patienceMs; ; ) {
    try {
      const providers = (foreigner === null ? await openStored(openStore) : null) ?? (await findServed(dataDir));
      return await task(providers).finally(() => providers.close());
    } catch (error) {
      if (!(error instanceof NotReachedError)) throw error;
      if (foreigner !== null) return fail("unavailable", belongsTo(dataDir, foreigner));
      if (clock.nowMs() >= untilMs || error instanceof StrangerError) return fail("unavailable", busy(dataDir, error));
    }
    await new Promise<void>((resolve) => clock.wakeAt(clock.nowMs() + retryMs, resolve));
  }
}

/**
 * Does the same in a store that several processes share: through the service of this machine that wrote the data folder if that
 * service answers, otherwise on the store. `openStore` notifies the other processes of the writes.
 */
export async function withSharedProviders<Value>(
  dataDir: string,
  openStore: () => Promise<Store>,
  task: (providers: Providers) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await task(await findServed(dataDir));
  } catch (error) {
    // The file can belong to another user or to a killed service. Then it is of no use.
    const isOfNoUse = error instanceof NotReachedError || Object(error).code === "EACCES";
    if (!isOfNoUse) throw error;
  }
  const providers = await openStoredProviders(await openStore());
  return task(providers).finally(() => providers.close());
}

/** Returns `null` while another process owns the folder. */
async function openStored(openStore: () => Promise<Store>): Promise<Providers | null> {
  try {
    return await openStoredProviders(await openStore());
  } catch (error) {
    if (error instanceof StoreInUseError) return null;
    throw error;
  }
}

async function findServed(dataDir: string): Promise<Providers> {
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

const path = "/api/providers";
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/**
 * Manages the providers through the service that wrote the entry. Rejects with `NotReachedError` if that service does not accept
 * requests. Then nothing was changed.
 */
function createServedProviders(entry: OperatorEntry): Providers {
  const ask = (method: string, at: string, body?: object): Promise<Result<unknown>> =>
    toResult(entry, method, at, body);
  const done = async (answer: Promise<Result<unknown>>): Promise<Result<void>> => {
    const result = await answer;
    return result.ok ? ok(undefined) : result;
  };
  return {
    async list() {
      const providers: Provider[] = [];
      for (let at = path; ; ) {
        const page = await ask("GET", at);
        if (!page.ok) return page;
        providers.push(...entriesOf(page.value, "providers").map(toProvider));
        const cursor = fieldOf(page.value, "cursor");
        if (typeof cursor !== "string") return ok(providers);
        at = `${path}?cursor=${encodeURIComponent(cursor)}`;
      }
    },
    add: ({ id, name }) => done(ask("POST", path, { id, name })),
    rename: ({ id, name }) => done(ask("PATCH", pathOf(id), { name })),
    remove: (id) => done(ask("DELETE", pathOf(id))),
    close: async () => undefined,
  };
}

const toProvider = (entry: unknown): Provider => ({
  id: String(fieldOf(entry, "id")),
  name: String(fieldOf(entry, "name")),
});

/** Statuses of a service that starts, stops or is overloaded, or of another service, which does not know this token. */
const notReached: readonly number[] = [ERROR_STATUS.unauthorized, ERROR_STATUS.unavailable, ERROR_STATUS.overloaded];

async function toResult(entry: OperatorEntry, method: string, at: string, body?: object): Promise<Result<unknown>> {
  const answer = await askService(entry, method, at, body);
  if (answer.status >= 200 && answer.status < 300) return ok(answer.body);
  if (notReached.includes(answer.status)) throw new NotReachedError(`${entry.url} answers ${answer.status}`);
  const error = fieldOf(answer.body, "error");
  const [code, message] = [fieldOf(error, "code"), fieldOf(error, "message")];
  if (!isErrorCode(code) || typeof message !== "string")
    return fail("internal_error", `The service at ${entry.url} answers ${answer.status}, without a reason.`);
  return fail(code, message);
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === "string" && Object.hasOwn(ERROR_STATUS, code);

/** Manages the providers of a store that no service uses. Closing them closes the store, also when reading fails. */
async function openStoredProviders(store: Store): Promise<Providers> {
  try {
    const providers = await openProviders(store, ownRows);
    return {
      list: async () => ok(providers.list()),
      add: ({ id, name }) => providers.add(id, name),
      rename: ({ id, name }) => providers.rename(id, name),
      remove: async (id) => providers.remove(id, await storedChannels(store)),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
