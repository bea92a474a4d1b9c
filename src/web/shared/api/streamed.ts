import type { Browser } from "../browser/browser.types.ts";
import type { Answer } from "./api.ts";
import { toFailure, unreached, unreadable } from "./api.ts";

/** Sends a `POST` whose response is read as it arrives, without a timeout. Never throws. The response may end early. */
export async function postForStream(
  { fetch }: Pick<Browser, "fetch">,
  path: string,
  signal: AbortSignal,
): Promise<Answer<ReadableStream<Uint8Array<ArrayBuffer>>>> {
  try {
    const response = await fetch(path, { method: "POST", signal, credentials: "same-origin", cache: "no-store" });
    if (!response.ok) return { ok: false, failure: toFailure(response, await response.text()) };
    return response.body === null ? { ok: false, failure: unreadable() } : { ok: true, value: response.body };
  } catch {
    return { ok: false, failure: unreached() };
  }
}
