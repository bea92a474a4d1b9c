import { entriesOf, fieldOf } from "../codec/json/json-values.ts";
import type { ErrorCode } from "../core/errors.ts";
import { ERROR_STATUS } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { askService, NotReachedError } from "./ask-service.ts";
import type { OperatorEntry } from "./operator-file.ts";
import type { Provider, Providers } from "./providers.types.ts";

const path = "/api/providers";
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/**
 * Manages the providers through the service that wrote the entry. Rejects with `NotReachedError` if that service does not accept
 * requests. Then nothing was changed.
 */
export function createServedProviders(entry: OperatorEntry): Providers {
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
