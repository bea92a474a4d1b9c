import { createPacer } from "../../core/bounds/pacer.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Picture } from "../../ports/pictures.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/endpoint-url.ts";
import { ownHeaders } from "../request/ask.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import type { Received } from "../request/exchange.ts";
import { headerOf, runExchange } from "../request/exchange.ts";
import { pictureTypeOf } from "./picture-type.ts";

export interface FetchPictureParts {
  readonly guard: AddressGuard;
  readonly pools: EndpointPools;
  readonly clock: Clock;
  readonly pictureBytesMax: number;
}

/** The maximal number of redirects. Each target is checked like the first one. */
const redirectsMax = 2;

/** All headers of the request: no cookie, and nothing about the viewer or the page. */
const headers = [...ownHeaders, "Accept", "image/avif,image/webp,image/png,image/jpeg,image/gif"];

/** Explains why there is no picture, in words that reveal nothing of the service's network. */
export const noPicture = (reason: string): { readonly ok: false; readonly failure: Failure } =>
  fail("not_found", `The picture cannot be shown: ${reason}.`);

const pace = createPacer();
const isRead = (httpStatus: number): boolean => httpStatus === 200;

/** Fetches one picture and follows redirects. Rejects when the connection breaks or is refused, or with a timeout at `untilMs`. */
export async function fetchPicture(
  parts: FetchPictureParts,
  address: string,
  untilMs: number,
): Promise<Result<Picture>> {
  let url = parseHttpUrl(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    if (url === null || parts.guard.checkTarget(url.href) !== null) return noPicture("its address is not allowed");
    const received = await askOnce(url, parts, untilMs);
    const next = redirectOf(received, url);
    if (next === null) return pictureOf(received, parts.pictureBytesMax);
    url = next;
  }
  return noPicture("its host redirects too often");
}

async function askOnce(
  url: URL,
  { pools, clock, pictureBytesMax }: FetchPictureParts,
  untilMs: number,
): Promise<Received> {
  const taken = pools.take(url.origin, null);
  try {
    const request = { method: "GET", path: url.pathname + url.search, headers } as const;
    // One byte more shows that a picture is too large.
    const options = { clock, pace, untilMs, answerBytesMax: pictureBytesMax + 1, isRead };
    const received = await runExchange(taken.pool, request, options);
    if (received.error !== null) throw received.error;
    return received;
  } finally {
    pools.giveBack(taken);
  }
}

function redirectOf({ httpStatus, headers }: Received, from: URL): URL | null {
  if (httpStatus === null || ![301, 302, 303, 307, 308].includes(httpStatus)) return null;
  const location = headerOf(headers, "location");
  return location !== "" && URL.canParse(location, from.href) ? new URL(location, from.href) : null;
}

function pictureOf({ httpStatus, body }: Received, bytesMax: number): Result<Picture> {
  if (httpStatus !== 200) return noPicture(`its host answered HTTP ${httpStatus}`);
  if (body.length > bytesMax) return noPicture(`it is larger than ${bytesMax} bytes`);
  const contentType = pictureTypeOf(body);
  return contentType === null
    ? noPicture("it is not a PNG, JPEG, GIF, WebP or AVIF")
    : ok({ contentType, bytes: body });
}
