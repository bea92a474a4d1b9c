import Type from "typebox";
import type { AgentId } from "../../../../machines/ids.ts";
import { ownFilePath } from "../../../core/addresses/own-file.ts";
import type { Picture, Pictures } from "../../../ports/pictures.ts";
import { keptApiHeaders } from "../../answer/api-headers.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import type { Transfers } from "../files/transfers.ts";

export interface PictureParts {
  readonly pictures: Pictures;
  /** The transfers of all files. */
  readonly transfers: Transfers;
  publicUrl(): string;
}

/** The pages that may show the picture: those of the service, or any page. */
export type ShownOn = "same-origin" | "cross-origin";

/** The time is short, because a host may put another picture at the same address. */
const keptSeconds = 3_600;

/** The answer and the failures that all routes of pictures share. */
export const pictureAnswer: Pick<OperationDoc, "answer" | "failures"> = {
  answer: {
    status: 200,
    description:
      "The picture: PNG, JPEG, GIF, WebP or AVIF. 302 where it is a file of the service; 404 where there is none that can be shown.",
    schema: Type.Unsafe({ type: "string", format: "binary" }),
  },
  failures: ["not_found"],
};

export const noSuchPicture = { code: "not_found", message: "There is no such picture." } as const;

/** Smaller pictures do not count as transfers, because a list of people loads many of them at once. */
const smallBytesMax = 64 * 1024;

export interface AskedPicture {
  /** The agent, or the address of a visitor, for the limits of transfers. */
  readonly client: AgentId | string;
  readonly address: string;
  readonly shownOn: ShownOn;
}

/** Answers with the picture at an address that the service has stored, never at an address from a request. Source: AUTH-04. */
export async function answerPicture(
  { pictures, transfers, publicUrl }: PictureParts,
  exchange: HttpExchange,
  { client, address, shownOn }: AskedPicture,
): Promise<void> {
  const own = ownFilePath(publicUrl(), address);
  // The redirect has a body, because answers without a body have a small budget for each address.
  if (own !== null)
    return exchange.answer(302, { headers: ["Location", own], body: JSON.stringify({ location: own }) });
  const fetched = await pictures.fetch(address);
  if (!exchange.isOpen) return;
  if (!fetched.ok) return exchange.answerFailure(fetched.failure);
  const { value: picture } = fetched;
  const head = { contentType: picture.contentType, headers: headersOf(shownOn) };
  if (picture.bytes.length <= smallBytesMax) {
    exchange.answerHeaders = keptApiHeaders;
    return exchange.answer(200, { ...head, body: picture.bytes });
  }
  // Read piece by piece, so that a slow reader does not keep a copy of the picture in memory.
  const tooMany = await transfers.run(client, (times) => {
    exchange.answerHeaders = keptApiHeaders;
    return exchange.answerStream(200, head, sourceOf(picture), times);
  });
  if (tooMany !== null) exchange.answerFailure(tooMany);
}

const headersOf = (shownOn: ShownOn) => [
  ...["Content-Disposition", "inline"],
  ...["Content-Security-Policy", "sandbox; default-src 'none'"],
  ...["Cross-Origin-Resource-Policy", shownOn],
  ...["Cache-Control", `private, max-age=${keptSeconds}`],
];

const sourceOf = ({ bytes }: Picture) => ({
  bytes: bytes.length,
  async read(target: Uint8Array, position: number): Promise<number> {
    const part = bytes.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  },
});
