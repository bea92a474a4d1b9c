import Type from "typebox";
import type { Result } from "../../../core/result.ts";
import { fail } from "../../../core/result.ts";
import type { BodySink } from "../../body/body-stream.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import { answerResult } from "../admin/admin-exchange.ts";
import type { AdminParts } from "../admin/admin-parts.ts";
import { findTransferCaller } from "../desk/desk-caller.ts";

/** The part of the description that all routes for photo uploads share. */
export const photoUpload: Pick<OperationDoc, "request" | "failures"> = {
  request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
  failures: ["invalid_request", "not_found", "payload_too_large", "rate_limited", "insufficient_storage"],
};

/**
 * Receives the body as a picture, makes it smaller and stores it. `use` writes its address to a record and returns the answer.
 * Every failure is answered here and leaves nothing of the picture. Call it before the handler returns. Source: CH-39, CH-60.
 */
export async function receivePhoto(
  admin: Pick<AdminParts, "accounts" | "origin" | "photos" | "thumbnailer" | "floors" | "transfers" | "limits">,
  exchange: HttpExchange,
  use: (address: string) => Promise<Result<unknown>>,
): Promise<void> {
  const { photos, thumbnailer, floors, transfers, limits } = admin;
  const refused = floors.refuseFile();
  if (refused !== null) return exchange.answerFailure(refused);
  const tooMany = await transfers.run(findTransferCaller(admin, exchange), async (times) => {
    const sink = createMemorySink(limits.photoBytesMax);
    const received = await exchange.receive(limits.photoBytesMax, times, sink);
    if (received === null) return;
    if (!received.ok) return exchange.answerFailure(received.failure);
    if (received.value === 0) return answerResult(exchange, 200, emptyBody);
    const made = await exchange.untimed(thumbnailer.makePhoto(sink.take(received.value)));
    if (!exchange.isOpen) return;
    answerResult(exchange, 200, made.ok ? await exchange.untimed(photos.put(made.value, use)) : made);
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
