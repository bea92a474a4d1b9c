import Type from "typebox";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail } from "../../../core/result.ts";
import type { Photos } from "../../../domain/agent/photos.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";
import type { BodySink } from "../../body/body-stream.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { Callers } from "../desk/desk-caller.ts";
import { Transfers } from "../files/transfers.ts";
import type { Asked } from "../operation.ts";
import { answer } from "../operation.ts";

export interface PhotoReceiver {
  readonly callers: Callers;
  readonly photos: Photos;
  readonly thumbnailer: Thumbnailer;
  readonly floors: DiskFloors;
  readonly transfers: Transfers;
}

/** What all uploads of photos declare. */
export const photoUpload = {
  request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
  largeBodyBytesMax: ({ photoBytesMax }: Limits): number => photoBytesMax,
  failures: ["not_found", "rate_limited", "insufficient_storage"],
} as const;

/** The transfers of photos, which are also transfers of `whole`. */
export function photoTransfers(limits: Limits, whole: Transfers): Transfers {
  const { photoUploadsMax: fileTransfersMax, photoUploadsPerAgentMax: fileTransfersPerAddressMax } = limits;
  // A photo is kept in memory until it is complete.
  return new Transfers({ ...limits, fileTransfersMax, fileTransfersPerAddressMax }, whole);
}

/**
 * Receives the body as a picture, makes it smaller and stores it. `use` writes its address to a record and returns the answer.
 * Every failure is answered here and leaves nothing of the picture. Call it before the handler returns. Source: CH-39, CH-60.
 */
export async function receivePhoto(
  { callers, photos, thumbnailer, floors, transfers }: PhotoReceiver,
  { exchange, limits: { photoBytesMax } }: Asked,
  use: (address: string) => Promise<Result<unknown>>,
): Promise<void> {
  const refused = floors.refuseFile();
  if (refused !== null) return exchange.answerFailure(refused);
  const tooMany = await transfers.run(callers.transferCaller(exchange), async (times) => {
    const sink = createMemorySink(photoBytesMax);
    const received = await exchange.receive(photoBytesMax, times, sink);
    if (received === null) return;
    if (!received.ok) return exchange.answerFailure(received.failure);
    if (received.value === 0) return answer(exchange, 200, emptyBody);
    const made = await exchange.untimed(thumbnailer.makePhoto(sink.take(received.value)));
    if (!exchange.isOpen) return;
    answer(exchange, 200, made.ok ? await exchange.untimed(photos.put(made.value, use)) : made);
  });
  if (tooMany !== null) exchange.answerFailure(tooMany);
}

const emptyBody = fail("invalid_request", "The body is empty; it must be a PNG, JPEG, GIF or WebP picture.");

interface MemorySink extends BodySink {
  take(bytes: number): Uint8Array<ArrayBuffer>;
}

const firstBytes = 256 * 1024;

/** Grows as bytes arrive, so that a large declared length alone reserves no memory. */
function createMemorySink(bytesMax: number): MemorySink {
  let held = new Uint8Array(firstBytes);
  const writeNow = (bytes: Uint8Array, position: number): boolean => {
    const end = position + bytes.length;
    if (end > held.length) {
      const larger = new Uint8Array(Math.min(Math.max(end, held.length * 2), bytesMax));
      larger.set(held);
      held = larger;
    }
    held.set(bytes, position);
    return true;
  };
  return {
    writeNow,
    write: async (bytes, position) => void writeNow(bytes, position),
    take: (bytes) => held.slice(0, bytes),
  };
}
