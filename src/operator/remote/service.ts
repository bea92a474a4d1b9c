import type { Command } from "commander";
import { parseJson } from "../../codec/json/json.ts";
import { fieldOf } from "../../codec/json/json-values.ts";
import type { Environment } from "../../config/env.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";

/** A running service, and an API key of it. */
export interface RemoteService {
  /** Without a slash at the end. */
  readonly url: string;
  /** A secret. */
  readonly key: string;
}

export interface ServiceFlags {
  readonly url?: string;
  readonly key?: string;
}

const urlByDefault = "http://127.0.0.1:8080";
const answerTimeoutMs = 10_000;

export const statuses = "Exit status: 0 for success and after Ctrl-C, 1 for a failure, 2 for a mistake in the command.";

export const addServiceFlags = (command: Command): Command =>
  command
    .option("--url <url>", `the address of the service, or PARLEY_URL (default: ${urlByDefault})`)
    .option(
      "--key <pk_…>",
      "an API key, which is never printed, or PARLEY_KEY: other users of the machine can read flags",
    );

/** A flag takes precedence over the environment. The key is not repeated in a mistake. */
export function readService(flags: ServiceFlags, environment: Environment, mistakes: Mistakes): RemoteService | null {
  const url = flags.url ?? environment.variable("PARLEY_URL") ?? urlByDefault;
  const key = flags.key ?? environment.variable("PARLEY_KEY");
  const isUrl = /^https?:$/.test(URL.parse(url)?.protocol ?? "");
  if (!isUrl) mistakes.add("--url", { value: url }, "the http or https address of the service");
  if (key === undefined || !/^pk_[!-~]+$/.test(key)) {
    const problem = key === undefined ? "missing, and PARLEY_KEY is not set" : "no API key";
    mistakes.add("--key", { problem }, "an API key, which begins with pk_");
    return null;
  }
  return isUrl ? { url: url.endsWith("/") ? url.slice(0, -1) : url, key } : null;
}

/**
 * Makes one call. The failure is one sentence for the person who runs the command: that of the service, which names a missing scope, or
 * the reason why there is no answer. It never has the key.
 */
export async function callService(
  { url, key }: RemoteService,
  method: "GET" | "POST",
  path: string,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    const body = readBody(await response.text());
    if (response.ok) return ok(body);
    const message = fieldOf(fieldOf(body, "error"), "message");
    const isRefused = response.status === 401 || response.status === 403;
    return fail(
      isRefused ? "access_denied" : "unavailable",
      `${response.status} ${typeof message === "string" ? message : "without a reason"}`,
    );
  } catch (error) {
    return fail("unavailable", `The service at ${url} cannot be reached: ${reasonOf(error)}`);
  }
}

function readBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Another server may answer at this address.
    return undefined;
  }
}

/** `fetch` hides the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = fieldOf(cause, "code");
  if (typeof code === "string") return code;
  return cause instanceof Error ? cause.message : String(cause);
}
