import type { Dispatcher } from "undici";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Picture } from "../../ports/pictures.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/endpoint-url.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { pictureTypeOf, signatureBytes } from "./picture-type.ts";

export interface FetchPictureParts {
  readonly guard: AddressGuard;
  readonly pools: EndpointPools;
  readonly pictureBytesMax: number;
}

/** The maximal number of redirects. Each target is checked like the first one. */
const redirectsMax = 2;

/** All headers of the request: no cookie, and nothing about the viewer or the page. */
const headers = ["User-Agent", "Parley", "Accept", "image/avif,image/webp,image/png,image/jpeg,image/gif"];

/** Explains why there is no picture, in words that reveal nothing of the service's network. */
export const noPicture = (reason: string): { readonly ok: false; readonly failure: Failure } =>
  fail("not_found", `The picture cannot be shown: ${reason}.`);

/** Fetches one picture and follows redirects. Rejects when the connection breaks or is refused, or when `signal` aborts. */
export async function fetchPicture(
  { guard, pools, pictureBytesMax }: FetchPictureParts,
  address: string,
  signal: AbortSignal,
): Promise<Result<Picture>> {
  let url = parseHttpUrl(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    if (url === null || guard.checkTarget(url.href) !== null) return noPicture("its address is not allowed");
    const next = await askOnce(url, { pools, pictureBytesMax }, signal);
    if (!(next instanceof URL)) return next;
    url = next;
  }
  return noPicture("its host redirects too often");
}

/** The picture, or the target of a redirect. */
async function askOnce(
  url: URL,
  { pools, pictureBytesMax }: Omit<FetchPictureParts, "guard">,
  signal: AbortSignal,
): Promise<Result<Picture> | URL> {
  const taken = pools.take(url.origin, null);
  try {
    const path = url.pathname + url.search;
    const answer = await taken.pool.request({ method: "GET", path, headers, signal });
    const next = redirectOf(answer, url);
    if (next === null && answer.statusCode === 200) return await readPicture(answer, pictureBytesMax);
    // The body of a response without a picture is not read, and its connection ends.
    answer.body.on("error", () => undefined).destroy();
    return next ?? noPicture(`its host answered HTTP ${answer.statusCode}`);
  } finally {
    pools.giveBack(taken);
  }
}

function redirectOf({ statusCode, headers: { location } }: Dispatcher.ResponseData, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== "string") return null;
  return URL.canParse(location, from.href) ? new URL(location, from.href) : null;
}

async function readPicture({ body }: Dispatcher.ResponseData, bytesMax: number): Promise<Result<Picture>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let contentType: string | null = null;
  // Leaving the loop early ends the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax) return noPicture(`it is larger than ${bytesMax} bytes`);
    if (contentType !== null || length < signatureBytes) continue;
    contentType = pictureTypeOf(Buffer.concat(chunks));
    if (contentType === null) break;
  }
  return contentType === null
    ? noPicture("it is not a PNG, JPEG, GIF, WebP or AVIF")
    : ok({ contentType, bytes: Buffer.concat(chunks) });
}
