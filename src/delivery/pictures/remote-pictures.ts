import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Picture, Pictures } from "../../ports/pictures.ts";
import type { Received } from "../request/exchange.ts";
import type { RemoteReadsOptions } from "./remote-reads.ts";
import { createRemoteReads } from "./remote-reads.ts";

/** The number of first bytes that identify any type of picture. */
const signatureBytes = 12;

/**
 * Finds the type of a picture from its first bytes, whatever its host says. Returns `null` for anything else. SVG and HTML can run scripts, so
 * they are not pictures here. Source: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
function pictureTypeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  if (/^ftypavi[fs]$/.test(start.slice(4))) return "image/avif";
  return null;
}

/** Explains why there is no picture, in words that reveal nothing of the service's network. */
const noPicture = (reason: string): { readonly ok: false; readonly failure: Failure } =>
  fail("not_found", `The picture cannot be shown: ${reason}.`);

function pictureOf({ body }: Received, bytesMax: number): Result<Picture> {
  if (body.length > bytesMax) return noPicture(`it is larger than ${bytesMax} bytes`);
  const contentType = pictureTypeOf(body);
  return contentType === null
    ? noPicture("it is not a PNG, JPEG, GIF, WebP or AVIF")
    : ok({ contentType, bytes: body });
}

export interface RemotePicturesOptions extends RemoteReadsOptions {
  /** With `off`, no picture is fetched. Read for each picture, because a reload can change it. */
  readonly remotePictures: "proxied" | "off";
  readonly limits: RemoteReadsOptions["limits"] & {
    readonly pictureBytesMax: number;
    readonly picturesKeptBytesMax: number;
  };
}

/** Fetches pictures of clients, agents and bots for the browsers that show them. Source: AUTH-04, AUTH-06. */
export function createRemotePictures(options: RemotePicturesOptions): Pictures {
  const { limits } = options;
  const reads = createRemoteReads<Picture>(
    {
      accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
      // One byte more shows that a picture is too large.
      answerBytesMax: limits.pictureBytesMax + 1,
      keptBytesMax: limits.picturesKeptBytesMax,
      refuse: noPicture,
      valueOf: (received) => pictureOf(received, limits.pictureBytesMax),
      bytesOf: ({ bytes }) => bytes.length,
    },
    options,
  );
  const isOn = (): boolean => options.remotePictures === "proxied";
  return {
    isFetched: (address) => isOn() && reads.isAllowed(address),
    fetch: async (address) => (isOn() ? reads.read(address) : noPicture("pictures of other hosts are switched off")),
    close: reads.close,
  };
}
